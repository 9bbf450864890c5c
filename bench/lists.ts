import { deepStrictEqual } from 'node:assert';
import { execFile } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { curatorSpec } from '../src/lists/curated-publications.ts';
import type { RowIndex } from '../src/lists/index/row-index.ts';
import type { StoredSpec } from '../src/lists/load/snapshot.ts';
import type { AnyListQuery } from '../src/lists/model/query.ts';
import type { RowSchema } from '../src/lists/model/spec.ts';
import { publicationSpec } from '../src/lists/publications.ts';
import { whenLoaded } from '../src/lists/sections/base.ts';
import { connectCuratorPostgres } from './peers/curators-postgres.ts';
import { connectPostgres } from './peers/postgres.ts';
import { progress, type Report, runCommand } from './shared/command.ts';
import { type CuratorQuery, curatorMix, curatorRowFromTable } from './shared/curators.ts';
import { measureLoads } from './shared/loads.ts';
import { localeMix, localizedRowFromTable, searchedLocales } from './shared/locales.ts';
import { commonParts, type ListQuery, listedFields, queryMix, rowFromTable } from './shared/mix.ts';
import type { SnapshotAnswer } from './shared/snapshot-answer.ts';
import { openList, withSnapshotFile } from './shared/snapshot-file.ts';
import { geometricMean, median, percentile, timed } from './shared/statistics.ts';

/** Time limit of a kind of query for both sides together. `minSamples` are always measured. */
const budgetMs = 30_000;
const minSamples = 15;
const warmUps = 10;
/** New processes whose first answers are measured. */
const processes = 5;
const bytesPerMb = 1024 * 1024;
let changesMade = 0;

// Snapshots name the table that their rows are from.
process.env.TABLE_NAME ??= 'bench';

await runCommand({
  name: 'bench:lists',
  summary:
    'Measures mixes of list queries on rows in memory and, if PGURL is set, on PostgreSQL: of the public list, then of\n' +
    'the list of curators. Exit code 1 if their answers differ. Locale-aware searches are measured without PostgreSQL.',
  options: {
    rows: { defaultValue: 100_000, describe: 'synthetic publications' },
    samples: { defaultValue: 100, describe: 'variations of each query; 0 measures only memory', isAny: true },
    'table-rows': { defaultValue: 100_000, describe: 'measure loading from a table up to this many rows' },
  },
  async run({ rows, samples, 'table-rows': mostTableRows }) {
    const published = await compare(publicContest(rows), rows, samples);
    const curated = await compare(curatorContest(rows), rows, samples);
    const localized = samples > 0 ? await compare(localeContest(rows), rows, samples) : { rows: [], facts: {} };
    const loads = samples > 0 && rows <= mostTableRows ? await measureLoads(rows) : {};
    return {
      rows: [...published.rows, ...localized.rows],
      summary: curated.rows,
      facts: {
        rows,
        ...published.facts,
        ...prefixed('curators', curated.facts),
        ...prefixed('locales', localized.facts),
        ...loads,
      },
    };
  },
});

function prefixed(prefix: string, facts: Report['facts']): Report['facts'] {
  return Object.fromEntries(Object.entries(facts).map(([name, value]) => [`${prefix}: ${name}`, value]));
}

interface Answer {
  total: number;
}

/** One list on both sides. */
interface Contest<Row extends object, Query> {
  /** Of the two lists that `snapshot-answer.ts` knows. */
  name: 'publications' | 'curators';
  spec: StoredSpec<RowSchema>;
  kinds: { name: string; queryOf(variation: number): Query }[];
  rowOf(index: number): Row;
  /** The row with a changed field that no query uses. */
  touched(row: Row, change: number): Row;
  find(list: RowIndex<Row>, query: Query): Answer;
  /** Measurements of the list before the first query. */
  measureFirst?(list: RowIndex<Row>): Promise<Report['facts']>;
  /** The part of an answer that the other side must match. */
  answerOf(found: Answer): unknown;
  /** Undefined if there is no other side. */
  connect?(url: string): Promise<Peer<Row, Query>>;
}

