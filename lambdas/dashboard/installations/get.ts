import * as z from 'zod';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { member } from '#src/identity/sessions/session-auth.ts';
import { getInstallationOf } from '#src/identity/store/installations.ts';
import {
  DashboardInstallation,
  InstallationParams,
  installationOr404,
  installationView,
} from '#src/responses/identity/installations.ts';

export const route = defineRoute({
  id: 'installations.get',
  api: 'dashboard',
  method: 'GET',
  path: '/api/installations/{id}',
  summary: 'Get an installation of the workspace',
  auth: member('workspace_admin'),
  params: InstallationParams,
  responses: { 200: z.object({ installation: DashboardInstallation }) },
  problems: ['not_found'],
  grants: ['installations:query'],
  async handle({ params: { id }, caller }) {
    const found = installationOr404(await getInstallationOf(caller.workspace, id));
    return { status: 200, body: { installation: installationView(found) } };
  },
});

export const handler = lambda(route);
