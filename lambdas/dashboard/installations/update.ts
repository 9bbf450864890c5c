import * as z from 'zod';
import { lambda } from '../../../src/http/lambda.ts';
import { defineRoute } from '../../../src/http/route.ts';
import { changeContext } from '../../../src/identity/callers/actor.ts';
import { type SettableStatus, statusActions, withUpdate } from '../../../src/identity/domain/installation-changes.ts';
import { member } from '../../../src/identity/sessions/session-auth.ts';
import { changeInstallation } from '../../../src/identity/storage/installations.ts';
import { InstallationFields } from '../../../src/identity/views/installation-fields.ts';
import {
  DashboardInstallation,
  InstallationParams,
  installationOr404,
  installationView,
} from '../../../src/identity/views/installations.ts';

export const route = defineRoute({
  id: 'installations.update',
  api: 'dashboard',
  method: 'PATCH',
  path: '/api/installations/{id}',
  summary: 'Update the fields or status of an installation',
  description:
    'Fields that are left out stay as they are. The status can change between active and disabled, from any status to ' +
    'revoked, and from draft, disabled or revoked to archived. Revoked and archived are final. All other changes follow ' +
    'from the origins.',
  auth: member('workspace_admin'),
  params: InstallationParams,
  body: InstallationFields.extend({
    status: z.enum(Object.keys(statusActions) as [SettableStatus, ...SettableStatus[]]),
  }).partial(),
  responses: { 200: z.object({ installation: DashboardInstallation }) },
  problems: ['not_found'],
  grants: ['installations:query', 'installations:put', 'revocations:put', 'sites:update', 'audit:put'],
  async handle({ params: { id }, body, caller, now, requestId }) {
    const by = changeContext({ caller, now, requestId });
    const change = withUpdate(body);
    const changed = installationOr404(
      await changeInstallation(caller.workspace, id, change, 'installation.updated', by),
    );
    return { status: 200, body: { installation: installationView(changed) } };
  },
});

export const handler = lambda(route);
