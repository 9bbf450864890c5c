import { randomBytes } from 'node:crypto';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { APIGatewayRequestAuthorizerEvent } from 'aws-lambda';
import { mockClient } from 'aws-sdk-client-mock';
import { hashCredential, newCredential } from '#src/identity/credentials/secret.ts';
import type { ApiKeyRecord } from '#src/identity/domain/api-key.ts';
import { createApiKey } from '#src/identity/store/api-keys.ts';
import { db } from '#src/table/table.ts';
import * as credential from '../../lambdas/authorizers/credential.ts';
import { freshTable } from '../support/engine.ts';
import { captureLog } from '../support/log.ts';
import { underRole } from '../support/roles.ts';

const handler = underRole(credential.authorizer, credential.handler);

const lines = captureLog();
const pepper = 'the pepper of this test';
const secrets = mockClient(SecretsManagerClient);
const [good, inactive, revoked, expired, unknown] = Array.from({ length: 5 }, () =>
  newCredential('prk', randomBytes(32)),
) as [string, string, string, string, string];

beforeAll(async () => {
  await freshTable();
  process.env.API_KEY_PEPPER_SECRET_ARN = 'arn:aws:secretsmanager:us-east-1:000000000000:secret:pepper';
  secrets.on(GetSecretValueCommand).resolves({ SecretString: pepper });
  await makeKey(good, {});
  await makeKey(inactive, { active: false });
  await makeKey(revoked, { revoked_at: 1 });
  await makeKey(expired, { expires_at: Date.now() - 1 });
});

function makeKey(secret: string, over: Partial<ApiKeyRecord>) {
  return createApiKey({
    key_hash: hashCredential(secret, pepper),
    key_prefix: 'prk',
    last4: secret.slice(-4),
    client_name: 'Library',
    scopes: ['ingest', 'membership.update'],
    rate_limit_per_minute: 60,
    active: true,
    created_at: 1,
    created_by: 'somebody',
    updated_at: 1,
    last_used_at: null,
    request_count: 0,
    rotated_from: null,
    rotated_to: null,
    revoked_at: null,
    expires_at: null,
    ...over,
  });
}

const ask = (headers: Record<string, string>, more: string[] = []) =>
  handler({
    type: 'REQUEST',
    methodArn: 'arn:aws:execute-api:us-east-1:000000000000:abc123/live/POST/api/ingest',
    headers,
    multiValueHeaders: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value, ...more]])),
  } as unknown as APIGatewayRequestAuthorizerEvent);
const effectOf = ({ policyDocument }: Awaited<ReturnType<typeof ask>>) => policyDocument.Statement[0]?.Effect;

test('allows an active key the whole stage, and passes on its usage key, name and scopes', async () => {
  const hash = hashCredential(good, pepper);
  expect(await ask({ 'X-API-Key': good })).toEqual({
    principalId: hash,
    usageIdentifierKey: hash,
    context: {
      perMinute: '60',
      keyHash: hash,
      clientName: 'Library',
      scopes: 'ingest membership.update',
      expiresAt: '',
    },
    policyDocument: {
      Version: '2012-10-17',
      Statement: [
        {
          Effect: 'Allow',
          Action: 'execute-api:Invoke',
          Resource: 'arn:aws:execute-api:us-east-1:000000000000:abc123/live/*',
        },
      ],
    },
  });
});

test.each(['x-api-key', 'X-Api-Key', 'X-API-KEY'])(
  'accepts the header %s in any case, and white space around the key',
  async (name) => {
    expect(effectOf(await ask({ [name]: ` ${good} ` }))).toBe('Allow');
  },
);

test('passes on when a key expires, since the result may be cached for longer', async () => {
  const expires_at = Date.now() + 5_000;
  const secret = newCredential('prk', randomBytes(32));
  await makeKey(secret, { expires_at });
  expect((await ask({ 'X-API-Key': secret })).context).toMatchObject({ expiresAt: String(expires_at) });
});

