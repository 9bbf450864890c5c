import * as z from 'zod';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { changeContext } from '#src/identity/callers/actor.ts';
import { resetter } from '#src/identity/sessions/session-auth.ts';
import { resetData } from '#src/operations/site-tools/reset-data.ts';
import { getPerson } from '#src/records/people/store/people.ts';
import { FailedNames, titleOf, withFailedNames } from '#src/responses/curation/failed-names.ts';
import {
  FailedRecordReport,
  failedDescription,
  failedRecords,
  failureNote,
  resetScope,
  ShardReportResponse,
  toolResult,
  toolTimeoutMs,
} from '#src/responses/site-tools.ts';
import { env } from '#src/runtime/env.ts';
import { invalidField } from '#src/runtime/errors.ts';
import { parseOrcidId } from '#src/vocabulary/identifiers/orcid-id.ts';

const count = z.int().min(0);

const nameOf = async (id: string) => (parseOrcidId(id) ? (await getPerson(id))?.name : titleOf(id));

export const route = defineRoute({
  id: 'site-tools.reset-data',
  api: 'dashboard',
  method: 'POST',
  path: '/api/site-tools/reset-data',
  summary: 'Delete all publications, works and people',
  description:
    'Deletes all publications, works and people of the deployment for good, with their list rows, source responses, ' +
    'aliases, edits and affiliations: the data of all workspaces, whichever of them the phrase names. Ingestion jobs are deleted only with `clearIngestionJobs`. API keys, users, ' +
    'installations, projects, the activity log and the audit trail stay. If `complete` is false, there was too much ' +
    `for one request: send it again. ${failureNote}`,
  internal: true,
  auth: resetter,
  body: z.strictObject({
    confirmation: z.string().meta({ description: 'By default `RESET`, a space and the id of your workspace' }),
    dryRun: z.boolean().default(false).meta({ description: 'Only count what would be deleted' }),
    clearIngestionJobs: z.boolean().default(false).meta({ description: 'Also delete the jobs, active ones included' }),
  }),
  responses: {
    200: z.object({
      ...toolResult,
      totals: z.object({
        publications: count,
        works: count,
        people: count,
        duplicates: count.meta({ description: 'Pairs of possible duplicates' }),
        proposals: count,
        jobs: count,
      }),
      shards: z.array(ShardReportResponse),
      ...failedRecords,
      names: FailedNames,
      failed: z
        .array(FailedRecordReport.extend({ kind: z.string().meta({ description: 'As in `totals`' }) }))
        .meta({ description: failedDescription }),
      ...resetScope,
    }),
  },
  problems: [],
  grants: [
    'data:delete',
    'audit:put',
    'setting:reset',
    'users:query',
    'users:list',
    'memberships:list',
    'installations:list',
    'activity:query',
  ],
  memoryMb: 1024,
  timeoutSeconds: 29,
  async handle({ body, caller, now, requestId }) {
    const { confirmation, dryRun, clearIngestionJobs } = body;
    const { workspace } = caller;
    const phrase = env('RESET_CONFIRMATION') ?? `RESET ${workspace}`;
    if (confirmation !== phrase) throw invalidField('body', 'confirmation', `mismatch: it must be "${phrase}"`);
    const context = changeContext({ caller, now, requestId });
    const deadlineMs = now.getTime() + toolTimeoutMs;
    const result = resetData({ dryRun, clearIngestionJobs, workspace, context, deadlineMs });
    return { status: 200, body: await withFailedNames(result, nameOf) };
  },
});

export const handler = lambda(route);
