import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { hashCredential, isCredential } from '#src/identity/credentials/secret.ts';
import { ApiKeyRecord, revoke } from '#src/identity/domain/api-key.ts';
import { changeApiKey, getApiKey, type StoredApiKey } from '#src/identity/store/api-keys.ts';
import { countRequest } from '#src/identity/store/usage.ts';
import { keys } from '#src/table/keys.ts';
import { db, tableName } from '#src/table/table.ts';
import * as getKey from '../../../../lambdas/consumer/key/get.ts';
import * as create from '../../../../lambdas/dashboard/api-keys/create.ts';
import * as remove from '../../../../lambdas/dashboard/api-keys/delete.ts';
import * as list from '../../../../lambdas/dashboard/api-keys/list.ts';
import * as rotate from '../../../../lambdas/dashboard/api-keys/rotate.ts';
import * as update from '../../../../lambdas/dashboard/api-keys/update.ts';
import { freshTable } from '../../../support/engine.ts';
import { call, sessionOf, type Target } from '../../../support/event.ts';
import { pepper, startGateway, type TestGateway } from '../../../support/gateway-keys.ts';
import { captureLog } from '../../../support/log.ts';

captureLog();
let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.stop());
beforeEach(async () => {
  await freshTable();
});

const base = '/api/site-tools/api-keys';
const authorizer = sessionOf('superadmin');
const settings = { client_name: 'Library', scopes: ['ingest'], rate_limit_per_minute: 300 };
const post = (body: unknown) => call(create, { url: base, body, authorizer });
const get = () => call(list, { url: base, authorizer });
const patch = (hash: string, body: unknown) => call(update, { url: `${base}/${hash}`, body, authorizer });
const drop = (hash: string) => call(remove, { url: `${base}/${hash}`, authorizer });
const rotated = (hash: string, body: unknown) => call(rotate, { url: `${base}/${hash}/rotate`, body, authorizer });
const aKey = async (over = {}) => (await post({ ...settings, ...over })).body.key as ApiKeyRecord;
const fields = Object.keys(ApiKeyRecord.shape).sort();

describe('200: the list', () => {
  test('is empty at first, and shows a key as soon as it is made', async () => {
    expect((await get()).body).toEqual({ keys: [] });
    const key = await aKey();
    const { status, body } = await get();
    expect({ status, body }).toEqual({ status: 200, body: { keys: [key] } });
    expect(Object.keys(body.keys[0]).sort()).toEqual(fields);
  });

  test('says how often a key was used, and when last', async () => {
    const key = await aKey();
    await countRequest(key.key_hash, 300, new Date(5_000));
    await countRequest(key.key_hash, 300, new Date(6_000));
    expect((await get()).body.keys).toEqual([{ ...key, request_count: 2, last_used_at: 6000 }]);
    expect((await patch(key.key_hash, { active: false })).body.key).toMatchObject({ request_count: 2 });
  });
});

describe('201: a key', () => {
  test('with its secret, which is stored as a hash only, known to the gateway by that hash', async () => {
    const { status, body } = await post(settings);
    expect(status).toBe(201);
    expect(Object.keys(body)).toEqual(['key', 'secret']);
    expect(isCredential('prk', body.secret)).toBe(true);
    expect(body.key).toMatchObject({
      ...settings,
      key_hash: hashCredential(body.secret, pepper),
      last4: body.secret.slice(-4),
      active: true,
      created_by: 'curator@example.org',
    });
    expect(JSON.stringify(await getApiKey(body.key.key_hash))).not.toContain(body.secret);
    expect(gateway.limitOf(body.key.key_hash)).toBe(300);
  });

  test('with sixty requests a minute unless it is said, and without rights if none are given', async () => {
    const { body } = await post({ client_name: ' Library ', scopes: [] });
    expect(body.key).toMatchObject({ client_name: 'Library', scopes: [], rate_limit_per_minute: 60, expires_at: null });
  });

  test('that expires', async () => {
    const expires_at = Date.now() + 60_000;
    expect((await post({ ...settings, expires_at })).body.key.expires_at).toBe(expires_at);
  });
});

test.each<[unknown, string]>([
  [{ ...settings, client_name: '' }, 'client_name'],
  [{ ...settings, client_name: 'x'.repeat(101) }, 'client_name'],
  [{ ...settings, client_name: 'Lib\u0000rary' }, 'client_name'],
  [{ ...settings, client_name: '\u200b' }, 'client_name'],
  [{ ...settings, scopes: ['everything'] }, 'scopes.0'],
  [{ client_name: 'Library' }, 'scopes'],
  [{ ...settings, rate_limit_per_minute: 0 }, 'rate_limit_per_minute'],
  [{ ...settings, rate_limit_per_minute: 60_001 }, 'rate_limit_per_minute'],
  [{ ...settings, expires_at: 1 }, 'expires_at'],
])('400: %j is wrong in %s, and no key is made', async (body, path) => {
  const answer = await post(body);
  expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_body', details: { issues: [{ path }] } } });
  expect((await get()).body.keys).toEqual([]);
});

