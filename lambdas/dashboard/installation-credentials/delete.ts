import * as z from 'zod';
import { lambda } from '../../../src/http/lambda.ts';
import { defineRoute } from '../../../src/http/route.ts';
import { changeContext } from '../../../src/identity/callers/actor.ts';
import { withoutCredential } from '../../../src/identity/domain/installation-changes.ts';
import { member } from '../../../src/identity/sessions/session-auth.ts';
import { changeInstallation } from '../../../src/identity/storage/installations.ts';
import {
  Credential,
  CredentialParams,
  credentialView,
  installationOr404,
  withId,
} from '../../../src/identity/views/installations.ts';

export const route = defineRoute({
  id: 'installation-credentials.delete',
  api: 'dashboard',
  method: 'DELETE',
  path: '/api/installations/{id}/credentials/{credentialId}',
  summary: 'Revoke a credential of an installation permanently',
  description: 'The credential may still be accepted for up to a minute.',
  auth: member('workspace_admin'),
  params: CredentialParams,
  responses: { 200: z.object({ credential: Credential }) },
  problems: ['not_found'],
  grants: ['installations:query', 'installations:put', 'revocations:put', 'audit:put'],
  async handle({ params: { id, credentialId }, caller, now, requestId }) {
    const change = withoutCredential(credentialId, now.getTime());
    const by = changeContext({ caller, now, requestId });
    const action = 'installation.credential_revoked';
    const { credentials } = installationOr404(await changeInstallation(caller.workspace, id, change, action, by));
    return { status: 200, body: { credential: withId(credentials.map(credentialView), credentialId) } };
  },
});

export const handler = lambda(route);
