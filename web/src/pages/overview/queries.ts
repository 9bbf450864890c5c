import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from '../../api/client.ts';

const refetchInterval = 60_000;

/** The numbers of the registry. All queries here are refetched every minute while the page is shown. */
export const statistics = queryOptions({
  queryKey: ['publications', 'stats'],
  queryFn: ({ signal }) => answerOf(api.GET('/api/publications/stats', { signal })),
  refetchInterval,
});

/** New publications of the last seven days and six months. */
export const timeseries = queryOptions({
  queryKey: ['publications', 'timeseries'],
  queryFn: ({ signal }) => answerOf(api.GET('/api/publications/stats/timeseries', { signal })),
  refetchInterval,
});

/** The length of each queue: the totals of the lists that the links open. */
export const attention = queryOptions({
  queryKey: ['publications', 'attention'],
  refetchInterval,
  queryFn: async ({ signal }) => {
    const first = { page: 1, perPage: 1 };
    const newest = { ...first, sort: 'created_at', dir: 'desc', status: 'open' } as const;
    const [matches, duplicates, proposals, failedJobs, rollout] = await Promise.all([
      answerOf(api.GET('/api/publication-matches', { params: { query: first }, signal })),
      answerOf(api.GET('/api/duplicates', { params: { query: { ...newest, sort: 'score' } }, signal })),
      answerOf(api.GET('/api/proposals', { params: { query: newest }, signal })),
      answerOf(
        api.GET('/api/ingest/jobs', {
          params: { query: { ...first, status: 'failed|partial_failure', dismissed: false } },
          signal,
        }),
      ),
      answerOf(api.GET('/api/site-tools/rollout', { signal })),
    ]);
    return {
      matches: matches.total,
      duplicates: duplicates.total,
      proposals: proposals.total,
      failedJobs: failedJobs.total,
      disabledSearch: rollout.auto_disabled ? 1 : 0,
    };
  },
});
