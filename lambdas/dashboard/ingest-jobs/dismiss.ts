import * as z from 'zod';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { actorOf } from '#src/identity/callers/actor.ts';
import { member } from '#src/identity/sessions/session-auth.ts';
import { type DismissalOutcome, dismissJobs } from '#src/ingestion/store/dismissals.ts';

const ids = z.array(z.string());

export const route = defineRoute({
  id: 'ingest-jobs.dismiss',
  api: 'dashboard',
  method: 'POST',
  path: '/api/ingest/jobs/dismiss',
  summary: 'Dismiss the failures of up to 100 ingestion jobs',
  description:
    'They leave the lists of failures: `GET /api/ingest/jobs` with `dismissed=false`. With `dismissed` false, takes it ' +
    'back. A retry that ends with a result dismisses the job that it retried. After an error, send the request again: ' +
    'it continues.',
  auth: member('workspace_member'),
  body: z.strictObject({
    job_ids: z.array(z.string().min(1).max(200)).min(1).max(100),
    dismissed: z.boolean().default(true),
  }),
  responses: {
    200: z.object({
      changed_ids: ids.meta({ description: 'The jobs that this request changed' }),
      not_found: ids.meta({ description: 'The ids without a job' }),
      not_failed: ids.meta({ description: 'Jobs that are active, or have no failures' }),
    }),
  },
  problems: [],
  grants: ['jobs:read', 'jobs:update', 'job-list:put'],
  timeoutSeconds: 29,
  async handle({ body: { job_ids, dismissed }, caller, now }) {
    const distinct = [...new Set(job_ids)];
    const outcomes = await dismissJobs(distinct, { dismissed, actor: actorOf(caller), now });
    const idsWith = (wanted: DismissalOutcome) => distinct.filter((_, index) => outcomes[index] === wanted);
    return {
      status: 200,
      body: {
        changed_ids: idsWith('changed'),
        not_found: idsWith('not_found'),
        not_failed: idsWith('not_failed'),
      },
    };
  },
});

export const handler = lambda(route);
