import { deepStrictEqual } from 'node:assert';
import { curatedPublicationList } from '#src/lists/curated-publications.ts';
import { RowIndex } from '#src/lists/index/row-index.ts';
import type { ListQuery } from '#src/lists/model/query.ts';
import type { RowSchema } from '#src/lists/model/spec.ts';
import { apply } from '#src/lists/postgres/feeding/apply.ts';
import { build } from '#src/lists/postgres/feeding/build.ts';
import { beginFirst, parallelShards, rowsPerPage } from '#src/lists/postgres/feeding/fill.ts';
import { load } from '#src/lists/postgres/feeding/load.ts';
import { type PostgresList, type RowOf, type Table, tableOf } from '#src/lists/postgres/list.ts';
import { postgresSource } from '#src/lists/postgres/reading/source.ts';
import { createStatement } from '#src/lists/postgres/schema.ts';
import { publicationList } from '#src/lists/publications.ts';
import { inParallel } from '#src/runtime/in-parallel.ts';
import { listShards } from '#src/table/keys.ts';
import { listDatabase, type PostgresServer, startPostgres } from '../local/engines/postgres.ts';
import { askedAnew } from './shared/asked-anew.ts';
import { progress, type Report, runCommand } from './shared/command.ts';
import { curatorMix, curatorRowFromTable } from './shared/curators.ts';
import { groupedRowFromTable, institution, knownInstitution, ofGroup } from './shared/groups.ts';
import { localeMix } from './shared/locales.ts';
import { commonParts, queryMix } from './shared/mix.ts';
import { cpuSecondsOf } from './shared/processes.ts';
import { geometricMean, median, percentile, timed } from './shared/statistics.ts';

const warmUps = 3;
/** Rows that are written again when a list is full, to see what a change takes. */
const changedRows = 5_000;
/** Time limit of a kind of query. `minSamples` are always measured. */
const budgetMs = 20_000;
const minSamples = 5;

process.env.TABLE_NAME ??= 'bench';

interface Contest<Schema extends RowSchema> {
  name: string;
  list: PostgresList<Schema>;
  rowOf(index: number): RowOf<Schema>;
  kinds: { name: string; queryOf(variation: number): ListQuery }[];
}

