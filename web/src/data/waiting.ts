import { type dataTagSymbol, queryOptions } from '@tanstack/react-query';
import { answerOf, api } from '../api/client.ts';

const refetchInterval = 60_000;

/** All that waits for a person: the totals of the lists that links open. Read again every minute while a page is shown. */
export const waiting = queryOptions({
  queryKey: ['publications', 'attention'],
  refetchInterval,
  queryFn: async ({ signal }) => {
    const first = { page: 1, perPage: 1 };
    const oldest = { ...first, sort: 'created_at', dir: 'asc', status: 'open' } as const;
    const [matches, duplicates, proposals, failedJobs, rollout] = await Promise.all([
      openMatches(signal),
      answerOf(api.GET('/api/duplicates', { params: { query: oldest }, signal })),
      answerOf(api.GET('/api/proposals', { params: { query: oldest }, signal })),
      answerOf(
        api.GET('/api/ingest/jobs', {
          params: { query: { ...first, status: 'failed|partial_failure', dismissed: false } },
          signal,
        }),
      ),
      answerOf(api.GET('/api/site-tools/rollout', { signal })),
    ]);
    return {
      ...matches,
      duplicates: duplicates.total,
      /** When the oldest was found, in milliseconds since the epoch. */
      oldestDuplicate: duplicates.duplicates[0]?.created_at,
      proposals: proposals.total,
      oldestProposal: proposals.proposals[0]?.created_at,
      failedJobs: failedJobs.total,
      lastFailure: failedJobs.jobs[0]?.finished_at ?? undefined,
      disabledSearch: rollout.auto_disabled ? 1 : 0,
    };
  },
});

/** How many matches are open, and when the one was fetched that has waited longest: the last of the list. */
async function openMatches(signal: AbortSignal): Promise<{ matches: number; oldestMatch: number | undefined }> {
  const read = (page: number) =>
    answerOf(api.GET('/api/publication-matches', { params: { query: { page, perPage: 1 } }, signal }));
  const first = await read(1);
  const last = first.total > 1 ? await read(first.total) : first;
  return { matches: first.total, oldestMatch: last.matches[0]?.last_fetched_at };
}

export type Waiting = NonNullable<(typeof waiting)['queryKey'][typeof dataTagSymbol]>;
