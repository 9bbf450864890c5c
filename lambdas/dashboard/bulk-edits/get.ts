import * as z from 'zod';
import { getBulkEdit, StopReason } from '#src/curation/bulk-edits/store/bulk-edits.ts';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { member } from '#src/identity/sessions/session-auth.ts';
import { BulkEditResult } from '#src/responses/curation/bulk-edit-result.ts';
import { Problem } from '#src/runtime/errors.ts';

const BulkEditReport = z
  .object({
    id: z.string(),
    status: z.enum(['processing', 'completed']),
    requested_at: z.int().meta({ description: 'Milliseconds since the epoch' }),
    finished_at: z.int().nullable(),
    total: z.int(),
    done: z.int().meta({ description: 'The number of ids with a known outcome' }),
    stopped_because: StopReason.nullable().meta({
      description:
        'Why the job ended before all was edited: who asked has lost the role in the workspace, or an hour had passed',
    }),
    results: z
      .array(BulkEditResult)
      .meta({ description: 'In the order of the request, including what the request did itself' }),
  })
  .meta({ id: 'BulkEditReport' });

export const route = defineRoute({
  id: 'bulk-edits.get',
  api: 'dashboard',
  method: 'GET',
  path: '/api/bulk-edits/{id}',
  summary: 'Get the report of a bulk edit',
  description:
    'For a bulk edit that outlasts its request, by the `bulk_edit_id` of `POST /api/publications/bulk-edit`. ' +
    '`queued` ids are edited within minutes, as long as who asked has a role in the workspace. Those that are not ' +
    'edited then, or within an hour, are `failed`, and `stopped_because` says why. What was edited stays. The report ' +
    'is kept for 90 days and visible only to its workspace.',
  auth: member('steward'),
  params: z.object({ id: z.string() }),
  responses: { 200: BulkEditReport },
  problems: ['not_found'],
  grants: ['bulk-edits:query'],
  async handle({ params, caller }) {
    const edit = await getBulkEdit(params.id);
    if (!edit || edit.workspace !== caller.workspace) {
      throw new Problem('not_found', 'There is no such bulk edit');
    }
    const { id, requested_at, finished_at, ids, outcomes } = edit;
    const results = ids.map(({ id: asSent, doi, done = outcomes.get(doi ?? '') }) => {
      const { outcome = 'queued' as const, edit: number, message } = done ?? {};
      return {
        id: asSent,
        outcome,
        ...(number !== undefined && { edit_id: String(number) }),
        ...(message !== undefined && { message }),
      };
    });
    const status = finished_at === null ? ('processing' as const) : ('completed' as const);
    const done = results.filter(({ outcome }) => outcome !== 'queued').length;
    const stopped_because = [...outcomes.values()].find(({ stopped }) => stopped !== undefined)?.stopped ?? null;
    const total = results.length;
    return { status: 200, body: { id, status, requested_at, finished_at, total, done, stopped_because, results } };
  },
});

export const handler = lambda(route);