await runCommand({
  name: 'bench:postgres',
  summary:
    'Fills lists on a PostgreSQL server of its own and runs mixes of queries on them and on the same rows in memory.\n' +
    'Exit code 1 if the answers differ.',
  options: {
    rows: { defaultValue: 100_000, describe: 'synthetic publications' },
    samples: { defaultValue: 40, describe: 'variations of each query; 0 only fills the lists', isAny: true },
    'buffers-mb': { defaultValue: 1_024, describe: 'memory of the server for pages' },
  },
  argument: { name: 'queries', describe: 'a text: only queries whose names have it are measured', isOptional: true },
  async run({ rows, samples, 'buffers-mb': buffersMb }, only) {
    const server = await startPostgres(`${buffersMb}MB`);
    try {
      const published = await compare(server, publicContest(rows), rows, { samples, only });
      const curated = await compare(server, curatorContest(rows), rows, { samples, only });
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
  }: ReturnType<ReturnType<typeof queryMix>[number]['queryOf']>): ListQuery => ({
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
  const knowledge = knownInstitution();
  const ofFaculty = (n: number, equals: ListQuery['equals'] = {}): ListQuery => ({
    ...{ page: 1, per_page: 20, q: '', sort: 'publication_date', dir: 'desc', where: ['public'], equals },
    groups: ofGroup(knowledge, institution.faculties[n % institution.faculties.length] ?? ''),
  });
  const faculties = [
    { name: 'a faculty with its groups', queryOf: (n: number) => ofFaculty(n) },
    { name: 'a faculty in a year', queryOf: (n: number) => ofFaculty(n, { publication_year: 2025 - (n % 20) }) },
    {
      name: 'articles of a faculty in two years',
      queryOf: (n: number) =>
        ofFaculty(n, { publication_year: [2024 - (n % 20), 2025 - (n % 20)], publication_type: 'journal-article' }),
    },
    {
      name: 'a faculty by type in a year',
      queryOf: (n: number) => ({
        ...ofFaculty(n, { publication_year: 2025 - (n % 20) }),
        facets: ['publication_type'],
      }),
    },
  ];
  return {
    name: 'public',
    list: publicationList,
    rowOf: (index) => groupedRowFromTable(index, rows),
    kinds: [...plain, ...localized, ...faculties],
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
  server: PostgresServer,
  { name, list, rowOf, kinds: all }: Contest<Schema>,
  count: number,
  { samples, only }: { samples: number; only: string },
): Promise<Pick<Report, 'rows' | 'facts'>> {
  const kinds = all.filter((kind) => kind.name.includes(only));
  if (kinds.length === 0) return { rows: [], facts: {} };
  const database = listDatabase(server.pool);
  const table = tableOf(list);
  progress(`filling the ${name} list with ${count} rows`);
  const index = new RowIndex<RowOf<Schema>>(list.spec);
  const filling = await fill(server, table, count, (first, rows) => {
    const made = Array.from({ length: rows }, (_, n) => rowOf(first + n));
    if (samples > 0) index.put(made);
    return made;
  });
  const [size] = await database.run(
    `SELECT (pg_total_relation_size('${table.name}') + pg_total_relation_size('${table.contents}'))::text AS bytes,
      pg_total_relation_size('${table.peopleTable}')::text AS people`,
  );
  const source = postgresSource(database, list, async () => ({ settledMs: 0, epoch: 0 }));
  const measured: Report['rows'] = [];
  const ratios: number[] = [];
  for (const kind of samples > 0 ? kinds : []) {
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
      ...Object.fromEntries(Object.entries(filling).map(([fact, value]) => [`${name}: ${fact}`, value])),
      [`${name}: bytes per row with indexes`]: Math.round(Number(size?.bytes) / count),
      [`${name}: bytes per row of the table of people`]: Math.round(Number(size?.people) / count),
      ...(samples > 0 && { [`${name}: PostgreSQL / memory, geometric mean of medians`]: geometricMean(ratios) }),
    },
  };
}

/** Fills an empty list as the job does, from pages of each shard, and takes the time of the parts. */
async function fill<Schema extends RowSchema>(
  server: PostgresServer,
  table: Table<Schema>,
  count: number,
  rowsFrom: (first: number, rows: number) => RowOf<Schema>[],
): Promise<Report['facts'] & object> {
  const database = listDatabase(server.pool);
  await database.run(createStatement(table));
  await beginFirst(database, table, { begunMs: 1, epoch: 0 });
  let next = 0;
  let [makingMs, makingCpu] = [0, 0];
  const loading = await measured(server, () =>
    inParallel(Array.from({ length: listShards }).keys(), parallelShards, async (shard) => {
      let after = '';
      for (let pages = Math.ceil(count / rowsPerPage / listShards); next < count && pages > 0; pages--) {
        const [startedAtMs, cpuBefore] = [performance.now(), process.cpuUsage()];
        const rows = rowsFrom(next, Math.min(rowsPerPage, count - next));
        makingMs += performance.now() - startedAtMs;
        makingCpu += secondsOf(process.cpuUsage(cpuBefore));
        next += rows.length;
        const upTo = `${next}`;
        if (!(await load(database, table, 1, { rows, refused: [], shard, after, upTo })))
          throw new Error('A page was not loaded');
        after = upTo;
      }
    }),
  );
  progress('building indexes and tallies');
  const building = await measured(server, () => build(database, table, Number.POSITIVE_INFINITY));
  await database.run('UPDATE list_states SET filling = NULL');
  await database.run(`VACUUM ${table.name}, ${table.contents}`);
  const changed = Math.min(count, changedRows);
  const rows = rowsFrom(0, changed).map((row) => ({ ...row, changed: 1 }));
  const changing = await measured(server, async () => {
    for (let from = 0; from < changed; from += rowsPerPage)
      await apply(database, table, 1, { rows: rows.slice(from, from + rowsPerPage) }, {});
  });
  await apply(database, table, 1, { rows: rowsFrom(0, changed) }, {});
  const perRow = (seconds: number, rows = count) => Math.round((seconds * 1_000_000) / rows);
  return {
    'loading, rows per second': Math.round(count / (loading.seconds - makingMs / 1_000)),
    'loading, CPU of the function, µs per row': perRow(loading.ownCpu - makingCpu),
    'loading, CPU of PostgreSQL, µs per row': perRow(loading.serverCpu),
    'building, seconds': Math.round(building.seconds),
    'building, CPU of PostgreSQL, µs per row': perRow(building.serverCpu),
    'filling, bytes of WAL per row': Math.round((loading.walBytes + building.walBytes) / count),
    'changing rows later, CPU of PostgreSQL, µs per row': perRow(changing.serverCpu, changed),
    'changing rows later, bytes of WAL per row': Math.round(changing.walBytes / changed),
  };
}

/** The time of some work, and what it took of the processors: in this process, and in all of the server. In seconds. */
async function measured(server: PostgresServer, work: () => Promise<unknown>) {
  const [serverCpu, ownCpu] = [cpuSecondsOf(server.processId), process.cpuUsage()];
  const walBefore = await walBytes(server);
  const { ms } = await timed(work);
  return {
    seconds: ms / 1_000,
    walBytes: (await walBytes(server)) - walBefore,
    ownCpu: secondsOf(process.cpuUsage(ownCpu)),
    serverCpu: cpuSecondsOf(server.processId) - serverCpu,
  };
}

/** The bytes that the server has written to its log, which Aurora sends to its storage. */
async function walBytes({ pool }: PostgresServer): Promise<number> {
  return Number((await pool.query("SELECT pg_current_wal_lsn() - '0/0'::pg_lsn AS bytes")).rows[0].bytes);
}

function secondsOf({ user, system }: NodeJS.CpuUsage): number {
  return (user + system) / 1_000_000;
}
