import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { postgresFolder, startPostgres } from '../local/engines/postgres.ts';
import { type Contest, curatorContest, localeContest, publicContest } from './lists/contests.ts';
import { measureGroups } from './lists/groups.ts';
import { measureMix, type Peers, reportOf } from './lists/measure.ts';
import { firstAnswers, ourSide } from './lists/our-side.ts';
import { besideTargets } from './lists/targets.ts';
import { progress, type Report, runCommand } from './shared/command.ts';
import { measureLoads } from './shared/loads.ts';
import type { FirstAnswers } from './shared/snapshot-answer.ts';
import { median, timed } from './shared/statistics.ts';

/** New processes whose first answers from SQLite are measured. */
const processes = 5;

// Snapshots name the table that their rows are from.
process.env.TABLE_NAME ??= 'bench';

await runCommand({
  name: 'bench:lists',
  summary:
    'Measures mixes of list queries on rows in memory, in SQLite and, where it is installed or PGURL names a server, in\n' +
    'PostgreSQL: of the public list, of faculties, then of the list of curators. Exit code 1 if their answers differ. Locale-aware\n' +
    'searches are measured without others. Snapshots are kept in the folder, if one is named, for the next run.',
  argument: { name: 'folder', describe: 'where snapshots are kept', isOptional: true },
  options: {
    rows: { defaultValue: 100_000, describe: 'synthetic publications' },
    samples: { defaultValue: 100, describe: 'variations of each query; 0 measures only memory', isAny: true },
    'table-rows': { defaultValue: 100_000, describe: 'measure loading from a table up to this many rows', isAny: true },
    'other-lists': {
      defaultValue: 100_000,
      describe: 'measure the lists of curators and in locales up to this many rows',
      isAny: true,
    },
    'postgres-rows': { defaultValue: 300_000, describe: 'compare with PostgreSQL up to this many rows', isAny: true },
    'sqlite-rows': { defaultValue: 1_000_000, describe: 'compare with SQLite up to this many rows', isAny: true },
  },
  async run({ rows, samples, ...most }, folder) {
    return withPostgres(samples > 0 && rows <= most['postgres-rows'], async (url) => {
      const compared = <Row extends object, Query>(contest: Contest<Row, Query>) =>
        compare(contest, { count: rows, samples, url, hasSqlite: rows <= most['sqlite-rows'], folder });
      const published = await compared(publicContest(rows));
      const nothing: Pick<Report, 'rows' | 'facts'> = { rows: [], facts: {} };
      const isSmall = rows <= most['other-lists'] || samples === 0;
      const curated = isSmall ? await compared(curatorContest(rows)) : nothing;
      const localized = isSmall && samples > 0 ? await compared(localeContest(rows)) : nothing;
      const grouped = samples > 0 ? await measureGroups(rows, samples, url, folder) : nothing;
      const loads = samples > 0 && rows <= most['table-rows'] ? await measureLoads(rows) : {};
      return {
        rows: [...published.rows, ...localized.rows, ...grouped.rows],
        ...(isSmall && { summary: curated.rows }),
        targets: besideTargets(rows, published.facts),
        facts: {
          rows,
          ...published.facts,
          ...prefixed('curators', curated.facts),
          ...prefixed('locales', localized.facts),
          ...prefixed('groups', grouped.facts),
          ...loads,
        },
      };
    });
  },
});

function prefixed(prefix: string, facts: Report['facts']): Report['facts'] {
  return Object.fromEntries(Object.entries(facts).map(([name, value]) => [`${prefix}: ${name}`, value]));
}

interface Scale {
  count: number;
  samples: number;
  /** Of a PostgreSQL server. */
  url: string | undefined;
  hasSqlite: boolean;
  folder: string;
}

/** Builds a list on all sides and runs its mix of queries. */
async function compare<Row extends object, Query>(
  contest: Contest<Row, Query>,
  { count, samples, url, hasSqlite, folder }: Scale,
): Promise<Pick<Report, 'rows' | 'facts'>> {
  const { list, facts } = await ourSide(contest, count, folder);
  if (samples === 0) return { rows: [], facts };
  const peers: Peers<Row, Query> = new Map();
  const temporary = mkdtempSync(join(tmpdir(), 'registry-bench-'));
  const file = join(temporary, 'list.sqlite');
  try {
    if (url !== undefined && contest.connectPostgres) peers.set('PostgreSQL', await contest.connectPostgres(url));
    if (hasSqlite && contest.openSqlite) peers.set('SQLite', contest.openSqlite(file));
    for (const [name, peer] of peers) {
      facts[name] = await peer.version();
      progress(`loading ${name} ${facts[name]}`);
      facts[`loading and indexing ${name}, ms`] = (await timed(() => peer.load(rowsOf(contest, count)))).ms;
    }
    if (peers.has('SQLite')) Object.assign(facts, await sqliteFacts(file));
    const report = reportOf(await measureMix(contest, list, peers, samples));
    return { rows: report.rows, facts: { ...facts, ...report.facts } };
  } finally {
    for (const peer of peers.values()) await peer.close();
    rmSync(temporary, { recursive: true });
  }
}

/** The times and memory of new processes that open the file of SQLite, by the same rules as those that open a snapshot. */
async function sqliteFacts(file: string): Promise<Report['facts']> {
  const answers: FirstAnswers[] = [];
  for (let n = 0; n < processes; n++) answers.push(await firstAnswers('sqlite-answer.ts', file, 'publications'));
  const all = (name: keyof FirstAnswers) => median(answers.map((answer) => answer[name]));
  return {
    'SQLite: CPU to the first page, ms': all('pageCpuMs'),
    'SQLite: CPU to the first search, ms': all('searchCpuMs'),
    'SQLite: longest pause, ms': all('longestPauseMs'),
    'SQLite: size of the file, MB': all('pageBytes') / 1024 / 1024,
  };
}

function* rowsOf<Row extends object, Query>({ rowOf }: Contest<Row, Query>, count: number): Generator<Row> {
  for (let index = 0; index < count; index++) yield rowOf(index);
}

/** Runs a task with the URL of PostgreSQL, on a server of its own unless the environment names one; undefined without any. */
async function withPostgres<T>(isWanted: boolean, task: (url: string | undefined) => Promise<T>): Promise<T> {
  if (!isWanted || process.env.PGURL || postgresFolder() === undefined)
    return task(isWanted ? process.env.PGURL : undefined);
  const server = await startPostgres('1GB');
  try {
    return await task(server.url);
  } finally {
    await server.stop();
  }
}
