import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import * as z from 'zod';
import type { AnyRoute, RouteInput } from '#src/http/route.ts';
import { installation } from '#src/identity/credentials/credential-auth.ts';
import { applyRolloutChange, initialRollout } from '#src/lists/rollout/domain/configuration.ts';
import { localeSearch } from '#src/lists/rollout/locale-search.ts';
import { readMinutes } from '#src/lists/rollout/store/minutes.ts';
import { Problem } from '#src/runtime/errors.ts';
import { keys } from '#src/table/keys.ts';
import { db, putItem } from '#src/table/table.ts';
import * as list from '../../lambdas/consumer/publications/list.ts';
import { freshTable } from '../support/engine.ts';
import { authorizerOf, call } from '../support/event.ts';
import { captureLog } from '../support/log.ts';

const lines = captureLog();
const lastRequest = () => lines.findLast(({ message }) => message === 'request');

/** Tests share the process, which caches the rollout for a minute, so each has its own hour. */
let hour = Date.UTC(2026, 0, 31, 12);
const doNotFake = [
  'nextTick',
  'setImmediate',
  'clearImmediate',
  'queueMicrotask',
  'performance',
  'setTimeout',
  'clearTimeout',
] as const;
const setTime = (ms: number) =>
  jest.useFakeTimers({ now: ms, doNotFake: [...doNotFake, 'setInterval', 'clearInterval'] });

beforeAll(async () => {
  await freshTable();
});
beforeEach(() => {
  hour += 3_600_000;
  setTime(hour);
});

const store = (stage: number) =>
  putItem({ ...keys.rollout('locale-search'), ...applyRolloutChange(initialRollout(0), { stage }, null, 0) });
const search = (query: string, headers: Record<string, string> = {}) =>
  call(list, { url: `/v1/publications${query}`, headers });

/** A list for installations whose work ends as the query says. */
const route: AnyRoute = {
  id: 'people.list',
  api: 'integrations',
  method: 'GET',
  path: '/people',
  summary: 'Lists',
  auth: installation('people.read'),
  query: z.object({ q: z.string().default('pots'), end: z.string().default(''), ms: z.coerce.number().default(0) }),
  responses: { 200: z.looseObject({}) },
  problems: [],
  grants: ['rollout:count'],
  async handle(input: RouteInput) {
    const query = input.query as Record<'q' | 'end' | 'ms', string>;
    const { end, ms } = query;
    const found = await localeSearch('people', { ...input, query });
    jest.setSystemTime(Date.now() + Number(ms));
    if (end === 'crash') throw new Error('The index is broken');
    if (end === 'refusal') throw new Problem('not_found', 'There is no such list');
    return { status: 200, body: found };
  },
};
const ask = (query = '', workspace = 'primary_entity') =>
  call(route, {
    url: `/people${query}`,
    headers: { 'accept-language': 'xx;q=0.1, tr' },
    authorizer: { ...authorizerOf(route.auth), workspace, installationId: workspace },
  });

const inactive = { stage: 0, enabled: true, auto_disabled: false, effective_locale: 'en', locale_search_active: false };
const metricNames = ['_aws', 'Requests', 'Errors', 'TotalLatency', 'feature'];

describe('the record of a request for a list', () => {
  test('has all fields before the rollout was ever read, and a request without a search text does not read it', async () => {
    const send = jest.spyOn(db, 'send');
    await search('');
    expect(JSON.stringify(send.mock.calls)).not.toContain('ROLLOUT#');
    expect(lastRequest()).toMatchObject({
      route: 'consumer/publications.list',
      event: 'list.publications',
      entity_id: 'primary_entity',
      duration_ms: expect.any(Number),
      rollout: {
        stage: null,
        enabled: null,
        auto_disabled: null,
        effective_locale: 'en',
        locale_search_active: false,
      },
    });
  });

  test('without locale search has no metrics', async () => {
    await store(0);
    await search('?q=pots&locale=de');
    expect(lastRequest()).toMatchObject({ event: 'list.publications', rollout: inactive });
    expect(Object.keys(lastRequest() ?? {}).filter((name) => metricNames.includes(name))).toEqual([]);
  });

  test('with locale search has the metrics in the same line', async () => {
    await store(100);
    await search('?q=pots&locale=de');
    const line = lastRequest() ?? {};
    expect(line).toMatchObject({
      rollout: { stage: 100, enabled: true, auto_disabled: false, effective_locale: 'de', locale_search_active: true },
      Requests: 1,
      Errors: 0,
      TotalLatency: line.duration_ms,
      feature: 'locale-search',
      table: process.env.TABLE_NAME,
    });
    expect(line._aws).toEqual({
      Timestamp: expect.any(Number),
      CloudWatchMetrics: [
        {
          Namespace: 'PublicationRegistry',
          Dimensions: [['feature', 'table']],
          Metrics: [
            { Name: 'Requests', Unit: 'Count' },
            { Name: 'Errors', Unit: 'Count' },
            { Name: 'TotalLatency', Unit: 'Milliseconds' },
          ],
        },
      ],
    });
    await search('?locale=de');
    expect(lastRequest()).toMatchObject({ rollout: { stage: 100, locale_search_active: false } });
  });

  test('says how the request ended, also if it failed', async () => {
    await store(100);
    expect(await ask('?ms=120')).toMatchObject({
      status: 200,
      body: { locale: 'tr', headers: { vary: 'Accept-Language' } },
    });
    expect(lastRequest()).toMatchObject({ event: 'list.people', duration_ms: 120, Errors: 0, TotalLatency: 120 });
    expect(await ask('?end=refusal')).toMatchObject({ status: 404 });
    expect(lastRequest()).toMatchObject({ level: 'info', Requests: 1, Errors: 0 });
    expect(await ask('?end=crash&ms=50')).toMatchObject({ status: 500 });
    expect(lastRequest()).toMatchObject({ level: 'error', Requests: 1, Errors: 1, TotalLatency: 50, duration_ms: 50 });
    // As all lines with metrics are written.
    expect(process.stdout.write).toHaveBeenLastCalledWith(expect.stringMatching(/^\{"level":"error".*\}\n$/));
  });

  test("the installation's workspace decides", async () => {
    // The hash of `library` ends in 58, that of the public workspace in 93.
    await store(59);
    expect((await ask('', 'library')).body).toEqual({ locale: 'tr', headers: { vary: 'Accept-Language' } });
    expect(lastRequest()).toMatchObject({ entity_id: 'library' });
    expect((await ask()).body).toEqual({ headers: {} });
  });
});

