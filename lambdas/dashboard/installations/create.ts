import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { changeContext } from '#src/identity/callers/actor.ts';
import { InstallationRecord } from '#src/identity/domain/installation.ts';
import { member } from '#src/identity/sessions/session-auth.ts';
import { createInstallation } from '#src/identity/store/installations.ts';
import { InstallationFields } from '#src/responses/identity/installation-fields.ts';
import { DashboardInstallation, installationView } from '#src/responses/identity/installations.ts';

export const route = defineRoute({
  id: 'installations.create',
  api: 'dashboard',
  method: 'POST',
  path: '/api/installations',
  summary: 'Create an installation of a plugin',
  description: 'The installation is a draft until an origin is added, and can be used once an origin is verified.',
  auth: member('workspace_admin'),
  body: InstallationFields.extend({ platform: InstallationRecord.shape.platform }).partial({ description: true }),
  responses: { 201: z.object({ installation: DashboardInstallation }) },
  problems: [],
  grants: ['installations:query', 'installations:put', 'revocations:put', 'audit:put'],
  async handle({ body: { description = null, ...fields }, caller, now, requestId }) {
    const context = changeContext({ caller, now, requestId });
    const times = { created_at: now.getTime(), updated_at: now.getTime() };
    const place = { id: randomUUID(), workspace_id: caller.workspace, status: 'draft' as const };
    const installation = { ...place, ...fields, description, ...times, version: 1 };
    if (!(await createInstallation(installation, undefined, undefined, context)))
      throw new Error(`The installation id ${place.id} already exists`);
    return {
      status: 201,
      body: { installation: installationView({ installation, origins: [] }) },
    };
  },
});

export const handler = lambda(route);
