import * as z from 'zod';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { changeContext, requesterOf } from '#src/identity/callers/actor.ts';
import { member } from '#src/identity/sessions/session-auth.ts';
import { requestIngestion } from '#src/ingestion/request.ts';
import { PersonParams } from '#src/responses/curated-people/changes.ts';
import { JobView } from '#src/responses/ingestion/jobs.ts';
import { Problem } from '#src/runtime/errors.ts';

export const route = defineRoute({
  id: 'people.restore',
  api: 'dashboard',
  method: 'POST',
  path: '/api/people/{orcid}/restore',
  summary: 'Restore a person who was erased',
  description:
    'Queues an ingestion of the person and, in the same transaction, lifts the erasure. Data added by ' +
    'curators is not restored. Returns the active job if there is one. 409 until the erasure has finished. ' +
    'For a person who was not erased, it is a normal ingestion.',
  internal: true,
  auth: member('superadmin'),
  params: PersonParams,
  responses: { 202: z.object({ job: JobView }) },
  problems: ['conflict'],
  grants: [
    'jobs:request',
    'erasures:read',
    'erasures:check',
    'erasures:delete',
    'revocations:put',
    'audit:put',
    'queue:researchers',
  ],
  async handle({ params: { orcid }, caller, now, requestId }) {
    const restoredBy = changeContext({ caller, now, requestId });
    const { jobs } = await requestIngestion([orcid], requesterOf({ caller, requestId }), now, { restoredBy });
    const [job] = jobs;
    if (!job) throw new Problem('conflict', 'Erasing this person has not finished');
    return { status: 202, body: { job } };
  },
});

export const handler = lambda(route);
