import { queryOptions } from '@tanstack/react-query';
import { answerOf, api, type Schema } from '../../api/client.ts';

export type Rollout = Schema<'RolloutWithHistory'>;
export type Metrics = Schema<'RolloutMetrics'>;

export const key = 'rollout';

/** The planned stages, in percent of the workspaces. */
export const ladder = [0, 10, 25, 50, 100] as const;

export const rollout = queryOptions({
  queryKey: [key, 'state'],
  queryFn: ({ signal }) => answerOf(api.GET('/api/site-tools/rollout', { signal })),
});

export const rolloutMetrics = queryOptions({
  queryKey: [key, 'metrics'],
  queryFn: ({ signal }) => answerOf(api.GET('/api/site-tools/rollout/metrics', { signal })),
});

export const changeRollout = (body: { stage?: number; enabled?: boolean; reason?: string }) =>
  answerOf(api.PATCH('/api/site-tools/rollout', { body }));

/** One minute of locale-aware searches. */
export interface Minute {
  /** Its start, in milliseconds since the epoch. */
  startsAt: number;
  requests: number;
  /** Between 0 and 1. */
  errorRate: number;
  latencyMs: number;
}

/**
 * The minutes with requests, oldest first. The hourly data is complete but late, so the last minutes come from the live
 * counters.
 */
export function minutesOf({ live, hour }: Metrics): Minute[] {
  const counted = [
    ...live.map((minute) => ({ ...minute, starts_at: startOfMinute(minute.minute) })),
    // Later entries win: a minute in both lists is complete in the hourly data.
    ...(hour ?? []),
  ].filter(({ requests }) => requests > 0);
  return [...new Map(counted.map((minute) => [minute.starts_at, minute])).values()]
    .sort((a, b) => a.starts_at - b.starts_at)
    .map(({ starts_at, requests, errors, total_latency }) => ({
      startsAt: starts_at,
      requests,
      errorRate: errors / requests,
      latencyMs: total_latency / requests,
    }));
}

/** Parses a minute in UTC, such as `20260131_1200`. */
function startOfMinute(minute: string): number {
  const [, year, month, day, hour, min] = /^(\d{4})(\d\d)(\d\d)_(\d\d)(\d\d)$/.exec(minute)?.map(Number) ?? [];
  return Date.UTC(year ?? 0, (month ?? 1) - 1, day ?? 1, hour ?? 0, min ?? 0);
}
