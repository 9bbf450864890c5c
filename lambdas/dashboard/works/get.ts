import { versionTag } from '#src/http/entity-tag.ts';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { member } from '#src/identity/sessions/session-auth.ts';
import { getWork } from '#src/records/publications/store/works.ts';
import { DashboardWork, WorkParams, workDetail } from '#src/responses/curated-outputs/works.ts';
import { Problem } from '#src/runtime/errors.ts';

export const route = defineRoute({
  id: 'works.get',
  api: 'dashboard',
  method: 'GET',
  path: '/api/works/{id}',
  summary: 'Get a work without a DOI with its source, edits and people',
  description: 'Includes hidden, deleted and merged works. The ETag can be sent in If-Match to change this version.',
  auth: member('workspace_member'),
  params: WorkParams,
  responses: { 200: DashboardWork },
  problems: ['not_found'],
  grants: ['works:read', 'people:read'],
  async handle({ params: { id } }) {
    const work = await getWork(id);
    if (!work) throw new Problem('not_found', 'There is no work with this id');
    const detail = await workDetail(work);
    return { status: 200, body: detail, headers: { etag: versionTag(work, detail) } };
  },
});

export const handler = lambda(route);
