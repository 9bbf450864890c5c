import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from '../../api/client.ts';
import type { ReviewSearch } from './search.ts';

const perPage = 20;

/** Publications with researchers whose author is unclear. */
export const matchQueue = ({ page = 1, matches: state = 'open' }: ReviewSearch) => {
  const query = { page, perPage, state } as const;
  return queryOptions({
    queryKey: ['publications', 'match-queue', query],
    queryFn: ({ signal }) => answerOf(api.GET('/api/publication-matches', { params: { query }, signal })),
  });
};

/** Pairs of records that may be one publication, most likely first. */
export const duplicateQueue = ({ page = 1, duplicates: status = 'open' }: ReviewSearch) => {
  const query = { page, perPage, sort: status === 'open' ? 'score' : 'decided_at', dir: 'desc', status } as const;
  return queryOptions({
    queryKey: ['publications', 'duplicates', query],
    queryFn: ({ signal }) => answerOf(api.GET('/api/duplicates', { params: { query }, signal })),
  });
};

/** The proposals, newest first. */
export const proposalQueue = ({ page = 1, proposals: status = 'open', kind }: ReviewSearch) => {
  const query = { page, perPage, sort: 'created_at', dir: 'desc', status, kind } as const;
  return queryOptions({
    queryKey: ['publications', 'proposals', query],
    queryFn: ({ signal }) => answerOf(api.GET('/api/proposals', { params: { query }, signal })),
  });
};

export type DuplicateDecision = { decision: 'merge'; keep: string } | { decision: 'different' } | { decision: 'undo' };

export const decideDuplicate = (id: string, body: DuplicateDecision) =>
  answerOf(api.POST('/api/duplicates/{id}', { params: { path: { id } }, body }));
