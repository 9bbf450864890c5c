import { randomBytes } from 'node:crypto';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { APIGatewayRequestAuthorizerEvent } from 'aws-lambda';
import { mockClient } from 'aws-sdk-client-mock';
import { hashCredential, newCredential } from '#src/identity/credentials/secret.ts';
import { sharedUsageKey } from '#src/identity/credentials/usage-key.ts';
import type { CredentialRecord, InstallationRecord, OriginRecord } from '#src/identity/domain/installation.ts';
import { createInstallation } from '#src/identity/store/installations.ts';
import * as credential from '../../lambdas/authorizers/credential.ts';
import { freshTable } from '../support/engine.ts';
import { captureLog } from '../support/log.ts';
import { underRole } from '../support/roles.ts';

const handler = underRole(credential.authorizer, credential.handler);

const lines = captureLog();
const pepper = 'the pepper of this test';
const secrets = mockClient(SecretsManagerClient);
const names = ['good', 'inactive', 'disabled', 'unverified', 'expiring', 'unknown'] as const;
const secretOf = Object.fromEntries(names.map((name) => [name, newCredential('pri', randomBytes(32))])) as Record<
  (typeof names)[number],
  string
>;

beforeAll(async () => {
  await freshTable();
  process.env.API_KEY_PEPPER_SECRET_ARN = 'arn:aws:secretsmanager:us-east-1:000000000000:secret:pepper';
  process.env.INSTALLATION_REQUESTS_PER_MINUTE = '120';
  secrets.on(GetSecretValueCommand).resolves({ SecretString: pepper });
  await install('good', {});
  await install('inactive', { credential: { active: false } });
  await install('disabled', { installation: { status: 'disabled' } });
  await install('unverified', { origin: { verification_status: 'failed' } });
  await install('expiring', { credential: { expires_at: 1234 } });
});

interface Over {
  installation?: Partial<InstallationRecord>;
  origin?: Partial<OriginRecord>;
  credential?: Partial<CredentialRecord>;
}

function install(id: Exclude<(typeof names)[number], 'unknown'>, { installation, origin, credential }: Over) {
  return createInstallation(
    {
      id,
      workspace_id: 'library',
      platform: 'drupal',
      status: 'active',
      display_name: 'A site',
      description: null,
      scopes: ['people.read', 'works.read'],
      created_at: 1,
      updated_at: 1,
      ...installation,
    },
    {
      id: `${id}-origin`,
      installation_id: id,
      origin: 'HTTPS://Plugin.Example:443',
      verification_status: 'verified',
      verification_token: null,
      verified_at: 1,
      last_verification_error: null,
      ...origin,
    },
    {
      hash: hashCredential(secretOf[id], pepper),
      installation_id: id,
      last4: 'last',
      active: true,
      created_at: 1,
      expires_at: null,
      ...credential,
    },
  );
}

const ask = (secret: string) =>
  handler({
    type: 'REQUEST',
    methodArn: 'arn:aws:execute-api:us-east-1:000000000000:abc123/live/GET/v1/people',
    headers: { 'x-api-key': secret },
    multiValueHeaders: { 'x-api-key': [secret] },
  } as unknown as APIGatewayRequestAuthorizerEvent);
const effectOf = ({ policyDocument }: Awaited<ReturnType<typeof ask>>) => policyDocument.Statement[0]?.Effect;

test('allows an active credential, and passes on installation, scopes, origins and the shared usage key', async () => {
  const hash = hashCredential(secretOf.good, pepper);
  expect(await ask(secretOf.good)).toEqual({
    principalId: hash,
    usageIdentifierKey: sharedUsageKey('abc123'),
    context: {
      perMinute: '120',
      credentialHash: hash,
      installationId: 'good',
      workspace: 'library',
      operational: 'true',
      expiresAt: '',
      origins: 'https://plugin.example',
      scopes: 'people.read works.read',
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

describe('known but unusable: let through, so that the function can answer why', () => {
  test.each([
    ['inactive', { operational: 'false' }],
    ['disabled', { operational: 'false' }],
    ['unverified', { operational: 'false', origins: '' }],
    ['expiring', { operational: 'true', expiresAt: '1234' }],
  ] as const)('%s', async (name, context) => {
    const answer = await ask(secretOf[name]);
    expect(effectOf(answer)).toBe('Allow');
    expect(answer.context).toMatchObject(context);
  });
});

describe('refuses without a reason', () => {
  test.each([
    ['unknown', secretOf.unknown],
    ['mistyped', `${secretOf.good.slice(0, -1)}${secretOf.good.endsWith('A') ? 'B' : 'A'}`],
    ['of another kind', secretOf.good.replace('pri_', 'prx_')],
  ])('%s', async (_, secret) => {
    const answer = await ask(secret);
    expect(effectOf(answer)).toBe('Deny');
    expect(answer.context).toBeUndefined();
  });

  test('and never logged', async () => {
    await ask(secretOf.unknown);
    expect(lines).not.toEqual([]);
    expect(JSON.stringify(lines)).not.toContain(secretOf.unknown);
  });
});

test('passes on strings only, as the gateway requires', async () => {
  const { context } = await ask(secretOf.good);
  expect(Object.values(context ?? {}).every((value) => typeof value === 'string')).toBe(true);
});
