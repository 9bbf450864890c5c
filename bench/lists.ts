import { deepStrictEqual } from 'node:assert';
import type { PublicationRow } from '../src/domain/publication.ts';
import { RowIndex } from '../src/lists/index/row-index.ts';
import { publicationSpec } from '../src/lists/publications.ts';
import { connectPostgres, type Postgres } from './peers/postgres.ts';
import { progress, type Report, runCommand } from './shared/command.ts';
import { measureLoads } from './shared/loads.ts';
import { type Kind, type Question, queryMix, rowFromTable, rowsFromTable, shownOf } from './shared/mix.ts';
import { geometricMean, median, percentile, timed } from './shared/statistics.ts';

/** A kind of question takes no longer than this on both sides together, but gets this many samples. */
const budgetMs = 30_000;
const fewestSamples = 15;
const warmUps = 10;
const bytesPerMb = 1024 * 1024;
let changesMade = 0;

await runCommand({
  name: 'bench:lists',
  summary:
    'Answers a mix of list queries from rows in memory and, with PGURL, from PostgreSQL, in turns;\n' +
    'ends with 1 when the two differ in any answer.',
  options: {
    rows: { fallback: 100_000, describe: 'invented publications' },
    samples: { fallback: 100, describe: 'variations of each query' },
    'table-rows': { fallback: 100_000, describe: 'time loading from a table up to so many rows' },
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
      for (const kind of kinds) for (let n = 0; n < warmUps; n++) await both(list, postgres, kind.ask(n));
      const measured: Measured[] = [];
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

interface Measured {
  name: string;
  total: number;
  ours: Times;
  theirs: Times;
}

/** The list over all rows, warmed up, and what it took. The rows it was made of are not kept. */
function ours(count: number, kinds: Kind[]): { list: List; facts: Report['facts'] } {
  const heapBeforeMb = heapMb();
  progress(`making ${count} rows`);
  const rows = [...rowsFromTable(count)];
  const list: List = new RowIndex(publicationSpec);
  const startedAtMs = performance.now();
  list.put(rows);
  const indexingMs = performance.now() - startedAtMs;
  rows.length = 0;
  for (const kind of kinds) for (let n = 0; n < warmUps; n++) list.find(listQuery(kind.ask(n)));
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
 * Asks variations of one kind of question, each twice and both sides in turns, so that whatever else the machine does
 * meets both. Before the first time our side forgets what it remembers of answers: a row changes.
 */
async function measure(
  list: List,
  postgres: Postgres | undefined,
  kind: Kind,
  samples: number,
  rows: number,
): Promise<Measured> {
  const measured: Measured = {
    name: kind.name,
    total: 0,
    ours: { uncached: [], repeated: [] },
    theirs: { uncached: [], repeated: [] },
  };
  const totals: number[] = [];
  const startedAtMs = performance.now();
  for (let n = 0; n < samples; n++) {
    if (n >= fewestSamples && performance.now() - startedAtMs > budgetMs) break;
    const question = kind.ask(n + warmUps);
    forget(list, rows);
    for (const state of ['uncached', 'repeated'] as const) {
      const { mine, theirs, total } = await both(list, postgres, question);
      measured.ours[state].push(mine);
      if (theirs !== undefined) measured.theirs[state].push(theirs);
      totals.push(total);
    }
  }
  return { ...measured, total: median(totals) };
}

/** One question to both sides, whose answers must be the same. */
async function both(list: List, postgres: Postgres | undefined, question: Question) {
  const mine = await timed(() => list.find(listQuery(question)));
  const theirs = postgres && (await timed(() => postgres.find(question)));
  const { total } = mine.result;
  if (theirs) {
    const answer = { rows: mine.result.rows.map(shownOf), total };
    deepStrictEqual(answer, theirs.result, `The answers to ${JSON.stringify(question)} differ`);
  }
  return { mine: mine.ms, theirs: theirs?.ms, total };
}

/** Changes a row in a field that no question is about: answers that are remembered hold no longer. */
function forget(list: List, rows: number): void {
  const isChanged = list.put([{ ...rowFromTable(0, rows), edit_count: ++changesMade }]) === 1;
  if (!isChanged) throw new Error('The list remembers its answers');
}

/** The question as the route of the list puts it. */
function listQuery({ publication_type, publication_year, min_cited_by, ...paging }: Question) {
  return {
    ...paging,
    equals: { publication_type, publication_year },
    atLeast: { cited_by_count: min_cited_by },
    where: ['public'],
  };
}

function reportOf(measured: Measured[], facts: Report['facts']): Report {
  const ratio = ({ ours, theirs }: Measured, state: keyof Times) => median(theirs[state]) / median(ours[state]);
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

/** What lives on the heap and beside it, in typed arrays. */
function heapMb(): number {
  if (!globalThis.gc) throw new Error('Start this with node --expose-gc, as npm run bench:lists does');
  globalThis.gc();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / bytesPerMb;
}
