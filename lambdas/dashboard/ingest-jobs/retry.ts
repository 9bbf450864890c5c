import * as z from 'zod';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { requesterOf } from '#src/identity/callers/actor.ts';
import { member } from '#src/identity/sessions/session-auth.ts';
import { retryJob } from '#src/ingestion/retry.ts';
import { JobView } from '#src/responses/ingestion/jobs.ts';

export const route = defineRoute({
  id: 'ingest-jobs.retry',
  api: 'dashboard',
  method: 'POST',
  path: '/api/ingest/jobs/{jobId}/retry',
  summary: 'Retry the failed works of an ingestion job',
  description:
    'Queues a new job for the same researcher, with only the failed works, or with the whole ORCID record if ' +
    'the job failed as a whole. The new job names the old one in `retry_of`. 409 if the job is active, has ' +
    'no failures or was already retried, or if the researcher has an active job or was erased.',
  auth: member('workspace_member'),
  params: z.object({ jobId: z.string() }),
  responses: { 202: z.object({ job: JobView }) },
  problems: ['not_found', 'conflict'],
  grants: ['jobs:request', 'erasures:check', 'queue:researchers'],
  async handle({ params: { jobId }, caller, now, requestId }) {
    return { status: 202, body: { job: await retryJob(jobId, requesterOf({ caller, requestId }), now) } };
  },
});

export const handler = lambda(route);
