import * as z from 'zod';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { makeInstallationCredential } from '#src/identity/credentials/issue-installation-credential.ts';
import { withRotatedCredential } from '#src/identity/domain/installation-changes.ts';
import { member } from '#src/identity/sessions/session-auth.ts';
import {
  CredentialParams,
  changeRequested,
  expiresAt,
  NewCredential,
  newCredentialView,
} from '#src/responses/identity/installations.ts';

export const route = defineRoute({
  id: 'installation-credentials.rotate',
  api: 'dashboard',
  method: 'POST',
  path: '/api/installations/{id}/credentials/{credentialId}/rotate',
  summary: 'Rotate a credential of an installation',
  description:
    'Issues a new credential. With `revoke_old`, the old one is revoked at the same time; otherwise it stays valid. ' +
    '`expires_at` defaults to that of the old one. The response contains the secret, which cannot be read again.',
  auth: member('workspace_admin'),
  params: CredentialParams,
  body: z.strictObject({ revoke_old: z.boolean(), expires_at: expiresAt }),
  responses: { 201: NewCredential },
  problems: ['not_found'],
  grants: ['installations:query', 'installations:put', 'revocations:put', 'audit:put', 'secret:api-key-pepper'],
  async handle(input) {
    const { params, body, now } = input;
    const { secret, record } = await makeInstallationCredential(params.id, body.expires_at ?? null, now);
    const change = withRotatedCredential(params.credentialId, record, body.revoke_old, now.getTime());
    const changed = await changeRequested(input, change, 'installation.credential_rotated');
    return { status: 201, body: newCredentialView(changed, record.id, secret) };
  },
});

export const handler = lambda(route);
