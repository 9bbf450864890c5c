import * as z from 'zod';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { member } from '#src/identity/sessions/session-auth.ts';
import { getInstallationOf } from '#src/identity/store/installations.ts';
import {
  Credential,
  credentialView,
  InstallationParams,
  installationOr404,
} from '#src/responses/identity/installations.ts';

export const route = defineRoute({
  id: 'installation-credentials.list',
  api: 'dashboard',
  method: 'GET',
  path: '/api/installations/{id}/credentials',
  summary: 'List the credentials of an installation, without their secrets',
  auth: member('workspace_admin'),
  params: InstallationParams,
  responses: { 200: z.object({ credentials: z.array(Credential) }) },
  problems: ['not_found'],
  grants: ['installations:query'],
  async handle({ params: { id }, caller }) {
    const { credentials } = installationOr404(await getInstallationOf(caller.workspace, id));
    return { status: 200, body: { credentials: credentials.map(credentialView) } };
  },
});

export const handler = lambda(route);
