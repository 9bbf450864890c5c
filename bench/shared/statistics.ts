/** The nearest-rank percentile; `share` is from 0 to 1. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => percentile(values, 0.5);

/** The mean for ratios: 0.5 and 2 give 1. */
export function geometricMean(values: readonly number[]): number {
  return Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);
}

/** Runs a task and returns its time in milliseconds and its result. */
export async function timed<T>(task: () => T | Promise<T>): Promise<{ ms: number; result: T }> {
  const startedAtMs = performance.now();
  const result = await task();
  return { ms: performance.now() - startedAtMs, result };
}
