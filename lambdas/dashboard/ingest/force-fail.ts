import * as z from 'zod';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { actorOf } from '#src/identity/callers/actor.ts';
import { member } from '#src/identity/sessions/session-auth.ts';
import { failJob, getJob } from '#src/ingestion/store/jobs.ts';
import { JobView } from '#src/responses/ingestion/jobs.ts';
import { Problem } from '#src/runtime/errors.ts';
import { OrcidId } from '#src/vocabulary/identifiers/orcid-id.ts';

export const route = defineRoute({
  id: 'ingest.force-fail',
  api: 'dashboard',
  method: 'POST',
  path: '/api/ingest/stuck/{jobId}/force-fail',
  summary: 'End an active ingestion job as failed',
  description:
    'What the job has stored stays. Its remaining messages do nothing, and the researcher can be ingested again. 404 if ' +
    'there is no such job of this researcher, or if it is not active.',
  internal: true,
  auth: member('workspace_member'),
  params: z.object({ jobId: z.string() }),
  body: z.strictObject({
    orcid_id: OrcidId,
    error_message: z.string().trim().min(1).max(500).default('Force-failed by operator'),
  }),
  responses: { 200: z.object({ success: z.boolean(), job: JobView }) },
  problems: ['not_found'],
  grants: ['jobs:end'],
  async handle({ params: { jobId }, body: { orcid_id, error_message }, caller, now }) {
    const found = await getJob(jobId);
    const job = found?.orcid_id === orcid_id && (await failJob(jobId, error_message, now, { actor: actorOf(caller) }));
    if (!job) throw new Problem('not_found', 'There is no such active ingestion job of this researcher');
    return { status: 200, body: { success: true, job } };
  },
});

export const handler = lambda(route);
