import * as z from 'zod';
import { changeContext } from '../../../src/auth/actor.ts';
import { member } from '../../../src/auth/session-auth.ts';
import { type WantedStatus, wantedStatuses, withWanted } from '../../../src/domain/access/installation-changes.ts';
import { lambda } from '../../../src/http/lambda.ts';
import { defineRoute } from '../../../src/http/route.ts';
import { changeInstallation } from '../../../src/storage/access/installations.ts';
import { InstallationFields } from '../../../src/views/installation-fields.ts';
import {
  changedOr404,
  DashboardInstallation,
  InstallationParams,
  shownInstallation,
} from '../../../src/views/installations.ts';

export const route = defineRoute({
  id: 'installations.update',
  api: 'dashboard',
  method: 'PATCH',
  path: '/api/installations/{id}',
  summary: 'Change what is said of an installation, and switch it on and off',
  description:
    'The status goes from active to disabled and back; from any to revoked, for good; and from draft, disabled or ' +
    'revoked to archived, for good. The others follow from its origins. What is left out stays as it is.',
  auth: member('workspace_admin'),
  params: InstallationParams,
  body: InstallationFields.extend({
    status: z.enum(Object.keys(wantedStatuses) as [WantedStatus, ...WantedStatus[]]),
  }).partial(),
  responses: { 200: z.object({ installation: DashboardInstallation }) },
  problems: ['not_found'],
  grants: ['table:write'],
  async handle({ params: { id }, body, caller, now, requestId }) {
    const by = changeContext({ caller, now, requestId });
    const change = withWanted(body);
    const changed = changedOr404(await changeInstallation(caller.workspace, id, change, 'installation.updated', by));
    return { status: 200, body: { installation: shownInstallation(changed) } };
  },
});

export const handler = lambda(route);