describe('the counters of the minutes', () => {
  const counted = async (ms: number) => (await readMinutes(ms)).filter(({ requests }) => requests > 0);
  /** Stores what is pending, in its own hour. */
  const settle = async () => {
    await store(100);
    await ask();
    hour += 3_600_000;
    setTime(hour);
    await ask();
  };

  test('are stored beside a later request, at most once in five seconds', async () => {
    await settle();
    const send = jest.spyOn(db, 'send');
    const writes = () => send.mock.calls.filter(([command]) => isMinute(command)).length;
    setTime(hour + 4_999);
    await ask('?ms=10');
    expect(writes()).toBe(0);
    setTime(hour + 5_020);
    await ask('?end=crash&ms=30');
    expect(writes()).toBe(1);
    // The write of `settle` and the first of these two.
    expect(await counted(hour + 6_000)).toEqual([
      { minute: minuteOf(hour), requests: 2, errors: 0, total_latency: 10 },
    ]);
    setTime(hour + 60_000);
    await ask();
    expect(await counted(hour + 60_000)).toEqual([
      { minute: minuteOf(hour), requests: 3, errors: 1, total_latency: 40 },
    ]);
  });

  test('are kept for two minutes after their minute', async () => {
    await settle();
    setTime(hour + 5_000);
    await ask();
    expect(await counted(hour + 179_999)).toHaveLength(1);
    expect(await counted(hour + 180_000)).toEqual([]);
    expect(await readMinutes(hour + 180_000)).toHaveLength(3);
  });

  test('are the sum of four shards', async () => {
    await settle();
    const one = { requests: 1, errors: 1, total_latency: 5, startsAtMs: hour, expiresAtSeconds: 1 };
    for (const shard of [0, 1, 2, 3]) await putItem({ ...keys.rolloutMinute('locale-search', hour, shard), ...one });
    expect(await counted(hour)).toEqual([{ minute: minuteOf(hour), requests: 4, errors: 4, total_latency: 20 }]);
  });

  test('are stored before the invocation ends, however short its work is', async () => {
    await settle();
    setTime(hour + 5_000);
    const send = db.send.bind(db) as (command: object) => Promise<unknown>;
    let isStored = false;
    const slowly = async () => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      isStored = true;
    };
    jest
      .spyOn(db, 'send')
      .mockImplementation(((command: object) => (isMinute(command) ? slowly() : send(command))) as never);
    await ask();
    expect(isStored).toBe(true);
  });

  test('that cannot be stored are lost, and the request is answered', async () => {
    await settle();
    setTime(hour + 5_000);
    const send = db.send.bind(db) as (command: object) => Promise<unknown>;
    jest
      .spyOn(db, 'send')
      .mockImplementation(((command: object) =>
        isMinute(command) ? Promise.reject(new Error('Throttled')) : send(command)) as never);
    expect(await ask()).toMatchObject({ status: 200, body: { locale: 'tr' } });
    expect(lines).toContainEqual(
      expect.objectContaining({ level: 'warn', message: expect.stringContaining('Counts') }),
    );
  });
});

const minuteOf = (ms: number) => `20260131_${new Date(ms).toISOString().slice(11, 13)}00`;
const isMinute = (command: object) =>
  command instanceof UpdateCommand && String(command.input.Key?.pk).startsWith('rollout:metrics:locale-search:');
