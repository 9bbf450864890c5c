import * as z from 'zod';
import { lambda } from '#src/http/lambda.ts';
import { pageEnvelope } from '#src/http/page-envelope.ts';
import * as query from '#src/http/query.ts';
import { defineRoute } from '#src/http/route.ts';
import { member } from '#src/identity/sessions/session-auth.ts';
import { getWorkEdits } from '#src/records/publications/store/edits.ts';
import { getWork } from '#src/records/publications/store/works.ts';
import { WorkParams } from '#src/responses/curated-outputs/works.ts';
import { editItems, PublicationEditItem, pageOfEdits } from '#src/responses/curation/publication-edit-items.ts';
import { optional } from '#src/responses/query.ts';
import { Problem } from '#src/runtime/errors.ts';

export const route = defineRoute({
  id: 'work-edits.list',
  api: 'dashboard',
  method: 'GET',
  path: '/api/work-edits/{id}',
  summary: 'List the edits of a work without a DOI',
  description: 'Newest first, with each field before and after.',
  auth: member('workspace_member'),
  params: WorkParams,
  query: query.withPerPageAlias(z.object({ page: optional(query.page), perPage: optional(query.perPage) })),
  responses: { 200: z.object({ id: z.string(), edits: z.array(PublicationEditItem), ...pageEnvelope }) },
  problems: ['not_found'],
  grants: ['works:read'],
  async handle({ params: { id }, query: { page, perPage } }) {
    const work = await getWork(id);
    if (!work) throw new Problem('not_found', 'There is no work with this id');
    const { numbers, ...envelope } = pageOfEdits(work.edit_count, page, perPage);
    return { status: 200, body: { id, edits: editItems(await getWorkEdits(id, numbers)), ...envelope } };
  },
});

export const handler = lambda(route);
