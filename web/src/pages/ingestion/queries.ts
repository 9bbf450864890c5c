import { queryOptions } from '@tanstack/react-query';
import { answerOf, api, type Schema } from '../../api/client.ts';
import type { IngestionSearch, JobSearch } from './search.ts';

export const perPage = 50;
/** The limit of the alarm on stuck jobs, and the default of the API. */
export const stuckAfterSeconds = 900;

type JobPage = Pick<Schema<'IngestionJobList'>, 'jobs' | 'names' | 'page' | 'pages' | 'per_page' | 'total'>;

const filters = {
  active: { status: 'queued|processing' },
  failed: { status: 'failed|partial_failure', dismissed: false },
  dismissed: { dismissed: true },
  all: {},
};

/** The jobs of a view. Stuck jobs are limited to one page, oldest first. */
export const jobList = ({ view = 'active', orcid, page = 1 }: IngestionSearch) =>
  queryOptions({
    queryKey: ['ingestion', 'list', view, orcid, page],
    queryFn: ({ signal }): Promise<JobPage> => {
      if (view === 'stuck') return stuckJobs(signal);
      const query = { page, perPage, ...filters[view], orcid_id: orcid };
      return answerOf(api.GET('/api/ingest/jobs', { params: { query }, signal }));
    },
  });

async function stuckJobs(signal: AbortSignal): Promise<JobPage> {
  const query = { threshold_seconds: stuckAfterSeconds, limit: perPage };
  const { jobs, names } = await answerOf(api.GET('/api/ingest/stuck', { params: { query }, signal }));
  return { jobs, ...(names && { names }), page: 1, pages: 1, per_page: perPage, total: jobs.length };
}

/** A job with a page of its works. */
export const jobDetail = (jobId: string, { outcome, page = 1 }: JobSearch) =>
  queryOptions({
    queryKey: ['ingestion', 'job', jobId, outcome, page],
    queryFn: ({ signal }) => {
      const params = { path: { jobId }, query: { page, perPage, outcome } };
      return answerOf(api.GET('/api/ingest/jobs/{jobId}', { params, signal }));
    },
  });
