import { versionTag } from '#src/http/entity-tag.ts';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { member } from '#src/identity/sessions/session-auth.ts';
import { getProject } from '#src/records/projects/store/projects.ts';
import { CuratedProject, curatedProject, ProjectParams } from '#src/responses/curation/projects.ts';
import { Problem } from '#src/runtime/errors.ts';

export const route = defineRoute({
  id: 'projects.get',
  api: 'dashboard',
  method: 'GET',
  path: '/api/projects/{id}',
  summary: 'Get a project, even if it is hidden or deleted',
  auth: member('steward'),
  params: ProjectParams,
  responses: { 200: CuratedProject },
  problems: ['not_found'],
  grants: ['projects:read', 'people:read'],
  async handle({ params: { id } }) {
    const record = await getProject(id);
    if (!record) throw new Problem('not_found', 'There is no project with this id');
    const body = await curatedProject(record);
    return { status: 200, body, headers: { etag: versionTag(record, [body.members, body.coordinators]) } };
  },
});

export const handler = lambda(route);
