import * as z from 'zod';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { type SettableStatus, statusActions, withUpdate } from '#src/identity/domain/installation-changes.ts';
import { member } from '#src/identity/sessions/session-auth.ts';
import { InstallationFields } from '#src/responses/identity/installation-fields.ts';
import {
  changeRequested,
  DashboardInstallation,
  InstallationParams,
  installationView,
} from '#src/responses/identity/installations.ts';

export const route = defineRoute({
  id: 'installations.update',
  api: 'dashboard',
  method: 'PATCH',
  path: '/api/installations/{id}',
  summary: 'Update the fields or status of an installation',
  description:
    'Missing fields stay as they are. The status can change between active and disabled, from any status to ' +
    'revoked, and from draft, disabled or revoked to archived. Revoked and archived are final. All other ' +
    'changes follow from the origins.',
  auth: member('workspace_admin'),
  params: InstallationParams,
  body: InstallationFields.extend({
    status: z.enum(Object.keys(statusActions) as [SettableStatus, ...SettableStatus[]]),
  }).partial(),
  responses: { 200: z.object({ installation: DashboardInstallation }) },
  problems: ['not_found'],
  grants: ['installations:query', 'installations:put', 'revocations:put', 'sites:update', 'audit:put'],
  async handle(input) {
    const changed = await changeRequested(input, withUpdate(input.body), 'installation.updated');
    return { status: 200, body: { installation: installationView(changed) } };
  },
});

export const handler = lambda(route);
