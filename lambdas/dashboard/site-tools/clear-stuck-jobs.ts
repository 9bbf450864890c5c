import * as z from 'zod';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { changeContext } from '#src/identity/callers/actor.ts';
import { member } from '#src/identity/sessions/session-auth.ts';
import { clearStuckJobs } from '#src/operations/site-tools/clear-stuck-jobs.ts';
import { PeopleNames, peopleNames } from '#src/responses/curation/names.ts';
import { failureNote, ShardReportResponse, toolResult, toolTimeoutMs } from '#src/responses/site-tools.ts';

const count = z.int().min(0);
/** The list itself has no limit. */
const mostNames = 500;

export const route = defineRoute({
  id: 'site-tools.clear-stuck-jobs',
  api: 'dashboard',
  method: 'POST',
  path: '/api/site-tools/clear-stuck-jobs',
  summary: 'Fail ingestion jobs that have been active for too long',
  description:
    'Fails queued jobs that were created, and processing jobs that were started, before the threshold. A worker that ' +
    `is still busy with one cannot revive it. The body may be empty. ${failureNote}`,
  internal: true,
  auth: member('superadmin'),
  optionalBody: true,
  body: z.strictObject({
    thresholdSeconds: z.int().min(60).max(86_400).default(900),
    dryRun: z.boolean().default(false).meta({ description: 'Only list the jobs that would be failed' }),
    reason: z
      .string()
      .min(1)
      .max(200)
      .default('Cleared by operator')
      .meta({ description: 'The error message of the jobs' }),
  }),
  responses: {
    200: z.object({
      ...toolResult,
      totals: z.object({ found: count, cleared: count }),
      shards: z.array(ShardReportResponse),
      jobs: z.array(
        z.object({
          job_id: z.string(),
          orcid_id: z.string(),
          status: z.enum(['queued', 'processing']).meta({ description: 'When it was found' }),
          age_seconds: z.int().meta({ description: 'Since it started, or since it was created if it is queued' }),
          waiting_for: z.string().nullable().meta({
            description: 'The source that it waits for, because it is not to be asked before `waiting_until`',
          }),
          waiting_until: z.int().nullable(),
          cleared: z.boolean().meta({ description: 'Whether this request has failed the job' }),
        }),
      ),
      names: PeopleNames,
    }),
  },
  problems: [],
  grants: ['active-jobs:query', 'jobs:end', 'audit:put', 'people:read'],
  timeoutSeconds: 29,
  async handle({ body, caller, now, requestId }) {
    const context = changeContext({ caller, now, requestId });
    const result = await clearStuckJobs({ ...body, context, deadlineMs: now.getTime() + toolTimeoutMs });
    const names = await peopleNames(result.jobs.slice(0, mostNames).map((job) => job.orcid_id));
    return { status: 200, body: { ...result, names } };
  },
});

export const handler = lambda(route);
