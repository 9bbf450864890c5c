import * as z from 'zod';
import { requesterOf } from '../../../src/auth/actor.ts';
import { member } from '../../../src/auth/session-auth.ts';
import { lambda } from '../../../src/http/lambda.ts';
import { defineRoute } from '../../../src/http/route.ts';
import { requestIngestion } from '../../../src/ingestion/request.ts';
import { ErasedPeople, IngestionRequest, JobViews, restorerOf } from '../../../src/views/ingestion/jobs.ts';

export const route = defineRoute({
  id: 'ingest.create',
  api: 'dashboard',
  method: 'POST',
  path: '/api/ingest',
  summary: 'Request the ingestion of researchers',
  description:
    'As `/api/import/orcid`, but fields it does not know are ignored. `requested` is the number of iDs received.',
  auth: member('workspace_member'),
  body: z.object(IngestionRequest),
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
  grants: ['jobs:request', 'people:read', 'people:add', 'people:restore', 'audit:append', 'queue:researchers'],
  async handle({ body, caller, now, requestId }) {
    const { orcid_ids, skip_existing: skipExisting } = body;
    const requester = requesterOf({ caller, requestId });
    const restoredBy = restorerOf(body, { caller, now, requestId });
    const requested = await requestIngestion(orcid_ids, requester, now, { skipExisting, restoredBy });
    return { status: 202, body: { ...requested, requested: orcid_ids.length } };
  },
});

export const handler = lambda(route);
