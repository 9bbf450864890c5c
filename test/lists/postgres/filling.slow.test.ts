import { ProvisionedThroughputExceededException } from '@aws-sdk/client-dynamodb';
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import fc from 'fast-check';
import { mergeWorkInto, separateWork } from '#src/curation/works.ts';
import { defineList } from '#src/lists/define-list.ts';
import type { ListSource } from '#src/lists/model/list-source.ts';
import type { RowSchema } from '#src/lists/model/spec.ts';
import type { Database, Run } from '#src/lists/postgres/database.ts';
import { keepUp } from '#src/lists/postgres/feeding/fill.ts';
import { type PostgresList, tableOf } from '#src/lists/postgres/list.ts';
import { postgresSource } from '#src/lists/postgres/reading/source.ts';
import { readPositions, readState } from '#src/lists/postgres/state.ts';
import { publicationList, publicationSpec } from '#src/lists/publications.ts';
import { curatedWorkList, workList } from '#src/lists/works.ts';
import { raiseEpoch } from '#src/records/store/list-rows.ts';
import { Contention, Problem } from '#src/runtime/errors.ts';
import { keys } from '#src/table/keys.ts';
import { db, transact } from '#src/table/table.ts';
import { carberry } from '../../support/builders.ts';
import { send } from '../../support/crash.ts';
import { all, remove, soon, titlesInTable, titlesOf, write } from '../../support/database-lists.ts';
import { freshTable } from '../../support/engine.ts';
import { captureLog } from '../../support/log.ts';
import { storePerson } from '../../support/people.ts';
import { describeWithPostgres, usePostgres } from '../../support/postgres.ts';
import { curateWork, ingestWork } from '../../support/publicity.ts';
import { expectTalliesOfRows } from '../../support/tallies.ts';

type AnyList = PostgresList<RowSchema>;
const works = [workList, curatedWorkList] as unknown as AnyList[];
/** Another release, whose tables have other columns. */
const older = works.map((list) => ({ ...list, counted: [] }));
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

/** A database whose user is killed before, during or after its statement with this number. */
function dyingAt(k: number, when: string, database: Database): Database {
  let calls = 0;
  const run: Run = async (...given) => {
    calls += 1;
    if (calls < k) return database.run(...given);
    const last = calls === k && when !== 'before' ? database.run(...given).catch(() => undefined) : undefined;
    if (when === 'after') await last;
    throw new Error('killed');
  };
  return { ...database, run };
}

