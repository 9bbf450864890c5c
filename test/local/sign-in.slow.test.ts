import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { JwtVerifier } from 'aws-jwt-verify';
import { Identity } from '../../local/identity/identity.ts';
import { type PoolSettings, readPool } from '../../local/identity/pool-template.ts';
import { SignIn } from '../../local/identity/sign-in.ts';
import { UserPool } from '../../local/identity/user-pool.ts';
import { Fixture } from './fixture.ts';
import { poolResources } from './pool-fixture.ts';

const fixture = new Fixture();
const issuer = 'http://127.0.0.1:4001';
const email = 'ada@example.org';
const password = 'Correct horse 1';
const page = 'https://dashboard.example/';

let settings: PoolSettings;
let pool: UserPool;
let identity: Identity;
let signIn: SignIn;
let nowMs = Date.now();

beforeAll(async () => {
  const writeMail = fixture.lambda('write-mail', 'export const handler = async (asked) => asked;');
  settings = readPool(fixture.stacks({ ...poolResources(), WriteMail: writeMail }));
  const now = () => nowMs;
  pool = new UserPool(settings.passwordPolicy, undefined, now);
  await pool.create(email, { email_verified: 'true' }, password);
  await pool.setPassword(email, password, true);
  identity = new Identity(issuer, settings.client.id, undefined, now);
  signIn = new SignIn(identity, pool, settings, now);
});
afterAll(() => fixture.dispose());

type Headers = Record<string, string>;

async function ask(method: string, target: string, headers: Headers = {}, form?: Record<string, string>) {
  const answer = await signIn.answer({
    method,
    target,
    headers: Object.entries(headers),
    body: Buffer.from(form ? new URLSearchParams(form).toString() : ''),
    sourceIp: '127.0.0.1',
  });
  if (!answer) throw new Error(`${method} ${target} is not answered`);
  const header = (name: string) => answer.headers.find(([one]) => one.toLowerCase() === name)?.[1] ?? '';
  return { status: answer.status, header, text: String(answer.body), location: header('location') };
}

const get = (target: string, headers?: Headers) => ask('GET', target, headers);
const post = (target: string, form: Record<string, string>, headers?: Headers) => ask('POST', target, headers, form);

async function signedInCookie(): Promise<Headers> {
  const { header } = await post('/login', { email, password });
  return { cookie: header('set-cookie').split(';')[0] ?? '' };
}

const verifier = 'a-verifier-of-at-least-forty-three-characters-0';
const authorize = (changes: Record<string, string> = {}) =>
  `/oauth2/authorize?${new URLSearchParams({
    response_type: 'code',
    client_id: settings.client.id,
    redirect_uri: page,
    scope: 'openid email',
    state: 'a state',
    nonce: 'a nonce',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...changes,
  })}`;
const codeFor = async () => new URL((await get(authorize(), await signedInCookie())).location).searchParams.get('code');
const exchange = async (changes: Record<string, string> = {}) =>
  post('/oauth2/token', {
    grant_type: 'authorization_code',
    client_id: settings.client.id,
    redirect_uri: page,
    code: (await codeFor()) ?? '',
    code_verifier: verifier,
    ...changes,
  });

