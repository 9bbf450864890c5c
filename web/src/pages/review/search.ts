import { oneOf, pageNumber, type SearchOf, searchParameters } from '../../search-parameters.ts';

export const queues = ['matches', 'duplicates', 'proposals'] as const;

/** The queue and its filters. Missing parameters have the API's defaults: undecided items. */
export const reviewSearch = searchParameters({
  queue: oneOf(queues),
  page: pageNumber,
  matches: oneOf(['open', 'authors_unknown']),
  duplicates: oneOf(['open', 'different', 'merged', 'obsolete', 'all']),
  proposals: oneOf(['open', 'accepted', 'rejected', 'obsolete', 'all']),
  kind: oneOf(['unlink', 'work', 'award', 'affiliation', 'group_membership']),
});

export type ReviewSearch = SearchOf<typeof reviewSearch>;
