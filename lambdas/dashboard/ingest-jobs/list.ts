import * as z from 'zod';
import { lambda } from '#src/http/lambda.ts';
import { pageEnvelope } from '#src/http/page-envelope.ts';
import * as query from '#src/http/query.ts';
import { defineRoute } from '#src/http/route.ts';
import { member } from '#src/identity/sessions/session-auth.ts';
import { listJobs } from '#src/ingestion/store/job-list.ts';
import { PeopleNames, peopleNames } from '#src/responses/curation/names.ts';
import { dismissedFilter, JobViews, statusFilter } from '#src/responses/ingestion/jobs.ts';
import { PausedSources, pausedSources } from '#src/responses/ingestion/paused-sources.ts';
import { OrcidId } from '#src/vocabulary/identifiers/orcid-id.ts';

const IngestionJobList = z
  .object({
    jobs: JobViews,
    names: PeopleNames,
    paused_sources: PausedSources,
    ...pageEnvelope,
    status: z.string().nullable(),
    orcid_id: z.string().nullable(),
    dismissed: z.boolean().nullable(),
  })
  .meta({ id: 'IngestionJobList' });

export const route = defineRoute({
  id: 'ingest-jobs.list',
  api: 'dashboard',
  method: 'GET',
  path: '/api/ingest/jobs',
  summary: 'List the ingestion jobs',
  description: 'All jobs of all workspaces, newest first. The counts of a job are complete when it has ended.',
  auth: member('steward'),
  query: query.withPerPageAlias(
    z.object({
      page: query.page,
      perPage: query.perPage,
      status: statusFilter,
      dismissed: dismissedFilter,
      orcid_id: query.filter(OrcidId, { type: 'string' }, 'Only jobs of this researcher.'),
    }),
  ),
  responses: { 200: IngestionJobList },
  problems: [],
  grants: ['jobs:read', 'jobs:query', 'jobs:list', 'people:read', 'source-pauses:read'],
  timeoutSeconds: 29,
  async handle({ query: { page, perPage: per_page, status, orcid_id, dismissed }, now }) {
    const offset = Math.min((page - 1) * per_page, Number.MAX_SAFE_INTEGER);
    const filter = { statuses: status ?? [], orcid: orcid_id, dismissed };
    const { jobs, total } = await listJobs(filter, { offset, limit: per_page }, now);
    const pages = Math.ceil(total / per_page);
    const echo = { status: status?.join('|') ?? null, orcid_id, dismissed };
    const [names, paused_sources] = await Promise.all([
      peopleNames(jobs.map((job) => job.orcid_id)),
      pausedSources(now),
    ]);
    return { status: 200, body: { jobs, names, paused_sources, page, per_page, total, pages, ...echo } };
  },
});

export const handler = lambda(route);
