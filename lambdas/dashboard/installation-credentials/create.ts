import * as z from 'zod';
import { lambda } from '../../../src/http/lambda.ts';
import { defineRoute } from '../../../src/http/route.ts';
import { changeContext } from '../../../src/identity/callers/actor.ts';
import { makeInstallationCredential } from '../../../src/identity/credentials/issue-installation-credential.ts';
import { withCredential } from '../../../src/identity/domain/installation-changes.ts';
import { member } from '../../../src/identity/sessions/session-auth.ts';
import { changeInstallation } from '../../../src/identity/storage/installations.ts';
import {
  expiresAt,
  InstallationParams,
  installationOr404,
  NewCredential,
  newCredentialView,
} from '../../../src/identity/views/installations.ts';

export const route = defineRoute({
  id: 'installation-credentials.create',
  api: 'dashboard',
  method: 'POST',
  path: '/api/installations/{id}/credentials',
  summary: 'Issue a credential of an installation',
  description: 'The response contains the secret, which cannot be read again.',
  auth: member('workspace_admin'),
  params: InstallationParams,
  body: z.strictObject({ expires_at: expiresAt }),
  responses: { 201: NewCredential },
  problems: ['not_found'],
  grants: ['installations:query', 'installations:put', 'revocations:put', 'audit:put', 'secret:api-key-pepper'],
  async handle({ params: { id }, body: { expires_at = null }, caller, now, requestId }) {
    const { secret, record } = await makeInstallationCredential(id, expires_at, now);
    const by = changeContext({ caller, now, requestId });
    const action = 'installation.credential_issued';
    const changed = installationOr404(
      await changeInstallation(caller.workspace, id, withCredential(record), action, by),
    );
    return { status: 201, body: newCredentialView(changed, record.id, secret) };
  },
});

export const handler = lambda(route);
