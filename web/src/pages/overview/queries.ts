import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from '../../api/client.ts';

const refreshMs = 60_000;

/** The numbers of the registry, refreshed each minute while the page is shown. */
export const statistics = queryOptions({
  queryKey: ['publications', 'stats'],
  queryFn: ({ signal }) => answerOf(api.GET('/api/publications/stats', { signal })),
  refetchInterval: refreshMs,
});
