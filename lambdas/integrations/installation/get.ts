import * as z from 'zod';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { installation as installationAuth } from '#src/identity/credentials/credential-auth.ts';
import { InstallationRecord, isOperational, OriginRecord } from '#src/identity/domain/installation.ts';
import { getInstallation } from '#src/identity/store/installations.ts';
import { Problem } from '#src/runtime/errors.ts';

const Origin = OriginRecord.omit({ installation_id: true, verification_token: true, created_at: true });

const Installation = InstallationRecord.omit({ version: true })
  .extend({ origins: z.array(Origin.meta({ id: 'Origin' })) })
  .meta({ id: 'Installation' });

export const route = defineRoute({
  id: 'installation.get',
  api: 'integrations',
  method: 'GET',
  path: '/integrations/v1/installation',
  summary: 'Get the calling installation with its origins and scopes',
  auth: installationAuth(),
  responses: { 200: z.object({ installation: Installation }) },
  problems: [],
  grants: ['installations:query'],
  async handle({ caller }) {
    const held = await getInstallation(caller.installationId);
    // The authorizer's cached result may be a minute old.
    if (!held || !isOperational(held.installation, held.origins)) {
      throw new Problem('credential_inactive', 'The installation is not active or has no verified origin');
    }
    return { status: 200, body: { installation: { ...held.installation, origins: held.origins } } };
  },
});

export const handler = lambda(route);
