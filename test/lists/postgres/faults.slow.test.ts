import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type { RowSchema } from '#src/lists/model/spec.ts';
import { type Database, mayPass, type Run } from '#src/lists/postgres/database.ts';
import { apply } from '#src/lists/postgres/feeding/apply.ts';
import { fill, keepUp } from '#src/lists/postgres/feeding/fill.ts';
import { keepCurrent } from '#src/lists/postgres/feeding/keep-current.ts';
import { load } from '#src/lists/postgres/feeding/load.ts';
import { type PostgresList, tableOf } from '#src/lists/postgres/list.ts';
import { postgresSource } from '#src/lists/postgres/reading/source.ts';
import { readState } from '#src/lists/postgres/state.ts';
import { publicationList, publicationSpec } from '#src/lists/publications.ts';
import { withRetriesUntil } from '#src/runtime/invocation.ts';
import { aRow } from '../../support/builders.ts';
import {
  all,
  clockIs,
  doiOf,
  expectIndexes,
  isBusy,
  remove,
  soon,
  titlesInTable,
  titlesOf,
  write,
} from '../../support/database-lists.ts';
import { freshTable } from '../../support/engine.ts';
import { captureLog } from '../../support/log.ts';
import { describeWithPostgres, usePostgres } from '../../support/postgres.ts';
import { expectTalliesOfRows } from '../../support/tallies.ts';

/** With fewer indexes, which do not matter here. */
const list = {
  ...publicationList,
  kept: [],
  spec: {
    ...publicationSpec,
    sorts: { doi: publicationSpec.sorts.doi },
    equals: { orcid: publicationSpec.equals.orcid },
  },
};
const table = tableOf(list);
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

