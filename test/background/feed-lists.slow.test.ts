import '../support/reads-postgres.ts';
import { afterEach, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { databaseLists } from '#src/lists/database-lists.ts';
import type { RowSchema } from '#src/lists/model/spec.ts';
import { dataApi } from '#src/lists/postgres/data-api.ts';
import { StatementFailed } from '#src/lists/postgres/database.ts';
import { keepCurrent } from '#src/lists/postgres/feeding/keep-current.ts';
import { type PostgresList, tableOf } from '#src/lists/postgres/list.ts';
import { publications } from '#src/lists/publications.ts';
import { works } from '#src/lists/works.ts';
import { putRow, raiseEpoch } from '#src/records/store/list-rows.ts';
import { registryMetrics } from '#src/runtime/metrics.ts';
import { keys } from '#src/table/keys.ts';
import { type Key, transact, updateIf } from '#src/table/table.ts';
import * as feedLists from '../../lambdas/background/lists/feed-lists.ts';
import { aRow, carberry } from '../support/builders.ts';
import { freshTable } from '../support/engine.ts';
import { captureLog } from '../support/log.ts';
import { describeWithPostgres, usePostgres } from '../support/postgres.ts';
import { ingestWork } from '../support/publicity.ts';
import { underRole } from '../support/roles.ts';

const run = underRole(feedLists.job, feedLists.handler);
const lists = databaseLists as unknown as PostgresList<RowSchema>[];
const doiOf = (n: number) => `10.5555/${n}`;
const write = (n: number, title: string) =>
  transact((at) => [putRow({ ...aRow({ doi: doiOf(n), title }), ...keys.publicationRow(doiOf(n)) }, at)]);
/** Makes a row one whose write took longer than readers wait for it. */
const delay = (Key: Key) =>
  updateIf({
    Key,
    UpdateExpression: 'SET changed = :changed',
    ExpressionAttributeValues: { ':changed': Date.now() - 60_000 },
  });
const all = { page: 1, per_page: 100, q: '', sort: 'doi', dir: 'asc', where: [] } as const;
const isBusy = expect.objectContaining({ code: 'busy', retryAfterSeconds: expect.any(Number) });
const soon = () => Date.now() + 60_000;

describeWithPostgres('the job that feeds the lists in PostgreSQL', () => {
  const server = usePostgres();
  const lines = captureLog();

  beforeAll(() => {
    process.env.AWS_LAMBDA_FUNCTION_MEMORY_SIZE = '1024';
  });
  beforeEach(async () => {
    await freshTable();
    await server.pool.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  const metrics = () => {
    const { [registryMetrics.listsBehind]: behind, [registryMetrics.refusedRows]: refused } =
      lines.findLast((line) => registryMetrics.listsBehind in line) ?? {};
    return { behind, refused };
  };

  test('fills lists, which answer 503 before and after deletions, and says how current they are', async () => {
    await write(1, 'first');
    await expect(publications.find(all, 0)).rejects.toEqual(isBusy);
    await run({});
    expect((await publications.find(all, 0)).rows).toMatchObject([{ title: 'first' }]);
    await write(2, 'late');
    await ingestWork('late', carberry, 'Late');
    for (const key of [keys.publicationRow(doiOf(2)), keys.workRow('late')]) await delay(key);
    await run({});
    expect((await publications.find(all, 0)).total).toBe(2);
    expect((await works.find({ ...all, sort: 'created_at' }, 0)).total).toBe(1);
    await transact([{ Delete: { Key: keys.publicationRow(doiOf(2)) } }]);
    expect(metrics()).toMatchObject({ behind: expect.any(Number), refused: 0 });
    expect(Number(metrics().behind)).toBeLessThan(60);
    await transact((at) => [{ Delete: { Key: keys.publicationRow(doiOf(1)) } }, raiseEpoch('PUB', at)]);
    await expect(publications.find(all, 0)).rejects.toEqual(isBusy);
    await run({});
    expect((await publications.find(all, 0)).rows).toEqual([]);
  });

  test('leaves a database alone that can pause, until something is written', async () => {
    let statements = 0;
    const direct = dataApi();
    const database: typeof direct = {
      ...direct,
      run: (...given) => {
        statements++;
        return direct.run(...given);
      },
    };
    const keep = keepCurrent(database, lists);
    await write(1, 'first');
    await keep(soon());
    // A row written just now may be followed by a late commit, so the list is looked at again.
    jest.useFakeTimers({
      now: Date.now() + 60_000,
      doNotFake: ['setTimeout', 'setImmediate', 'nextTick', 'queueMicrotask', 'setInterval'],
    });
    await keep(soon());
    statements = 0;
    await keep(soon());
    expect(statements).toBe(0);
    expect(metrics()).toEqual({ behind: 0, refused: 0 });
    await write(2, 'second');
    await keep(soon());
    expect(statements).toBeGreaterThan(0);
  });

  test('asks a database that resumes again, and fails if it does not in time', async () => {
    const direct = dataApi();
    let failures = 1;
    const resuming: typeof direct = {
      ...direct,
      async run(...given) {
        if (failures-- > 0) throw new StatementFailed(undefined, new Error('resuming'));
        return direct.run(...given);
      },
    };
    await keepCurrent(resuming, lists, 1)(soon());
    expect(failures).toBeLessThan(1);
    failures = Number.POSITIVE_INFINITY;
    await expect(keepCurrent(resuming, lists)(Date.now() + 1)).rejects.toThrow('resuming');
  });

  test('drops the tables of a release that nobody uses any more', async () => {
    const [list] = lists;
    if (!list) throw new Error('There are lists');
    const old = { ...list, counted: [], long: [] };
    const names = [list, old].map((each) => tableOf(each).name);
    await keepCurrent(dataApi(), [old])(soon());
    const exist = async () =>
      Promise.all(
        names.map(
          async (name) => (await server.pool.query('SELECT to_regclass($1) AS found', [name])).rows[0].found !== null,
        ),
      );
    await keepCurrent(dataApi(), lists)(soon());
    expect(await exist()).toEqual([true, true]);
    await server.pool.query('UPDATE list_states SET settled_ms = settled_ms - 8 * 86400000 WHERE list = $1', [
      tableOf(old).name,
    ]);
    await keepCurrent(dataApi(), lists)(soon());
    expect(await exist()).toEqual([true, false]);
    expect((await server.pool.query('SELECT 1 FROM list_states')).rowCount).toBe(lists.length);
  });
});
