import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import fc from 'fast-check';
import { type Database, type Run, StatementFailed } from '#src/lists/postgres/database.ts';
import { bringUpToDate, job, reader } from '#src/lists/postgres/feeding/feed.ts';
import { fill, keepUp } from '#src/lists/postgres/feeding/fill.ts';
import { restampLateRows } from '#src/lists/postgres/feeding/late-rows.ts';
import { tableOf } from '#src/lists/postgres/list.ts';
import { postgresSource } from '#src/lists/postgres/reading/source.ts';
import { publicationList, publicationSpec } from '#src/lists/publications.ts';
import { Problem } from '#src/runtime/errors.ts';
import { listDatabase } from '../../../local/engines/postgres.ts';
import {
  all,
  changedAt,
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

// Without a second column for long titles, so that these are refused.
const list = { ...publicationList, long: [] };
describeWithPostgres('feeding lists in PostgreSQL', () => {
  const server = usePostgres();
  const lines = captureLog();
  const table = tableOf(list);

  beforeEach(async () => {
    await freshTable();
    await server.pool.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  });

  afterEach(() => {
    jest.useRealTimers();
  });

  const titles = async (database: Database = server.database) => {
    const { rows } = await postgresSource(database, list).find(all, 0);
    return titlesOf(rows);
  };

  test('a list that was never filled, or is being filled, is unavailable and then complete', async () => {
    for (let n = 0; n < 30; n++) await write(n, 'a');
    await expect(titles()).rejects.toEqual(isBusy);
    expect(await fill(server.database, table, 0)).toBe(false);
    await expect(titles()).rejects.toEqual(isBusy);
    expect(await keepUp(server.database, table, soon())).toBe(true);
    expect(Object.keys(await titles())).toHaveLength(30);
  });

  test('readers see everything written before they ask, with no job in between', async () => {
    await keepUp(server.database, table, soon());
    const source = postgresSource(server.database, list);
    for (const title of ['a', 'b', 'a']) {
      await write(1, title);
      expect((await source.find(all, 0)).rows).toMatchObject([{ title }]);
    }
    await write(2, 'later');
    expect((await source.find(all, 60_000)).total).toBe(1);
    expect((await source.find(all, 0)).total).toBe(2);
  });

  test('a row that was deleted is never shown again, and the list is unavailable until it is compared', async () => {
    for (let n = 0; n < 20; n++) await write(n, 'a');
    await keepUp(server.database, table, soon());
    await remove(3);
    await remove(4);
    await expect(titles()).rejects.toEqual(isBusy);
    await keepUp(server.database, table, soon());
    expect(Object.keys(await titles())).toHaveLength(18);
    const source = postgresSource(server.database, list);
    await source.find(all, 0);
    await remove(5);
    await keepUp(server.database, table, soon());
    // Rows read before are at most as old as was asked for.
    expect((await source.find(all, 60_000)).total).toBe(17);
  });

  test.each([
    ['a job', 'before'],
    ['a job', 'during'],
    ['a job', 'after'],
    ['two jobs', 'after'],
  ])('%s killed %s any statement leaves what the next completes', async (who, when) => {
    for (let n = 0; n < 12; n++) await write(n, 'a');
    for (let k = 1; ; k++) {
      await write(k % 12, `round ${k}`);
      if (k % 3 === 0) await remove((k + 5) % 12);
      const dying = dyingAt(k, when);
      const work = () => keepUp(dying.database, table, soon()).catch(() => undefined);
      await Promise.all(who === 'a job' ? [work()] : [work(), keepUp(server.database, table, soon())]);
      expect(await keepUp(server.database, table, soon())).toBe(true);
      expect(await titles()).toEqual(await titlesInTable());
      await expectTalliesOfRows(server.pool, table);
      if (dying.calls() < k) break;
    }
  });

  test('a table of people that an older release did not know when it dropped the others is made anew', async () => {
    const database = listDatabase(server.pool);
    await write(1, 'a', { orcids: ['0000-0002-1825-0097'] });
    await fill(database, table, soon());
    await database.run(`DROP TABLE ${table.name}, ${table.contents}, ${table.talliesTable}, ${table.numbersTable}`);
    await database.run(`DELETE FROM list_states`);
    await database.run(`DELETE FROM list_positions`);
    await write(2, 'b', { orcids: ['0000-0002-1825-0097'] });
    await fill(database, table, soon());
    await expectTalliesOfRows(server.pool, table);
    expect((await server.pool.query(`SELECT person FROM ${table.peopleTable}`)).rowCount).toBe(2);
  });

  test.each(['after', 'during'])(
    'a first filling killed %s each of its statements is continued',
    async (when) => {
      const database = listDatabase(server.pool);
      const small = {
        ...list,
        kept: [],
        spec: {
          ...publicationSpec,
          sorts: { doi: publicationSpec.sorts.doi },
          equals: { orcid: publicationSpec.equals.orcid },
        },
      };
      const smallTable = tableOf(small);
      for (let n = 0; n < 12; n++) await write(n, n === 5 ? 'long'.repeat(300) : 'a');
      await write(12, 'no number', { cited_by_count: 'many' });
      for (let k = 1, isKilled = true; isKilled; k++) {
        await server.pool.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
        const dying = dyingAt(k, when, database);
        await fill(dying.database, smallTable, soon()).catch(() => undefined);
        isKilled = dying.calls() >= k;
        await write(k % 12 === 5 ? 6 : k % 12, `round ${k}`);
        if (k % 4 === 0) await remove((k + 5) % 12);
        // A list is not as current as the time at which it is full, only as that at which its filling has begun.
        clockIs(Date.now() + 60_000);
        expect(await keepUp(database, smallTable, soon())).toBe(true);
        jest.useRealTimers();
        const { rows } = await postgresSource(database, small).find(all, 0);
        const { 12: _, ...others } = await titlesInTable();
        expect(titlesOf(rows)).toEqual(others);
        await expectTalliesOfRows(server.pool, smallTable);
        await expectIndexes(server.pool, smallTable);
        const refused = (await server.pool.query('SELECT key FROM list_refusals')).rows;
        expect(refused).toEqual([{ key: doiOf(12) }]);
        await dying.ended();
      }
    },
    120_000,
  );

  test('several jobs that fill a list at once load each row once, while rows change and are deleted', async () => {
    for (let n = 0; n < 40; n++) await write(n, 'a');
    const jobs = Array.from({ length: 3 }, () => keepUp(server.database, table, soon()));
    for (let n = 0; n < 5; n++) await write(n * 7, 'b');
    await remove(3);
    await Promise.all(jobs);
    await keepUp(server.database, table, soon());
    expect(await titles()).toEqual(await titlesInTable());
    await expectTalliesOfRows(server.pool, table);
    await expectIndexes(server.pool, table);
  });

  /** A database whose user is killed before, during or after its statement with this number. */
  function dyingAt(k: number, when: string, database = server.database) {
    let calls = 0;
    let last: Promise<unknown> = Promise.resolve();
    const run: Run = async (...given) => {
      calls += 1;
      if (calls < k) return database.run(...given);
      // It goes on, as the database does not notice.
      if (calls === k && when !== 'before') last = database.run(...given).catch(() => undefined);
      if (when === 'after') await last;
      throw new Error('killed');
    };
    return { database: { ...database, run }, calls: () => calls, ended: () => last };
  }

  /** An update that has read the second version of a row, and is about to write it over the first. */
  async function heldUpdate() {
    await write(1, 'first');
    await keepUp(server.database, table, soon());
    await write(1, 'second');
    const slow = held(server.database, /put AS/);
    const late = bringUpToDate(slow.database, table, reader).catch(() => undefined);
    await slow.reached;
    return { slow, late };
  }

  test('of two that have read different versions of a row, the later one stays, whoever writes first', async () => {
    const { slow, late } = await heldUpdate();
    await write(1, 'third');
    await bringUpToDate(server.database, table, reader);
    slow.release();
    await late;
    expect((await server.pool.query(`SELECT content FROM ${table.contents}`)).rows[0].content).toContain('third');
  });

  test('a write that was read before a row was deleted does not bring it back', async () => {
    const { slow, late } = await heldUpdate();
    await remove(1);
    await keepUp(server.database, table, soon());
    slow.release();
    await late;
    await keepUp(server.database, table, soon());
    expect(await titles()).toEqual({});
  });

  test('nor one that arrives after its shard was compared and before the comparison has ended', async () => {
    const { slow, late } = await heldUpdate();
    await remove(1);
    const job = held(server.database, / epoch = /);
    const comparison = fill(job.database, table, soon());
    await job.reached;
    slow.release();
    await late;
    job.release();
    await comparison;
    await keepUp(server.database, table, soon());
    expect(await titles()).toEqual({});
  });

  test('a reader that comes while another one reads the changes sees what was written since', async () => {
    await keepUp(server.database, table, soon());
    await write(1, 'first');
    const slow = held(server.database, /put AS/);
    const source = postgresSource(slow.database, list);
    const first = source.find(all, 0);
    await slow.reached;
    await write(2, 'second');
    const second = source.find(all, 0);
    slow.release();
    await first;
    expect((await second).total).toBe(2);
  });

  test('a row that cannot be stored is named, keeps no other out, and is shown once it can', async () => {
    await keepUp(server.database, table, soon());
    await write(1, 'good');
    await write(2, 'before');
    expect(await titles()).toEqual({ 1: 'good', 2: 'before' });
    await write(2, 'no number', { cited_by_count: 'many' });
    await write(3, 'long'.repeat(300));
    await write(4, 'good, too');
    // Not even the database's compression makes this small enough for an index.
    await write(5, 'odd', { publication_type: Array.from({ length: 900 }, (_, n) => n * 7919).join('') });
    const reasons = async () =>
      (await server.pool.query('SELECT key, reason FROM list_refusals ORDER BY key')).rows.map(({ key }) => key);
    expect(await titles()).toEqual({ 1: 'good', 4: 'good, too' });
    expect(await reasons()).toEqual([doiOf(2), doiOf(3), doiOf(5)]);
    expect(lines).toContainEqual(expect.objectContaining({ level: 'error', message: 'list rows were refused' }));
    await write(2, 'after');
    await write(3, 'short');
    await write(5, 'even');
    expect(await titles()).toEqual({ 1: 'good', 2: 'after', 3: 'short', 4: 'good, too', 5: 'even' });
    expect(await reasons()).toEqual([]);
  });

  test('a reader leaves many changes to the job', async () => {
    await keepUp(server.database, table, soon());
    for (let n = 0; n < 5; n++) await write(n, 'a');
    for (const limits of [{ maxRows: 4 }, { maxChanges: 4 }])
      await expect(bringUpToDate(server.database, table, { ...reader, ...limits })).rejects.toEqual(isBusy);
    await keepUp(server.database, table, soon());
    expect((await bringUpToDate(server.database, table, { ...reader, maxRows: 0 })).written).toBe(0);
  });

  test('a job reads the changes of a long time in parts, and misses none', async () => {
    await keepUp(server.database, table, soon());
    await server.pool.query('UPDATE list_states SET settled_ms = settled_ms - 3 * 3600000');
    const hourMs = 3_600_000;
    for (let n = 0; n < 12; n++) {
      await write(n, 'a');
      await changedAt(n, Date.now() - (n * hourMs) / 4);
    }
    expect(await bringUpToDate(server.database, table, job)).toMatchObject({ isCurrent: false, written: 3 });
    await keepUp(server.database, table, soon());
    expect(Object.keys(await titles())).toHaveLength(12);
  });

  test('a job reads many changes in smaller parts, and those of a moment at once, and misses none', async () => {
    await keepUp(server.database, table, soon());
    for (let n = 0; n < 12; n++) await write(n, 'a');
    // Three at once are more than a part.
    const atOnce = Date.now() - 600_000;
    for (let n = 0; n < 9; n++) await changedAt(n, n < 3 ? atOnce : atOnce + n * 30_000);
    await server.pool.query('UPDATE list_states SET settled_ms = $1', [atOnce - 1]);
    const written: number[] = [];
    for (let isCurrent = false; !isCurrent; ) {
      const part = await bringUpToDate(server.database, table, { ...job, maxChanges: 2 });
      isCurrent = part.isCurrent;
      written.push(part.written);
    }
    expect(written.reduce((sum, rows) => sum + rows)).toBe(12);
    expect(Math.max(...written)).toBe(3);
    expect(Object.keys(await titles())).toHaveLength(12);
  });

  test('a row committed too late for readers is found by the job and gets a new time', async () => {
    await keepUp(server.database, table, soon());
    await write(1, 'late');
    const lateMs = Date.now() - 60_000;
    await changedAt(1, lateMs);
    expect(await titles()).toEqual({});
    expect(await restampLateRows(server.database, table)).toBe(1);
    expect(await titles()).toEqual({ 1: 'late' });
    expect(await restampLateRows(server.database, table)).toBe(0);
    // A row that the database refuses is not late.
    await write(2, 'long'.repeat(300));
    await changedAt(2, Date.now());
    await titles();
    await changedAt(2, lateMs);
    expect(await restampLateRows(server.database, table)).toBe(0);
  });

  test('a database that does not answer, or has no connections left, is an error that says when to ask again', async () => {
    await keepUp(server.database, table, soon());
    for (const sqlState of [undefined, '53300', '57P03']) {
      const fail = async () => {
        throw new StatementFailed(sqlState, new Error('the address of the database'));
      };
      const error = await titles({ run: fail, snapshot: fail }).catch((reason: Problem) => reason);
      expect(error).toEqual(isBusy);
      expect(String(error)).not.toContain('the address of the database');
    }
  });

  test('any writes, deletions and jobs at once end in the rows of the table', async () => {
    const step = fc.oneof(
      fc.record({ put: fc.nat(9), title: fc.constantFrom('a', 'b', 'c') }),
      fc.record({ remove: fc.nat(9) }),
      fc.constantFrom('feed' as const, 'read' as const, 'compare' as const),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), { maxLength: 8 }), async (rounds) => {
        const source = postgresSource(server.database, list);
        for (const round of rounds) {
          await Promise.all(
            round.map(async (each) => {
              if (each === 'feed') await keepUp(server.database, table, soon());
              else if (each === 'compare') await fill(server.database, table, soon());
              else if (each === 'read') await source.find(all, 0).catch(ignoreBusy);
              else if ('put' in each) await write(each.put, each.title);
              else await remove(each.remove);
            }),
          );
          await keepUp(server.database, table, soon());
          const { rows } = await source.find(all, 0);
          expect(titlesOf(rows)).toEqual(await titlesInTable());
          await expectTalliesOfRows(server.pool, table);
        }
      }),
      { numRuns: 15 },
    );
  });
});

describe('without PostgreSQL', () => {
  test('the tables of a list are other ones for another meaning of its columns', () => {
    const names = [
      tableOf(list),
      tableOf({ ...list, multiple: [] }),
      tableOf({ ...list, spec: { ...publicationSpec, anyLanguage: true } }),
      tableOf({ ...list, spec: { ...publicationSpec, shape: 1 } }),
    ].map(({ name }) => name);
    expect(new Set(names).size).toBe(4);
    expect(Math.max(...names.map(({ length }) => length))).toBeLessThan(60);
  });
});

const ignoreBusy = (error: unknown) => {
  if (!(error instanceof Problem && error.code === 'busy') && !String(error).includes('Contention')) throw error;
};

/** A database that stops at the first statement like this one, until it is released. */
function held(database: Database, pattern: RegExp) {
  let release = () => {};
  let arrive = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const reached = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  let isFirst = true;
  const run: Run = async (statement, values) => {
    if (isFirst && pattern.test(statement)) {
      isFirst = false;
      arrive();
      await released;
    }
    return database.run(statement, values);
  };
  return { database: { ...database, run }, reached, release };
}
