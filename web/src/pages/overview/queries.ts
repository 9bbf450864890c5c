import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from '../../api/client.ts';

/** All queries here are read again every minute while the page is shown. */
const refetchInterval = 60_000;

/** One entry of a list as it is opened, for its counts. */
const oneOfAll = {
  page: 1,
  perPage: 1,
  q: '',
  sort: 'last_fetched_at',
  dir: 'desc',
  status: 'active',
  visibility: 'all',
} as const;

export const statistics = queryOptions({
  queryKey: ['publications', 'stats'],
  queryFn: ({ signal }) => answerOf(api.GET('/api/publications/stats', { signal })),
  refetchInterval,
});

/** The number of people in their list. */
export const peopleCount = queryOptions({
  queryKey: ['people', 'count'],
  queryFn: async ({ signal }) => {
    const query = { q: '', sort: 'name', page: 1, perPage: 1 } as const;
    return (await answerOf(api.GET('/api/people', { params: { query }, signal }))).total;
  },
  refetchInterval,
});

/** The number of works without a DOI in their list. */
export const worksCount = queryOptions({
  queryKey: ['works', 'count'],
  queryFn: async ({ signal }) => {
    return (await answerOf(api.GET('/api/works', { params: { query: oneOfAll }, signal }))).total;
  },
  refetchInterval,
});

/** New publications of the last seven days and six months. */
export const timeseries = queryOptions({
  queryKey: ['publications', 'timeseries'],
  queryFn: ({ signal }) => answerOf(api.GET('/api/publications/stats/timeseries', { signal })),
  refetchInterval,
});

/** The publications by what their list can be filtered by: each count is the length of that list. */
export const composition = queryOptions({
  queryKey: ['publications', 'composition'],
  refetchInterval,
  queryFn: async ({ signal }) => {
    const query = {
      ...oneOfAll,
      facets: 'publication_year,publication_type,open_access_status,journal,missing',
    } as const;
    const { total, facets } = await answerOf(api.GET('/api/publications', { params: { query }, signal }));
    return { total, facets: facets ?? {} };
  },
});