describe('200: a change', () => {
  test('of the limit moves the key to another plan of the gateway', async () => {
    const { key_hash } = await aKey();
    const { status, body } = await patch(key_hash, { rate_limit_per_minute: 301, scopes: ['membership.update'] });
    expect(status).toBe(200);
    expect(body.key).toMatchObject({
      rate_limit_per_minute: 301,
      scopes: ['membership.update'],
      client_name: 'Library',
    });
    expect(gateway.limitOf(key_hash)).toBe(1200);
    expect((await get()).body.keys).toEqual([body.key]);
  });

  test('of the limit to the same value restores a key that the gateway has lost', async () => {
    const { key_hash } = await aKey();
    for (const { id, value } of gateway.plans.keys()) if (value === key_hash) gateway.plans.deleteKey(id);
    expect((await patch(key_hash, { rate_limit_per_minute: 300 })).status).toBe(200);
    expect(gateway.limitOf(key_hash)).toBe(300);
  });

  test('switches it off and on', async () => {
    const { key_hash } = await aKey();
    expect((await patch(key_hash, { active: false })).body.key).toMatchObject({ active: false, revoked_at: null });
    expect((await patch(key_hash, { active: true })).body.key).toMatchObject({ active: true });
  });
});

test.each([{}, { active: 'yes' }, { created_by: 'me' }, { client_name: ' ' }, { client_name: 'a\ud800' }])(
  '400: %j changes nothing',
  async (body) => {
    const { key_hash } = await aKey();
    expect(await patch(key_hash, body)).toMatchObject({ status: 400, body: { code: 'invalid_body' } });
  },
);

test('200: a deleted key is off the list, revoked, unknown to the gateway, and its record is kept', async () => {
  const { key_hash } = await aKey();
  expect(await drop(key_hash)).toMatchObject({ status: 200, body: { success: true } });
  expect((await get()).body.keys).toEqual([]);
  expect(gateway.limitOf(key_hash)).toBeUndefined();
  expect(await getApiKey(key_hash)).toMatchObject({ active: false, revoked_at: expect.any(Number) });
});

describe('200: a key in place of another', () => {
  test('with the name, scopes, limit and expiry of the old one, and both in use', async () => {
    const old = await aKey({ expires_at: Date.now() + 60_000 });
    const { status, body } = await rotated(old.key_hash, { revoke_old: false });
    expect(status).toBe(200);
    expect(body).toMatchObject({ revoked_old: false, secret: expect.any(String) });
    const { client_name, scopes, rate_limit_per_minute, expires_at } = old;
    expect(body.key).toMatchObject({
      client_name,
      scopes,
      rate_limit_per_minute,
      expires_at,
      rotated_from: old.key_hash,
    });
    const { keys } = (await get()).body;
    expect(keys.map(({ active }: ApiKeyRecord) => active)).toEqual([true, true]);
    expect([old, body.key].map(({ key_hash }) => gateway.limitOf(key_hash))).toEqual([300, 300]);
  });

  test('with revoke_old, the old one is revoked for good and stays on the list', async () => {
    const { key_hash } = await aKey();
    const { body } = await rotated(key_hash, { revoke_old: true });
    expect(body.revoked_old).toBe(true);
    expect(gateway.limitOf(key_hash)).toBeUndefined();
    const { keys } = (await get()).body;
    expect(keys).toHaveLength(2);
    expect(keys.find((key: ApiKeyRecord) => key.key_hash === key_hash)).toMatchObject({ active: false });
    expect(await patch(key_hash, { active: true })).toMatchObject({ status: 409, body: { code: 'conflict' } });
  });

  test('the old one names its replacement, which can be rotated in turn', async () => {
    const { key_hash } = await aKey();
    const first = (await rotated(key_hash, { revoke_old: false })).body.key;
    expect((await get()).body.keys).toContainEqual(expect.objectContaining({ key_hash, rotated_to: first.key_hash }));
    expect(await rotated(first.key_hash, { revoke_old: true })).toMatchObject({ status: 200 });
  });
});

describe('409: a key that', () => {
  test.each<[string, (hash: string) => Promise<unknown>, string]>([
    ['was rotated', (hash) => rotated(hash, { revoke_old: false }), 'has already been rotated'],
    ['was rotated and revoked', (hash) => rotated(hash, { revoke_old: true }), 'has already been rotated'],
    ['is switched off', (hash) => patch(hash, { active: false }), 'is not active'],
    ['was revoked', (hash) => revokeStored(hash), 'has been revoked'],
    ['has expired', (hash) => expireStored(hash), 'has expired'],
  ])('%s is not rotated', async (_, prepare, reason) => {
    const { key_hash } = await aKey();
    await prepare(key_hash);
    const before = (await get()).body.keys;
    for (const revoke_old of [true, false]) {
      const answer = await rotated(key_hash, { revoke_old });
      expect(answer).toMatchObject({ status: 409, body: { code: 'conflict' } });
      expect(answer.body.error).toContain(reason);
    }
    expect((await get()).body.keys).toEqual(before);
  });

  test.each([true, false])('is rotated ten times at once (revoke_old %s) is rotated once', async (revoke_old) => {
    const { key_hash } = await aKey();
    const answers = await Promise.all(Array.from({ length: 10 }, () => rotated(key_hash, { revoke_old })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 9 }, () => 409)]);
    const made = answers.find(({ status }) => status === 200)?.body.key;
    const { keys } = (await get()).body as { keys: ApiKeyRecord[] };
    expect(keys.filter(({ rotated_from }) => rotated_from === key_hash)).toEqual([made]);
    const usable = keys.filter(({ active }) => active).map((key) => key.key_hash);
    expect(usable.sort()).toEqual(revoke_old ? [made.key_hash] : [key_hash, made.key_hash].sort());
  });
});

