import { generateKeyPairSync, sign } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import * as debugAuth from '../../../lambdas/dashboard/debug-auth/get.ts';
import { call } from '../../support/event.ts';
import { captureLog } from '../../support/log.ts';

const lines = captureLog();
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const inAnHour = Math.floor(Date.now() / 1000) + 3600;

let server: Server;
let issuer: string;

beforeAll(async () => {
  server = createServer((_, response) => {
    const key = { ...publicKey.export({ format: 'jwk' }), kid: 'key-1', use: 'sig', alg: 'RS256' };
    response.end(JSON.stringify({ keys: [key] }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}/pool`;
});
afterAll(() => void server.close());
beforeEach(() => {
  Object.assign(process.env, {
    SIGN_IN_ISSUER: issuer,
    SIGN_IN_AUDIENCE: 'dashboard',
    SIGN_IN_JWKS_URL: `${issuer}/jwks.json`,
    SIGN_IN_EMAILS_VERIFIED: 'true',
  });
});

const part = (json: unknown) => Buffer.from(JSON.stringify(json)).toString('base64url');
function token(claims: Record<string, unknown> = {}): string {
  const body = {
    iss: issuer,
    aud: 'dashboard',
    sub: 'secret-subject',
    email: 'Ada.Lovelace@example.org',
    exp: inAnHour,
  };
  const signed = `${part({ alg: 'RS256', kid: 'key-1' })}.${part({ ...body, ...claims })}`;
  return `${signed}.${sign('RSA-SHA256', Buffer.from(signed), privateKey).toString('base64url')}`;
}
const ask = (headers: Record<string, string>) => call(debugAuth, { url: '/debug-auth', headers });
const nothingSent = { authorization: false, x_amzn_oidc_data: false, cookie: false };

test('200: describes a valid token without the token or the values of its claims', async () => {
  const jwt = token({ nickname: 'the-countess' });
  const answer = await ask({ Authorization: `Bearer ${jwt}` });
  expect(answer.status).toBe(200);
  expect(answer.headers['cache-control']).toBe('no-store');
  expect(answer.body).toEqual({
    sent: { ...nothingSent, authorization: true },
    used: 'authorization',
    token: {
      claims: ['aud', 'email', 'exp', 'iss', 'nickname', 'sub'],
      kid: 'key-1',
      alg: 'RS256',
      issuer,
      exp: inAnHour,
    },
    verified: true,
    email: 'a***@e***.org',
  });
  for (const secret of [jwt, ...jwt.split('.'), 'secret-subject', 'lovelace', 'the-countess']) {
    expect(JSON.stringify([answer, lines]).toLowerCase()).not.toContain(secret.toLowerCase());
  }
});

test('200: the header takes precedence over the cookie, which is mentioned', async () => {
  const headers = { Authorization: 'Bearer nonsense', Cookie: `a=b; __Host-registry_session=${token()}` };
  expect((await ask(headers)).body).toEqual({
    sent: { ...nothingSent, authorization: true, cookie: true },
    used: 'authorization',
    token: null,
    verified: false,
    email: null,
  });
  expect((await ask({ Cookie: headers.Cookie })).body).toMatchObject({ used: 'cookie', verified: true });
});

test('200: load balancer headers are ignored when none is configured', async () => {
  expect((await ask({ 'X-Amzn-Oidc-Data': token() })).body).toMatchObject({
    sent: { ...nothingSent, x_amzn_oidc_data: true },
    used: 'x_amzn_oidc_data',
    verified: false,
  });
});

test.each<[string, Record<string, unknown>]>([
  ['over', { exp: 1 }],
  ['for another audience', { aud: 'another' }],
  ['of another issuer', { iss: 'https://evil.example' }],
])('200: a token that is %s is not verified, and no address is read from it', async (_, claims) => {
  const { body } = await ask({ Authorization: `Bearer ${token(claims)}` });
  expect(body).toMatchObject({ verified: false, email: null, token: { issuer: claims.iss ?? issuer } });
});

test('200: the verification result is unknown when the JWKS is unreachable', async () => {
  process.env.SIGN_IN_JWKS_URL = 'http://127.0.0.1:1/jwks.json';
  expect((await ask({ Authorization: `Bearer ${token()}` })).body).toMatchObject({ verified: null, email: null });
});

test.each(['', 'a', 'a.b.c', `${part({})}.${part([1])}.x`, `${part('x')}.${part({})}.`, `${part(null)}.${part(null)}`])(
  '200: anything else is not a token: %j',
  async (jwt) => {
    expect(await ask({ Authorization: `Bearer ${jwt}` })).toMatchObject({
      status: 200,
      body: { token: null, verified: false },
    });
  },
);

test('200: nothing was sent', async () => {
  expect((await ask({})).body).toEqual({ sent: nothingSent, used: null, token: null, verified: false, email: null });
});
