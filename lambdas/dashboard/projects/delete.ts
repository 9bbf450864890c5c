import * as z from 'zod';
import { changeProject } from '#src/curation/projects.ts';
import { requireVersion, versionTag } from '#src/http/entity-tag.ts';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { changeContext } from '#src/identity/callers/actor.ts';
import { member } from '#src/identity/sessions/session-auth.ts';
import { applyProjectDeletion, type ProjectRecord } from '#src/records/projects/project.ts';
import { curatedProject, ProjectParams } from '#src/responses/curation/projects.ts';

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
  ifMatch: true,
  responses: { 200: z.object({ success: z.literal(true) }) },
  problems: ['not_found'],
  grants: ['projects:write', 'people:read', 'audit:put'],
  async handle({ params: { id }, caller, now, requestId, ifMatch }) {
    const precondition = requireVersion(ifMatch);
    const change = (stored: ProjectRecord) => {
      precondition(stored);
      return applyProjectDeletion(stored, now);
    };
    const record = await changeProject(id, change, changeContext({ caller, now, requestId }));
    const { members, coordinators } = await curatedProject(record);
    const headers = { etag: versionTag(record, [members, coordinators]) };
    return { status: 200, body: { success: true as const }, headers };
  },
});

export const handler = lambda(route);
