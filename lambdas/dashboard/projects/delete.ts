import * as z from 'zod';
import { changeContext } from '../../../src/auth/actor.ts';
import { member } from '../../../src/auth/session-auth.ts';
import { changeProject } from '../../../src/curation/projects.ts';
import { deletedProject } from '../../../src/domain/project.ts';
import { lambda } from '../../../src/http/lambda.ts';
import { defineRoute } from '../../../src/http/route.ts';
import { ProjectParams, requireVersion } from '../../../src/views/curation/projects.ts';

export const route = defineRoute({
  id: 'projects.delete',
  api: 'dashboard',
  method: 'DELETE',
  path: '/api/projects/{id}',
  summary: 'Delete a project',
  description:
    'The project leaves the public APIs and keeps its data: a patch of `/deleted` with false restores it. Deleting a ' +
    'deleted project changes nothing.',
  auth: member('workspace_member'),
  params: ProjectParams,
  responses: { 200: z.object({ success: z.literal(true) }) },
  problems: ['not_found', 'precondition_failed'],
  grants: ['table:write'],
  async handle({ params: { id }, caller, now, requestId, head }) {
    await changeProject(
      id,
      (stored) => {
        requireVersion(head, stored.version);
        return deletedProject(stored, now);
      },
      changeContext({ caller, now, requestId }),
    );
    return { status: 200, body: { success: true as const } };
  },
});

export const handler = lambda(route);
