import * as z from 'zod';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { makeInstallationCredential } from '#src/identity/credentials/issue-installation-credential.ts';
import { withCredential } from '#src/identity/domain/installation-changes.ts';
import { member } from '#src/identity/sessions/session-auth.ts';
import {
  changeRequested,
  expiresAt,
  InstallationParams,
  NewCredential,
  newCredentialView,
} from '#src/responses/identity/installations.ts';

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
  async handle(input) {
    const { params, body, now } = input;
    const { secret, record } = await makeInstallationCredential(params.id, body.expires_at ?? null, now);
    const changed = await changeRequested(input, withCredential(record), 'installation.credential_issued');
    return { status: 201, body: newCredentialView(changed, record.id, secret) };
  },
});

export const handler = lambda(route);
