import * as z from 'zod';
import { lambda } from '#src/http/lambda.ts';
import { pageEnvelope } from '#src/http/page-envelope.ts';
import * as query from '#src/http/query.ts';
import { defineRoute } from '#src/http/route.ts';
import { member } from '#src/identity/sessions/session-auth.ts';
import { itemsOfJob } from '#src/ingestion/store/job-items.ts';
import { getJob } from '#src/ingestion/store/jobs.ts';
import { pageBounds } from '#src/lists/model/page.ts';
import { PeopleNames, peopleNames } from '#src/responses/curation/names.ts';
import {
  JobProgress,
  JobView,
  JobWorkView,
  jobWorkView,
  outcomeFilter,
  progressOf,
} from '#src/responses/ingestion/jobs.ts';
import { PausedSources, pausedSources } from '#src/responses/ingestion/paused-sources.ts';
import { Problem } from '#src/runtime/errors.ts';

const IngestionJobDetail = z
  .object({
    job: JobView,
    names: PeopleNames,
    paused_sources: PausedSources,
    progress: JobProgress,
    works: z.array(JobWorkView),
    ...pageEnvelope,
    outcome: z.string().nullable(),
  })
  .meta({ id: 'IngestionJobDetail' });

export const route = defineRoute({
  id: 'ingest-jobs.get',
  api: 'dashboard',
  method: 'GET',
  path: '/api/ingest/jobs/{jobId}',
  summary: 'Get an ingestion job with the outcome of each work',
  description:
    'The works of the ORCID record by id, with their outcomes and the reasons. While the job runs, counts ' +
    'and progress are current. The works are kept for 90 days, the job and its counts permanently.',
  auth: member('steward'),
  params: z.object({ jobId: z.string() }),
  query: query.withPerPageAlias(z.object({ page: query.page, perPage: query.perPage, outcome: outcomeFilter })),
  responses: { 200: IngestionJobDetail },
  problems: ['not_found'],
  grants: ['jobs:read', 'jobs:query', 'jobs:list', 'people:read', 'source-pauses:read'],
  async handle({ params: { jobId }, query: { page, perPage: per_page, outcome }, now }) {
    const job = await getJob(jobId);
    if (!job) throw new Problem('not_found', 'There is no such ingestion job');
    const [works, names, paused_sources] = await Promise.all([
      itemsOfJob(jobId),
      peopleNames([job.orcid_id]),
      pausedSources(now),
    ]);
    const { counts, progress } = progressOf(job, works);
    const views = works.map((work) => jobWorkView(work, job));
    const asked = views.filter((view) => !outcome?.length || outcome.includes(view.outcome));
    const { first, end, pages } = pageBounds(asked.length, page, per_page);
    return {
      status: 200,
      body: {
        job: { ...job, counts },
        names,
        paused_sources,
        progress,
        works: asked.slice(first, end),
        page,
        per_page,
        total: asked.length,
        pages,
        outcome: outcome?.join('|') ?? null,
      },
    };
  },
});

export const handler = lambda(route);
