import * as z from 'zod';
import { withCredential } from '../../../src/domain/installation-changes.ts';
import {
  audit,
  changedOr404,
  expiresAt,
  InstallationParams,
  NewCredential,
} from '../../../src/http/installation-answers.ts';
import { issuedCredential, newCredentialOf } from '../../../src/http/issued-credential.ts';
import { lambda } from '../../../src/http/lambda.ts';
import { defineRoute } from '../../../src/http/route.ts';
import { member } from '../../../src/http/session-auth.ts';
import { changeInstallation } from '../../../src/storage/installations.ts';

export const route = defineRoute({
  id: 'installation-credentials.create',
  api: 'dashboard',
  method: 'POST',
  path: '/api/installations/{id}/credentials',
  summary: 'Issue a credential for the plugin of an installation',
  description: 'Its secret is in this answer and never shown again.',
  auth: member('workspace_admin'),
  params: InstallationParams,
  body: z.strictObject({ expires_at: expiresAt }),
  responses: { 201: NewCredential },
  problems: ['not_found'],
  grants: ['table:write', 'secret:api-key-pepper'],
  async handle({ params: { id }, body: { expires_at = null }, caller, now, requestId }) {
    const { secret, record } = await newCredentialOf(id, expires_at, now);
    const changed = changedOr404(await changeInstallation(caller.workspace, id, withCredential(record), now));
    audit('credential.issued', caller, requestId, { installationId: id, credentialId: record.id, expires_at });
    return { status: 201, body: issuedCredential(changed, record.id, secret) };
  },
});

export const handler = lambda(route);
