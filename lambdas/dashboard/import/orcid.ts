import * as z from 'zod';
import { lambda } from '../../../src/http/lambda.ts';
import { defineRoute } from '../../../src/http/route.ts';
import { requesterOf } from '../../../src/identity/callers/actor.ts';
import { member } from '../../../src/identity/sessions/session-auth.ts';
import { requestIngestion } from '../../../src/ingestion/request.ts';
import { ErasedPeople, IngestionRequest, JobViews } from '../../../src/views/ingestion/jobs.ts';

export const route = defineRoute({
  id: 'import.orcid',
  api: 'dashboard',
  method: 'POST',
  path: '/api/import/orcid',
  summary: 'Import the publications of researchers',
  description:
    'Queues one job for each distinct ORCID iD that has no active job. `jobs` has the new jobs and the ' +
    'active ones, in the order of the iDs; `queued` is the number of new ones. With `skip_existing`, people ' +
    'fetched before are skipped and listed in `skipped`. Erased people are skipped and listed in `erased`.',
  auth: member('workspace_member'),
  body: IngestionRequest,
  responses: { 202: z.object({ queued: z.int(), jobs: JobViews, skipped: z.array(z.string()), erased: ErasedPeople }) },
  problems: [],
  grants: ['jobs:request', 'people:read', 'erasures:check', 'queue:researchers'],
  async handle({ body, caller, now, requestId }) {
    const { orcid_ids, skip_existing: skipExisting } = body;
    const requester = requesterOf({ caller, requestId });
    return { status: 202, body: await requestIngestion(orcid_ids, requester, now, { skipExisting }) };
  },
});

export const handler = lambda(route);
