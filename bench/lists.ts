import { deepStrictEqual } from 'node:assert';
import type { PublicationRow } from '../src/domain/publication.ts';
import { RowIndex } from '../src/lists/index/row-index.ts';
import { publicationSpec } from '../src/lists/publications.ts';
import { connectPostgres, type Postgres } from './peers/postgres.ts';
import { progress, type Report, runCommand } from './shared/command.ts';
import { measureLoads } from './shared/loads.ts';
import { type ListQuery, listedFields, type QueryKind, queryMix, rowFromTable, rowsFromTable } from './shared/mix.ts';
import { geometricMean, median, percentile, timed } from './shared/statistics.ts';

/** Time limit for a kind of query on both sides together. It still gets `minSamples`. */
const budgetMs = 30_000;
const minSamples = 15;
const warmUps = 10;
const bytesPerMb = 1024 * 1024;
let changesMade = 0;

await runCommand({
  name: 'bench:lists',
  summary:
    'Measures a mix of list queries on rows in memory and, if PGURL is set, on PostgreSQL.\n' +
    'Exit code 1 if their answers differ.',
  options: {
    rows: { defaultValue: 100_000, describe: 'synthetic publications' },
    samples: { defaultValue: 100, describe: 'variations of each query' },
    'table-rows': { defaultValue: 100_000, describe: 'measure loading from a table up to this many rows' },
  },
  async run({ rows, samples, 'table-rows': mostTableRows }) {
    const kinds = queryMix(rows);
    const { list, facts } = ours(rows, kinds);
    const url = process.env.PGURL;
    const postgres = url ? await connectPostgres(url) : undefined;
    try {
      if (postgres) Object.assign(facts, await loadPostgres(postgres, rows));
      else progress('PGURL is not set: our side alone');
      progress('warming up');
      for (const kind of kinds) for (let n = 0; n < warmUps; n++) await runBoth(list, postgres, kind.queryOf(n));
      const measured: Measurement[] = [];
      for (const kind of kinds) {
        progress(kind.name);
        measured.push(await measure(list, postgres, kind, samples, rows));
      }
      if (rows <= mostTableRows) Object.assign(facts, await measureLoads(rows));
      return reportOf(measured, facts);
    } finally {
      await postgres?.close();
    }
  },
});

type List = RowIndex<PublicationRow>;

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

/** Builds and warms up the list of all rows. Does not keep the rows, so that only the list counts as heap. */
function ours(count: number, kinds: QueryKind[]): { list: List; facts: Report['facts'] } {
  const heapBeforeMb = heapMb();
  progress(`making ${count} rows`);
  const rows = [...rowsFromTable(count)];
  const list: List = new RowIndex(publicationSpec);
  const startedAtMs = performance.now();
  list.put(rows);
  const indexingMs = performance.now() - startedAtMs;
  rows.length = 0;
  for (const kind of kinds) for (let n = 0; n < warmUps; n++) list.find(indexQuery(kind.queryOf(n)));
  const heapForRowsMb = heapMb() - heapBeforeMb;
  return {
    list,
    facts: {
      rows: count,
      'heap for the rows after the mix, MB': heapForRowsMb,
      'heap for 100,000 rows, MB': (heapForRowsMb * 100_000) / count,
      'indexing rows in memory, ms': indexingMs,
    },
  };
}

async function loadPostgres(postgres: Postgres, rows: number) {
  const version = await postgres.version();
  progress(`loading PostgreSQL ${version}`);
  const { ms } = await timed(() => postgres.load(rowsFromTable(rows)));
  return { PostgreSQL: version, 'loading and indexing PostgreSQL, ms': ms };
}

/**
 * Runs variations of one kind of query, each twice, alternating between both sides so that other load on the machine
 * affects both. A changed row clears the list's cache before the first run of each.
 */
async function measure(
  list: List,
  postgres: Postgres | undefined,
  kind: QueryKind,
  samples: number,
  rows: number,
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
    invalidateCache(list, rows);
    for (const state of ['uncached', 'repeated'] as const) {
      const { mine, theirs, total } = await runBoth(list, postgres, query);
      measured.ours[state].push(mine);
      if (theirs !== undefined) measured.theirs[state].push(theirs);
      totals.push(total);
    }
  }
  return { ...measured, total: median(totals) };
}

/** Runs one query on both sides. Throws if the answers differ. */
async function runBoth(list: List, postgres: Postgres | undefined, query: ListQuery) {
  const mine = await timed(() => list.find(indexQuery(query)));
  const theirs = postgres && (await timed(() => postgres.find(query)));
  const { total } = mine.result;
  if (theirs) {
    const answer = { rows: mine.result.rows.map(listedFields), total };
    deepStrictEqual(answer, theirs.result, `The answers to ${JSON.stringify(query)} differ`);
  }
  return { mine: mine.ms, theirs: theirs?.ms, total };
}

/** Clears the list's cache of results by changing a field that no query uses. */
function invalidateCache(list: List, rows: number): void {
  const isChanged = list.put([{ ...rowFromTable(0, rows), edit_count: ++changesMade }]) === 1;
  if (!isChanged) throw new Error('The list ignored a changed row, so its cache was not cleared');
}

/** The query in the form that the list route passes to the index. */
function indexQuery({ publication_type, publication_year, min_cited_by, ...paging }: ListQuery) {
  return {
    ...paging,
    equals: { publication_type, publication_year },
    atLeast: { cited_by_count: min_cited_by },
    where: ['public'],
  };
}

function reportOf(measured: Measurement[], facts: Report['facts']): Report {
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
    facts: {
      ...facts,
      ...(compared.length > 0 && Object.fromEntries(means)),
    },
  };
}

/** Memory on the heap and in typed arrays, after a garbage collection. */
function heapMb(): number {
  if (!globalThis.gc) throw new Error('This needs node --expose-gc: use npm run bench:lists');
  globalThis.gc();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / bytesPerMb;
}
