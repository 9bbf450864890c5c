import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from '../../api/client.ts';
import type { PublicationSearch } from './search.ts';

export const perPage = 50;

/** A page of the list. A list that is no longer wanted is not waited for: the request is aborted. */
export const publicationList = ({ page = 1, ...search }: PublicationSearch) => {
  const query = {
    q: '',
    sort: 'last_fetched_at',
    dir: 'desc',
    status: 'active',
    visibility: 'all',
    versions: 'shown',
    ...search,
    page,
    perPage,
    offset: 0,
  } as const;
  return queryOptions({
    queryKey: ['publications', 'list', query],
    queryFn: ({ signal }) => answerOf(api.GET('/api/publications', { params: { query }, signal })),
  });
};
