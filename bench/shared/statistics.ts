/** The value that a share of all values does not exceed; the nearest one measured, nothing in between. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => percentile(values, 0.5);

/** The mean of ratios: half of one and twice the other are even. */
export function geometricMean(values: readonly number[]): number {
  return Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);
}

/** How long a task took, in milliseconds, and what it came to. */
export async function timed<T>(task: () => T | Promise<T>): Promise<{ ms: number; result: T }> {
  const startedAtMs = performance.now();
  const result = await task();
  return { ms: performance.now() - startedAtMs, result };
}
