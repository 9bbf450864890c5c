import { deepStrictEqual } from 'node:assert';
import type { RowIndex } from '../../src/lists/index/row-index.ts';
import { whenLoaded } from '../../src/lists/sections/base.ts';
import { progress, type Report } from '../shared/command.ts';
import { geometricMean, median, percentile, timed } from '../shared/statistics.ts';
import type { Contest, Peer } from './contests.ts';

/** Time limit of a kind of query for all sides together. `minSamples` are always measured. */
const budgetMs = 8_000;
const minSamples = 5;
const warmUps = 3;
let changesMade = 0;

interface Times {
  uncached: number[];
  repeated: number[];
}

interface Measurement {
  name: string;
  total: number;
  ours: Times;
  /** By the short name of the other side. */
  theirs: Map<string, Times>;
}

/** The other sides, by short names. */
export type Peers<Row, Query> = Map<string, Peer<Row, Query>>;

/** Runs the mix of queries on all sides. Throws if their answers differ. */
export async function measureMix<Row extends object, Query>(
  contest: Contest<Row, Query>,
  list: RowIndex<Row>,
  peers: Peers<Row, Query>,
  samples: number,
): Promise<Measurement[]> {
  progress('warming up');
  for (const kind of contest.kinds)
    for (let n = 0; n < warmUps; n++) await runAll(contest, list, peers, kind.queryOf(n));
  const measured: Measurement[] = [];
  for (const kind of contest.kinds) {
    progress(kind.name);
    measured.push(await measure(contest, list, peers, kind, samples));
  }
  return measured;
}

/**
 * Runs variations of one kind of query, each twice, alternating between the sides so that other load on the machine
 * affects all. A changed row clears the list's cache before the first run of each.
 */
async function measure<Row extends object, Query>(
  contest: Contest<Row, Query>,
  list: RowIndex<Row>,
  peers: Peers<Row, Query>,
  kind: Contest<Row, Query>['kinds'][number],
  samples: number,
): Promise<Measurement> {
  const noTimes = (): Times => ({ uncached: [], repeated: [] });
  const ours = noTimes();
  const theirs = new Map([...peers.keys()].map((name) => [name, noTimes()]));
  const totals: number[] = [];
  const startedAtMs = performance.now();
  for (let n = 0; n < samples; n++) {
    if (n >= minSamples && performance.now() - startedAtMs > budgetMs) break;
    const query = kind.queryOf(n + warmUps);
    await invalidateCache(contest, list);
    for (const state of ['uncached', 'repeated'] as const) {
      const { mine, others, total } = await runAll(contest, list, peers, query);
      ours[state].push(mine);
      for (const [name, ms] of others) theirs.get(name)?.[state].push(ms);
      totals.push(total);
    }
  }
  return { name: kind.name, ours, theirs, total: median(totals) };
}

/** Runs one query on all sides. Throws if the answers differ. */
async function runAll<Row extends object, Query>(
  contest: Contest<Row, Query>,
  list: RowIndex<Row>,
  peers: Peers<Row, Query>,
  query: Query,
) {
  const mine = await timed(() => whenLoaded(() => contest.find(list, query)));
  const others: [string, number][] = [];
  for (const [name, peer] of peers) {
    const { result, ms } = await timed(() => peer.find(query));
    deepStrictEqual(contest.answerOf(mine.result), result, `${name} answers ${JSON.stringify(query)} differently`);
    others.push([name, ms]);
  }
  return { mine: mine.ms, others, total: mine.result.total };
}

/** Clears the list's cache of results by changing a field that no query uses. */
async function invalidateCache<Row extends object, Query>(contest: Contest<Row, Query>, list: RowIndex<Row>) {
  const row = contest.touched(contest.rowOf(0), ++changesMade);
  const isChanged = (await whenLoaded(() => list.put([row]))) === 1;
  if (!isChanged) throw new Error('The list ignored a changed row, so its cache was not cleared');
}

/** The times of the queries, and how many times as long the other sides take. */
export function reportOf(measured: Measurement[]): Pick<Report, 'rows' | 'facts'> {
  const ratio = ({ ours, theirs }: Measurement, name: string, state: keyof Times) =>
    median(theirs.get(name)?.[state] ?? []) / median(ours[state]);
  const peers = [...(measured[0]?.theirs.keys() ?? [])];
  const means = peers.flatMap((name) =>
    (['uncached', 'repeated'] as const).map((state) => [
      `${name} / ours, ${state}, geometric mean of medians`,
      geometricMean(measured.map((each) => ratio(each, name, state))),
    ]),
  );
  return {
    rows: measured.map((each) => ({
      query: each.name,
      found: each.total,
      'p50 ms': median(each.ours.uncached),
      'p99 ms': percentile(each.ours.uncached, 0.99),
      'again p50': median(each.ours.repeated),
      ...Object.fromEntries(
        peers.flatMap((name) => [
          [`${name} p50`, median(each.theirs.get(name)?.uncached ?? [])],
          [`${name} ratio`, ratio(each, name, 'uncached')],
          [`${name} again ratio`, ratio(each, name, 'repeated')],
        ]),
      ),
    })),
    facts: {
      'slowest query, p50 ms': Math.max(...measured.map(({ ours }) => median(ours.uncached))),
      ...Object.fromEntries(means),
    },
  };
}
