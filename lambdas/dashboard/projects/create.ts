import { createProject } from '#src/curation/projects.ts';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { changeContext } from '#src/identity/callers/actor.ts';
import { member } from '#src/identity/sessions/session-auth.ts';
import { NewProject } from '#src/records/projects/input.ts';
import { CuratedProject, curatedProject } from '#src/responses/curation/projects.ts';

export const route = defineRoute({
  id: 'projects.create',
  api: 'dashboard',
  method: 'POST',
  path: '/api/projects',
  summary: 'Create a project',
  description:
    'Without an `id`, the project gets one made from its title. Give one if the request may be sent twice: the second is ' +
    'answered 409. An id stays in use when its project is deleted.',
  auth: member('workspace_member'),
  body: NewProject,
  responses: { 201: CuratedProject },
  problems: ['conflict'],
  grants: ['projects:write', 'people:read', 'erasures:read', 'audit:put'],
  async handle({ body, caller, now, requestId }) {
    const record = await createProject(body, changeContext({ caller, now, requestId }));
    return { status: 201, body: await curatedProject(record) };
  },
});

export const handler = lambda(route);
