import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from '../../api/client.ts';
import type { PublicationSearch } from './search.ts';

/** The filters with several values, which the API counts. */
export const countedFilters = [
  'publication_type',
  'publication_year',
  'match_state',
  'source',
  'open_access_status',
  'license',
  'integrity',
  'missing',
  'journal',
  'publisher',
  'language',
] as const;
export type CountedFilter = (typeof countedFilters)[number];

/** The API parameters of the list, without its page. */
export function listParameters({ page: _, perPage: __, ...search }: PublicationSearch) {
  return {
    q: '',
    search_in: 'everything',
    sort: 'last_fetched_at',
    dir: 'desc',
    status: 'active',
    visibility: 'all',
    versions: 'shown',
    ...search,
    offset: 0,
  } as const;
}

/** The number of publications per value of a filter, after applying the other filters. */
export const filterCounts = (search: PublicationSearch, filter: CountedFilter) => {
  const query = { ...listParameters({ ...search, [filter]: undefined }), facets: filter, page: 1, perPage: 1 };
  return queryOptions({
    queryKey: ['publications', 'counts', query],
    queryFn: async ({ signal }) => {
      const { facets } = await answerOf(api.GET('/api/publications', { params: { query }, signal }));
      return facets?.[filter] ?? [];
    },
  });
};

/** The number of publications per group, and of those without any (null), after applying the other filters. */
export const groupCounts = (search: PublicationSearch) => {
  const query = { ...listParameters({ ...search, group_id: undefined }), facets: 'group', page: 1, perPage: 1 };
  return queryOptions({
    queryKey: ['publications', 'counts', query],
    queryFn: async ({ signal }) => {
      const { facets } = await answerOf(api.GET('/api/publications', { params: { query }, signal }));
      return (facets?.group ?? []).map(({ value, count }) => ({ value: value == null ? null : String(value), count }));
    },
  });
};
