import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { dataApi } from '#src/lists/postgres/data-api.ts';
import { blamesValues, mayPass } from '#src/lists/postgres/database.ts';
import { withRetriesUntil } from '#src/runtime/invocation.ts';
import { captureLog } from '../../support/log.ts';
import { listsEnvironment } from '../../support/postgres.ts';

interface Answer {
  status: number;
  type?: string;
  body?: unknown;
}

const done: Answer = {
  status: 200,
  body: {
    columnMetadata: [{ label: 'id' }, { label: 'number' }, { label: 'nothing' }],
    records: [[{ stringValue: 'a' }, { longValue: 3 }, { isNull: true }]],
  },
};
const failure = (type: string, message = 'of the database', status = 400): Answer => ({
  status,
  // As AWS sends it.
  type: `${type}:http://internal.amazon.com/coral/com.amazon.rds/`,
  body: { message },
});

describe('the Data API', () => {
  let answers: (Answer | 'cut' | 'none')[] = [];
  const calls: { path: string; input: Record<string, unknown> }[] = [];
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    calls.push({ path: request.url ?? '', input: JSON.parse(text) });
    const answer = answers.shift() ?? done;
    if (answer === 'none') return;
    if (answer === 'cut') return request.socket.destroy();
    const { status, type, body } = answer;
    response.writeHead(status, { ...(type && { 'x-amzn-errortype': type }) }).end(JSON.stringify(body ?? {}));
  });
  const database = dataApi();
  const lines = captureLog();

  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const credentials = { AWS_REGION: 'us-east-1', AWS_ACCESS_KEY_ID: 'key', AWS_SECRET_ACCESS_KEY: 'secret' };
    Object.assign(process.env, listsEnvironment(url, 'lists'), credentials);
  });
  beforeEach(() => {
    answers = [];
    calls.length = 0;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  const run = () => database.run('SELECT $1::text, $2::bigint', ['a', null]);
  const caught = (result: Promise<unknown>) => result.then(() => undefined).catch((error: unknown) => error);
  /** A statement with its mark. */
  const marked = (statement: string) =>
    expect.stringMatching(new RegExp(`^/\\* [0-9a-f-]{36} \\*/ ${statement.replace(/\W/g, '\\$&')}$`));
  const markOf = (call = 0) => /[0-9a-f-]{36}/.exec(String(calls.at(call)?.input.sql))?.[0] ?? '';
  /** With a time that has passed, there is one attempt. */
  const once = <T>(work: () => Promise<T>) => withRetriesUntil(Date.now(), work);

  test('runs a statement with texts as parameters, and gives all values as texts', async () => {
    expect(await run()).toEqual([{ id: 'a', number: '3', nothing: null }]);
    const { LISTS_CLUSTER_ARN: resourceArn, LISTS_SECRET_ARN: secretArn } = process.env;
    expect(calls).toEqual([
      {
        path: '/Execute',
        input: {
          resourceArn,
          secretArn,
          database: 'lists',
          sql: marked('SELECT :p1::text, :p2::bigint'),
          parameters: [
            { name: 'p1', value: { stringValue: 'a' } },
            { name: 'p2', value: { isNull: true } },
          ],
          includeResultMetadata: true,
        },
      },
    ]);
  });

  test('lets a definition go on after the time of a call', async () => {
    await database.run('DO $create$ BEGIN END $create$');
    const sql = marked('DO $create$ BEGIN END $create$');
    expect(calls[0]?.input).toMatchObject({ sql, continueAfterTimeout: true });
  });

  test.each([
    ['is resuming', failure('DatabaseResumingException')],
    ['is not available', failure('DatabaseUnavailableException', 'no', 504)],
    ['has too many requests', failure('ThrottlingException')],
    ['fails inside', failure('InternalServerErrorException', 'no', 500)],
    ['is behind a proxy that fails', { status: 502 }],
    ['ends the connection', 'cut' as const],
  ])('asks again while the database %s, and then says that it may pass', async (_, answer) => {
    answers = [answer, answer];
    expect(await run()).toHaveLength(1);
    expect(calls).toHaveLength(3);
    answers = [answer];
    const error = await once(() => caught(run()));
    expect(mayPass(error)).toBe(true);
    expect(calls.filter(({ input }) => !String(input.sql).includes('pg_cancel_backend'))).toHaveLength(4);
  });

  test('counts throttled calls, also those that succeed later', async () => {
    Object.assign(process.env, { AWS_LAMBDA_FUNCTION_MEMORY_SIZE: '512', TABLE_NAME: 'Table' });
    answers = [
      failure('ThrottlingException'),
      failure('TooManyRequestsException'),
      failure('DatabaseResumingException'),
    ];
    await run();
    delete process.env.AWS_LAMBDA_FUNCTION_MEMORY_SIZE;
    const counted = { level: 'warn', table: 'Table', ListsDatabaseThrottles: 1 };
    expect(lines).toEqual([
      expect.objectContaining({ ...counted, type: 'ThrottlingException' }),
      expect.objectContaining({ ...counted, type: 'TooManyRequestsException' }),
    ]);
  });

  test.each([
    ['takes too long', failure('StatementTimeoutException')],
    ['belongs to a transaction that has ended', failure('TransactionNotFoundException', 'no', 404)],
    ['is in a deadlock', failure('DatabaseErrorException', 'ERROR: deadlock detected; SQLState: 40P01')],
    ['meets a password that was replaced', failure('DatabaseErrorException', 'FATAL: password; SQLState: 28P01')],
  ])('does not repeat a statement that %s, but says that it may pass', async (_, answer) => {
    answers = [answer];
    expect(mayPass(await caught(run()))).toBe(true);
    expect(calls).toHaveLength(1);
  });

  test('waits no longer for an answer than the invocation has time', async () => {
    expect(await withRetriesUntil(Date.now() + 0.5, run)).toHaveLength(1);
    calls.length = 0;
    answers = ['none'];
    expect(mayPass(await once(() => caught(run())))).toBe(true);
    // Nobody waits for it any more, so it is ended, and no other one is ever taken for it.
    const [mark, canceled] = [markOf(), String(calls[1]?.input.sql)];
    expect(canceled).toMatch(/^SELECT pg_cancel_backend/);
    expect(canceled).toContain(mark);
    await run();
    expect(calls).toHaveLength(3);
    expect(markOf(2)).not.toBe(mark);
  });

  test('lets a definition go on that nobody waits for', async () => {
    answers = ['none'];
    const create = () => database.run('DO $create$ BEGIN END $create$');
    expect(mayPass(await once(() => caught(create())))).toBe(true);
    expect(calls).toHaveLength(1);
  });

  test('marks equal statements alike, so that their plans can be kept', async () => {
    await run();
    await run();
    expect(calls.map(({ input }) => input.sql)).toEqual([calls[0]?.input.sql, calls[0]?.input.sql]);
    await Promise.all([run(), run()]);
    expect(markOf(2)).not.toBe(markOf(3));
  });

  test('blames the values of a statement that is larger than a request may be', async () => {
    const error = await caught(database.run('SELECT $1::text', ['"'.repeat(2.2 * 2 ** 20)]));
    expect(blamesValues(error)).toBe(true);
    expect(calls).toHaveLength(0);
  });

  test('gives the SQLSTATE of a statement that fails, and does not repeat it', async () => {
    answers = [failure('DatabaseErrorException', 'ERROR: relation "x" does not exist; Position: 15; SQLState: 42P01')];
    expect(await caught(run())).toMatchObject({ name: 'StatementFailed', sqlState: '42P01' });
    answers = [failure('DatabaseErrorException', 'Database returned SQL Exception')];
    expect(mayPass(await caught(run()))).toBe(false);
    expect(calls).toHaveLength(2);
  });

  test.each(['AccessDeniedException', 'BadRequestException', 'DatabaseNotFoundException'])(
    'reports %s as a fault of the deployment',
    async (type) => {
      answers = [failure(type, 'no', 403)];
      const error = await caught(run());
      expect(String(error)).toContain(`${type}: no`);
      expect(mayPass(error)).toBe(false);
      expect(calls).toHaveLength(1);
    },
  );

  test('reads in one transaction, which it ends whatever happens', async () => {
    const begun = { status: 200, body: { transactionId: 't1' } };
    answers = [begun, done, done, { status: 200 }];
    expect(await database.snapshot((read) => read('SELECT 1'))).toHaveLength(1);
    answers = [begun, done, failure('DatabaseErrorException', 'no; SQLState: 22000'), failure('BadRequestException')];
    expect(await caught(database.snapshot((read) => read('SELECT 1')))).toMatchObject({ sqlState: '22000' });
    // Another attempt would meet the first one in the same transaction.
    answers = [begun, done, 'cut'];
    expect(mayPass(await caught(database.snapshot((read) => read('SELECT 1'))))).toBe(true);
    expect(calls.splice(8).map(({ path }) => path)).toEqual([
      '/BeginTransaction',
      '/Execute',
      '/Execute',
      '/Execute',
      '/RollbackTransaction',
    ]);
    const transaction = ['/BeginTransaction', '/Execute', '/Execute', '/RollbackTransaction'];
    expect(calls.map(({ path }) => path)).toEqual([...transaction, ...transaction]);
    expect(
      calls
        .slice(1)
        .map(({ input }) => input.transactionId)
        .slice(0, 3),
    ).toEqual(['t1', 't1', 't1']);
  });
});
