import * as z from 'zod';
import { lambda } from '#src/http/lambda.ts';
import { pageEnvelope } from '#src/http/page-envelope.ts';
import * as query from '#src/http/query.ts';
import { defineRoute } from '#src/http/route.ts';
import { InstallationStatus, installationStatuses } from '#src/identity/domain/installation-status.ts';
import { member } from '#src/identity/sessions/session-auth.ts';
import { listInstallations } from '#src/identity/store/installations.ts';
import { pageBounds } from '#src/lists/model/page.ts';
import { DashboardInstallation, installationView } from '#src/responses/identity/installations.ts';

const InstallationList = z
  .object({
    installations: z.array(DashboardInstallation),
    ...pageEnvelope,
    status: InstallationStatus.nullable(),
  })
  .meta({ id: 'InstallationList' });

export const route = defineRoute({
  id: 'installations.list',
  api: 'dashboard',
  method: 'GET',
  path: '/api/installations',
  summary: 'List the installations of the workspace',
  description: 'Newest first.',
  auth: member('workspace_admin'),
  query: query.withPerPageAlias(
    z.object({
      page: query.page,
      perPage: query.perPage,
      status: query.oneOf(installationStatuses, 'Only installations with this status.'),
    }),
  ),
  responses: { 200: InstallationList },
  problems: [],
  grants: ['installations:list'],
  async handle({ query: { page, perPage: per_page, status }, caller }) {
    const all = await listInstallations(caller.workspace);
    const asked = all.filter(({ installation }) => status === null || installation.status === status);
    const { first, end, pages } = pageBounds(asked.length, page, per_page);
    const installations = asked.slice(first, end).map(installationView);
    return { status: 200, body: { installations, page, per_page, total: asked.length, pages, status } };
  },
});

export const handler = lambda(route);
