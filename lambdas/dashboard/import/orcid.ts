import * as z from 'zod';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { requesterOf } from '#src/identity/callers/actor.ts';
import { member } from '#src/identity/sessions/session-auth.ts';
import { requestIngestion } from '#src/ingestion/request.ts';
import { PeopleNames, peopleNames } from '#src/responses/curation/names.ts';
import { ErasedPeople, IngestionRequest, JobViews } from '#src/responses/ingestion/jobs.ts';

export const route = defineRoute({
  id: 'import.orcid',
  api: 'dashboard',
  method: 'POST',
  path: '/api/import/orcid',
  summary: 'Import the publications of researchers',
  description:
    'Queues one job for each distinct ORCID iD that has no active job. `jobs` has the new jobs and the ' +
    'active ones, in the order of the iDs; `queued` is the number of new ones. With `skip_existing`, people ' +
    'fetched before are skipped and listed in `skipped`. Erased people are skipped and listed in `erased`. `names` has ' +
    'the names of those who are in the registry already.',
  auth: member('workspace_member'),
  body: IngestionRequest,
  responses: {
    202: z.object({
      queued: z.int(),
      jobs: JobViews,
      skipped: z.array(z.string()),
      erased: ErasedPeople,
      names: PeopleNames,
    }),
  },
  problems: [],
  grants: ['jobs:request', 'people:read', 'erasures:check', 'queue:researchers'],
  async handle({ body, caller, now, requestId }) {
    const { orcid_ids, skip_existing: skipExisting } = body;
    const requester = requesterOf({ caller, requestId });
    const requested = await requestIngestion(orcid_ids, requester, now, { skipExisting });
    return { status: 202, body: { ...requested, names: await peopleNames(orcid_ids) } };
  },
});

export const handler = lambda(route);
