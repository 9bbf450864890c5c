import { deepStrictEqual } from 'node:assert';
import type { RowIndex } from '#src/lists/index/row-index.ts';
import { whenLoaded } from '#src/lists/sections/base.ts';
import { askedAnew } from '../shared/asked-anew.ts';
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

/** Our times, also with nothing kept of any query before. */
interface OurTimes extends Times {
  anew: number[];
}

interface Measurement {
  name: string;
  total: number;
  ours: OurTimes;
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
 * Runs variations of one kind of query, alternating between the sides so that other load on the machine affects all. Each
 * is asked with nothing kept, then *uncached*: after a row has changed, for the first time; then again.
 */
async function measure<Row extends object, Query>(
  contest: Contest<Row, Query>,
  list: RowIndex<Row>,
  peers: Peers<Row, Query>,
  kind: Contest<Row, Query>['kinds'][number],
  samples: number,
): Promise<Measurement> {
  const noTimes = (): Times => ({ uncached: [], repeated: [] });
  const ours: OurTimes = { ...noTimes(), anew: [] };
  const theirs = new Map([...peers.keys()].map((name) => [name, noTimes()]));
  const totals: number[] = [];
  const startedAtMs = performance.now();
  for (let n = 0; n < samples; n++) {
    if (n >= minSamples && performance.now() - startedAtMs > budgetMs) break;
    const query = kind.queryOf(n + warmUps);
    const asked = contest.asked(query);
    for (const state of ['uncached', 'repeated'] as const) {
      await changeRow(contest, list);
      if (state === 'repeated') {
        ours.uncached.push((await timed(() => whenLoaded(() => list.find(asked, contest.fields)))).ms);
      }
      const mineAsked = state === 'uncached' ? askedAnew(asked) : asked;
      const { mine, others, total } = await runAll(contest, list, peers, query, mineAsked);
      ours[state === 'uncached' ? 'anew' : state].push(mine);
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
  asked = contest.asked(query),
) {
  const mine = await timed(() => whenLoaded(() => list.find(asked, contest.fields)));
  const others: [string, number][] = [];
  for (const [name, peer] of peers) {
    const { result, ms } = await timed(() => peer.find(query));
    deepStrictEqual(contest.answerOf(mine.result), result, `${name} answers ${JSON.stringify(query)} differently`);
    others.push([name, ms]);
  }
  return { mine: mine.ms, others, total: mine.result.total };
}

/** Changes a field of a row that no query uses. */
async function changeRow<Row extends object, Query>(contest: Contest<Row, Query>, list: RowIndex<Row>) {
  const row = contest.touched(contest.rowOf(0), ++changesMade);
  const isChanged = (await whenLoaded(() => list.put([row]))) === 1;
  if (!isChanged) throw new Error('The list ignored a changed row');
}

/** The times of the queries, and how many times as long the other sides take. */
export function reportOf(measured: Measurement[]): Pick<Report, 'rows' | 'facts'> {
  const ratio = ({ ours, theirs }: Measurement, name: string, state: keyof OurTimes) =>
    median(theirs.get(name)?.[state === 'anew' ? 'uncached' : state] ?? []) / median(ours[state]);
  const peers = [...(measured[0]?.theirs.keys() ?? [])];
  const means = peers.flatMap((name) =>
    (['anew', 'uncached', 'repeated'] as const).map((state) => [
      `${name} / ours, ${state === 'anew' ? 'with nothing kept' : state}, geometric mean of medians`,
      geometricMean(measured.map((each) => ratio(each, name, state))),
    ]),
  );
  return {
    rows: measured.map((each) => ({
      query: each.name,
      found: each.total,
      'nothing kept p50': median(each.ours.anew),
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
      'slowest query, p50 ms': Math.max(...measured.map(({ ours }) => median(ours.anew))),
      ...Object.fromEntries(means),
    },
  };
}
