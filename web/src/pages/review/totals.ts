import { useQuery } from '@tanstack/react-query';
import { duplicateQueue, matchQueue, proposalQueue } from './queries.ts';
import type { queues } from './search.ts';

/** How many items wait in each queue, as far as it is known. */
export function useTotals(): Record<(typeof queues)[number], number | undefined> {
  return {
    matches: useQuery(matchQueue({})).data?.total,
    duplicates: useQuery(duplicateQueue({})).data?.total,
    proposals: useQuery(proposalQueue({})).data?.total,
  };
}
