import { deepStrictEqual } from 'node:assert';
import { listDatabase, startPostgres } from '../local/engines/postgres.ts';
import { curatedPublicationList } from '../src/lists/curated-publications.ts';
import { RowIndex } from '../src/lists/index/row-index.ts';
import type { AnyListQuery } from '../src/lists/model/query.ts';
import type { RowSchema } from '../src/lists/model/spec.ts';
import type { Database } from '../src/lists/postgres/database.ts';
import { apply } from '../src/lists/postgres/feeding/apply.ts';
import { type PostgresList, type RowOf, tableOf } from '../src/lists/postgres/list.ts';
import { postgresSource } from '../src/lists/postgres/reading/source.ts';
import { createStatement } from '../src/lists/postgres/schema.ts';
import { publicationList } from '../src/lists/publications.ts';
import { askedAnew } from './shared/asked-anew.ts';
import { progress, type Report, runCommand } from './shared/command.ts';
import { curatorMix, curatorRowFromTable } from './shared/curators.ts';
import { localeMix } from './shared/locales.ts';
import { commonParts, queryMix, rowFromTable } from './shared/mix.ts';
import { geometricMean, median, percentile, timed } from './shared/statistics.ts';

/** As in a comparison of a list with the table of the registry. */
const rowsPerStatement = 500;
const warmUps = 3;
/** Time limit of a kind of query. `minSamples` are always measured. */
const budgetMs = 20_000;
const minSamples = 5;

process.env.TABLE_NAME ??= 'bench';

interface Contest<Schema extends RowSchema> {
  name: string;
  list: PostgresList<Schema>;
  rowOf(index: number): RowOf<Schema>;
  kinds: { name: string; queryOf(variation: number): AnyListQuery }[];
}

await runCommand({
  name: 'bench:postgres',
  summary:
    'Fills lists on a PostgreSQL server of its own and runs mixes of queries on them and on the same rows in memory.\n' +
    'Exit code 1 if the answers differ.',
  options: {
    rows: { defaultValue: 100_000, describe: 'synthetic publications' },
    samples: { defaultValue: 40, describe: 'variations of each query' },
    'buffers-mb': { defaultValue: 1_024, describe: 'memory of the server for pages' },
  },
  async run({ rows, samples, 'buffers-mb': buffersMb }) {
    const server = await startPostgres(`${buffersMb}MB`);
    try {
      const database = listDatabase(server.pool);
      const published = await compare(database, publicContest(rows), rows, samples);
      const curated = await compare(database, curatorContest(rows), rows, samples);
      const version = String((await server.pool.query('SHOW server_version')).rows[0].server_version);
      return {
        rows: [...published.rows, ...curated.rows],
        facts: { PostgreSQL: version, rows, ...published.facts, ...curated.facts },
      };
    } finally {
      await server.stop();
    }
  },
});

function publicContest(rows: number): Contest<typeof publicationList.spec.schema> {
  const asked = ({
    publication_type,
    publication_year,
    min_cited_by,
    ...paging
  }: ReturnType<ReturnType<typeof queryMix>[number]['queryOf']>): AnyListQuery => ({
    ...paging,
    equals: { publication_type, publication_year },
    atLeast: { cited_by_count: min_cited_by },
    where: ['public'],
  });
  const plain = queryMix(rows).map(({ name, queryOf }) => ({ name, queryOf: (n: number) => asked(queryOf(n)) }));
  const localized = localeMix(rows, commonParts(rows)).map(({ name, queryOf }) => ({
    name: `in a locale: ${name}`,
    queryOf,
  }));
  return {
    name: 'public',
    list: publicationList,
    rowOf: (index) => rowFromTable(index, rows),
    kinds: [...plain, ...localized],
  };
}

function curatorContest(rows: number): Contest<typeof curatedPublicationList.spec.schema> {
  return {
    name: 'curators',
    list: curatedPublicationList,
    rowOf: (index) => curatorRowFromTable(index, rows),
    kinds: curatorMix(rows),
  };
}

/** Fills a list on both sides and runs its mix of queries. */
async function compare<Schema extends RowSchema>(
  database: Database,
  { name, list, rowOf, kinds }: Contest<Schema>,
  count: number,
  samples: number,
): Promise<Pick<Report, 'rows' | 'facts'>> {
  const table = tableOf(list);
  progress(`filling the ${name} list with ${count} rows`);
  const index = new RowIndex<RowOf<Schema>>(list.spec);
  let writingMs = 0;
  await database.run(createStatement(table));
  await database.run('INSERT INTO list_states VALUES ($1::text, 1, 1, 0, 0, 1, NULL)', [table.name]);
  for (let from = 0; from < count; from += rowsPerStatement) {
    const rows = Array.from({ length: Math.min(rowsPerStatement, count - from) }, (_, n) => rowOf(from + n));
    index.put(rows);
    writingMs += (await timed(() => apply(database, table, 1, { rows }, {}))).ms;
  }
  progress('analyzing');
  await database.run(`VACUUM ANALYZE ${table.name}, ${table.contents}`);
  const [size] = await database.run(
    `SELECT (pg_total_relation_size('${table.name}') + pg_total_relation_size('${table.contents}'))::text AS bytes`,
  );
  const source = postgresSource(database, list, async () => ({ settledMs: 0, epoch: 0 }));
  const measured: Report['rows'] = [];
  const ratios: number[] = [];
  for (const kind of kinds) {
    progress(kind.name);
    const [ours, theirs]: [number[], number[]] = [[], []];
    const startedAtMs = performance.now();
    for (let n = 0; n < samples + warmUps; n++) {
      if (n >= minSamples && performance.now() - startedAtMs > budgetMs) break;
      const query = kind.queryOf(n);
      // Neither side may remember a result.
      await database.run('UPDATE list_states SET content = content + 1');
      const inMemory = await timed(() => index.find(askedAnew(query)));
      const inDatabase = await timed(() => source.find(query, 0));
      const withoutFirst = ({ rows, ...rest }: { rows: readonly object[] }) => ({
        ...rest,
        ids: rows.map((row) => list.spec.id(row as RowOf<Schema>)),
      });
      deepStrictEqual(withoutFirst(inDatabase.result), withoutFirst(inMemory.result), JSON.stringify(query));
      if (n < warmUps) continue;
      ours.push(inMemory.ms);
      theirs.push(inDatabase.ms);
    }
    ratios.push(median(theirs) / median(ours));
    measured.push({
      list: name,
      query: kind.name,
      'memory p50 ms': median(ours),
      'PostgreSQL p50 ms': median(theirs),
      'PostgreSQL p99 ms': percentile(theirs, 0.99),
    });
  }
  return {
    rows: measured,
    facts: {
      [`${name}: rows written per second`]: Math.round((count * 1000) / writingMs),
      [`${name}: bytes per row with indexes`]: Math.round(Number(size?.bytes) / count),
      [`${name}: PostgreSQL / memory, geometric mean of medians`]: geometricMean(ratios),
    },
  };
}
