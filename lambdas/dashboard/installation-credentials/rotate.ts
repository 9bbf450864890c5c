import * as z from 'zod';
import { withRotated } from '../../../src/domain/installation-changes.ts';
import {
  audit,
  CredentialParams,
  changedOr404,
  expiresAt,
  NewCredential,
} from '../../../src/http/installation-answers.ts';
import { issuedCredential, newCredentialOf } from '../../../src/http/issued-credential.ts';
import { lambda } from '../../../src/http/lambda.ts';
import { defineRoute } from '../../../src/http/route.ts';
import { member } from '../../../src/http/session-auth.ts';
import { changeInstallation } from '../../../src/storage/installations.ts';

export const route = defineRoute({
  id: 'installation-credentials.rotate',
  api: 'dashboard',
  method: 'POST',
  path: '/api/installations/{id}/credentials/{credentialId}/rotate',
  summary: 'Issue a credential in the place of another',
  description:
    'With `revoke_old` the old one ends at once, otherwise it goes on until it is revoked. Without `expires_at` the new ' +
    'one ends when the old one would. Its secret is in this answer and never shown again.',
  auth: member('workspace_admin'),
  params: CredentialParams,
  body: z.strictObject({ revoke_old: z.boolean(), expires_at: expiresAt }),
  responses: { 201: NewCredential },
  problems: ['not_found'],
  grants: ['table:write', 'secret:api-key-pepper'],
  async handle({ params: { id, credentialId }, body, caller, now, requestId }) {
    const { secret, record } = await newCredentialOf(id, body.expires_at ?? null, now);
    const change = withRotated(credentialId, record, body.revoke_old, now.getTime());
    const changed = changedOr404(await changeInstallation(caller.workspace, id, change, now));
    const about = { installationId: id, credentialId: record.id, rotatedFrom: credentialId };
    audit('credential.rotated', caller, requestId, { ...about, revokedOld: body.revoke_old });
    return { status: 201, body: issuedCredential(changed, record.id, secret) };
  },
});

export const handler = lambda(route);