describeWithPostgres('faults of a database of lists', () => {
  const server = usePostgres();
  captureLog();

  beforeEach(async () => {
    await freshTable();
    await server.pool.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  });
  /** The statements that have not come yet during which something happens. */
  const awaited = new Set<RegExp>();
  const inTheEnd: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    jest.useRealTimers();
    for (const end of inTheEnd.splice(0)) await end();
    expect([...awaited]).toEqual([]);
  });

  /** The job, which asks a database that does not answer again at once. */
  const run = (database: Database = server.database, lists = [list]) =>
    keepCurrent(database, lists as unknown as PostgresList<RowSchema>[], 1)(soon());

  /** Expects that the list is complete, and what the definition makes of the table of the registry. */
  async function expectComplete(): Promise<void> {
    const { rows } = await postgresSource(server.database, list).find(all, 0);
    expect(titlesOf(rows)).toEqual(await titlesInTable());
    await expectTalliesOfRows(server.pool, table);
    await expectIndexes(server.pool, table);
  }

  /** A database in which something happens during the first statement like this. */
  function during(pattern: RegExp, happen: () => Promise<unknown>): Database {
    awaited.add(pattern);
    const around =
      (direct: Run): Run =>
      async (statement, values) => {
        if (!pattern.test(statement) || !awaited.delete(pattern)) return direct(statement, values);
        const [result] = await Promise.allSettled([direct(statement, values), happen()]);
        if (result.status === 'rejected') throw result.reason;
        return result.value;
      };
    return {
      run: around(server.database.run),
      snapshot: (read) => server.database.snapshot((each) => read(around(each))),
    };
  }

  /** Holds a lock while something is done. */
  async function whileLocked(statement: string, work: () => Promise<void>): Promise<void> {
    const client = await server.pool.connect();
    try {
      await client.query(`BEGIN; ${statement}`);
      await work();
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
  }

  const running = async () =>
    (
      await server.pool.query(
        `SELECT query FROM pg_stat_activity
        WHERE state = 'active' AND backend_type = 'client backend' AND pid <> pg_backend_pid()`,
      )
    ).rows;

  const source = () => postgresSource(server.database, list);
  test.each<[string, string, () => Promise<unknown>]>([
    ['a page', `LOCK TABLE ${table.name} IN ACCESS EXCLUSIVE MODE`, () => source().find(all, 0)],
    ['all rows', `LOCK TABLE ${table.contents} IN ACCESS EXCLUSIVE MODE`, () => source().visitRows(() => {}, 0)],
    ['the state of the list', 'LOCK TABLE list_states IN ACCESS EXCLUSIVE MODE', () => source().find(all, 0)],
    ['changes', 'SELECT FROM list_states FOR UPDATE', () => write(2, 'b').then(() => source().find(all, 0))],
  ])(
    'whoever is told to ask again for %s leaves no statement behind',
    async (_, lock, ask) => {
      await write(1, 'a');
      await run();
      await whileLocked(lock, async () => {
        await expect(withRetriesUntil(Date.now(), ask)).rejects.toEqual(isBusy);
        // Else it would go on until the lock is released.
        while ((await running()).length > 0);
      });
      await expectComplete();
    },
    30_000,
  );

  const restart = () => server.crash().then(server.start);
  test.each([
    ['tables are made', /^DO \$create/],
    ['rows are loaded', /put AS/],
    ['indexes are built', /^DO \$build/],
    ['triggers are made', /^DO \$triggers/],
    ['a filling ends', / epoch = /],
  ])('a server that is killed while %s loses nothing of a first filling', async (_, pattern) => {
    for (let n = 0; n < 12; n++) await write(n, 'a');
    await run(during(pattern, restart));
    await expectComplete();
  });

  test.each([
    ['writes changes', /put AS/],
    ['compares rows', /swept AS/],
  ])('a server that is killed while it %s loses none', async (_, pattern) => {
    for (let n = 0; n < 12; n++) await write(n, 'a');
    await run();
    await write(1, 'b');
    await remove(2);
    await run(during(pattern, restart));
    await expectComplete();
  });

  test.each([
    ['a page', /UNION ALL/, (database: Database) => postgresSource(database, list).find(all, 0)],
    ['all rows', /'row'/, (database: Database) => postgresSource(database, list).visitRows(() => {}, 0)],
    ['changes', /put AS/, (database: Database) => postgresSource(database, list).find(all, 0)],
  ])('readers of %s get an answer or are told to ask again when a server is killed', async (_, pattern, ask) => {
    await write(1, 'a');
    await run();
    await write(2, 'b');
    await ask(during(pattern, restart)).catch((error: unknown) => expect(error).toEqual(isBusy));
    await expectComplete();
  });

  test('statements whose answers are lost, and that are sent again, change nothing twice', async () => {
    const twice: Database = {
      ...server.database,
      async run(...given) {
        if (!given[0].startsWith('SELECT')) await server.database.run(...given);
        return server.database.run(...given);
      },
    };
    for (let n = 0; n < 12; n++) await write(n, n === 5 ? 'long' : 'a', n === 6 ? { cited_by_count: 'many' } : {});
    expect(await keepUp(twice, table, soon())).toBe(true);
    await write(6, 'mended');
    await write(1, 'b');
    await remove(2);
    expect(await keepUp(twice, table, soon())).toBe(true);
    await expectComplete();
  });

  /** Lets the database only read, as one does that is about to be replaced. */
  const onlyReads = (isOn: boolean) => async () => {
    const state = isOn ? 'on' : 'off';
    await server.pool.query(
      `BEGIN READ WRITE; ALTER DATABASE postgres SET default_transaction_read_only = ${state}; COMMIT`,
    );
    // New connections have the new state.
    await server.pool.query(
      'SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname IS NOT NULL',
    );
    await server.pool.query('SELECT pg_terminate_backend(pg_backend_pid())').catch(() => undefined);
  };
  /** Lets everything fail that is written to the list, as without space on the disk. */
  const isFull = async () => {
    await server.pool.query(`CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql
        AS $$ BEGIN RAISE EXCEPTION 'full' USING ERRCODE = 'disk_full'; END $$`);
    await server.pool.query(`CREATE TRIGGER full_disk BEFORE INSERT ON ${table.contents} EXECUTE FUNCTION full_disk()`);
  };
  const hasSpace = () => server.pool.query('DROP FUNCTION IF EXISTS full_disk CASCADE');
  test.each<[string, () => Promise<unknown>, () => Promise<unknown>]>([
    ['only reads', onlyReads(true), onlyReads(false)],
    ['is full', isFull, hasSpace],
  ])('a database that %s for a while answers what it can, and loses nothing', async (_, begin, end) => {
    await write(1, 'a');
    await fill(server.database, table, 0);
    inTheEnd.push(end);
    await begin();
    const error = await keepUp(server.database, table, soon()).catch((reason: unknown) => reason);
    expect(mayPass(error)).toBe(true);
    await end();
    await run();
    await begin();
    expect((await postgresSource(server.database, list).find(all, 0)).total).toBe(1);
    await write(2, 'b');
    await expect(postgresSource(server.database, list).find(all, 0)).rejects.toEqual(isBusy);
    await end();
    await expectComplete();
  });

  test.each<[string, () => Promise<unknown>]>([
    ['feeds', () => run()],
    ['reads', () => postgresSource(server.database, list).find(all, 0)],
    ['fills', () => server.pool.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public').then(() => run())],
    ['compares', () => remove(1).then(() => run())],
  ])('a clock that is ahead for a while where somebody %s makes no later write be missed', async (_, work) => {
    await write(1, 'a');
    await run();
    clockIs(Date.now() + hourMs);
    await work();
    jest.useRealTimers();
    await write(2, 'b');
    await expectComplete();
    clockIs(Date.now() - hourMs);
    await run();
    jest.useRealTimers();
    await expectComplete();
  });

  test('a job whose clock was ahead does not take later changes for old ones', async () => {
    await write(1, 'a');
    const keep = keepCurrent(server.database, [list] as unknown as PostgresList<RowSchema>[], 1);
    clockIs(Date.now() + hourMs);
    await keep(soon());
    jest.useRealTimers();
    await remove(1);
    await keep(soon());
    await expectComplete();
  });

  const older = { ...list, counted: [] };
  const exists = async () =>
    (await server.pool.query('SELECT FROM list_states WHERE list = $1', [tableOf(older).name])).rowCount === 1;
  const makeUnused = () =>
    server.pool.query('UPDATE list_states SET settled_ms = settled_ms - $1 WHERE list = $2', [
      8 * dayMs,
      tableOf(older).name,
    ]);

  test('two releases feed their own tables at once, and none drops those of a release that has come back', async () => {
    for (let n = 0; n < 5; n++) await write(n, 'a');
    await Promise.all([run(), run(server.database, [older])]);
    await makeUnused();
    await write(1, 'b');
    // A release is deployed again after the other one has found that nobody uses it.
    let isBack = false;
    const database: Database = {
      ...server.database,
      async run(statement, values) {
        if (/^DO \$drop/.test(statement)) {
          isBack = await keepUp(server.database, tableOf(older), soon());
        }
        return server.database.run(statement, values);
      },
    };
    await run(database);
    expect([isBack, await exists()]).toEqual([true, true]);
    expect(titlesOf((await postgresSource(server.database, older).find(all, 0)).rows)).toEqual(await titlesInTable());
    await expectComplete();
    await makeUnused();
    // By its own clock, a job that is ahead would drop what is in use.
    await server.pool.query('UPDATE list_states SET settled_ms = settled_ms + $1', [8 * dayMs]);
    clockIs(Date.now() + 8 * dayMs);
    await run();
    expect(await exists()).toBe(true);
  });

  test('readers of tables that are dropped are told to ask again', async () => {
    await write(1, 'a');
    await run(server.database, [older]);
    for (const [reads, pattern] of [
      ['a page', /UNION ALL/],
      ['changes', /put AS/],
    ] as const) {
      await keepUp(server.database, tableOf(older), soon());
      await write(2, reads);
      const database: Database = {
        ...server.database,
        async run(statement, values) {
          if (pattern.test(statement)) {
            await makeUnused();
            await run();
          }
          return server.database.run(statement, values);
        },
      };
      await expect(postgresSource(database, older).find(all, 0)).rejects.toEqual(isBusy);
      expect(await exists()).toBe(false);
    }
  });

  const refused = async () =>
    (await server.pool.query('SELECT key FROM list_refusals ORDER BY key')).rows.map(({ key }: { key: string }) => key);
  /** Takes fourteen times as much in a request, as JSON in JSON in JSON. */
  const quotes = (kilobytes: number) => '"'.repeat(kilobytes * 1_000);

  test('rows of nearly the largest size are stored', async () => {
    for (let n = 0; n < 4; n++) await write(n, quotes(150));
    await run();
    await write(0, `${quotes(150)} again`);
    await expectComplete();
  });

  test.each(['loaded', 'fed'])('a row that no request can have is recorded when it is %s', async (how) => {
    const rows = [aRow({ doi: doiOf(1), title: 'a' }), aRow({ doi: doiOf(2), title: quotes(390) })];
    if (how === 'fed') await run();
    else await fill(server.database, table, 0);
    const { version = 0 } = (await readState(server.database.run, table)) ?? {};
    const page = { rows, refused: [], shard: 0, after: '', upTo: null };
    const isWritten =
      how === 'fed'
        ? await apply(server.database, table, version, { rows }, {})
        : await load(server.database, table, version, page);
    expect(isWritten).toBe(true);
    expect(await refused()).toEqual([doiOf(2)]);
    expect((await server.pool.query(`SELECT key FROM ${table.contents}`)).rows).toEqual([{ key: doiOf(1) }]);
  });

  test('what is recorded of a row is forgotten when the row was deleted', async () => {
    await run();
    await write(1, 'a', { cited_by_count: 'many' });
    await write(2, 'a', { cited_by_count: 'many' });
    await run();
    expect(await refused()).toEqual([doiOf(1), doiOf(2)]);
    await remove(1);
    await run();
    expect(await refused()).toEqual([doiOf(2)]);
    await write(2, 'mended');
    await expectComplete();
    expect(await refused()).toEqual([]);
  });
});
