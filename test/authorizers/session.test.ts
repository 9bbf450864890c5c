import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { APIGatewayRequestAuthorizerEvent } from 'aws-lambda';
import { handler } from '../../lambdas/authorizers/session.ts';
import { createMembership, createUser } from '../../src/storage/access/users.ts';
import { freshTable } from '../support/engine.ts';
import { captureLog } from '../support/log.ts';

const lines = captureLog();
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 });
const alb = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const albArn = 'arn:aws:elasticloadbalancing:eu-central-1:000000000000:loadbalancer/app/registry/50dc6c495c0c9188';
const albKid = '8b2a1d5e-5a2d-4b6e-9d63-0c6f0f1a2b3c';
const audience = 'registry-dashboard';
const seconds = () => Math.floor(Date.now() / 1000);

let server: Server;
let issuer: string;
let keySetFetches = 0;
let keySetStatus = 200;

beforeAll(async () => {
  server = createServer((request, response) => {
    if (request.url?.includes('jwks')) keySetFetches++;
    const keys = [{ ...rsa.publicKey.export({ format: 'jwk' }), kid: 'one', use: 'sig', alg: 'RS256' }];
    response.writeHead(keySetStatus).end(JSON.stringify({ keys }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  await freshTable();
  const user = { id: 'u1', display_name: null, created_at: 1, updated_at: 1 };
  await createUser({ ...user, email: 'admin@example.org', is_superadmin: false });
  await createUser({ ...user, email: 'root@example.org', is_superadmin: true });
  const membership = { email: 'admin@example.org', created_at: 1 };
  await createMembership({ ...membership, workspace: 'primary_entity', role: 'workspace_admin' });
  await createMembership({ ...membership, workspace: 'library', role: 'workspace_member' });
});
afterAll(() => {
  server.close();
});

beforeEach(() => {
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}/pool`;
  keySetStatus = 200;
  Object.assign(process.env, {
    SIGN_IN_ISSUER: issuer,
    SIGN_IN_AUDIENCE: audience,
    SIGN_IN_JWKS_URL: `${issuer}/jwks.json`,
    ADMIN_EMAILS: 'chief@example.org',
  });
});

type Claims = Record<string, unknown>;
const claims = (over: Claims = {}): Claims => ({
  iss: issuer,
  aud: audience,
  sub: 'subject-1',
  email: 'Admin@Example.org',
  email_verified: true,
  exp: seconds() + 600,
  ...over,
});
const part = (json: Claims) => Buffer.from(JSON.stringify(json)).toString('base64url');

function token(payload: Claims, header: Claims = {}, key: KeyObject = rsa.privateKey): string {
  const signed = `${part({ alg: 'RS256', kid: 'one', typ: 'JWT', ...header })}.${part(payload)}`;
  return `${signed}.${sign('RSA-SHA256', Buffer.from(signed), key).toString('base64url')}`;
}

const ask = (headers: Record<string, string>) =>
  handler({
    type: 'REQUEST',
    methodArn: 'arn:aws:execute-api:us-east-1:000000000000:abc123/live/GET/me',
    headers,
  } as unknown as APIGatewayRequestAuthorizerEvent);
const askWith = (jwt: string) => ask({ Authorization: `Bearer ${jwt}` });
const effectOf = async (answer: ReturnType<typeof ask>) => (await answer).policyDocument.Statement[0]?.Effect;

test('a token of the issuer: who it is, and the roles the table gives them', async () => {
  expect(await askWith(token(claims()))).toMatchObject({
    principalId: 'subject-1',
    context: {
      subject: 'subject-1',
      email: 'admin@example.org',
      isSuperadmin: 'false',
      sentBy: 'header',
      memberships: JSON.stringify([
        { workspace: 'library', role: 'workspace_member' },
        { workspace: 'primary_entity', role: 'workspace_admin' },
      ]),
    },
    policyDocument: {
      Statement: [{ Effect: 'Allow', Resource: 'arn:aws:execute-api:us-east-1:000000000000:abc123/live/*' }],
    },
  });
});

test.each([
  ['root@example.org', 'true'],
  ['chief@example.org', 'true'],
  ['nobody@example.org', 'false'],
])('%s is a superadmin: %s', async (email, isSuperadmin) => {
  const { context } = await askWith(token(claims({ email })));
  expect(context).toMatchObject({ email, isSuperadmin, memberships: '[]' });
});

test.each<[string, Claims]>([
  ['no address', { email: undefined }],
  ['an address nobody has verified', { email: 'root@example.org', email_verified: false }],
])('somebody with %s has no role', async (_, over) => {
  const { context } = await askWith(token(claims(over)));
  expect(context).toMatchObject({ email: '', isSuperadmin: 'false', memberships: '[]' });
});

test('an access token of the same client is one, too', async () => {
  const jwt = token(claims({ aud: undefined, token_use: 'access', client_id: audience }));
  expect(await effectOf(askWith(jwt))).toBe('Allow');
});

test('clocks may be a minute apart', async () => {
  expect(await effectOf(askWith(token(claims({ exp: seconds() - 30 }))))).toBe('Allow');
});

const hs256 = () => {
  const signed = `${part({ alg: 'HS256', kid: 'one' })}.${part(claims())}`;
  const key = rsa.publicKey.export({ type: 'spki', format: 'pem' });
  return `${signed}.${createHmac('sha256', key).update(signed).digest('base64url')}`;
};

describe('refused, with the reason in the log only', () => {
  test.each<[string, () => string]>([
    ['nothing', () => ''],
    ['no token', () => 'abc'],
    ['one that expired', () => token(claims({ exp: seconds() - 120 }))],
    ['one that is not yet', () => token(claims({ nbf: seconds() + 120 }))],
    ['one that never expires', () => token(claims({ exp: undefined }))],
    ['of another audience', () => token(claims({ aud: 'another' }))],
    ['of no audience', () => token(claims({ aud: undefined }))],
    ['an access token of another client', () => token(claims({ aud: undefined, token_use: 'access', client_id: 'x' }))],
    ['of another issuer', () => token(claims({ iss: 'https://evil.example' }))],
    ['of nobody', () => token(claims({ sub: undefined }))],
    ['signed by somebody else', () => token(claims(), {}, stranger.privateKey)],
    ['with an unknown key', () => token(claims(), { kid: 'two' })],
    [
      'with a key of its own',
      () => token(claims(), { jwk: stranger.publicKey.export({ format: 'jwk' }) }, stranger.privateKey),
    ],
    ['signed with the public key as if it were secret', hs256],
    ['not signed', () => `${part({ alg: 'none', kid: 'one' })}.${part(claims())}.`],
    ['said to be signed otherwise', () => token(claims(), { alg: 'RS512' })],
  ])('%s', async (_, make) => {
    const jwt = make();
    expect(await effectOf(askWith(jwt))).toBe('Deny');
    const said = JSON.stringify(lines);
    expect(said).toContain('Session refused');
    if (jwt.length > 20) expect(said).not.toContain(jwt.slice(-40));
  });

  test('a token that is changed in any part', async () => {
    const [header, , signature] = token(claims()).split('.');
    const forged = part(claims({ email: 'root@example.org' }));
    expect(await effectOf(askWith([header, forged, signature].join('.')))).toBe('Deny');
  });
});

describe('where the token is', () => {
  test('a request without one is told so', async () => {
    for (const headers of [{}, { Cookie: 'other=1' }] as Record<string, string>[]) {
      expect(await ask(headers)).toMatchObject({
        policyDocument: { Statement: [{ Effect: 'Deny' }] },
        context: { code: 'missing_credential', error: expect.stringMatching(/^[\w ]+$/) },
      });
    }
    expect(lines).toEqual([]);
  });

  test('the cookie, among others', async () => {
    const { context } = await ask({ Cookie: `a=b; registry_session=${token(claims())}; c=d` });
    expect(context).toMatchObject({ subject: 'subject-1', sentBy: 'cookie' });
  });

  test('the header goes before the cookie, right or wrong', async () => {
    const cookie = `registry_session=${token(claims({ sub: 'of the cookie' }))}`;
    const right = await ask({ Authorization: `Bearer ${token(claims({ sub: 'of the header' }))}`, cookie });
    expect(right.context).toMatchObject({ subject: 'of the header' });
    expect(await effectOf(ask({ Authorization: 'Bearer wrong', cookie }))).toBe('Deny');
    expect(await effectOf(ask({ Authorization: `Basic ${token(claims())}`, cookie }))).toBe('Deny');
  });
});

describe('what a load balancer vouches for', () => {
  const data = (header: Claims = {}, key: KeyObject = alb.privateKey) => {
    const all = {
      alg: 'ES256',
      kid: albKid,
      signer: albArn,
      client: audience,
      iss: issuer,
      exp: seconds() + 60,
      ...header,
    };
    const signed = `${part(all)}.${part({ sub: 'subject-2', email: 'root@example.org', email_verified: 'true', iss: issuer, exp: seconds() + 60 })}`;
    const signature = sign('SHA256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' });
    return { 'x-amzn-oidc-data': `${signed}.${signature.toString('base64url')}` };
  };
  const realFetch = globalThis.fetch;

  beforeEach(() => {
    process.env.ALB_ARN = albArn;
    process.env.ALB_CLIENT_ID = audience;
    const pem = alb.publicKey.export({ type: 'spki', format: 'pem' }) as string;
    globalThis.fetch = async (url, init) => {
      if (String(url) === `https://public-keys.auth.elb.eu-central-1.amazonaws.com/${albKid}`) return new Response(pem);
      return realFetch(url, init);
    };
  });
  afterAll(() => {
    globalThis.fetch = realFetch;
  });

  test('is who they are, and came by a cookie of its own', async () => {
    const { context } = await ask(data());
    expect(context).toMatchObject({ email: 'root@example.org', isSuperadmin: 'true', sentBy: 'cookie' });
  });

  test.each<[string, () => Record<string, string>]>([
    ['of another load balancer', () => data({ signer: albArn.replace('registry', 'evil') })],
    ['for another client', () => data({ client: 'another' })],
    ['signed by somebody else', () => data({}, generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey)],
  ])('nobody: %s', async (_, make) => expect(await effectOf(ask(make()))).toBe('Deny'));

  test('nobody, where no load balancer is configured', async () => {
    delete process.env.ALB_ARN;
    expect(await effectOf(ask(data()))).toBe('Deny');
  });
});

describe('the keys of the issuer', () => {
  test('are fetched once, not for every request', async () => {
    await askWith(token(claims()));
    const before = keySetFetches;
    await Promise.all(Array.from({ length: 5 }, () => askWith(token(claims()))));
    expect(keySetFetches).toBe(before);
  });

  test('a service that cannot have them says that it failed, not that the token is wrong', async () => {
    process.env.SIGN_IN_JWKS_URL = `${issuer}/other/jwks.json`;
    keySetStatus = 503;
    await expect(askWith(token(claims()))).rejects.toThrow(/503|fetch/i);
  });
});
