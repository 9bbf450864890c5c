import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from '@jest/globals';
import { type ApiKeyRecord, newApiKey } from '#src/identity/domain/api-key.ts';
import {
  beginApiKey,
  changeApiKey,
  createApiKey,
  finishApiKey,
  getApiKey,
  leaseApiKey,
  leaseMs,
  listApiKeys,
  markSynced,
  releaseApiKey,
  type StoredApiKey,
  unsyncedApiKeys,
} from '#src/identity/store/api-keys.ts';
import { inParallel } from '#src/runtime/in-parallel.ts';
import { freshTable, indexCaughtUp } from '../../support/engine.ts';
import { captureLog } from '../../support/log.ts';
import { auditRecords } from '../../support/table.ts';

captureLog();
const action = 'api_key.updated' as const;
const context = (nowMs: number) => ({ actor: 'operator', now: new Date(nowMs), requestId: 'r' });
const settings = { client_name: 'Library', scopes: [], rate_limit_per_minute: 60 };
const aKey = (hash: string, createdAtMs = 1000): ApiKeyRecord =>
  newApiKey({ secret: 'prk_secret', hash }, settings, 'ada', createdAtMs);
const stored = async (hash: string) => (await getApiKey(hash)) as StoredApiKey;
const listed = async () => (await listApiKeys()).map(({ key_hash }) => key_hash);

beforeEach(async () => {
  await freshTable();
});

test('the list is as of now, the newest first, and has all of several pages', async () => {
  await inParallel(Array(230).keys(), 20, (n) => createApiKey(aKey(`h${n}`, 1000 + n)));
  expect(await listed()).toEqual(Array.from({ length: 230 }, (_, n) => `h${229 - n}`));
  await createApiKey(aKey('newest', 5000));
  expect((await listed())[0]).toBe('newest');
});

test('a hash is stored once', async () => {
  expect(await createApiKey(aKey('h'))).toBe(true);
  expect(await createApiKey({ ...aKey('h'), client_name: 'Other' })).toBe(false);
  await expect(beginApiKey(aKey('h'), 'lease')).rejects.toThrow('with this hash already exists');
  expect((await stored('h')).client_name).toBe('Library');
});

test('a key that was begun is a deleted one until it is finished', async () => {
  await beginApiKey(aKey('h'), 'lease');
  expect(await listed()).toEqual([]);
  expect(await stored('h')).toMatchObject({ active: false, revoked_at: 1000, deleted_at: 1000 });
  await indexCaughtUp();
  expect(await unsyncedApiKeys()).toEqual(['h']);
  expect(await finishApiKey(aKey('h'), 'lease', 'g1', undefined, context(2000))).toBe('finished');
  expect(await listed()).toEqual(['h']);
  expect(await stored('h')).toMatchObject({ active: true, revoked_at: null, deleted_at: null, gateway_id: 'g1' });
  await indexCaughtUp();
  expect(await unsyncedApiKeys()).toEqual([]);
});

test('a key that was given up cannot be finished any more', async () => {
  await beginApiKey(aKey('h'), 'lease');
  expect(await leaseApiKey('h', 'other', 1000 + leaseMs)).toBe(true);
  expect(await finishApiKey(aKey('h'), 'lease', 'g1', undefined, context(2000))).toBe('overtaken');
  expect(await listed()).toEqual([]);
});

test('a key that takes the place of another does so at once with its change, or not at all', async () => {
  await createApiKey(aKey('old'));
  const before = await stored('old');
  const after = { ...before, active: false, revoked_at: 2000 };
  await beginApiKey(aKey('new', 1500), 'lease');
  await changeApiKey(
    { before, after: { ...before, client_name: 'Archive' }, affectsGateway: false, action },
    context(1600),
  );
  const replaced = { before, after, affectsGateway: true, action };
  expect(await finishApiKey(aKey('new', 1500), 'lease', 'g1', replaced, context(2000))).toBe('changed');
  expect(await listed()).toEqual(['old']);
  expect(await stored('old')).toMatchObject({ active: true, client_name: 'Archive' });
  const read = await stored('old');
  const change = { before: read, after: { ...read, active: false }, affectsGateway: true, action };
  expect(await finishApiKey(aKey('new', 1500), 'lease', 'g1', change, context(2000))).toBe('finished');
  expect(await listed()).toEqual(['new', 'old']);
  expect((await stored('old')).active).toBe(false);
  const records = await auditRecords();
  const told = records.map(({ action, resource_id, before, after }) => [
    action,
    resource_id,
    before,
    after?.client_name,
  ]);
  expect(told).toEqual(
    expect.arrayContaining([
      ['api_key.updated', 'old', { client_name: 'Library' }, 'Archive'],
      ['api_key.rotated', 'new', null, 'Library'],
      ['api_key.updated', 'old', { active: true }, undefined],
    ]),
  );
  expect(records).toHaveLength(3);
});

test('a change of what was read holds once', async () => {
  await createApiKey(aKey('h'));
  const before = await stored('h');
  const change = { before, after: { ...before, client_name: 'Archive' }, affectsGateway: false, action };
  expect(await changeApiKey(change, context(2000))).toBe(true);
  expect(await changeApiKey(change, context(2000))).toBe(false);
  expect(await stored('h')).toMatchObject({ client_name: 'Archive', version: before.version + 1 });
});

test('a deleted key is off the list, and its record stays', async () => {
  await createApiKey(aKey('h'));
  const before = await stored('h');
  await changeApiKey(
    { before, after: { ...before, active: false, deleted_at: 2000 }, affectsGateway: true, action },
    context(2000),
  );
  expect(await listed()).toEqual([]);
  expect(await stored('h')).toMatchObject({ client_name: 'Library', deleted_at: 2000 });
});

test('what is out of step waits in the order it came', async () => {
  for (const [hash, at] of [
    ['b', 2000],
    ['a', 1000],
    ['c', 3000],
  ] as const)
    await createApiKey(aKey(hash, at));
  await indexCaughtUp();
  expect(await unsyncedApiKeys()).toEqual(['a', 'b', 'c']);
});

test('one at a time brings a key in step, until the lease is given back or over', async () => {
  await createApiKey(aKey('h'));
  const asked = await Promise.all(Array.from({ length: 5 }, () => leaseApiKey('h', randomUUID(), 1000)));
  expect(asked.filter(Boolean)).toHaveLength(1);
  expect(await leaseApiKey('h', 'late', 999 + leaseMs)).toBe(false);
  expect(await leaseApiKey('h', 'next', 1000 + leaseMs)).toBe(true);
  await releaseApiKey('h', 'not mine');
  expect(await leaseApiKey('h', 'other', 1000 + leaseMs)).toBe(false);
  await releaseApiKey('h', 'next');
  expect(await leaseApiKey('h', 'other', 1000 + leaseMs)).toBe(true);
});

test('a key is in step as it was read, not as it has become since', async () => {
  await createApiKey(aKey('h'));
  await leaseApiKey('h', 'lease', 1000);
  const before = await stored('h');
  await changeApiKey(
    { before, after: { ...before, rate_limit_per_minute: 300 }, affectsGateway: true, action },
    context(2000),
  );
  expect(await markSynced(before, 'lease', 'g1')).toBe(false);
  expect(await markSynced(await stored('h'), 'another', 'g1')).toBe(false);
  expect(await markSynced(await stored('h'), 'lease', 'g1')).toBe(true);
  await indexCaughtUp();
  expect(await unsyncedApiKeys()).toEqual([]);
  expect(await leaseApiKey('h', 'other', 9_000_000)).toBe(false);
});
