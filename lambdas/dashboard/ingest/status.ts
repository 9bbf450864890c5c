import * as z from 'zod';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { member } from '#src/identity/sessions/session-auth.ts';
import { latestJobs } from '#src/ingestion/store/job-list.ts';
import { PeopleNames, peopleNames } from '#src/responses/curation/names.ts';
import { JobView } from '#src/responses/ingestion/jobs.ts';
import { OrcidId } from '#src/vocabulary/identifiers/orcid-id.ts';

const orcidIds = z
  .string()
  .transform((text) => [...new Set(text.split(',').map((each) => each.trim()))].filter(Boolean))
  .pipe(z.array(OrcidId).min(1, 'must have at least one ORCID iD').max(100))
  .transform((orcids) => [...new Set(orcids)])
  .meta({
    description: 'Up to 100 ORCID iDs, separated by commas.',
    openapi: { type: 'string', minLength: 1 },
  });

export const route = defineRoute({
  id: 'ingest.status',
  api: 'dashboard',
  method: 'GET',
  path: '/api/ingest/status',
  summary: 'Get the latest ingestion job of researchers',
  description:
    'One entry for each distinct iD, in the order of the request. Researchers who were never ingested have the status ' +
    'null.',
  auth: member('steward'),
  query: z.object({ orcid_ids: orcidIds }),
  responses: {
    200: z.object({
      statuses: z.array(z.union([JobView, z.object({ orcid_id: z.string(), status: z.null() })])),
      names: PeopleNames,
    }),
  },
  problems: [],
  grants: ['people:read', 'jobs:read'],
  async handle({ query: { orcid_ids } }) {
    const jobs = new Map((await latestJobs(orcid_ids)).map((job) => [job.orcid_id, job]));
    const statuses = orcid_ids.map((orcid_id) => jobs.get(orcid_id) ?? { orcid_id, status: null });
    // A job that has ended has stored the name before.
    return { status: 200, body: { statuses, names: await peopleNames(orcid_ids) } };
  },
});

export const handler = lambda(route);
