import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { BatchGetCommand, GetCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { applyIncoming } from '#src/records/publications/publication.ts';
import { publicationItem } from '#src/records/publications/store/items.ts';
import { db } from '#src/table/table.ts';
import * as bulkEdit from '../../lambdas/dashboard/publications/bulk-edit.ts';
import * as update from '../../lambdas/dashboard/publications/update.ts';
import { anIncoming } from '../support/builders.ts';
import { gatewayEvent, requestId, sessionOf } from '../support/event.ts';
import { captureLog } from '../support/log.ts';

captureLog();
const authorizer = sessionOf('workspace_member');
const timeLimitMs = 10_000;
const now = new Date('2026-01-31T12:00:00Z');
const dois = Array.from({ length: 30 }, (_, n) => `10.5555/${n}`);
const items = new Map(
  dois.map((doi) => {
    const item = publicationItem(applyIncoming(undefined, anIncoming({ doi }), [], now));
    return [item.pk, item];
  }),
);
const patch = [{ op: 'replace', path: '/title', value: 'Edited' }];
let refused = 0;

/** A table with these publications that rejects every change. */
async function neverWrites(command: unknown): Promise<unknown> {
  if (command instanceof TransactWriteCommand) {
    refused++;
    const CancellationReasons = [{ Code: 'TransactionConflict' }];
    throw new TransactionCanceledException({ message: 'no', $metadata: {}, CancellationReasons });
  }
  return command instanceof GetCommand ? { Item: items.get(String(command.input.Key?.pk)) } : {};
}

/** A table that rejects every request as throttled. */
async function throttles(): Promise<never> {
  refused++;
  throw Object.assign(new Error('slower'), { name: 'ThrottlingException' });
}

beforeEach(() => {
  refused = 0;
  process.env.TABLE_NAME = 'test';
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'performance'] });
});
afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

/** The response of a function with this much time, its duration and what is still pending. */
async function answerOf(
  { handler, route }: typeof update | typeof bulkEdit,
  url: string,
  body: unknown,
  limitMs = timeLimitMs,
) {
  const startMs = Date.now();
  let endMs = 0;
  const answer = handler(gatewayEvent(route, { url, body, authorizer }), {
    awsRequestId: requestId,
    getRemainingTimeInMillis: () => startMs + limitMs - Date.now(),
  } as never).finally(() => {
    endMs = Date.now();
  });
  for (let ms = 0; ms < 2 * timeLimitMs; ms += 50) await jest.advanceTimersByTimeAsync(50);
  const { statusCode: status, body: text } = await answer;
  return { status, body: JSON.parse(text), tookMs: endMs - startMs, timers: jest.getTimerCount() };
}

describe('a request whose table never lets it through ends before its time', () => {
  test.each([
    ['conflicts', neverWrites],
    ['throttles', throttles],
  ])('%s', async (_, engine) => {
    jest.spyOn(db, 'send').mockImplementation(engine as never);
    const { status, body, tookMs, timers } = await answerOf(update, `/api/publications/${dois[0]}`, patch);
    expect({ status, code: body.code, timers }).toEqual({ status: 503, code: 'busy', timers: 0 });
    expect(tookMs).toBeLessThan(timeLimitMs - 1_000);
    expect(refused).toBeGreaterThan(3);
    expect(refused).toBeLessThan(120);
  });
});

test.each([
  ['they', timeLimitMs, /changed by too many|^The time of the request ended first/],
  ['those that it does not begin', 2_000, /^The time of the request ended first/],
])('a change of many reports all publications: %s are busy', async (_, limitMs, message) => {
  jest.spyOn(db, 'send').mockImplementation((async (command: unknown) => {
    if (command instanceof BatchGetCommand) return { Responses: { test: [...items.values()] } };
    return neverWrites(command);
  }) as never);
  const asked = { ids: dois, patch };
  const { status, body, tookMs } = await answerOf(bulkEdit, '/api/publications/bulk-edit', asked, limitMs);
  expect(status).toBe(200);
  expect(body.results).toEqual(dois.map((id) => ({ id, outcome: 'busy', message: expect.stringMatching(message) })));
  expect(tookMs).toBeLessThan(limitMs - 1_000);
});
