import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { answerOf, api, type Schema } from '../../api/client.ts';
import type { LocalizedText } from '../../text/localized.ts';
import { chunksOf } from '../chunks.ts';

const latestJobsKey = ['ingestion', 'latest'];

export type Job = Schema<'IngestionJob'>;

/** The latest jobs of researchers, and the names of those in the registry, by ORCID iD. */
export interface LatestJobs {
  jobs: ReadonlyMap<string, Job>;
  names: Readonly<Record<string, LocalizedText>>;
}

const iDsPerRequest = 100;
const idsPerDismissal = 100;
const firstPollMs = 2000;
const lastPollMs = 10_000;

export const isActive = ({ status }: Pick<Job, 'status'>): boolean => status === 'queued' || status === 'processing';

/** Whether a job has failures to retry; a job is retried only once. */
export const isRetryable = ({ status, retried_by }: Job): boolean =>
  (status === 'failed' || status === 'partial_failure') && retried_by == null;

/** Whether a job has failures that nobody has dismissed. */
export const isDismissable = ({ status, dismissed_at }: Job): boolean =>
  (status === 'failed' || status === 'partial_failure') && dismissed_at == null;

/**
 * The latest job of each researcher, by ORCID iD. Refetched every 2 to 10 seconds while one is active. Ended jobs are
 * not refetched, so another `run` for the same researchers needs another number.
 */
export const latestJobs = (run: number, orcids: readonly string[]) =>
  queryOptions({
    queryKey: [...latestJobsKey, run, orcids],
    queryFn: async ({ client, queryKey, signal }): Promise<LatestJobs> => {
      const known = client.getQueryData<LatestJobs>(queryKey);
      const jobs = new Map(known?.jobs);
      let names = known?.names ?? {};
      const asked = orcids.filter((orcid) => {
        const job = jobs.get(orcid);
        return !job || isActive(job);
      });
      for (const chunk of chunksOf(asked, iDsPerRequest)) {
        const query = { orcid_ids: chunk.join(',') };
        const answer = await answerOf(api.GET('/api/ingest/status', { params: { query }, signal }));
        for (const job of answer.statuses) if ('job_id' in job) jobs.set(job.orcid_id, job);
        names = { ...names, ...answer.names };
      }
      return { jobs, names };
    },
    enabled: orcids.length > 0,
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      data && ![...data.jobs.values()].some(isActive)
        ? false
        : Math.min(lastPollMs, firstPollMs * 1.25 ** dataUpdateCount),
  });

/** Queues a new job for the failures of another. The old job records it and cannot be retried again. */
export async function retryJob(client: QueryClient, jobId: string): Promise<Job> {
  const { job } = await answerOf(api.POST('/api/ingest/jobs/{jobId}/retry', { params: { path: { jobId } } }));
  client.setQueriesData<LatestJobs>({ queryKey: latestJobsKey }, (known) =>
    known?.jobs.has(job.orcid_id) ? { ...known, jobs: new Map(known.jobs).set(job.orcid_id, job) } : known,
  );
  await client.invalidateQueries({ queryKey: ['ingestion'] });
  return job;
}

/** Dismisses the failures of jobs, or takes that back. Returns the ids of those that it changed. */
export async function dismissJobs(
  client: QueryClient,
  jobIds: readonly string[],
  dismissed: boolean,
): Promise<string[]> {
  const changed: string[] = [];
  try {
    for (const job_ids of chunksOf(jobIds, idsPerDismissal)) {
      const { changed_ids } = await answerOf(api.POST('/api/ingest/jobs/dismiss', { body: { job_ids, dismissed } }));
      changed.push(...changed_ids);
    }
  } finally {
    client.invalidateQueries({ queryKey: ['ingestion'] });
    client.invalidateQueries({ queryKey: ['publications', 'attention'] });
  }
  return changed;
}

/** The ids of all jobs with failures that nobody has dismissed. */
export async function failedJobIds(orcid: string | undefined): Promise<string[]> {
  const ids: string[] = [];
  for (let page = 1, pages = 1; page <= pages; page++) {
    const filter = {
      status: 'failed|partial_failure',
      dismissed: false,
      ...(orcid !== undefined && { orcid_id: orcid }),
    };
    const answer = await answerOf(
      api.GET('/api/ingest/jobs', { params: { query: { ...filter, page, perPage: 100 } } }),
    );
    ids.push(...answer.jobs.map(({ job_id }) => job_id));
    pages = answer.pages;
  }
  return ids;
}
