import * as z from 'zod';
import { lambda } from '#src/http/lambda.ts';
import { pageEnvelope } from '#src/http/page-envelope.ts';
import * as query from '#src/http/query.ts';
import { defineRoute } from '#src/http/route.ts';
import { member } from '#src/identity/sessions/session-auth.ts';
import { getEdits } from '#src/records/publications/store/edits.ts';
import { findPublication } from '#src/records/publications/store/publications.ts';
import { PublicationParams } from '#src/responses/curation/publication-detail.ts';
import { editItems, PublicationEditItem, pageOfEdits } from '#src/responses/curation/publication-edit-items.ts';
import { authorsOffset } from '#src/responses/publications.ts';
import { optional } from '#src/responses/query.ts';
import { Problem } from '#src/runtime/errors.ts';

export const route = defineRoute({
  id: 'publication-edits.list',
  api: 'dashboard',
  method: 'GET',
  path: '/api/publication-edits/{id+}',
  summary: 'List the edits of a publication',
  description:
    'Newest first, with each field before and after. Changes of visibility, deletions and restorations are ' +
    'in the activity log. Lists, such as the authors, are limited to the first 1,000 entries, or to those ' +
    'from `authors_offset` on.',
  auth: member('steward'),
  params: PublicationParams,
  query: query.withPerPageAlias(
    z.object({ page: optional(query.page), perPage: optional(query.perPage), authors_offset: authorsOffset }),
  ),
  responses: { 200: z.object({ id: z.string(), edits: z.array(PublicationEditItem), ...pageEnvelope }) },
  problems: ['not_found'],
  grants: ['publications:read'],
  async handle({ params, query: { page, perPage, authors_offset } }) {
    const record = await findPublication(params.id);
    if (!record) throw new Problem('not_found', 'There is no publication with this DOI');
    const { doi: id, edit_count: total } = record;
    const { numbers, ...envelope } = pageOfEdits(total, page, perPage);
    const edits = editItems(await getEdits(id, numbers), authors_offset);
    return { status: 200, body: { id, edits, ...envelope } };
  },
});

export const handler = lambda(route);
