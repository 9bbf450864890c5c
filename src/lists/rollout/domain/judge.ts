import type { Fault } from './configuration.ts';

/** The locale searches of a time span. `totalLatencyMs` is the sum of their durations. */
export interface SearchSample {
  requests: number;
  errors: number;
  totalLatencyMs: number;
}

/** Limits that disable the feature: at least `minRequests`, and an error rate or latency above its limit. */
export const faultLimits = { windowMinutes: 5, minRequests: 20, errorRate: 0.1, averageLatencyMs: 2000 } as const;

/** Limits for warning administrators, which never disable anything. */
export const watchLimits = { windowMinutes: 30, minRequests: 20, errorRate: 0.05, averageLatencyMs: 1500 } as const;

/** The fault of a sample, error rate before latency; undefined if there is none or there are too few requests. */
export function judge({ requests, errors, totalLatencyMs }: SearchSample): Fault | undefined {
  if (requests < faultLimits.minRequests) return undefined;
  if (errors / requests > faultLimits.errorRate) return 'error_rate_exceeded';
  if (totalLatencyMs / requests > faultLimits.averageLatencyMs) return 'latency_exceeded';
  return undefined;
}

const minuteMs = 60_000;

/**
 * The current minute and the four before it, from the first whole minute after `windowStartMs`; undefined before that.
 * Whole minutes, because CloudWatch has one sum per minute.
 */
export function judgedSpan(windowStartMs: number, nowMs: number): { fromMs: number; toMs: number } | undefined {
  const toMs = (Math.floor(nowMs / minuteMs) + 1) * minuteMs;
  const fromMs = Math.max(toMs - faultLimits.windowMinutes * minuteMs, Math.ceil(windowStartMs / minuteMs) * minuteMs);
  return fromMs < toMs ? { fromMs, toMs } : undefined;
}

export function sumSamples(samples: readonly SearchSample[]): SearchSample {
  const sum = { requests: 0, errors: 0, totalLatencyMs: 0 };
  for (const { requests, errors, totalLatencyMs } of samples) {
    sum.requests += requests;
    sum.errors += errors;
    sum.totalLatencyMs += totalLatencyMs;
  }
  return sum;
}

/** A sample in words: "30.0 % of 120 requests failed, average latency 12 ms". */
export function describeSample({ requests, errors, totalLatencyMs }: SearchSample): string {
  const share = ((100 * errors) / requests).toFixed(1);
  return `${share} % of ${requests} requests failed, average latency ${Math.round(totalLatencyMs / requests)} ms`;
}
