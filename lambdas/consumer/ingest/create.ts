import * as z from 'zod';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { apiKey } from '#src/identity/credentials/credential-auth.ts';
import { requestIngestion } from '#src/ingestion/request.ts';
import { OrcidId } from '#src/vocabulary/identifiers/orcid-id.ts';
import { defaultWorkspace } from '#src/vocabulary/workspace.ts';

export const route = defineRoute({
  id: 'ingest.create',
  api: 'consumer',
  method: 'POST',
  path: '/api/ingest',
  summary: 'Request the ingestion of researchers',
  description:
    'Queues one job for each distinct ORCID iD that has no active job. Jobs run in the background. `requested` is the ' +
    'number of iDs received, `queued` the number of new jobs. People who were erased get none.',
  auth: apiKey('ingest'),
  body: z.strictObject({ orcid_ids: z.array(OrcidId).min(1).max(100) }),
  responses: { 202: z.object({ queued: z.int(), requested: z.int() }) },
  problems: [],
  grants: ['jobs:request', 'erasures:check', 'queue:researchers'],
  async handle({ body, caller, now, requestId }) {
    const requester = { requestedBy: `api_key:${caller.keyHash}`, workspace: defaultWorkspace, requestId };
    const { queued } = await requestIngestion(body.orcid_ids, requester, now);
    return { status: 202, body: { queued, requested: body.orcid_ids.length } };
  },
});

export const handler = lambda(route);