interface Peer<Row, Query> {
  load(rows: Iterable<Row>): Promise<void>;
  find(query: Query): Promise<unknown>;
  version(): Promise<string>;
  close(): Promise<void>;
}

function publicContest(rows: number): Contest<ReturnType<typeof rowFromTable>, ListQuery> {
  type Row = ReturnType<typeof rowFromTable>;
  return {
    name: 'publications',
    spec: publicationSpec as unknown as StoredSpec<RowSchema>,
    kinds: queryMix(rows),
    rowOf: (index) => rowFromTable(index, rows),
    touched: (row, change) => ({ ...row, edit_count: change }),
    find: (list, query) => list.find(indexQuery(query)),
    answerOf: (found) => {
      const { rows, total } = found as Answer & { rows: Row[] };
      return { rows: rows.map(listedFields), total };
    },
    connect: connectPostgres,
  };
}

function curatorContest(rows: number): Contest<ReturnType<typeof curatorRowFromTable>, CuratorQuery> {
  type Row = ReturnType<typeof curatorRowFromTable>;
  return {
    name: 'curators',
    spec: curatorSpec as unknown as StoredSpec<RowSchema>,
    kinds: curatorMix(rows),
    rowOf: (index) => curatorRowFromTable(index, rows),
    touched: (row, change) => ({ ...row, created_at: change }),
    find: (list, query) => list.find(query as AnyListQuery),
    answerOf: (found) => {
      const { rows, total, facets = {} } = found as ReturnType<RowIndex<Row>['find']>;
      const counts = Object.entries(facets).map(([name, values]) => [name, Object.fromEntries(values)]);
      return { dois: rows.map(({ doi }) => doi), total, facets: Object.fromEntries(counts) };
    },
    connect: connectCuratorPostgres,
  };
}

function localeContest(rows: number): Contest<ReturnType<typeof rowFromTable>, AnyListQuery> {
  return {
    name: 'publications',
    spec: publicationSpec as unknown as StoredSpec<RowSchema>,
    kinds: localeMix(rows, commonParts(rows)),
    rowOf: (index) => localizedRowFromTable(index, rows),
    touched: (row, change) => ({ ...row, edit_count: change }),
    find: (list, query) => list.find(query),
    answerOf: ({ total }) => ({ total }),
    async measureFirst(list) {
      const facts: Report['facts'] = {};
      for (const locale of searchedLocales) {
        const stepsMs: number[] = [];
        const memoryBeforeMb = await memoryMb();
        let building = list.prepareSearch('x', locale);
        const step = () => {
          try {
            return building.next().done ?? false;
          } catch (error) {
            building = list.prepareSearch('x', locale);
            throw error;
          }
        };
        for (let isDone = false; !isDone; ) {
          const { result, ms } = await timed(() => whenLoaded(step));
          stepsMs.push(ms);
          isDone = result;
        }
        facts[`first search in ${locale}, ms`] = stepsMs.reduce((sum, ms) => sum + ms, 0);
        facts[`its longest step (${locale}), ms`] = Math.max(...stepsMs);
        facts[`its memory (${locale}), MB`] = (await memoryMb()) - memoryBeforeMb;
      }
      return facts;
    },
  };
}

interface Times {
  uncached: number[];
  repeated: number[];
}

interface Measurement {
  name: string;
  total: number;
  ours: Times;
  theirs: Times;
}