describeWithPostgres('lists in PostgreSQL while they are filled', () => {
  const server = usePostgres();
  captureLog();

  beforeEach(async () => {
    await freshTable();
    await server.pool.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });

  const curator = () => ({ workspace: 'primary_entity', actor: 'user:curator@example.org', now: new Date(Date.now()) });
  const idOf = (n: number) => String(n).repeat(32);
  const ignoreProblems = (error: unknown) => {
    if (!(error instanceof Problem) && !(error instanceof Contention)) throw error;
  };

  const work = fc.integer({ min: 1, max: 4 });
  const change = fc.oneof(
    fc.record({ kind: fc.constant('rename' as const), n: work, title: fc.constantFrom('Pots', 'Kilns') }),
    fc.record({
      kind: fc.constantFrom('delete' as const, 'restore' as const, 'hide' as const, 'erase' as const),
      n: work,
    }),
    fc.record({ kind: fc.constantFrom('merge' as const, 'separate' as const), n: work, into: work }),
  );
  const job = fc.record({
    lists: fc.constantFrom(works, works, older),
    k: fc.integer({ min: 1, max: 60 }),
    when: fc.constantFrom('before', 'during', 'after'),
  });

  async function perform(step: typeof change extends fc.Arbitrary<infer T> ? T : never): Promise<void> {
    const id = idOf(step.n);
    if (step.kind === 'rename') return ingestWork(id, carberry, step.title);
    if (step.kind === 'delete') return curateWork(id, carberry, { deleted_at: '2026-01-31T12:00:00.000Z' });
    if (step.kind === 'restore') return curateWork(id, carberry, { deleted_at: null });
    if (step.kind === 'hide') return curateWork(id, carberry, { visible: false });
    if (step.kind === 'merge') return void (await mergeWorkInto(id, idOf(step.into), curator()));
    if (step.kind === 'separate') return void (await separateWork(id, curator()));
    await transact((at) => [{ Delete: { Key: keys.workRow(id) } }, raiseEpoch('WORK', at)]);
  }

  /** Expects that lists in PostgreSQL have what those in memory have, which read the same table. */
  async function expectAsInMemory(lists: readonly AnyList[]): Promise<void> {
    for (const each of lists) {
      await keepUp(server.database, tableOf(each), soon());
      const [sort = ''] = Object.keys(each.spec.sorts);
      const facets = Object.keys(each.spec.equals);
      const query = { page: 1, per_page: 100, q: '', sort, dir: 'asc', where: [], facets } as const;
      const inMemory = defineList(each.spec as never) as ListSource<object>;
      expect(await postgresSource(server.database, each).find(query, 0)).toEqual(await inMemory.find(query, 0));
      await expectTalliesOfRows(server.pool, tableOf(each));
    }
  }

  test('any changes of works, and jobs of two releases that are killed anywhere, end in the lists in memory', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.array(change, { minLength: 1, maxLength: 3 }), fc.array(job, { maxLength: 2 })), {
          minLength: 1,
          maxLength: 4,
        }),
        async (rounds) => {
          await freshTable();
          await server.pool.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
          await storePerson(carberry, 'Josiah', 'Carberry');
          for (const n of [1, 2, 3]) await ingestWork(idOf(n), carberry, `Report ${n}`);
          for (const [changes, jobs] of rounds) {
            await Promise.all([
              ...jobs.map(async ({ lists, k, when }) => {
                const dying = dyingAt(k, when, server.database);
                for (const each of lists) await keepUp(dying, tableOf(each), soon()).catch(() => undefined);
              }),
              (async () => {
                for (const each of changes) await perform(each).catch(ignoreProblems);
              })(),
            ]);
          }
          await expectAsInMemory([...works, ...older]);
        },
      ),
      { numRuns: 6 },
    );
  });

  /** Takes fourteen times as much in a request, so that each row is written by a statement of its own. */
  const large = (text: string) => '"'.repeat(100_000) + text;

  test.each(['before', 'during', 'after'])(
    'a feeder killed %s any of several statements with rows has not moved the position, and misses none',
    async (when) => {
      for (let n = 0; n < 4; n++) await write(n, 'a');
      await keepUp(server.database, table, soon());
      let isKilled = true;
      for (let k = 1; isKilled; k++) {
        const before = await readState(server.database.run, table);
        for (let n = 0; n < 3; n++) await write(n, large(`${k}`));
        if (k === 2) await remove(3);
        isKilled = await keepUp(dyingAt(k, when, server.database), table, soon()).then(
          () => false,
          () => true,
        );
        const after = await readState(server.database.run, table);
        if (after?.version === before?.version) expect(after?.settledMs).toBe(before?.settledMs);
        // A row that was not written yet changes once more.
        await write(k % 3, `changed ${k}`);
        expect(await keepUp(server.database, table, soon())).toBe(true);
        const { rows } = await postgresSource(server.database, list).find(all, 0);
        expect(titlesOf(rows)).toEqual(await titlesInTable());
      }
    },
  );

  test('two feeders at once, with several statements each, end in the latest rows', async () => {
    for (let n = 0; n < 3; n++) await write(n, 'a');
    await keepUp(server.database, table, soon());
    for (let round = 0; round < 3; round++) {
      for (let n = 0; n < 3; n++) await write(n, large(`${round}`));
      await Promise.all([
        keepUp(server.database, table, soon()),
        write(round, `changed ${round}`).then(() => keepUp(server.database, table, soon())),
      ]);
      const { rows } = await postgresSource(server.database, list).find(all, 0);
      expect(titlesOf(rows)).toEqual(await titlesInTable());
    }
  });

  /** Answers queries of the table in another way. */
  const queriesAre = (answer: (command: QueryCommand) => Promise<unknown>) =>
    jest
      .spyOn(db, 'send')
      .mockImplementation(((command: object) =>
        command instanceof QueryCommand ? answer(command) : send(command)) as never);
  const throttled = () => {
    throw new ProvisionedThroughputExceededException({ message: 'too many', $metadata: {} });
  };

  test('a table that throttles every other query delays a filling, and one that throttles all ends it without a loss', async () => {
    for (let n = 0; n < 12; n++) await write(n, 'a');
    let queries = 0;
    // After some pages, no query is answered.
    queriesAre(async (command) => (++queries > 6 ? throttled() : send(command)));
    await expect(keepUp(server.database, table, soon())).rejects.toThrow(Contention);
    jest.restoreAllMocks();
    const positions = await readPositions(server.database.run, table);
    expect(new Set([...positions.values()].map((after) => after === null))).toEqual(new Set([true, false]));
    queriesAre(async (command) => (++queries % 2 === 0 ? throttled() : send(command)));
    expect(await keepUp(server.database, table, soon())).toBe(true);
    jest.restoreAllMocks();
    const { rows } = await postgresSource(server.database, list).find(all, 0);
    expect(titlesOf(rows)).toEqual(await titlesInTable());
    await expectTalliesOfRows(server.pool, table);
  });

  test('changes that are read twice, or in another order, end in the latest rows', async () => {
    for (let n = 0; n < 6; n++) await write(n, 'a');
    await keepUp(server.database, table, soon());
    for (let n = 0; n < 6; n++) await write(n, 'b');
    const isOfChanges = ({ input }: QueryCommand) => input.IndexName === 'changes';
    // As a query does that meets a row again, which has changed since its first page.
    queriesAre(async (command) => {
      const found = (await send(command)) as { Items?: object[] };
      if (!isOfChanges(command)) return found;
      const { Items = [] } = found;
      const stale = Items.map((item) => ('doi' in item ? { ...item, title: 'stale' } : item));
      return { ...found, Items: [...stale.reverse(), ...Items] };
    });
    expect(await keepUp(server.database, table, soon())).toBe(true);
    jest.restoreAllMocks();
    const contents = await server.pool.query(`SELECT content FROM ${table.contents}`);
    expect(titlesOf(contents.rows.map(({ content }) => JSON.parse(content)))).toEqual(await titlesInTable());
    await expectTalliesOfRows(server.pool, table);
  });
});