/** No route leaves such a key on the list: a deleted key is removed, and the other needs time to pass. */
async function changeStored(hash: string, change: (key: StoredApiKey) => StoredApiKey): Promise<void> {
  const before = await getApiKey(hash);
  if (!before) throw new Error('no such key');
  const changed = { before, after: change(before), affectsGateway: false, action: 'api_key.updated' as const };
  expect(await changeApiKey(changed, { actor: 'test', now: new Date(), requestId: 'test' })).toBe(true);
}
const revokeStored = (hash: string) => changeStored(hash, (key) => revoke(key, Date.now()));
const expireStored = (hash: string) => changeStored(hash, (key) => ({ ...key, expires_at: 1 }));

test('200: a key stored before rotation was recorded reads as not rotated', async () => {
  const { key_hash } = await aKey();
  const { Item: item } = await db.send(new GetCommand({ TableName: tableName(), Key: keys.apiKey(key_hash) }));
  const { rotated_to: _, ...older } = item as Record<string, unknown>;
  await db.send(new PutCommand({ TableName: tableName(), Item: older }));
  expect((await get()).body.keys).toMatchObject([{ key_hash, rotated_to: null }]);
  expect((await rotated(key_hash, { revoke_old: true })).status).toBe(200);
});

test('400: rotating says whether the old key is revoked', async () => {
  const { key_hash } = await aKey();
  expect((await rotated(key_hash, {})).status).toBe(400);
  expect((await get()).body.keys).toHaveLength(1);
});

describe.each([
  ['that never was', async () => 'a1'.repeat(32)],
  ['that is no hash', async () => 'nonsense'],
  ['that is longer than a key of the table', async () => 'x'.repeat(3_000)],
  [
    'that was deleted',
    async () => {
      const { key_hash } = await aKey();
      await drop(key_hash);
      return key_hash;
    },
  ],
])('404: a key %s', (_, make) => {
  test.each<[string, (hash: string) => ReturnType<typeof call>]>([
    ['is not changed', (hash) => patch(hash, { active: true })],
    ['is not deleted', drop],
    ['is not rotated', (hash) => rotated(hash, { revoke_old: false })],
  ])('%s', async (_name, ask) => {
    expect(await ask(await make())).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });
});

test.each<[string, Target, object]>([
  ['list', list, {}],
  ['create', create, { body: settings }],
  ['update', update, { body: { active: false } }],
  ['delete', remove, {}],
  ['rotate', rotate, { body: { revoke_old: true } }],
])('403: only superadmins may %s', async (_, target, more) => {
  const { key_hash } = await aKey();
  const route = 'route' in target ? target.route : target;
  const request = { url: route.path.replace('{keyHash}', key_hash), authorizer: sessionOf('workspace_admin'), ...more };
  expect(await call(target, request)).toMatchObject({ status: 403, body: { code: 'forbidden' } });
  expect((await get()).body.keys).toMatchObject([{ key_hash, active: true }]);
});

test('304: If-None-Match `*` counts like any other request', async () => {
  const context = { perMinute: '2', keyHash: 'a2', clientName: 'Library', scopes: '', expiresAt: '' };
  const ask = () => call(getKey, { url: '/v1/key', authorizer: context, headers: { 'If-None-Match': '*' } });
  expect((await ask()).headers).toMatchObject({ 'x-ratelimit-remaining': '1' });
  expect([(await ask()).status, (await ask()).status]).toEqual([304, 429]);
});

test("200: shows the key's scopes and what is left of its minute, this request included", async () => {
  const context = { perMinute: '3', keyHash: 'a1', clientName: 'Library', scopes: 'ingest', expiresAt: '' };
  const ask = () => call(getKey, { url: '/v1/key', authorizer: context });
  const { status, body, headers } = await ask();
  expect(status).toBe(200);
  expect(body).toMatchObject({ client_name: 'Library', scopes: ['ingest'], rate_limit_per_minute: 3, remaining: 2 });
  expect(body.resets_at).toBe(Number(headers['x-ratelimit-reset']) * 1000);
  expect(headers['cache-control']).toBe('no-store');
  await ask();
  expect((await ask()).body.remaining).toBe(0);
  expect(await ask()).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
});
