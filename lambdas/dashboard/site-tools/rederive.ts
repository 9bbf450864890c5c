import * as z from 'zod';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { changeContext } from '#src/identity/callers/actor.ts';
import { member } from '#src/identity/sessions/session-auth.ts';
import { rederiveAll } from '#src/operations/site-tools/rederive.ts';
import { FailedNames, withFailedNames } from '#src/responses/curation/failed-names.ts';
import {
  failedRecords,
  failureNote,
  ShardReportResponse,
  toolResult,
  toolTimeoutMs,
} from '#src/responses/site-tools.ts';

const count = z.int().min(0);

export const route = defineRoute({
  id: 'site-tools.rederive',
  api: 'dashboard',
  method: 'POST',
  path: '/api/site-tools/rederive',
  summary: 'Derive publications and works again from the stored answers of their sources',
  description:
    'After a change of how the sources are read. Agencies are asked only about aliases that may be wrong: those that are ' +
    'other publications become so. Edits, links, decisions and other aliases stay. Examines ' +
    'at most `limitPerShard` publications and works in each list shard. Each request continues after those that the last one ' +
    'examined, and dry runs after the last dry run. If `complete` is false, send it again. After the end, or a day ' +
    `without a request, it starts over. The body may be empty. ${failureNote}`,
  internal: true,
  auth: member('superadmin'),
  optionalBody: true,
  body: z.strictObject({
    dryRun: z.boolean().default(false).meta({ description: 'Only count what would change' }),
    limitPerShard: z.int().min(1).max(1000).default(1000),
  }),
  responses: {
    200: z.object({
      ...toolResult,
      ...failedRecords,
      names: FailedNames,
      totals: z.object({ examined: count, changed: count, incomplete: count }),
      fields: z.record(z.string(), count).meta({
        description:
          'The number of publications and works in which each field changes: the fields of `data`, `enriched_metadata` and ' +
          "`author_match_state` and `superseded_by`. `not_shown`: only a source's value changes, and another source takes precedence",
      }),
      missing: z.record(z.string(), count).meta({
        description:
          'The number of publications and works for which the answer of each source is not stored. Its previous data stays',
      }),
      wrong_aliases: z
        .array(z.object({ alias: z.string(), publication: z.string() }))
        .meta({ description: 'The first hundred aliases that are other publications, and what they lead or led to' }),
      wrong_aliases_total: count,
      aliases_unchecked: count.meta({
        description: 'The number of publications about whose aliases an agency did not answer',
      }),
      shown_again: z.array(z.object({ publication: z.string(), superseded_by: z.string() })).meta({
        description: 'The first hundred publications that lists show again, and what they have shown instead',
      }),
      shown_again_total: count,
      shards: z.array(
        ShardReportResponse.extend({ changed: count, incomplete: count }).meta({ id: 'RederiveShardReport' }),
      ),
    }),
  },
  problems: [],
  grants: [
    'publications:list',
    'works:list',
    'works:write',
    'publications:query',
    'people:query',
    'pass-rederive:run',
    'pass-rederive-count:run',
    'publications:store',
    'journals:state',
    'people:read',
    'people:check',
    'activity:put',
    'audit:put',
    'enrichments:put',
    'sources',
    'secret:source-credentials',
  ],
  memoryMb: 1024,
  timeoutSeconds: 29,
  async handle({ body, caller, now, requestId }) {
    const context = changeContext({ caller, now, requestId });
    const deadlineMs = now.getTime() + toolTimeoutMs;
    const result = rederiveAll({ ...body, context, deadlineMs });
    return { status: 200, body: await withFailedNames(result) };
  },
});

export const handler = lambda(route);
