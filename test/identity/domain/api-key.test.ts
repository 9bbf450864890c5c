import { describe, expect, test } from '@jest/globals';
import {
  ApiKeyChange,
  ApiKeyRecord,
  ApiKeySettings,
  applyChange,
  gatewayRateLimit,
  isUsable,
  newApiKey,
  revoke,
} from '#src/identity/domain/api-key.ts';

const of = { secret: 'prk_abcdefghijklmnop', hash: 'a1' };
const settings = { client_name: 'Library', scopes: ['ingest' as const], rate_limit_per_minute: 60 };
const key: ApiKeyRecord = newApiKey(of, settings, 'ada@example.org', 1000);

test('a new key is active, and shows only the ends of its secret', () => {
  expect(key).toEqual({
    key_hash: 'a1',
    key_prefix: 'prk_abcd',
    last4: 'mnop',
    ...settings,
    active: true,
    created_at: 1000,
    created_by: 'ada@example.org',
    updated_at: 1000,
    last_used_at: null,
    request_count: 0,
    rotated_from: null,
    rotated_to: null,
    revoked_at: null,
    expires_at: null,
  });
});

test("a scope that only a later release knows is nobody's", () => {
  expect(ApiKeyRecord.parse({ ...key, scopes: ['groups.write', 'ingest'] }).scopes).toEqual(['ingest']);
});

test('a scope given twice is held once', () => {
  const scopes = ['ingest' as const, 'ingest' as const];
  expect(newApiKey(of, { ...settings, scopes }, 'ada', 1).scopes).toEqual(['ingest']);
  expect(applyChange(key, { scopes }, 2)?.scopes).toEqual(['ingest']);
});

describe('a key may be used', () => {
  test.each<[string, Partial<ApiKeyRecord>, boolean]>([
    ['as it was made', {}, true],
    ['until it expires', { expires_at: 2001 }, true],
    ['not when it expires', { expires_at: 2000 }, false],
    ['not while it is inactive', { active: false }, false],
    ['not once it was revoked', { revoked_at: 1 }, false],
  ])('%s', (_, over, expected) => expect(isUsable({ ...key, ...over }, new Date(2000))).toBe(expected));
});

describe('a change', () => {
  test('takes what is given and leaves the rest', () => {
    expect(applyChange(key, { client_name: 'Archive' }, 5)).toEqual({ ...key, client_name: 'Archive', updated_at: 5 });
  });

  test('switches a key off and on', () => {
    const off = applyChange(key, { active: false }, 5) as ApiKeyRecord;
    expect(off).toMatchObject({ active: false, revoked_at: null });
    expect(applyChange(off, { active: true }, 6)).toMatchObject({ active: true });
  });

  test('renames a revoked key, and does not bring it back', () => {
    expect(applyChange(revoke(key, 5), { client_name: 'Archive' }, 6)).toMatchObject({
      client_name: 'Archive',
      active: false,
    });
    expect(applyChange(revoke(key, 5), { active: true }, 6)).toBeUndefined();
  });

  test.each([
    {},
    { client_name: '' },
    { scopes: ['all'] },
    { rate_limit_per_minute: 0 },
    { key_hash: 'x' },
    { active: 1 },
  ])('%j is not a valid change', (change) => expect(ApiKeyChange.safeParse(change).success).toBe(false));
});

test('revoking twice keeps the first time', () => {
  expect(revoke(revoke(key, 5), 6)).toMatchObject({ active: false, revoked_at: 5, updated_at: 6 });
});

test('the gateway has to know keys that are off for the time being, and none that were revoked', () => {
  expect(gatewayRateLimit({ ...key, active: false })).toBe(60);
  expect(gatewayRateLimit(revoke(key, 5))).toBeUndefined();
});

test.each([
  [{ client_name: 'x'.repeat(100), scopes: [], rate_limit_per_minute: 1 }, true],
  [{ client_name: '  ', scopes: [], rate_limit_per_minute: 1 }, false],
  [{ client_name: 'x'.repeat(101), scopes: [], rate_limit_per_minute: 1 }, false],
  [{ client_name: 'x', scopes: ['read'], rate_limit_per_minute: 1 }, false],
  [{ client_name: 'x', scopes: [], rate_limit_per_minute: 60_000 }, true],
  [{ client_name: 'x', scopes: [], rate_limit_per_minute: 60_001 }, false],
  [{ client_name: 'x', scopes: [], rate_limit_per_minute: 1.5 }, false],
])('%j are settings: %s', (given, expected) => expect(ApiKeySettings.safeParse(given).success).toBe(expected));