test('accepts the same key sent twice', async () => {
  expect(effectOf(await ask({ 'x-api-key': good }, [good, ` ${good}`]))).toBe('Allow');
});

test.each([
  ['two keys in use', [good, newCredential('prk', randomBytes(32))]],
  ['one in use and nonsense', [good, 'nonsense']],
  ['nonsense and one in use', ['nonsense', good]],
  ['an unknown one and one in use', [unknown, good]],
])('denies %s, which is no error of the function', async (_, [first = '', second = '']) => {
  expect(effectOf(await ask({ 'x-api-key': first }, [second]))).toBe('Deny');
});

describe('refuses without a reason', () => {
  test.each([
    ['unknown', unknown],
    ['inactive', inactive],
    ['revoked', revoked],
    ['expired', expired],
    ['mistyped', `${good.slice(0, -1)}${good.endsWith('A') ? 'B' : 'A'}`],
    ['an installation credential nobody knows', newCredential('pri', randomBytes(32))],
    ['empty', ''],
  ])('%s', async (_, key) => {
    const answer = await ask({ 'x-api-key': key });
    expect(effectOf(answer)).toBe('Deny');
    expect(answer.context).toBeUndefined();
    expect(answer.usageIdentifierKey).toBeUndefined();
  });
});

test('rejects a mistyped key by its checksum without a read, and never logs a key', async () => {
  const before = secrets.commandCalls(GetSecretValueCommand).length;
  await ask({ 'x-api-key': 'prk_nonsense' });
  await ask({ 'x-api-key': unknown });
  expect(secrets.commandCalls(GetSecretValueCommand).length).toBe(before);
  expect(JSON.stringify(lines)).not.toContain(unknown);
});

describe('a service that cannot check credentials', () => {
  const setup = { context: { setup: 'incomplete' }, policyDocument: { Statement: [{ Effect: 'Allow' }] } };
  afterEach(() => {
    process.env.API_KEY_PEPPER_SECRET_ARN = 'arn:aws:secretsmanager:us-east-1:000000000000:secret:pepper';
  });

  test.each([
    ['known', good],
    ['unknown', unknown],
    ['malformed', 'prk_1'],
  ])('lets a key that is %s through, so that the function answers setup_incomplete', async (_, key) => {
    delete process.env.API_KEY_PEPPER_SECRET_ARN;
    expect(await ask({ 'X-API-Key': key })).toMatchObject(setup);
  });

  test.each([
    ['holds no text', () => secrets.on(GetSecretValueCommand, { SecretId: 'empty' }).resolves({})],
    [
      'does not exist',
      () =>
        secrets
          .on(GetSecretValueCommand, { SecretId: 'empty' })
          .rejects(Object.assign(new Error(), { name: 'ResourceNotFoundException' })),
    ],
  ])('lets a key through when the secret %s', async (_, prepare) => {
    prepare();
    process.env.API_KEY_PEPPER_SECRET_ARN = 'empty';
    expect(await ask({ 'X-API-Key': good })).toMatchObject(setup);
  });

  test('fails when the table cannot be read', async () => {
    secrets.on(GetSecretValueCommand, { SecretId: 'unreachable' }).rejects(new Error('connection refused'));
    process.env.API_KEY_PEPPER_SECRET_ARN = 'unreachable';
    await expect(ask({ 'X-API-Key': good })).rejects.toThrow('connection refused');
  });
});

test('makes the same reads for unknown, inactive and valid keys, so that timing reveals nothing', async () => {
  const asked: string[] = [];
  const send = db.send.bind(db) as (command: object) => Promise<unknown>;
  const spy = jest.spyOn(db, 'send').mockImplementation(((command: object) => {
    asked.push(command.constructor.name);
    return send(command);
  }) as typeof db.send);
  const costs = [];
  for (const key of [unknown, inactive, revoked, expired, good]) {
    await ask({ 'X-API-Key': key });
    costs.push(asked.splice(0));
  }
  spy.mockRestore();
  expect(costs).toEqual(costs.map(() => ['GetCommand']));
});
