import { oneOf, pageNumber, type SearchOf, searchParameters } from '../../search-parameters.ts';

export const queues = ['matches', 'duplicates', 'proposals'] as const;

/** Which queue is shown, and which part of it. What is absent has the default of the API: what is not decided. */
export const reviewSearch = searchParameters({
  queue: oneOf(queues),
  page: pageNumber,
  duplicates: oneOf(['open', 'different', 'merged', 'obsolete', 'all']),
  proposals: oneOf(['open', 'accepted', 'rejected', 'obsolete', 'all']),
  kind: oneOf(['unlink', 'work', 'award', 'affiliation']),
});

export type ReviewSearch = SearchOf<typeof reviewSearch>;
