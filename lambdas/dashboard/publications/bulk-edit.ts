import * as z from 'zod';
import { handOver } from '#src/curation/bulk-edits/hand-over.ts';
import { patchPublications } from '#src/curation/change-publications.ts';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { member } from '#src/identity/sessions/session-auth.ts';
import { BulkEditResult } from '#src/responses/curation/bulk-edit-result.ts';
import { curatorOf } from '#src/responses/curation/curator.ts';
import { PublicationIds } from '#src/responses/curation/publication-changes.ts';
import { retriesEndMs } from '#src/runtime/invocation.ts';
import { JsonPatch } from '#src/vocabulary/json/json-patch.ts';

/** Reserved for handing over the rest, and in case editing takes longer than estimated. */
const handOverMs = 5_000;

export const route = defineRoute({
  id: 'publications.bulk-edit',
  api: 'dashboard',
  method: 'POST',
  path: '/api/publications/bulk-edit',
  summary: 'Edit up to 500 publications with one JSON Patch',
  description:
    'Applies the patch to each publication separately, like `PATCH /api/publications/{id}`, and returns the ' +
    'outcome for each id. It may change at most 1,000 fields of a publication. Publications for which it is ' +
    'invalid, deleted ones, and those being changed concurrently (`busy`) stay as they are: send the ids of ' +
    'busy ones again. Those that do not fit into the time of the request are `queued` and edited within ' +
    'minutes, as long as the caller has the role: do not send these again, but read `GET /api/bulk-edits/{id}` with ' +
    '`bulk_edit_id`. `POST ' +
    '/api/publication-edits/{id}` reverts an edit by its `edit_id`, unless a later one has changed the same ' +
    'field.',
  auth: member('workspace_member'),
  body: z.strictObject({ ids: PublicationIds, patch: JsonPatch }),
  responses: {
    200: z.object({
      results: z.array(BulkEditResult),
      bulk_edit_id: z
        .string()
        .optional()
        .meta({ description: 'Only if some are `queued`: the id of the report at `GET /api/bulk-edits/{id}`' }),
    }),
  },
  problems: [],
  grants: [
    'publications:store',
    'journals:state',
    'people:read',
    'activity:put',
    'uncompared:put',
    'uncompared:delete',
    'bulk-edits:put',
    'open-bulk-edits:put',
  ],
  memoryMb: 1024,
  timeoutSeconds: 29,
  async handle({ body: { ids, patch }, caller, now }) {
    const curator = curatorOf({ caller, now });
    const outcomes = await patchPublications(ids, patch, curator, retriesEndMs() - handOverMs);
    const isLeft = outcomes.some(({ outcome }) => outcome === 'waiting');
    const bulk_edit_id = isLeft ? await handOver(outcomes, patch, curator, caller.subject) : undefined;
    const left =
      bulk_edit_id === undefined
        ? { outcome: 'busy' as const, message: 'The time of the request ended first' }
        : { outcome: 'queued' as const };
    const results = outcomes.map(({ doi: _, ...result }) => {
      if (result.outcome === 'waiting') return { id: result.id, ...left };
      if (result.outcome !== 'changed') return result;
      const { id, edit } = result;
      return { id, outcome: 'edited' as const, ...(edit !== undefined && { edit_id: String(edit) }) };
    });
    return { status: 200, body: { results, ...(bulk_edit_id !== undefined && { bulk_edit_id }) } };
  },
});

export const handler = lambda(route);
