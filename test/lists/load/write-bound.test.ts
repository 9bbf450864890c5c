import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { lateCommitMs } from '#src/lists/load/shards.ts';
import { transact, writeBoundMs } from '#src/table/table.ts';

/** An endpoint that accepts every call and answers none. */
let calls = 0;
const server = createServer((request) => {
  calls++;
  request.resume();
});
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  Object.assign(process.env, {
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    AWS_ENDPOINT_URL_DYNAMODB: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    TABLE_NAME: 'test',
  });
});
afterAll(() => {
  jest.useRealTimers();
  server.closeAllConnections();
  server.close();
});

test('a write that gets no answer fails within its bound, while tail reads still cover the time in its row', async () => {
  const stepMs = 50;
  const clockSkewMs = 2_000;
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
  let isSettled = false;
  const write = transact([{ Put: { Item: { pk: 'TEST', sk: 'RECORD' } } }]).finally(() => {
    isSettled = true;
  });
  const failure = expect(write).rejects.toMatchObject({ name: 'TimeoutError' });
  let elapsedMs = 0;
  for (let attempt = 1; !isSettled && attempt <= 10; attempt++) {
    // The clock stands still until the attempt arrives or none is left.
    while (calls < attempt && !isSettled && elapsedMs < 60_000) {
      await setImmediate();
      if (calls < attempt && attempt > 1) {
        await jest.advanceTimersByTimeAsync(stepMs);
        elapsedMs += stepMs;
      }
    }
    for (let waitedMs = 0; waitedMs < 1_900 && !isSettled; waitedMs += stepMs, elapsedMs += stepMs) {
      await jest.advanceTimersByTimeAsync(stepMs);
    }
  }
  await failure;
  expect(calls).toBe(3);
  expect(elapsedMs).toBeGreaterThan(3 * 1_900);
  expect(elapsedMs).toBeLessThanOrEqual(writeBoundMs);
  expect(writeBoundMs + clockSkewMs).toBeLessThanOrEqual(lateCommitMs);
});