/** Builds a list on both sides and runs its mix of queries. */
async function compare<Row extends object, Query>(
  contest: Contest<Row, Query>,
  count: number,
  samples: number,
): Promise<Pick<Report, 'rows' | 'facts'>> {
  const { list, facts } = await ours(contest, count);
  if (samples === 0) return { rows: [], facts };
  const url = process.env.PGURL;
  const peer = url ? await contest.connect?.(url) : undefined;
  try {
    if (peer) {
      facts.PostgreSQL = await peer.version();
      progress(`loading PostgreSQL ${facts.PostgreSQL}`);
      facts['loading and indexing PostgreSQL, ms'] = (await timed(() => peer.load(rowsOf(contest, count)))).ms;
    } else {
      progress('our side alone');
    }
    progress('warming up');
    for (const kind of contest.kinds)
      for (let n = 0; n < warmUps; n++) await runBoth(contest, list, peer, kind.queryOf(n));
    const measured: Measurement[] = [];
    for (const kind of contest.kinds) {
      progress(kind.name);
      measured.push(await measure(contest, list, peer, kind, samples));
    }
    return reportOf(measured, facts);
  } finally {
    await peer?.close();
  }
}

function* rowsOf<Row extends object, Query>({ rowOf }: Contest<Row, Query>, count: number): Generator<Row> {
  for (let index = 0; index < count; index++) yield rowOf(index);
}

/** Loads the list from a snapshot and warms it up. Does not keep the rows, so that only the list counts as memory. */
async function ours<Row extends object, Query>(contest: Contest<Row, Query>, count: number) {
  progress(`making a snapshot of ${count} rows`);
  const startedAtMs = performance.now();
  return withSnapshotFile(contest.spec, rowsOf(contest, count) as Iterable<never>, async (file) => {
    const packingMs = performance.now() - startedAtMs;
    const answers: SnapshotAnswer[] = [];
    for (let n = 0; n < processes; n++) answers.push(await snapshotAnswer(file, contest.name));
    const all = (name: keyof SnapshotAnswer) => median(answers.map((answer) => answer[name]));
    const memoryBeforeMb = await memoryMb();
    const { list } = await openList(contest.spec, file);
    const first = await contest.measureFirst?.(list as RowIndex<Row>);
    for (const kind of contest.kinds)
      for (let n = 0; n < warmUps; n++) await whenLoaded(() => contest.find(list as RowIndex<Row>, kind.queryOf(n)));
    const memoryForRowsMb = (await memoryMb()) - memoryBeforeMb;
    const facts: Report['facts'] = {
      'CPU to the first page, ms': all('pageCpuMs'),
      'CPU to the first search, ms': all('searchCpuMs'),
      'longest pause, ms': all('longestPauseMs'),
      'bytes for the first page, MB': all('pageBytes') / bytesPerMb,
      'size of the snapshot, MB': statSync(file).size / bytesPerMb,
      'memory for the rows after the mix, MB': memoryForRowsMb,
      'memory for 100,000 rows, MB': (memoryForRowsMb * 100_000) / count,
      'making rows and their snapshot, ms': packingMs,
      ...first,
    };
    return { list: list as RowIndex<Row>, facts };
  });
}

