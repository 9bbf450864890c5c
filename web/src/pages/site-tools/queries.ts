import { queryOptions } from '@tanstack/react-query';
import { ApiError } from '../../api/api-error.ts';
import { answerOf, api, type Schema } from '../../api/client.ts';
import type { LocalizedText } from '../../text/localized.ts';

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

/** The result of a tool, or of its dry run. */
export interface ToolResult {
  dryRun: boolean;
  /** If false, the tool continues with the next request. */
  complete: boolean;
  totals: Readonly<Partial<Record<Total, number>>>;
  shards: readonly Schema<'ShardReport'>[];
  /** Records that failed, from tools that process many. */
  failed?: readonly { shard: number; id: string; reason: string }[];
  failed_total?: number;
  /** The names of records by id. */
  names?: Readonly<Record<string, LocalizedText>> | undefined;
}

/** The result of the other shards if one failed: the error contains the whole result. */
export function resultOfFailure(error: unknown): ToolResult | undefined {
  return error instanceof ApiError && Array.isArray(error.details.shards)
    ? (error.details as unknown as ToolResult)
    : undefined;
}

export const refreshPlan = queryOptions({
  queryKey: ['site-tools', 'refresh'],
  queryFn: ({ signal }) => answerOf(api.GET('/api/site-tools/refresh', { signal })),
});

/** Everything affected by a reset. */
export const resetScope = queryOptions({
  queryKey: ['site-tools', 'reset-scope'],
  queryFn: ({ signal }) => answerOf(api.GET('/api/site-tools/reset-data', { signal })),
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
