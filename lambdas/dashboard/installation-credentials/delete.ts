import * as z from 'zod';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { withoutCredential } from '#src/identity/domain/installation-changes.ts';
import { member } from '#src/identity/sessions/session-auth.ts';
import {
  Credential,
  CredentialParams,
  changeRequested,
  credentialView,
  withId,
} from '#src/responses/identity/installations.ts';

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
  async handle(input) {
    const { credentialId } = input.params;
    const change = withoutCredential(credentialId, input.now.getTime());
    const { credentials } = await changeRequested(input, change, 'installation.credential_revoked');
    return { status: 200, body: { credential: withId(credentials.map(credentialView), credentialId) } };
  },
});

export const handler = lambda(route);