/** Measures a process that begins with the snapshot. */
async function snapshotAnswer(file: string, list: string): Promise<SnapshotAnswer> {
  const script = join(import.meta.dirname, 'shared/snapshot-answer.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [script, file, list]);
  return JSON.parse(stdout);
}

/**
 * Runs variations of one kind of query, each twice, alternating between both sides so that other load on the machine
 * affects both. A changed row clears the list's cache before the first run of each.
 */
async function measure<Row extends object, Query>(
  contest: Contest<Row, Query>,
  list: RowIndex<Row>,
  peer: Peer<Row, Query> | undefined,
  kind: Contest<Row, Query>['kinds'][number],
  samples: number,
): Promise<Measurement> {
  const measured: Measurement = {
    name: kind.name,
    total: 0,
    ours: { uncached: [], repeated: [] },
    theirs: { uncached: [], repeated: [] },
  };
  const totals: number[] = [];
  const startedAtMs = performance.now();
  for (let n = 0; n < samples; n++) {
    if (n >= minSamples && performance.now() - startedAtMs > budgetMs) break;
    const query = kind.queryOf(n + warmUps);
    await invalidateCache(contest, list);
    for (const state of ['uncached', 'repeated'] as const) {
      const { mine, theirs, total } = await runBoth(contest, list, peer, query);
      measured.ours[state].push(mine);
      if (theirs !== undefined) measured.theirs[state].push(theirs);
      totals.push(total);
    }
  }
  return { ...measured, total: median(totals) };
}

/** Runs one query on both sides. Throws if the answers differ. */
async function runBoth<Row extends object, Query>(
  contest: Contest<Row, Query>,
  list: RowIndex<Row>,
  peer: Peer<Row, Query> | undefined,
  query: Query,
) {
  const mine = await timed(() => whenLoaded(() => contest.find(list, query)));
  const theirs = peer && (await timed(() => peer.find(query)));
  if (theirs) {
    const message = `The answers to ${JSON.stringify(query)} differ`;
    deepStrictEqual(contest.answerOf(mine.result), theirs.result, message);
  }
  return { mine: mine.ms, theirs: theirs?.ms, total: mine.result.total };
}

/** Clears the list's cache of results by changing a field that no query uses. */
async function invalidateCache<Row extends object, Query>(contest: Contest<Row, Query>, list: RowIndex<Row>) {
  const row = contest.touched(contest.rowOf(0), ++changesMade);
  const isChanged = (await whenLoaded(() => list.put([row]))) === 1;
  if (!isChanged) throw new Error('The list ignored a changed row, so its cache was not cleared');
}

/** The query as the list route passes it to the index. */
function indexQuery({ publication_type, publication_year, min_cited_by, ...paging }: ListQuery) {
  return {
    ...paging,
    equals: { publication_type, publication_year },
    atLeast: { cited_by_count: min_cited_by },
    where: ['public'],
  };
}

function reportOf(measured: Measurement[], facts: Report['facts']): Pick<Report, 'rows' | 'facts'> {
  const ratio = ({ ours, theirs }: Measurement, state: keyof Times) => median(theirs[state]) / median(ours[state]);
  const compared = measured.filter(({ theirs }) => theirs.uncached.length > 0);
  const means = (['uncached', 'repeated'] as const).map((state) => [
    `PostgreSQL / ours, ${state}, geometric mean of medians`,
    geometricMean(compared.map((each) => ratio(each, state))),
  ]);
  return {
    rows: measured.map((each) => ({
      query: each.name,
      found: each.total,
      'p50 ms': median(each.ours.uncached),
      'p99 ms': percentile(each.ours.uncached, 0.99),
      'again p50': median(each.ours.repeated),
      'again p99': percentile(each.ours.repeated, 0.99),
      ...(each.theirs.uncached.length > 0 && {
        'PG p50': median(each.theirs.uncached),
        'PG p99': percentile(each.theirs.uncached, 0.99),
        'PG again p50': median(each.theirs.repeated),
        ratio: ratio(each, 'uncached'),
        'again ratio': ratio(each, 'repeated'),
      }),
    })),
    facts: { ...facts, ...(compared.length > 0 && Object.fromEntries(means)) },
  };
}

/**
 * Memory on the heap and in typed arrays. Collects garbage several times: once does not free all of the previous list.
 */
async function memoryMb(): Promise<number> {
  if (!globalThis.gc) throw new Error('This needs node --expose-gc: use npm run bench:lists');
  // Another thread frees buffers and needs processor time: read until five readings show no further decrease.
  let least = Number.POSITIVE_INFINITY;
  for (let same = 0; same < 5; same++) {
    globalThis.gc();
    await setTimeout(20);
    const { heapUsed, external } = process.memoryUsage();
    if (heapUsed + external < least - bytesPerMb / 100) same = 0;
    least = Math.min(least, heapUsed + external);
  }
  return least / bytesPerMb;
}
