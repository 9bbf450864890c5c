import { describe, expect, test } from '@jest/globals';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { callerOf } from '../../src/http/caller.ts';
import type { Auth } from '../../src/http/route.ts';
import { authorizerOf } from '../support/event.ts';

const peopleRead: Auth = { kind: 'installation', scope: 'people.read' };
const ingest: Auth = { kind: 'apiKey', scope: 'ingest' };
const now = new Date(10_000);

function caller(auth: Auth, authorizer: Record<string, string> | undefined, headers: Record<string, string> = {}) {
  return callerOf(auth, { headers, requestContext: { authorizer } } as unknown as APIGatewayProxyEvent, now);
}
const installation = (over: Record<string, string> = {}) => ({ ...authorizerOf(peopleRead), ...over });
const withCode = (code: string) => expect.objectContaining({ code }) as unknown as Error;

test('an installation with the scope: who it is, and no origin when a server asks', () => {
  expect(caller(peopleRead, installation())).toEqual({
    kind: 'installation',
    credentialHash: 'test-credential',
    installationId: 'test-installation',
    workspace: 'primary_entity',
    origin: undefined,
    scopes: ['people.read'],
  });
});

test('a route that names no scope is open to every installation', () => {
  expect(caller({ kind: 'installation' }, installation({ scopes: '' }))).toMatchObject({ scopes: [] });
});

describe('the origin of a request', () => {
  const two = installation({ origins: 'https://plugin.example http://localhost:8080' });

  test.each(['https://plugin.example', 'https://PLUGIN.example:443', 'http://localhost:8080'])(
    '%s is a verified one, however it is written',
    (Origin) => expect(caller(peopleRead, two, { Origin })).toMatchObject({ kind: 'installation' }),
  );

  test.each([
    'null',
    '',
    'https://evil.example',
    'http://plugin.example',
    'https://plugin.example:8443',
    'https://plugin.example.evil.example',
    'http://localhost',
  ])('403 origin_rejected: %s', (origin) => {
    expect(() => caller(peopleRead, two, { origin })).toThrow(withCode('origin_rejected'));
  });
});

describe('what is told first', () => {
  test.each<[string, string, Auth, Record<string, string> | undefined]>([
    ['missing_credential', 'nobody', peopleRead, undefined],
    ['missing_credential', 'a context of something else', peopleRead, { principalId: 'x' }],
    ['scope_not_granted', 'an API key on a route for installations', peopleRead, authorizerOf(ingest)],
    ['scope_not_granted', 'an installation on a route for API keys', ingest, installation({ operational: 'false' })],
    ['credential_inactive', 'not active', peopleRead, installation({ operational: 'false', expiresAt: '1' })],
    ['credential_expired', 'expired', peopleRead, installation({ expiresAt: '10000', origins: '', scopes: '' })],
    ['origin_rejected', 'from elsewhere', peopleRead, installation({ origins: '', scopes: '' })],
  ])('%s: %s', (code, _, auth, authorizer) => {
    const headers = { origin: 'https://plugin.example' };
    expect(() => caller(auth, authorizer, headers)).toThrow(withCode(code));
  });

  test('scope_not_granted: everything else is fine', () => {
    expect(() => caller(peopleRead, installation({ scopes: 'works.read' }))).toThrow(withCode('scope_not_granted'));
  });

  test('until the very millisecond a credential is good', () => {
    expect(caller(peopleRead, installation({ expiresAt: '10001' }))).toMatchObject({ kind: 'installation' });
  });
});
