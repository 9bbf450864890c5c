import { beforeEach, describe, expect, test } from '@jest/globals';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { ApiKeyAuth, InstallationAuth, RequestState } from '#src/identity/callers/caller.ts';
import { apiKey, installation } from '#src/identity/credentials/credential-auth.ts';
import { freshTable } from '../support/engine.ts';
import { authorizerOf } from '../support/event.ts';

const peopleRead = installation('people.read');
const ingest = apiKey('ingest');
const now = new Date(10_000);

beforeEach(async () => {
  await freshTable();
});

function caller(
  auth: ApiKeyAuth | InstallationAuth,
  authorizer: Record<string, string> | undefined,
  headers: Record<string, string> = {},
  state: RequestState = { now },
) {
  return auth.authenticate({ headers, requestContext: { authorizer } } as unknown as APIGatewayProxyEvent, state);
}
const installed = (over: Record<string, string> = {}) => ({ ...authorizerOf(peopleRead), ...over });
const withCode = (code: string) => expect.objectContaining({ code }) as unknown as Error;

test('200: an installation with the scope is identified; a server needs no origin', async () => {
  expect(await caller(peopleRead, installed())).toEqual({
    kind: 'installation',
    credentialHash: 'test-credential',
    installationId: 'test-installation',
    workspace: 'primary_entity',
    origin: undefined,
    scopes: ['people.read'],
  });
});

test('a route that names no scope is open to every installation, or to every API key', async () => {
  expect(await caller(installation(), installed({ scopes: '' }))).toMatchObject({ scopes: [] });
  expect(await caller(apiKey(), { ...authorizerOf(ingest), scopes: '' })).toMatchObject({ scopes: [] });
});

describe('the origin of a request', () => {
  const two = installed({ origins: 'https://plugin.example http://localhost:8080' });

  test.each(['https://plugin.example', 'https://PLUGIN.example:443', 'http://localhost:8080'])(
    '%s is a verified origin in any notation',
    async (Origin) => expect(await caller(peopleRead, two, { Origin })).toMatchObject({ kind: 'installation' }),
  );

  test.each([
    'null',
    '',
    'https://evil.example',
    'http://plugin.example',
    'https://plugin.example:8443',
    'https://plugin.example.evil.example',
    'http://localhost',
  ])('403 origin_rejected: %s', async (origin) => {
    await expect(caller(peopleRead, two, { origin })).rejects.toThrow(withCode('origin_rejected'));
  });
});

describe('which error comes first', () => {
  test.each<[string, string, ApiKeyAuth | InstallationAuth, Record<string, string> | undefined]>([
    ['missing_credential', 'nobody', peopleRead, undefined],
    ['missing_credential', 'a context of something else', peopleRead, { principalId: 'x' }],
    ['invalid_credential', 'an expired API key', ingest, { ...authorizerOf(ingest), expiresAt: '10000', scopes: '' }],
    ['invalid_credential', 'an expired API key, anywhere', peopleRead, { ...authorizerOf(ingest), expiresAt: '1' }],
    ['setup_incomplete', 'no credential can be checked', peopleRead, { setup: 'incomplete' }],
    [
      'rate_limited',
      'over the limit, and wrong for the route',
      ingest,
      installed({ perMinute: '1', operational: 'false' }),
    ],
    ['scope_not_granted', 'an API key on a route for installations', peopleRead, authorizerOf(ingest)],
    ['scope_not_granted', 'an installation on a route for API keys', ingest, installed({ operational: 'false' })],
    ['credential_inactive', 'not active', peopleRead, installed({ operational: 'false', expiresAt: '1' })],
    ['credential_expired', 'expired', peopleRead, installed({ expiresAt: '10000', origins: '', scopes: '' })],
    ['origin_rejected', 'from elsewhere', peopleRead, installed({ origins: '', scopes: '' })],
    ['scope_not_granted', 'everything else is fine', peopleRead, installed({ scopes: 'works.read' })],
  ])('%s: %s', async (code, _, auth, authorizer) => {
    if (code === 'rate_limited') await caller(peopleRead, installed({ perMinute: '1' }));
    const headers = { origin: 'https://plugin.example' };
    await expect(caller(auth, authorizer, headers)).rejects.toThrow(withCode(code));
  });

  test('a credential is valid up to the exact millisecond of its expiry', async () => {
    expect(await caller(peopleRead, installed({ expiresAt: '10001' }))).toMatchObject({ kind: 'installation' });
    const key = { ...authorizerOf(ingest), expiresAt: '10001' };
    expect(await caller(ingest, key)).toMatchObject({ kind: 'apiKey' });
    await expect(caller(ingest, key, {}, { now: new Date(10_001) })).rejects.toThrow(withCode('invalid_credential'));
  });

  test('an expired API key is not counted, just as one that the authorizer refuses', async () => {
    const once = { ...authorizerOf(ingest), perMinute: '1' };
    await expect(caller(ingest, { ...once, expiresAt: '1' })).rejects.toThrow(withCode('invalid_credential'));
    expect(await caller(ingest, once)).toMatchObject({ kind: 'apiKey' });
  });

  test('a cached authorizer answer without an expiry still works for a key', async () => {
    const { expiresAt: _, ...older } = { expiresAt: '', ...authorizerOf(ingest) };
    expect(await caller(ingest, older)).toMatchObject({ kind: 'apiKey' });
  });

  test.each<[string, ApiKeyAuth | InstallationAuth, string[]]>([
    ['an API key', ingest, ['one', 'other']],
    ['an installation', peopleRead, ['one', 'one', 'other']],
  ])('401: several different credentials, whichever one the gateway authorized: %s', async (_, auth, values) => {
    const head = {
      headers: { 'X-API-Key': values.at(-1) },
      multiValueHeaders: { 'X-API-Key': values },
      requestContext: { authorizer: { ...authorizerOf(auth) } },
    } as unknown as APIGatewayProxyEvent;
    await expect(auth.authenticate(head, { now })).rejects.toThrow(withCode('missing_credential'));
    const same = { ...head, multiValueHeaders: { 'X-API-Key': ['one', 'one'], 'x-api-key': [' one '] } };
    await expect(auth.authenticate({ ...same, headers: {} }, { now })).resolves.toBeDefined();
  });

  test('500: a function without the settings of the request counter', async () => {
    delete process.env.TABLE_NAME;
    await expect(caller(ingest, authorizerOf(ingest))).rejects.toThrow(withCode('setup_incomplete'));
  });
});

describe('the limit per minute', () => {
  const limited = { ...authorizerOf(ingest), perMinute: '2' };

  test('every request counts, also those refused for a missing scope', async () => {
    const without = { ...limited, scopes: '' };
    await expect(caller(ingest, without)).rejects.toThrow(withCode('scope_not_granted'));
    await caller(ingest, limited);
    await expect(caller(ingest, limited)).rejects.toMatchObject({
      code: 'rate_limited',
      retryAfterSeconds: 50,
    });
  });

  test('the count starts again each minute', async () => {
    await caller(ingest, limited);
    await caller(ingest, limited);
    await expect(caller(ingest, limited, {}, { now: new Date(59_999) })).rejects.toMatchObject({
      retryAfterSeconds: 1,
    });
    expect(await caller(ingest, limited, {}, { now: new Date(60_000) })).toMatchObject({ kind: 'apiKey' });
  });

  test('all credentials of an installation share its limit', async () => {
    await caller(peopleRead, installed({ perMinute: '1' }));
    const other = installed({ perMinute: '1', credentialHash: 'another' });
    await expect(caller(peopleRead, other)).rejects.toThrow(withCode('rate_limited'));
  });
});
