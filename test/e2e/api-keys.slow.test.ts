import http from 'node:http';
import { APIGatewayClient, GetApiKeysCommand } from '@aws-sdk/client-api-gateway';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Clock } from '../../local/clock.ts';
import type { Cloud } from '../../local/cloud.ts';
import { ownerCredentials } from '../../local/iam/access.ts';
import { startTestCloud, startTimeoutMs } from '../support/cloud.ts';

const clock = new Clock();
let cloud: Cloud;
beforeAll(async () => {
  cloud = await startTestCloud({ clock });
}, startTimeoutMs);
afterAll(() => cloud?.stop());

const base = '/api/site-tools/api-keys';
// biome-ignore lint/suspicious/noExplicitAny: bodies have many shapes
type Answer = { status: number; body: any; headers: Headers };

async function administer(method: string, path: string, body?: unknown): Promise<Answer> {
  const response = await fetch(`${cloud.dashboardUrl}${path}`, {
    method,
    headers: {
      Authorization: `Bearer ${cloud.stack.dashboard_tokens.superadmin}`,
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: await response.json(), headers: response.headers };
}

async function use(secret: string): Promise<Answer> {
  const response = await fetch(`${cloud.baseUrl}/v1/key`, { headers: { 'X-API-Key': secret } });
  return { status: response.status, body: await response.json(), headers: response.headers };
}

/** The authorizer's result is cached for a minute; changes must take effect by then. */
const minuteMs = 60_000;

test('the list shows the keys of the laptop, and the gateway knows them', async () => {
  const { status, body } = await administer('GET', base);
  expect(status).toBe(200);
  expect(body.keys.map(({ client_name }: { client_name: string }) => client_name).sort()).toEqual([
    'sample-full',
    'sample-ingest',
    'sample-membership',
  ]);
  const client = new APIGatewayClient({
    endpoint: cloud.controlPlaneUrl,
    region: 'us-east-1',
    credentials: ownerCredentials,
  });
  const { items = [] } = await client.send(new GetApiKeysCommand({ includeValues: true }));
  client.destroy();
  expect(items.map(({ value }) => value)).toEqual(
    expect.arrayContaining(body.keys.map(({ key_hash }: { key_hash: string }) => key_hash)),
  );
});

test('a key is created, used, changed, rotated and deleted; each change takes effect at once or within a minute', async () => {
  const made = await administer('POST', base, {
    client_name: 'Library',
    scopes: ['ingest'],
    rate_limit_per_minute: 60,
  });
  expect(made.status).toBe(201);
  const { key, secret } = made.body;
  const used = await use(secret);
  expect(used).toMatchObject({ status: 200, body: { client_name: 'Library', scopes: ['ingest'], remaining: 59 } });
  expect(used.headers.get('x-ratelimit-limit')).toBe('60');

  const changed = await administer('PATCH', `${base}/${key.key_hash}`, { rate_limit_per_minute: 2000, scopes: [] });
  expect(changed).toMatchObject({ status: 200, body: { key: { rate_limit_per_minute: 2000, request_count: 1 } } });

  const rotated = await administer('POST', `${base}/${key.key_hash}/rotate`, { revoke_old: true });
  expect(rotated).toMatchObject({ status: 200, body: { revoked_old: true, key: { rotated_from: key.key_hash } } });
  const fresh = await use(rotated.body.secret);
  expect(fresh).toMatchObject({ status: 200, body: { rate_limit_per_minute: 2000, scopes: [] } });
  clock.advance(minuteMs);
  expect((await use(secret)).status).toBe(401);

  const path = `${base}/${rotated.body.key.key_hash}`;
  expect(await administer('DELETE', path)).toMatchObject({ status: 200, body: { success: true } });
  clock.advance(minuteMs);
  expect((await use(rotated.body.secret)).status).toBe(401);
  expect((await administer('PATCH', path, { active: true })).status).toBe(404);
});

test('401: two different keys in one request, before and after either is known to the gateway', async () => {
  const before = cloud.logs.length;
  const [one, other] = [cloud.stack.api_keys.ingest, cloud.stack.api_keys.membership] as const;
  for (const keys of [
    [one, other],
    [other, one],
  ]) {
    expect(await statusWith(keys)).toBe(401);
    // The gateway may have cached the denial under one of them.
    clock.advance(minuteMs);
    for (const key of keys) expect((await use(key)).status).toBe(200);
    expect(await statusWith(keys)).toBe(401);
    clock.advance(minuteMs);
  }
  expect(await statusWith([one, one])).toBe(200);
  expect(cloud.logs.slice(before).filter(({ level }) => level === 'error')).toEqual([]);
});

/** The response to a request with several X-API-Key lines, which `fetch` would join. */
function statusWith(keys: string[]): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const headers = { 'X-API-Key': keys };
    const request = http.get(`${cloud.baseUrl}/v1/key`, { headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    request.once('error', reject);
  });
}

test('401: a key from the moment it expires, although the gateway has cached it', async () => {
  const expires_at = clock.now() + 30_000;
  const settings = { client_name: 'Guest', scopes: [], rate_limit_per_minute: 600, expires_at };
  const { body } = await administer('POST', base, settings);
  expect((await use(body.secret)).status).toBe(200);
  clock.advance(expires_at - clock.now());
  expect((await use(body.secret)).status).toBe(401);
});

test('401: a dashboard request without a token is not an authorizer error', async () => {
  const response = await fetch(`${cloud.dashboardUrl}${base}`);
  expect([response.status, await response.json()]).toMatchObject([401, { code: 'missing_credential', details: null }]);
  const wrong = await fetch(`${cloud.dashboardUrl}${base}`, { headers: { Authorization: 'Bearer x' } });
  expect([wrong.status, await wrong.json()]).toMatchObject([401, { code: 'invalid_credential' }]);
  const authorizers = cloud.logs.filter(({ function: name }) => /SessionAuthorizer/.test(String(name)));
  expect(authorizers.map(({ message }) => message)).toContain('Session refused');
  expect(authorizers.filter(({ level }) => level === 'error')).toEqual([]);
});

test.each(['/health', '/v1/key', '/integrations/v1/verify/x', '/integrations/v1/verify', '/v1/doi/10.1234/x'])(
  '400: a query of %s that is not percent-encoded is answered as the document says',
  async (path) => {
    expect((await fetch(`${cloud.baseUrl}${path}?q=%zz`)).status).toBe(400);
  },
);

test('401: a key that is switched off', async () => {
  const { body } = await administer('POST', base, { client_name: 'Press', scopes: [], rate_limit_per_minute: 600 });
  expect((await administer('PATCH', `${base}/${body.key.key_hash}`, { active: false })).status).toBe(200);
  expect((await use(body.secret)).status).toBe(401);
});

test('429: of a thousand parallel requests with a limit of sixty exactly sixty pass; the others get Retry-After', async () => {
  const { body } = await administer('POST', base, { client_name: 'Harvester', scopes: [], rate_limit_per_minute: 60 });
  // From the beginning of a minute, so that all requests are within it.
  clock.advance(minuteMs - (clock.now() % minuteMs));
  const endsAt = (Math.floor(clock.now() / minuteMs) + 1) * 60;
  const answers = await Promise.all(
    Array.from({ length: 1000 }, async () => {
      const { status, headers } = await use(body.secret);
      return { status, reset: headers.get('x-ratelimit-reset'), retryAfter: headers.get('retry-after') };
    }),
  );
  const through = answers.filter(({ status }) => status === 200);
  const refused = answers.filter(({ status }) => status === 429);
  expect(through.length + refused.length).toBe(1000);
  const windows = Map.groupBy(through, ({ reset }) => Number(reset));
  expect(windows.get(endsAt)).toHaveLength(60);
  // If the machine is busy for over a minute, the last requests fall into the next one, which has its own limit.
  for (const inWindow of windows.values()) expect(inWindow.length).toBeLessThanOrEqual(60);
  for (const { retryAfter } of refused) {
    expect(Number(retryAfter)).toBeGreaterThanOrEqual(1);
    expect(Number(retryAfter)).toBeLessThanOrEqual(60);
  }
});
