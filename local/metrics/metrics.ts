/** A metric. Each combination of dimensions, in any order, is a separate metric. */
export interface Metric {
  namespace: string;
  name: string;
  dimensions: Record<string, string>;
}

/** The statistics of one minute. */
interface Summary {
  count: number;
  sum: number;
  min: number;
  max: number;
}

const statistics = {
  SampleCount: ({ count }) => count,
  Sum: ({ sum }) => sum,
  Average: ({ sum, count }) => sum / count,
  Minimum: ({ min }) => min,
  Maximum: ({ max }) => max,
} as const satisfies Record<string, (summary: Summary) => number>;
export type Statistic = keyof typeof statistics;

export const isStatistic = (name: string): name is Statistic => Object.hasOwn(statistics, name);

/** Values by period start, in milliseconds since the epoch. Periods without data are absent. */
export type Series = Map<number, number>;

/** Consecutive periods of equal length. */
export interface Span {
  fromMs: number;
  /** The end; the last period may reach beyond it. */
  toMs: number;
  periodMs: number;
}

export const minuteMs = 60_000;
export const retentionMinutes = 3 * 24 * 60;
/** CloudWatch rejects values further in the future. */
const mostAheadMs = 2 * 60 * minuteMs;
/** Beyond this, new metrics replace the oldest ones. */
const mostMetrics = 2_000;

/** The metrics of the last three days by minute, in memory: a restart loses them. */
export class Metrics {
  readonly #minutes = new Map<string, Map<number, Summary>>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Adds values at a time. Drops values too old to be kept or too far in the future. */
  record(metric: Metric, values: number | readonly number[], atMs = this.#now()): void {
    const nowMs = this.#now();
    const oldestMs = nowMs - retentionMinutes * minuteMs;
    if (atMs < oldestMs || atMs > nowMs + mostAheadMs) return;
    const minutes = this.#minutesOf(metric);
    const startMs = Math.floor(atMs / minuteMs) * minuteMs;
    if (!minutes.has(startMs)) for (const old of minutes.keys()) if (old < oldestMs) minutes.delete(old);
    for (const value of [values].flat()) {
      const { count, sum, min, max } = minutes.get(startMs) ?? empty;
      minutes.set(startMs, {
        count: count + 1,
        sum: sum + value,
        min: Math.min(min, value),
        max: Math.max(max, value),
      });
    }
  }

  /** A statistic of each period with data. */
  read(metric: Metric, statistic: Statistic, { fromMs, toMs, periodMs }: Span): Series {
    const periods = new Map<number, Summary>();
    for (const [startMs, { count, sum, min, max }] of this.#minutes.get(keyOf(metric)) ?? []) {
      const periodStartMs = fromMs + Math.floor((startMs - fromMs) / periodMs) * periodMs;
      if (periodStartMs < fromMs || periodStartMs >= toMs) continue;
      const sofar = periods.get(periodStartMs) ?? empty;
      periods.set(periodStartMs, {
        count: sofar.count + count,
        sum: sofar.sum + sum,
        min: Math.min(sofar.min, min),
        max: Math.max(sofar.max, max),
      });
    }
    return new Map([...periods].map(([startMs, summary]) => [startMs, statistics[statistic](summary)]));
  }

  #minutesOf(metric: Metric): Map<number, Summary> {
    const key = keyOf(metric);
    const existing = this.#minutes.get(key);
    if (existing) return existing;
    const [first] = this.#minutes.keys();
    if (first !== undefined && this.#minutes.size >= mostMetrics) this.#minutes.delete(first);
    const made = new Map<number, Summary>();
    this.#minutes.set(key, made);
    return made;
  }
}

const empty: Summary = { count: 0, sum: 0, min: Number.POSITIVE_INFINITY, max: Number.NEGATIVE_INFINITY };

const keyOf = ({ namespace, name, dimensions }: Metric) =>
  JSON.stringify([namespace, name, ...Object.entries(dimensions).sort(([one], [other]) => (one < other ? -1 : 1))]);
