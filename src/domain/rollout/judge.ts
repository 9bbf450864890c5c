import type { Fault } from './configuration.ts';

/** The locale searches of a span of time. `totalLatencyMs` is the sum of their durations. */
export interface SearchSample {
  requests: number;
  errors: number;
  totalLatencyMs: number;
}

/** What disables the feature: at least `minRequests`, and more than one of the others. */
export const faultLimits = { windowMinutes: 5, minRequests: 20, errorRate: 0.1, averageLatencyMs: 2000 } as const;

/** What administrators are warned of. It never disables anything. */
export const watchLimits = { windowMinutes: 30, minRequests: 20, errorRate: 0.05, averageLatencyMs: 1500 } as const;

/** The fault of a sample; undefined if there is none or too few requests. The error rate comes before the latency. */
export function judge({ requests, errors, totalLatencyMs }: SearchSample): Fault | undefined {
  if (requests < faultLimits.minRequests) return undefined;
  if (errors / requests > faultLimits.errorRate) return 'error_rate_exceeded';
  if (totalLatencyMs / requests > faultLimits.averageLatencyMs) return 'latency_exceeded';
  return undefined;
}

const minuteMs = 60_000;

/**
 * The minutes to judge: the current one and the four before, from the first whole minute after `windowStartMs`. Undefined
 * before that. Both ends are whole minutes, because CloudWatch has one sum for each.
 */
export function judgedSpan(windowStartMs: number, nowMs: number): { fromMs: number; toMs: number } | undefined {
  const toMs = (Math.floor(nowMs / minuteMs) + 1) * minuteMs;
  const fromMs = Math.max(toMs - faultLimits.windowMinutes * minuteMs, Math.ceil(windowStartMs / minuteMs) * minuteMs);
  return fromMs < toMs ? { fromMs, toMs } : undefined;
}

/** The sum of samples. */
export function sumSamples(samples: readonly SearchSample[]): SearchSample {
  const sum = { requests: 0, errors: 0, totalLatencyMs: 0 };
  for (const { requests, errors, totalLatencyMs } of samples) {
    sum.requests += requests;
    sum.errors += errors;
    sum.totalLatencyMs += totalLatencyMs;
  }
  return sum;
}

/** What a sample shows, for people: "30.0 % of 120 requests failed, average latency 12 ms". */
export function describeSample({ requests, errors, totalLatencyMs }: SearchSample): string {
  const share = ((100 * errors) / requests).toFixed(1);
  return `${share} % of ${requests} requests failed, average latency ${Math.round(totalLatencyMs / requests)} ms`;
}
