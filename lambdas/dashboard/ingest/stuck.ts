import * as z from 'zod';
import { lambda } from '#src/http/lambda.ts';
import * as query from '#src/http/query.ts';
import { defineRoute } from '#src/http/route.ts';
import { member } from '#src/identity/sessions/session-auth.ts';
import { stuckJobs } from '#src/ingestion/store/stuck-jobs.ts';
import { PeopleNames, peopleNames } from '#src/responses/curation/names.ts';
import { JobViews } from '#src/responses/ingestion/jobs.ts';
import { optional } from '#src/responses/query.ts';

const number = (minimum: number, maximum: number, fallback: number, description: string) =>
  optional(
    query.withDefault(
      query.decimalInteger(minimum, maximum),
      String(fallback),
      { type: 'integer', minimum, maximum, default: fallback },
      description,
    ),
  );

export const route = defineRoute({
  id: 'ingest.stuck',
  api: 'dashboard',
  method: 'GET',
  path: '/api/ingest/stuck',
  summary: 'List ingestion jobs that have been active for too long',
  description:
    'Queued jobs by the time of their creation, jobs in progress by the time of their start, oldest first. `count` is ' +
    'the number of jobs in the response.',
  internal: true,
  auth: member('steward'),
  query: z.object({
    threshold_seconds: number(60, 86_400, 900, 'Only jobs that have been active for longer than this.'),
    limit: number(1, 500, 50, 'The maximum number of jobs.'),
  }),
  responses: { 200: z.object({ jobs: JobViews, names: PeopleNames, count: z.int(), threshold_seconds: z.int() }) },
  problems: [],
  grants: ['active-jobs:query', 'jobs:read', 'people:read'],
  async handle({ query: { threshold_seconds, limit }, now }) {
    const jobs = (await stuckJobs(threshold_seconds, now)).slice(0, limit);
    const names = await peopleNames(jobs.map((job) => job.orcid_id));
    return { status: 200, body: { jobs, names, count: jobs.length, threshold_seconds } };
  },
});

export const handler = lambda(route);
