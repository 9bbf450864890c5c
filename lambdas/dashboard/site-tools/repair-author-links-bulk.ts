import * as z from 'zod';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { changeContext } from '#src/identity/callers/actor.ts';
import { member } from '#src/identity/sessions/session-auth.ts';
import { repairAllLinks } from '#src/operations/site-tools/repair-all-links.ts';
import { FailedNames, withFailedNames } from '#src/responses/curation/failed-names.ts';
import {
  cesamOnly,
  failedRecords,
  failureNote,
  ShardReportResponse,
  toolResult,
  toolTimeoutMs,
} from '#src/responses/site-tools.ts';

const count = z.int().min(0);

export const route = defineRoute({
  id: 'site-tools.repair-author-links-bulk',
  api: 'dashboard',
  method: 'POST',
  path: '/api/site-tools/repair-author-links/bulk',
  summary: 'Match the researchers of all publications that need attention again',
  description:
    'Examines publications whose links need attention, in each list shard at most `limitPerShard`. Each request ' +
    'continues after the publications that the last one examined. If `complete` is false, send it again. After the ' +
    `end, or a day without a request, it starts over. The body may be empty. ${failureNote}`,
  internal: true,
  auth: member('superadmin'),
  optionalBody: true,
  body: z.strictObject({
    dryRun: z.boolean().default(false).meta({ description: 'Only count what would change' }),
    cesamOnly,
    limitPerShard: z.int().min(1).max(1000).default(100),
  }),
  responses: {
    200: z.object({
      ...toolResult,
      ...failedRecords,
      names: FailedNames,
      totals: z.object({ examined: count, changed: count }),
      shards: z.array(ShardReportResponse.extend({ changed: count }).meta({ id: 'RepairShardReport' })),
    }),
  },
  problems: [],
  grants: [
    'publications:list',
    'pass-repair:run',
    'pass-repair-partner:run',
    'publications:store',
    'journals:state',
    'people:read',
    'audit:put',
  ],
  timeoutSeconds: 29,
  async handle({ body, caller, now, requestId }) {
    const context = changeContext({ caller, now, requestId });
    const deadlineMs = now.getTime() + toolTimeoutMs;
    const result = repairAllLinks({ ...body, context, deadlineMs });
    return { status: 200, body: await withFailedNames(result) };
  },
});

export const handler = lambda(route);
