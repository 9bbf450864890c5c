import { queryOptions } from '@tanstack/react-query';
import { ApiError } from '../../api/api-error.ts';
import { answerOf, api, type Schema } from '../../api/client.ts';

type Total =
  | 'examined'
  | 'changed'
  | 'incomplete'
  | 'found'
  | 'cleared'
  | 'publications'
  | 'works'
  | 'people'
  | 'duplicates'
  | 'proposals'
  | 'jobs';

/** What a tool has done, or in a dry run would do. */
export interface ToolResult {
  dryRun: boolean;
  /** Whether nothing is left. If not, the tool continues with the next request. */
  complete: boolean;
  totals: Readonly<Partial<Record<Total, number>>>;
  shards: readonly Schema<'ShardReport'>[];
}

/** What the tool did in the other shards, if one failed: the error has the whole result. */
export function resultOfFailure(error: unknown): ToolResult | undefined {
  return error instanceof ApiError && Array.isArray(error.details.shards)
    ? (error.details as unknown as ToolResult)
    : undefined;
}

export const refreshPlan = queryOptions({
  queryKey: ['site-tools', 'refresh'],
  queryFn: ({ signal }) => answerOf(api.GET('/api/site-tools/refresh', { signal })),
});

export const clearStuckJobs = (body: { thresholdSeconds: number; dryRun: boolean }) =>
  answerOf(api.POST('/api/site-tools/clear-stuck-jobs', { body: { ...body, reason: 'Cleared by operator' } }));

/** Matches the researchers of one publication again. */
export const repairAuthorLinks = (body: { doi: string; dryRun: boolean }) =>
  answerOf(api.POST('/api/site-tools/repair-author-links', { body: { ...body, cesamOnly: false } }));

/** Matches the researchers of all publications that need attention again. */
export const repairAllAuthorLinks = (dryRun: boolean) =>
  answerOf(
    api.POST('/api/site-tools/repair-author-links/bulk', { body: { dryRun, cesamOnly: false, limitPerShard: 100 } }),
  );

export const rederive = (dryRun: boolean) =>
  answerOf(api.POST('/api/site-tools/rederive', { body: { dryRun, limitPerShard: 1000 } }));

export const resetData = (body: { confirmation: string; clearIngestionJobs: boolean; dryRun: boolean }) =>
  answerOf(api.POST('/api/site-tools/reset-data', { body }));
