import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import * as z from 'zod';
import { lambda } from '#src/http/lambda.ts';
import type { AnyRoute } from '#src/http/route.ts';
import { runInvocation } from '#src/runtime/invocation.ts';
import { defineScheduledJob } from '#src/table/queues/job.ts';
import { scheduledHandler } from '#src/table/queues/worker.ts';
import { getItem, putIfAbsent, transact } from '#src/table/table.ts';
import { gatewayEvent, requestId } from '../support/event.ts';
import { captureLog } from '../support/log.ts';

captureLog();

/** A DynamoDB endpoint that accepts calls and answers only when told to. */
let server: Server;
let calls: { operation: string; response: ServerResponse; closed: Promise<unknown> }[] = [];
let onCall: () => void = () => undefined;

beforeAll(async () => {
  server = createServer((request, response) => {
    const closed = new Promise((resolve) => response.once('close', resolve));
    calls.push({ operation: String(request.headers['x-amz-target']).split('.')[1] ?? '', response, closed });
    request.resume();
    onCall();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  Object.assign(process.env, {
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    AWS_ENDPOINT_URL_DYNAMODB: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    TABLE_NAME: 'test',
  });
});
beforeEach(() => {
  calls = [];
  onCall = () => undefined;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const nextCall = () =>
  new Promise<void>((resolve) => {
    onCall = resolve;
  });
const put = (sk = 'RECORD') => ({ Put: { Item: { pk: 'TEST', sk } } });
const operations = () => calls.map(({ operation }) => operation);

const routeOf = (handle: AnyRoute['handle']): AnyRoute => ({
  id: 'things.create',
  api: 'consumer',
  method: 'POST',
  path: '/things',
  summary: 'Writes',
  auth: { kind: 'none' },
  responses: { 200: z.object({}) },
  problems: [],
  grants: [],
  handle,
});

/** Calls a route whose function has this much time left when its handler starts. */
const callWithTimeLeft = (route: AnyRoute, ms: number) =>
  lambda(route)(gatewayEvent(route, { url: '/things' }), {
    awsRequestId: requestId,
    getRemainingTimeInMillis: () => ms,
  } as never);

test('a write that is in flight when the answer is 504 is aborted and not attempted again', async () => {
  let write: Promise<unknown> = Promise.resolve();
  const route = routeOf(async () => {
    write = transact([put()]);
    await write;
    return { status: 200, body: {} };
  });
  const answer = await callWithTimeLeft(route, 1_250);
  expect(answer.statusCode).toBe(504);
  // The write's promise ends with the SDK's retries: nothing is left to be sent later.
  await expect(write).rejects.toMatchObject({ name: 'AbortError' });
  expect(operations()).toEqual(['TransactWriteItems']);
  await calls[0]?.closed;
});

test('a handler that continues after a freeze cannot write: the request never reaches the table', async () => {
  const { promise: frozen, resolve: thaw } = Promise.withResolvers<void>();
  let write: Promise<unknown> = Promise.resolve();
  const route = routeOf(async () => {
    write = frozen.then(() => transact([put()]));
    await write;
    return { status: 200, body: {} };
  });
  expect((await callWithTimeLeft(route, 251)).statusCode).toBe(504);
  thaw();
  await expect(write).rejects.toMatchObject({ name: 'AbortError' });
  expect(calls).toEqual([]);
});

test('a late answer that asks for another attempt leads to none after the invocation has ended', async () => {
  const timeout = new AbortController();
  const called = nextCall();
  const invocation = runInvocation(timeout.signal, () => transact([put()]));
  const write = expect(invocation).rejects.toMatchObject({ name: 'AbortError' });
  await called;
  timeout.abort();
  const conflict = { __type: 'ThrottlingException', message: 'later' };
  calls[0]?.response.writeHead(400, { 'content-type': 'application/x-amz-json-1.0' }).end(JSON.stringify(conflict));
  await write;
  expect(operations()).toEqual(['TransactWriteItems']);
});

test('a handler that fails leaves none of its other writes in flight', async () => {
  const called = nextCall();
  let write: Promise<unknown> = Promise.resolve();
  const route = routeOf(async () => {
    write = putIfAbsent({ pk: 'TEST', sk: 'RECORD' });
    await called;
    throw new Error('something else failed');
  });
  expect((await callWithTimeLeft(route, 60_000)).statusCode).toBe(500);
  await expect(write).rejects.toMatchObject({ name: 'AbortError' });
  expect(operations()).toEqual(['PutItem']);
});

test('a job that fails leaves none of its other writes in flight', async () => {
  const called = nextCall();
  let write: Promise<unknown> = Promise.resolve();
  const job = defineScheduledJob({
    id: 'test',
    summary: '',
    trigger: { kind: 'schedule', everyMinutes: 15 },
    impact: '',
    grants: [],
    timeoutSeconds: 1,
    async handle() {
      write = putIfAbsent({ pk: 'TEST', sk: 'RECORD' });
      await called;
      throw new Error('something else failed');
    },
  });
  await expect(scheduledHandler(job)({})).rejects.toThrow('something else failed');
  await expect(write).rejects.toMatchObject({ name: 'AbortError' });
});

test('a read goes on: what it loads serves the next invocation', async () => {
  const timeout = new AbortController();
  const called = nextCall();
  const read = runInvocation(timeout.signal, () => getItem({ pk: 'TEST', sk: 'RECORD' }));
  await called;
  timeout.abort();
  calls[0]?.response
    .writeHead(200, { 'content-type': 'application/x-amz-json-1.0' })
    .end(JSON.stringify({ Item: { pk: { S: 'TEST' } } }));
  expect(await read).toEqual({ pk: 'TEST' });
});

test('the end of one invocation does not touch the writes of another', async () => {
  const [one, other] = [new AbortController(), new AbortController()];
  const called = nextCall();
  const write = runInvocation(one.signal, () => putIfAbsent({ pk: 'TEST', sk: 'RECORD' }));
  await called;
  await runInvocation(other.signal, async () => undefined);
  calls[0]?.response.writeHead(200, { 'content-type': 'application/x-amz-json-1.0' }).end('{}');
  expect(await write).toBe(true);
});
