import * as z from 'zod';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { requesterOf } from '#src/identity/callers/actor.ts';
import { member } from '#src/identity/sessions/session-auth.ts';
import { requestIngestion } from '#src/ingestion/request.ts';
import { ErasedPeople, IngestionRequest, JobViews } from '#src/responses/ingestion/jobs.ts';

export const route = defineRoute({
  id: 'ingest.create',
  api: 'dashboard',
  method: 'POST',
  path: '/api/ingest',
  summary: 'Request the ingestion of researchers',
  description: 'Like `/api/import/orcid`. `requested` is the number of iDs received.',
  auth: member('workspace_member'),
  body: IngestionRequest,
  responses: {
    202: z.object({
      queued: z.int(),
      requested: z.int(),
      jobs: JobViews,
      skipped: z.array(z.string()),
      erased: ErasedPeople,
    }),
  },
  problems: [],
  grants: ['jobs:request', 'people:read', 'erasures:check', 'queue:researchers'],
  async handle({ body, caller, now, requestId }) {
    const { orcid_ids, skip_existing: skipExisting } = body;
    const requester = requesterOf({ caller, requestId });
    const requested = await requestIngestion(orcid_ids, requester, now, { skipExisting });
    return { status: 202, body: { ...requested, requested: orcid_ids.length } };
  },
});

export const handler = lambda(route);