describe('the sign-in page', () => {
  it('works without scripts, has labelled fields, and cannot be framed or cached', async () => {
    const { status, text, header } = await get('/login');
    expect([status, header('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(text).toContain('<html lang="en">');
    expect(text).toContain('<label for="email">');
    expect(text).toContain('<label for="password">');
    expect(text).not.toMatch(/<script/i);
    expect(header('cache-control')).toBe('no-store');
    expect(header('content-security-policy')).toContain("frame-ancestors 'none'");
  });
  it('is in the language that the application asks for, or else in that of the browser', async () => {
    const german = { 'accept-language': 'de-AT,de;q=0.9,en;q=0.8' };
    expect((await get('/login', german)).text).toContain('<html lang="de">');
    expect((await get('/login', { 'accept-language': 'fr' })).text).toContain('<html lang="en">');
    const { location } = await get(authorize({ ui_locales: 'en de' }), german);
    expect((await get(location, german)).text).toContain('<h1>Sign in</h1>');
    const asked = { continue: authorize({ ui_locales: 'de' }) };
    const shown = (await get(`/login?${new URLSearchParams(asked)}`)).text;
    expect(shown).toContain('<label for="password">Passwort</label>');
    // The page about a failure is in the language of the first page.
    const wrong = await post('/login', { email, password: 'wrong', ...asked });
    expect(wrong.text).toContain('Die E-Mail-Adresse oder das Passwort ist falsch.');
  });
  it('303: the right password gives a cookie with a token, for an hour and for no script', async () => {
    const { status, location, header } = await post('/login', { email, password });
    expect([status, location]).toEqual([303, '/login']);
    const [cookie, ...attributes] = header('set-cookie').split('; ');
    expect(attributes.slice(0, 4)).toEqual(['Path=/', 'HttpOnly', 'Secure', 'SameSite=Lax']);
    const [name, token] = cookie?.split('=') ?? [];
    expect(name).toBe('__Host-issuer_session');
    const verified = JwtVerifier.create({ issuer, audience: settings.client.id, jwksUri: `${issuer}/keys` });
    verified.cacheJwks(JSON.parse(JSON.stringify(identity.jwks())));
    expect(await verified.verify(token ?? '')).toMatchObject({ email, email_verified: true, token_use: 'id' });
  });
  it('200: says who is signed in, and how to use the token', async () => {
    const { text } = await get('/login', await signedInCookie());
    expect(text).toContain(email);
    expect(text).toContain(`${issuer}/me`);
  });
  it('401: a wrong password and an unknown address are told apart by nothing but the address', async () => {
    const wrong = await post('/login', { email, password: 'wrong' });
    const unknown = await post('/login', { email: 'eve@example.org', password });
    expect([wrong.status, unknown.status]).toEqual([401, 401]);
    expect(wrong.text).toContain('role="alert"');
    expect(wrong.text.replace(email, '')).toBe(unknown.text.replace('eve@example.org', ''));
    expect([wrong.header('set-cookie'), unknown.header('set-cookie')]).toEqual(['', '']);
  });
  it('403: a page of another site signs nobody in', async () => {
    expect((await post('/login', { email, password }, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  });
  it('escapes what it was sent', async () => {
    const { text } = await post('/login', { email: '"><b>', password: 'x' });
    expect(text).not.toContain('"><b>');
  });
  it('leads nowhere but back to an application', async () => {
    const { location } = await post('/login', { email, password, continue: 'https://evil.example/' });
    expect(location).toBe('/login');
    expect((await get('/login?continue=//evil.example')).text).not.toContain('evil');
    const broken = await post('/login', { email, password, continue: '/oauth2/authorize?a=b\r\nSet-Cookie: c=d' });
    expect(broken.location).toBe('/oauth2/authorize?a=b%0D%0ASet-Cookie%3A+c%3Dd');
    expect((await post('/login', { email, password, continue: '/oauth2/authorize\r\n?a=b' })).location).toBe('/login');
  });
  it('303: a temporary password is replaced by another one, and signing in goes on', async () => {
    const fresh = { email: 'new@example.org', password: 'Temporary word 1' };
    await pool.create(fresh.email, { email_verified: 'true' }, fresh.password);
    const { text, header } = await post('/login', { ...fresh, continue: '/oauth2/authorize?a=b' });
    expect(header('set-cookie')).toBe('');
    const hidden = [...text.matchAll(/name="(continue|code|email)"[^>]* value="([^"]+)"/g)];
    const form = Object.fromEntries(hidden.map(([, name, value]) => [name, value]));
    const weak = await post('/login/first-password', { ...form, password: 'short' });
    expect(weak.status).toBe(400);
    expect(weak.text).toMatch(/role="alert"[^>]*>This password was not accepted.*Password did not conform/);
    const done = await post('/login/first-password', { ...form, password });
    expect([done.status, done.location]).toEqual([303, '/oauth2/authorize?a=b']);
    expect(done.header('set-cookie')).toContain('__Host-issuer_session=');
    expect((await post('/login', { ...fresh })).status).toBe(401);
    expect((await post('/login', { email: fresh.email, password })).location).toBe('/login');
  });
  it('ends the session of a browser', async () => {
    const { header } = await get('/logout');
    expect(header('set-cookie')).toBe('__Host-issuer_session=; Path=/; HttpOnly; Secure; SameSite=Lax; Max-Age=0');
    expect((await get(`/logout?logout_uri=${encodeURIComponent(page)}`)).location).toBe(page);
    expect((await get('/logout?logout_uri=https://evil.example/')).status).toBe(400);
  });
  it('a foreign or expired token does not sign in', async () => {
    const cookie = await signedInCookie();
    nowMs += 61 * 60_000;
    expect((await get('/login', cookie)).text).toContain('<form');
    const { header } = await post('/login', { email, password });
    const [forged] = header('set-cookie').replace('=ey', '=eyx').split(';');
    expect((await get('/login', { cookie: forged ?? '' })).text).toContain('<form');
  });
});

describe('a code', () => {
  it('is sent back to the application after signing in, and exchanged for tokens of the user', async () => {
    const { location } = await get(authorize());
    const onward = new URL(location, issuer).searchParams.get('continue') ?? '';
    expect(onward).toBe(authorize());
    const signedIn = await post('/login', { email, password, continue: onward });
    expect(signedIn.location).toBe(onward);
    const cookie = signedIn.header('set-cookie').split(';')[0] ?? '';
    const back = new URL((await get(signedIn.location, { cookie })).location);
    expect([back.origin, back.searchParams.get('state')]).toEqual(['https://dashboard.example', 'a state']);
    const { status, text } = await exchange({ code: back.searchParams.get('code') ?? '' });
    const { id_token, ...rest } = JSON.parse(text);
    expect(status).toBe(200);
    expect(rest).toMatchObject({ token_type: 'Bearer', expires_in: 3600, access_token: expect.any(String) });
    expect(identity.claimsOf(id_token)).toMatchObject({ email, nonce: 'a nonce', sub: pool.get(email).sub });
  });
  it('400: is valid once', async () => {
    const code = (await codeFor()) ?? '';
    expect((await exchange({ code })).status).toBe(200);
    expect((await exchange({ code })).status).toBe(400);
  });
  it.each([
    ['of nobody', { code: 'x' }, 'invalid_grant'],
    ['with another verifier', { code_verifier: 'another' }, 'invalid_grant'],
    ['for another address', { redirect_uri: `${page}x` }, 'invalid_grant'],
    ['of another client', { client_id: 'x' }, 'invalid_client'],
    ['as another grant', { grant_type: 'password' }, 'unsupported_grant_type'],
  ])('400: %s gives no token', async (_, changes, error) => {
    const { status, text } = await exchange(changes);
    expect([status, JSON.parse(text)]).toEqual([400, { error }]);
  });
  it('400: is valid for five minutes', async () => {
    const code = (await codeFor()) ?? '';
    nowMs += 5 * 60_000 + 1;
    expect((await exchange({ code })).status).toBe(400);
  });
  it.each([
    ['client_id', { client_id: 'x' }],
    ['redirect_uri', { redirect_uri: 'https://dashboard.example/evil' }],
  ])('400: goes to no address that is not registered (%s)', async (name, changes) => {
    const { status, text, location } = await get(authorize(changes), await signedInCookie());
    expect([status, location]).toEqual([400, '']);
    expect(text).toContain(name);
  });
  it.each([
    [{ response_type: 'token' }, 'unsupported_response_type'],
    [{ code_challenge: '' }, 'invalid_request'],
    [{ code_challenge_method: 'plain' }, 'invalid_request'],
    [{ scope: 'openid admin' }, 'invalid_scope'],
  ])('is not given for %j; the application hears why', async (changes, error) => {
    const { searchParams } = new URL((await get(authorize(changes), await signedInCookie())).location);
    expect([searchParams.get('error'), searchParams.get('state')]).toEqual([error, 'a state']);
    expect(searchParams.get('code')).toBeNull();
  });
});

describe('a client with a secret', () => {
  const redirect_uri = `${page}oauth2/idpresponse`;
  const client = () => settings.loadBalancerClient ?? settings.client;
  const codeOf = async () => {
    const asked = { response_type: 'code', client_id: client().id, redirect_uri, scope: 'openid email', state: '1' };
    const { location } = await get(`/oauth2/authorize?${new URLSearchParams(asked)}`, await signedInCookie());
    return new URL(location).searchParams.get('code') ?? '';
  };
  const tokens = async (changes: Record<string, string> = {}) => {
    const credentials = { client_id: client().id, client_secret: client().secret ?? '' };
    const grant = { grant_type: 'authorization_code', code: await codeOf(), redirect_uri };
    const { status, text } = await post('/oauth2/token', { ...credentials, ...grant, ...changes });
    return { status, ...JSON.parse(text) };
  };
  it('exchanges a code without a verifier, and learns of whom it is', async () => {
    const { access_token, refresh_token } = await tokens();
    const { status, text } = await get('/oauth2/userInfo', { authorization: `Bearer ${access_token}` });
    const { sub } = pool.get(email);
    expect([status, JSON.parse(text)]).toEqual([200, { sub, username: sub, email, email_verified: 'true' }]);
    expect(await tokens({ grant_type: 'refresh_token', refresh_token })).toMatchObject({ status: 200 });
  });
  it('401: learns nothing with another token', async () => {
    const { id_token } = await tokens();
    for (const token of [id_token, 'x']) {
      expect((await get('/oauth2/userInfo', { authorization: `Bearer ${token}` })).status).toBe(401);
    }
  });
  it('400: gets no token without its secret, nor for a code of another client', async () => {
    expect(await tokens({ client_secret: 'x' })).toMatchObject({ status: 400, error: 'invalid_client' });
    expect(await tokens({ code: (await codeFor()) ?? '' })).toMatchObject({ status: 400, error: 'invalid_grant' });
    const stolen = await exchange({ code: await codeOf(), redirect_uri });
    expect([stolen.status, JSON.parse(stolen.text).error]).toEqual([400, 'invalid_grant']);
  });
});

describe('the provider', () => {
  it('publishes its endpoints (OpenID discovery)', async () => {
    const discovered = JSON.parse((await get('/.well-known/openid-configuration')).text);
    expect(discovered).toMatchObject({ issuer, code_challenge_methods_supported: ['S256'] });
    for (const name of ['authorization_endpoint', 'jwks_uri', 'end_session_endpoint']) {
      const path = discovered[name].slice(issuer.length);
      expect([name, (await get(path)).status]).toEqual([name, expect.any(Number)]);
    }
  });
  it('leaves every other path to the API', async () => {
    const raw = { target: '/me', headers: [], body: Buffer.from(''), sourceIp: '' };
    expect(await signIn.answer({ method: 'GET', ...raw })).toBeUndefined();
    expect(await signIn.answer({ method: 'DELETE', ...raw, target: '/login' })).toBeUndefined();
  });
});

it('long-lived tokens are the same after a restart, short-lived ones differ', () => {
  const file = `${fixture.folder}/identity.json`;
  const [one, two] = [0, 1].map(() => new Identity(issuer, 'client', file, () => nowMs++));
  const user = pool.get(email);
  expect(one?.longLivedToken(user)).toBe(two?.longLivedToken(user));
  expect(one?.idToken(user, 60)).not.toBe(one?.idToken(user, 60));
});
