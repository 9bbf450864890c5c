import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import * as z from 'zod';
import { mergeVary } from '#src/http/response-headers.ts';
import type { AnyRoute } from '#src/http/route.ts';
import { apiKey, installation } from '#src/identity/credentials/credential-auth.ts';
import { Problem } from '#src/runtime/errors.ts';
import { db } from '#src/table/table.ts';
import { freshTable } from '../support/engine.ts';
import { authorizerOf, call } from '../support/event.ts';
import { captureLog } from '../support/log.ts';

const lines = captureLog();

const aRoute = (parts: Partial<AnyRoute> = {}): AnyRoute => ({
  id: 'things.get',
  api: 'consumer',
  method: 'GET',
  path: '/things',
  summary: 'A thing',
  auth: { kind: 'none' },
  responses: { 200: z.looseObject({}) },
  problems: [],
  grants: [],
  handle: async () => ({ status: 200, body: {} }),
  ...parts,
});
const get = (parts: Partial<AnyRoute> = {}, headers: Record<string, string> = {}) => {
  const authorizer = parts.auth && authorizerOf(parts.auth);
  return call(aRoute(parts), { url: '/things', headers, ...(authorizer && { authorizer }) });
};
const failing = async () => {
  throw new Problem('not_found', 'No');
};
const keyed = { auth: apiKey('ingest') };
const realTimers = [
  ...(['nextTick', 'queueMicrotask', 'performance', 'hrtime', 'setImmediate', 'clearImmediate'] as const),
  ...(['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] as const),
];

beforeAll(freshTable);

describe('Cache-Control', () => {
  test.each<[string, Partial<AnyRoute>, string]>([
    ['public', {}, 'public, max-age=60, stale-while-revalidate=300'],
    ['with a key', keyed, 'private, no-cache'],
    ['a document', { cache: 'document' }, 'public, max-age=3600, stale-while-revalidate=86400'],
    ['declared', { cache: 'none' }, 'no-store'],
    ['a write, whatever it declares', { method: 'POST', cache: 'public' }, 'no-store'],
    ['an error', { handle: failing }, 'no-store'],
    ['one of our own failures', { handle: async () => ({ status: 299, body: {} }) }, 'no-store'],
  ])('%s', async (_, parts, expected) => {
    expect((await get(parts)).headers['cache-control']).toBe(expected);
  });
});

describe('Vary', () => {
  const answering = (headers: Record<string, string>) => ({ handle: async () => ({ status: 200, body: {}, headers }) });

  test('names what the answer depends on', async () => {
    expect((await get()).headers.vary).toBe('Accept-Encoding');
    expect((await get(answering({ 'content-language': 'de' }))).headers.vary).toBe('Accept-Encoding, Accept-Language');
    expect((await get(answering({ Vary: 'Accept' }))).headers.vary).toBe('Accept, Accept-Encoding');
    expect((await get({ handle: failing })).headers.vary).toBeUndefined();
  });

  test.each([
    [undefined, [], undefined],
    ['Accept, accept , Origin', ['Origin'], 'Origin, accept'],
    ['', [false], undefined],
  ] as const)('%j and %j are %j', (present, names, expected) => {
    expect(mergeVary(present, ...names)).toBe(expected);
  });
});

describe('pages of other origins', () => {
  const origin = { Origin: 'https://www.example.org' };

  test.each([
    ['an answer', undefined],
    ['an error', failing],
  ])('any may read %s for an anonymous caller', async (_, handle) => {
    const { headers } = await get(handle ? { handle } : {}, origin);
    expect(headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-expose-headers': expect.stringMatching(/\bETag\b.*\bLink\b.*\bRetry-After\b.*\bX-Request-Id\b/),
      'cross-origin-resource-policy': 'cross-origin',
    });
    expect(headers).not.toHaveProperty('access-control-allow-credentials');
  });

  const installed = { api: 'integrations', auth: installation() } as const;
  const asInstallation = (parts: Partial<AnyRoute>, Origin: string) =>
    call(aRoute({ ...installed, ...parts }), {
      url: '/things',
      headers: { Origin },
      authorizer: { ...authorizerOf(installed.auth), origins: 'https://www.example.org' },
    });

  test.each([
    ['an answer', 200, {}],
    ['an error', 404, { handle: failing }],
  ])("the verified ones of the caller's installation, and no others, may read %s", async (_, status, parts) => {
    const verified = await asInstallation(parts, 'https://www.example.org');
    expect(verified.status).toBe(status);
    expect(verified.headers).toMatchObject({
      'access-control-allow-origin': 'https://www.example.org',
      vary: expect.stringContaining('Origin'),
    });
    for (const other of ['https://www.example.com', 'null']) {
      const { status: refused, headers } = await asInstallation(parts, other);
      expect(refused).toBe(403);
      expect(headers).not.toHaveProperty('access-control-allow-origin');
      expect(headers.vary).toBe('Origin');
    }
  });

  test('a server needs no origin and gets no CORS headers', async () => {
    const { status, headers } = await get(installed);
    expect(status).toBe(200);
    expect(headers).not.toHaveProperty('access-control-allow-origin');
    expect(headers.vary).toBe('Accept-Encoding, Origin');
  });

  test.each<[string, Partial<AnyRoute>]>([
    ['with an API key', keyed],
    ['of the dashboard', { api: 'dashboard' }],
  ])('none may read one %s', async (_, parts) => {
    const { headers } = await get(parts, origin);
    expect(headers).not.toHaveProperty('access-control-allow-origin');
    expect(headers['cross-origin-resource-policy']).toBe('same-site');
  });
});

test.each([
  ['consumer', '1.0.0'],
  ['integrations', '2026-04-22'],
  ['dashboard', '1.0.0'],
] as const)('every answer of the %s API says its version and how browsers must treat it', async (api, version) => {
  for (const handle of [failing, aRoute().handle]) {
    expect((await get({ api, handle })).headers).toMatchObject({
      'x-api-version': version,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'strict-transport-security': 'max-age=31536000',
    });
  }
});

describe('what a 304 costs', () => {
  // One minute, however long the tests take.
  beforeAll(() => void jest.useFakeTimers({ now: 1_800_000_000_000, doNotFake: realTimers }));
  afterAll(() => void jest.useRealTimers());

  const remaining = async (tag: string) => {
    const { status, headers } = await get(keyed, { 'If-None-Match': tag });
    return { status, left: Number(headers['x-ratelimit-remaining']) };
  };

  test('one request and one write, as any other answer', async () => {
    const { etag = '' } = (await get(keyed)).headers;
    const { left } = await remaining('"another"');
    const sent = jest.spyOn(db, 'send');
    expect(await remaining(etag)).toEqual({ status: 304, left: left - 1 });
    expect(await remaining(`W/${etag}, "another"`)).toEqual({ status: 304, left: left - 2 });
    expect(await remaining('*')).toEqual({ status: 304, left: left - 3 });
    expect(sent).toHaveBeenCalledTimes(3);
    sent.mockRestore();
    expect(await remaining('"another"')).toEqual({ status: 200, left: left - 4 });
  });

  test('so it is refused above the limit', async () => {
    const authorizer = { ...authorizerOf(keyed.auth), keyHash: 'another', perMinute: '3' };
    const ask = (headers = {}) => call(aRoute(keyed), { url: '/things', headers, authorizer });
    const { etag = '' } = (await ask()).headers;
    const statuses: number[] = [];
    for (let n = 0; n < 4; n++) statuses.push((await ask({ 'If-None-Match': etag })).status);
    expect(statuses).toEqual([304, 304, 429, 429]);
  });
});

describe('X-Request-Id', () => {
  test.each(['my-1', 'a'.repeat(128), '01J:x/y+z=.'])("the client's id %.20s is logged beside ours", async (id) => {
    const { headers } = await get({}, { 'X-Request-Id': id });
    expect(lines).toMatchObject([{ clientRequestId: id, requestId: headers['x-request-id'] }]);
    expect(headers['x-request-id']).not.toBe(id);
  });

  test.each(['', 'a b', 'a'.repeat(129), 'a\nb', '{"x":1}', 'é'])('%.20j is ignored as an id', async (id) => {
    await get({}, { 'X-Request-Id': id });
    expect(lines[0]).not.toHaveProperty('clientRequestId');
  });
});
