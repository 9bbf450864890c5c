import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { issuerSubject } from '#src/identity/domain/user.ts';
import { endSessionsOf } from '#src/identity/store/ended-sessions.ts';
import { takeAttempt } from '#src/identity/store/sign-in-attempts.ts';
import { keys } from '#src/table/keys.ts';
import { handler as authorize, authorizer } from '../../../lambdas/authorizers/session.ts';
import * as callback from '../../../lambdas/dashboard/auth/callback.ts';
import * as login from '../../../lambdas/dashboard/auth/login.ts';
import * as logout from '../../../lambdas/dashboard/auth/logout.ts';
import * as refresh from '../../../lambdas/dashboard/auth/refresh.ts';
import * as session from '../../../lambdas/dashboard/session/get.ts';
import { type ControlPlane, startControlPlane } from '../../../local/control-plane/control-plane.ts';
import { Secrets } from '../../../local/control-plane/secrets.ts';
import { Identity } from '../../../local/identity/identity.ts';
import { SignIn } from '../../../local/identity/sign-in.ts';
import { UserPool } from '../../../local/identity/user-pool.ts';
import { freshTable } from '../../support/engine.ts';
import { call, gatewayEvent, requestId, sessionOf, type TestResponse } from '../../support/event.ts';
import { captureLog } from '../../support/log.ts';
import { underRole } from '../../support/roles.ts';
import { allItems, putItems } from '../../support/table.ts';

const origin = 'https://dashboard.example';
const email = 'ada@example.org';
const password = 'Correct horse 1';
const client = {
  id: 'test-client',
  secret: undefined,
  scopes: ['openid', 'email', 'profile'],
  callbackUrls: [`${origin}/api/auth/callback`, 'https://alt.example/api/auth/callback'],
  logoutUrls: [`${origin}/`],
  idTokenMinutes: 60,
  refreshTokenMinutes: 43_200,
};

/** Only the clock is set: requests need timers. */
const doNotFake = [
  ...(['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'setImmediate', 'clearImmediate'] as const),
  ...(['nextTick', 'queueMicrotask', 'performance', 'hrtime'] as const),
];

const logged = captureLog();
let server: Server;
let pool: UserPool;
let plane: ControlPlane;
let issuer: string;
let identity: Identity;
/** The issuer's answers in place of its own, by path. */
let fault: Record<string, { status: number; body: string }> = {};
/** The requests to the issuer: path and form. */
let asked: { path: string; form: URLSearchParams; authorization: string | undefined }[] = [];

beforeAll(async () => {
  await freshTable();
  pool = new UserPool(
    {
      MinimumLength: 12,
      RequireLowercase: true,
      RequireUppercase: true,
      RequireNumbers: true,
      RequireSymbols: false,
      TemporaryPasswordValidityDays: 7,
    },
    undefined,
  );
  await pool.create(email, { email_verified: 'true' }, password);
  await pool.setPassword(email, password, true);
  server = createServer(async (request, response) => {
    const body = await buffer(request);
    const target = request.url ?? '';
    asked.push({
      path: target.split('?')[0] ?? '',
      form: new URLSearchParams(body.toString()),
      authorization: request.headers.authorization,
    });
    const wanted = fault[target.split('?')[0] ?? ''];
    const answer = wanted
      ? { ...wanted, headers: [['content-type', 'application/json']] }
      : await signIn.answer({
          method: request.method ?? '',
          target,
          headers: Object.entries(request.headers).map(([name, value]): [string, string] => [name, String(value)]),
          body,
          sourceIp: '127.0.0.1',
        });
    response.writeHead(answer?.status ?? 404, answer?.headers.flat() ?? []);
    response.end(answer?.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  identity = new Identity(issuer, client.id, undefined);
  const signIn = new SignIn(identity, pool, { client, loadBalancerClient: undefined });
  const secrets = new Secrets(undefined);
  secrets.keep('client-secret', () => 'the secret');
  plane = await startControlPlane({ secrets });
  Object.assign(process.env, {
    AWS_ENDPOINT_URL: plane.url,
    AWS_ENDPOINT_URL_SECRETS_MANAGER: plane.url,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    SIGN_IN_ISSUER: issuer,
    SIGN_IN_AUDIENCE: client.id,
    SIGN_IN_JWKS_URL: `${issuer}/.well-known/jwks.json`,
    SIGN_IN_EMAILS_VERIFIED: 'false',
    ADMIN_EMAILS: '',
    TRUSTED_ORIGINS: `${origin} https://alt.example`,
  });
});
afterAll(async () => {
  await plane.close();
  server.close();
  server.closeAllConnections();
});
beforeEach(() => {
  fault = {};
  asked = [];
});

const pairs = (cookies: string[]) => cookies.map((cookie) => cookie.split(';')[0]).join('; ');
const named = (cookies: string[], name: string) => cookies.find((cookie) => cookie.startsWith(`${name}=`));
const queryOf = (location: string | undefined) => new URL(location ?? '', origin).searchParams;

/** Signs in at the issuer like a browser; returns what it sends to the callback. */
async function signInAtIssuer(location: string): Promise<string> {
  const page = await fetch(`${issuer}/login`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ email, password }),
  });
  const cookie = (page.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  const answer = await fetch(location, { redirect: 'manual', headers: { cookie } });
  const back = new URL(answer.headers.get('location') ?? '');
  return `${back.pathname}${back.search}`;
}

async function begin(query = ''): Promise<TestResponse> {
  return call(login, { url: `/api/auth/login${query}` });
}

async function signedIn(query = ''): Promise<TestResponse> {
  const begun = await begin(query);
  const url = await signInAtIssuer(String(begun.headers.location));
  return call(callback, { url, headers: { Cookie: pairs(begun.cookies) } });
}

describe('GET /api/auth/login', () => {
  it('303: to the issuer, with PKCE, a state and a nonce that the browser does not keep', async () => {
    const { status, headers, cookies } = await begin('?return_to=%2Fpublications%3Fq%3Da');
    expect(status).toBe(303);
    expect(String(headers.location).startsWith(`${issuer}/oauth2/authorize?`)).toBe(true);
    expect(headers['cache-control']).toBe('no-store');
    const query = queryOf(headers.location);
    expect(Object.fromEntries(query)).toMatchObject({
      response_type: 'code',
      client_id: client.id,
      redirect_uri: `${origin}/api/auth/callback`,
      code_challenge_method: 'S256',
    });
    const cookie = named(cookies, '__Host-registry_sign_in');
    expect(cookie).toMatch(/=[\w-]{43}; Path=\/; Max-Age=600; HttpOnly; Secure; SameSite=Lax$/);
    const [attempt] = (await allItems()).filter(({ state }) => state === query.get('state'));
    expect(attempt).toMatchObject({
      state: query.get('state'),
      nonce: query.get('nonce'),
      returnTo: '/publications?q=a',
    });
    for (const secret of [attempt?.verifier, cookie?.split(/[=;]/)[1]]) expect(headers.location).not.toContain(secret);
    expect(JSON.stringify(attempt)).not.toContain(cookie?.split(/[=;]/)[1]);
  });

  it('303: back to the origin that the page has, if it is one of the dashboard', async () => {
    const { headers } = await begin('?origin=https%3A%2F%2Falt.example');
    expect(queryOf(headers.location).get('redirect_uri')).toBe('https://alt.example/api/auth/callback');
  });

  it('303: asks the issuer for a language; 400: for none that there is', async () => {
    const { headers } = await begin('?language=DE-at');
    expect(Object.fromEntries(queryOf(headers.location))).toMatchObject({ ui_locales: 'de-AT', lang: 'de-AT' });
    expect(queryOf((await begin()).headers.location).has('ui_locales')).toBe(false);
    expect((await begin('?language=de_DE')).body).toMatchObject({ code: 'invalid_query' });
  });

  it.each([
    'https://evil.example/',
    '//evil.example/',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/.//evil.example',
    '/people/..//evil.example',
    '/%2e//evil.example/?q=a',
    'javascript:alert(1)',
    'publications',
    '',
  ])('400: the foreign return_to %j', async (returnTo) => {
    const { status, body } = await begin(`?return_to=${encodeURIComponent(returnTo)}`);
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'invalid_query' });
    expect(body.error).toContain('return_to');
  });

  it('400: a foreign origin', async () => {
    expect((await begin('?origin=https%3A%2F%2Fevil.example')).body).toMatchObject({ code: 'invalid_query' });
  });

  describe('beyond 60 a minute from one network', () => {
    const nowMs = 1_900_000_000_000;
    beforeEach(() => {
      jest.useFakeTimers({ doNotFake });
    });
    const start = async (sourceIp: string, laterMs = 0) => {
      jest.setSystemTime(nowMs + laterMs);
      const event = gatewayEvent(login.route, { url: '/api/auth/login' });
      Object.assign(event.requestContext, { identity: { sourceIp } });
      const answer = await underRole(login.route, login.handler)(event as never, { awsRequestId: requestId } as never);
      return { status: answer.statusCode, retryAfter: answer.headers?.['retry-after'] };
    };
    const attempts = async () => (await allItems()).filter(({ sk }) => sk === keys.signInAttempt('').sk).length;
    const times = <T>(n: number, task: () => Promise<T>) => Promise.all(Array.from({ length: n }, task));
    afterEach(() => {
      jest.useRealTimers();
    });

    it.each([
      ['192.0.2.1', '192.0.2.1', '192.0.2.2'],
      ['2001:db8:1:2::3', '2001:db8:1:2:ffff::4', '2001:db8:1:3::3'],
    ])('429: %s and %s are one, %s is another, and nothing is stored', async (one, same, another) => {
      const before = await attempts();
      const first = await times(60, () => start(one));
      expect(new Set(first.map(({ status }) => status))).toEqual(new Set([303]));
      const more = await times(20, () => start(same, 15_000));
      expect(new Set(more.map(({ status }) => status))).toEqual(new Set([429]));
      expect(more[0]?.retryAfter).toBe(String(60 - ((nowMs / 1000 + 15) % 60)));
      expect(await attempts()).toBe(before + 60);
      expect((await start(another, 15_000)).status).toBe(303);
      expect((await start(same, 60_000)).status).toBe(303);
    });
  });

  it('303: to the page at once behind a load balancer that signs people in', async () => {
    const headers = { 'x-amzn-oidc-data': 'a.b.c' };
    const answer = await call(login, { url: '/api/auth/login?return_to=%2Fpeople', headers });
    expect(answer).toMatchObject({ status: 303, headers: { location: '/people' }, cookies: [] });
  });
});

describe('GET /api/auth/callback', () => {
  it('303: to the page, with a session and a refresh token that scripts cannot read', async () => {
    const { status, headers, cookies } = await signedIn('?return_to=%2Fpeople');
    expect({ status, location: headers.location }).toEqual({ status: 303, location: '/people' });
    expect(named(cookies, '__Host-registry_session')).toMatch(
      /^__Host-registry_session=[\w-]+\.[\w-]+\.[\w-]+; Path=\/; Max-Age=3\d{3}; HttpOnly; Secure; SameSite=Lax$/,
    );
    expect(named(cookies, '__Host-registry_refresh')).toMatch(
      /^__Host-registry_refresh=[\w-]+; Path=\/; Max-Age=2592000; HttpOnly; Secure; SameSite=Strict$/,
    );
    expect(named(cookies, '__Host-registry_sign_in')).toContain('Max-Age=0');
  });

  const refused = async (url: string, headers: Record<string, string>, reason: string) => {
    const answer = await call(callback, { url, headers });
    expect(answer).toMatchObject({ status: 303, headers: { location: `/sign-in?error=${reason}` } });
    expect(named(answer.cookies, '__Host-registry_session')).toBeUndefined();
  };

  it('303: to the sign-in page, for a state of another attempt, none, or no cookie', async () => {
    const [mine, other] = [await begin(), await begin()];
    const url = await signInAtIssuer(String(other.headers.location));
    await refused(url, { Cookie: pairs(mine.cookies) }, 'expired');
    await refused(url.replace(/&?state=[^&]*/, ''), { Cookie: pairs(other.cookies) }, 'expired');
    await refused(url, {}, 'expired');
    await refused(url, { Cookie: '__Host-registry_sign_in=%%%' }, 'expired');
    expect(asked.filter(({ path }) => path === '/oauth2/token')).toEqual([]);
  });

  it('303: the answer to another attempt changes nothing, and the own one still signs in, once', async () => {
    const [mine, other] = [await begin('?return_to=%2Fpeople'), await begin()];
    const own = await signInAtIssuer(String(mine.headers.location));
    const foreign = await signInAtIssuer(String(other.headers.location));
    const headers = { Cookie: pairs(mine.cookies) };
    const stateless = own.replace(/&?state=[^&]*/, '');
    asked = [];
    for (const url of [
      foreign,
      stateless,
      `${stateless}&state=`,
      '/api/auth/callback?error=access_denied&state=x',
      '/api/auth/callback',
    ]) {
      const answer = await call(callback, { url, headers });
      expect(answer).toMatchObject({ status: 303, headers: { location: '/sign-in?error=expired' }, cookies: [] });
      // Nothing tells whether there is an attempt of this browser.
      const unknown = await call(callback, { url, headers: { Cookie: '__Host-registry_sign_in=unknown' } });
      expect(unknown).toEqual(answer);
    }
    expect(asked).toEqual([]);
    const answers = await Promise.all([own, own].map((url) => call(callback, { url, headers })));
    const signedIn = answers.filter(({ cookies }) => named(cookies, '__Host-registry_session'));
    expect(signedIn.map((answer) => answer.headers.location)).toEqual(['/people']);
    await refused(own, headers, 'expired');
    expect(asked.filter(({ path }) => path === '/oauth2/token')).toHaveLength(1);
  });

  it('303: to the sign-in page, for a code that was used', async () => {
    const begun = await begin();
    const url = await signInAtIssuer(String(begun.headers.location));
    const headers = { Cookie: pairs(begun.cookies) };
    expect((await call(callback, { url, headers })).headers.location).toBe('/');
    await refused(url, headers, 'expired');
  });

  it('303: to the sign-in page, for a token with another nonce, or of another issuer', async () => {
    const user = { sub: 'someone', email, attributes: {} } as unknown as Parameters<Identity['idToken']>[0];
    const stranger = new Identity('https://other.example', client.id, undefined);
    for (const token of [identity.idToken(user, 60, { nonce: 'another' }), stranger.idToken(user, 60)]) {
      const begun = await begin();
      const url = await signInAtIssuer(String(begun.headers.location));
      fault = {
        '/oauth2/token': {
          status: 200,
          body: JSON.stringify({ access_token: 'a', token_type: 'Bearer', id_token: token }),
        },
      };
      await refused(url, { Cookie: pairs(begun.cookies) }, 'refused');
      fault = {};
    }
    expect(logged.filter(({ message }) => message === 'Sign-in refused')).toHaveLength(2);
  });

  it('303: to the sign-in page, for the answer of another issuer (RFC 9207)', async () => {
    const begun = await begin();
    const url = `${await signInAtIssuer(String(begun.headers.location))}&iss=https%3A%2F%2Fother.example`;
    asked = [];
    await refused(url, { Cookie: pairs(begun.cookies) }, 'expired');
    expect(asked).toEqual([]);
    const again = await begin();
    const own = `${await signInAtIssuer(String(again.headers.location))}&iss=${encodeURIComponent(issuer)}`;
    const answer = await call(callback, { url: own, headers: { Cookie: pairs(again.cookies) } });
    expect(answer).toMatchObject({ status: 303, headers: { location: '/' } });
  });

  it('303: to the sign-in page, if the person declines at the issuer', async () => {
    const begun = await begin();
    const state = queryOf(begun.headers.location).get('state');
    await refused(`/api/auth/callback?error=access_denied&state=${state}`, { Cookie: pairs(begun.cookies) }, 'denied');
  });

  it('303: to the sign-in page, for a cookie that somebody else has written', async () => {
    const begun = await begin();
    const url = await signInAtIssuer(String(begun.headers.location));
    const state = queryOf(begun.headers.location).get('state');
    const planted = { state, nonce: 'n', verifier: 'v', returnTo: 'https://evil.example/\r\nX: y', origin };
    const value = Buffer.from(JSON.stringify(planted)).toString('base64url');
    await refused(url, { Cookie: `registry_sign_in=${value}; __Host-registry_sign_in=${value}` }, 'expired');
  });

  it.each([
    ['https://evil.example/', 400, undefined],
    ['/.//evil.example', 400, undefined],
    ['/publications\r\nSet-Cookie: a=b', 303, '/publicationsSet-Cookie:%20a=b'],
  ])('%j, stored with an attempt, leads to no other site and breaks no header', async (returnTo, status, location) => {
    const begun = await begin();
    const attempts = (await allItems()).filter(({ sk }) => sk === keys.signInAttempt('').sk);
    await putItems(attempts.map((attempt) => ({ ...attempt, returnTo })));
    const url = await signInAtIssuer(String(begun.headers.location));
    const answer = await call(callback, { url, headers: { Cookie: pairs(begun.cookies) } });
    expect({ status: answer.status, location: answer.headers.location }).toEqual({ status, location });
  });

  it('an attempt can be used once, within ten minutes', async () => {
    const take = ({ cookies, headers }: TestResponse, atMs: number) =>
      takeAttempt(cookies[0]?.split(/[=;]/)[1] ?? '', queryOf(headers.location).get('state') ?? '', new Date(atMs));
    const [early, late] = [await begin(), await begin()];
    const in10Minutes = Date.now() + 600_000;
    expect(await take(early, in10Minutes - 60_000)).toMatchObject({ returnTo: '/' });
    expect(await take(early, Date.now())).toBeUndefined();
    expect(await take(late, in10Minutes + 1_000)).toBeUndefined();
  });

  it('502: the issuer does not answer as it should', async () => {
    for (const wrong of [
      { status: 500, body: '' },
      { status: 200, body: '<html>' },
      { status: 401, body: '{"error":"invalid_client"}' },
    ]) {
      fault = { '/oauth2/token': wrong };
      const begun = await begin();
      const url = await signInAtIssuer(String(begun.headers.location));
      const answer = await call(callback, { url, headers: { Cookie: pairs(begun.cookies) } });
      expect(answer).toMatchObject({ status: 502, body: { code: 'upstream_unavailable' } });
    }
  });
});

describe('a session that ends before its tokens expire', () => {
  const effectWith = async (cookies: string[]) => {
    const ask = underRole(authorizer, authorize);
    const event = { type: 'REQUEST', methodArn: 'arn:aws:execute-api:us-east-1:0:abc/live/GET/me' };
    const answer = await ask({ ...event, headers: { Cookie: pairs(cookies) } } as never);
    return answer.policyDocument.Statement[0]?.Effect;
  };
  const subject = () => issuerSubject(issuer, pool.get(email).sub);
  const headersOf = (cookies: string[]) => ({ Origin: origin, Cookie: pairs(cookies) });
  const extend = (cookies: string[]) => call(refresh, { url: '/api/auth/refresh', headers: headersOf(cookies) });

  it('by signing out: no copy of a token of that session is taken any more, and others go on', async () => {
    const [one, other] = [await signedIn(), await signedIn()];
    const extended = await extend(one.cookies);
    expect(extended.status).toBe(200);
    await call(logout, { url: '/api/auth/logout', headers: headersOf(one.cookies) });
    expect(await Promise.all([one, extended, other].map(({ cookies }) => effectWith(cookies)))).toEqual([
      'Deny',
      'Deny',
      'Allow',
    ]);
  });

  it('by signing out everywhere: no token and no refresh token from before is taken, whatever the issuer says', async () => {
    const before = await signedIn();
    await endSessionsOf(subject(), new Date(Date.now() + 1_000));
    expect(await effectWith(before.cookies)).toBe('Deny');
    expect(await extend(before.cookies)).toMatchObject({ status: 401, cookies: [] });
    // An earlier time restores nothing.
    await endSessionsOf(subject(), new Date(1));
    expect(await effectWith(before.cookies)).toBe('Deny');
  });

  it('303: whom the issuer still knows from before is asked for the password, once', async () => {
    await endSessionsOf(subject(), new Date(Date.now() + 60_000));
    const begun = await begin('?return_to=%2Fpeople');
    const url = await signInAtIssuer(String(begun.headers.location));
    const answer = await call(callback, { url, headers: { Cookie: pairs(begun.cookies) } });
    const again = `/api/auth/login?${new URLSearchParams({ return_to: '/people', origin, reauthenticate: 'true' })}`;
    expect(answer).toMatchObject({ status: 303, headers: { location: again } });
    const second = await call(login, { url: again });
    expect(queryOf(second.headers.location).get('prompt')).toBe('login');
    const back = await signInAtIssuer(String(second.headers.location).replace('&prompt=login', ''));
    const refusedNow = await call(callback, { url: back, headers: { Cookie: pairs(second.cookies) } });
    expect(refusedNow).toMatchObject({ status: 303, headers: { location: '/sign-in?error=refused' } });
    await freshTable();
  });
});

describe('POST /api/auth/refresh', () => {
  const extend = (cookies: string[], headers: Record<string, string> = { Origin: origin }) =>
    call(refresh, { url: '/api/auth/refresh', headers: { ...headers, Cookie: pairs(cookies) } });

  it('200: a new session cookie, and when it ends', async () => {
    const { cookies } = await signedIn();
    const answer = await extend(cookies);
    expect(answer.status).toBe(200);
    expect(answer.body.expires_at).toBeGreaterThan(Date.now() + 3_500_000);
    expect(named(answer.cookies, '__Host-registry_session')).toBeDefined();
  });

  it.each<Record<string, string>>([{}, { Origin: 'https://evil.example' }, { 'Sec-Fetch-Site': 'cross-site' }])(
    '403: a request with %j comes from no page of the dashboard',
    async (headers) => {
      const { cookies } = await signedIn();
      expect(await extend(cookies, headers)).toMatchObject({
        status: 403,
        body: { code: 'origin_rejected' },
        cookies: [],
      });
    },
  );

  it('401: there is no refresh token, or the issuer has revoked it', async () => {
    expect(await extend([])).toMatchObject({ status: 401, body: { code: 'missing_credential' } });
    const { cookies } = await signedIn();
    const headers = { Origin: origin, Cookie: pairs(cookies) };
    await call(logout, { url: '/api/auth/logout', headers });
    expect(await extend(cookies)).toMatchObject({ status: 401, body: { code: 'invalid_credential' }, cookies: [] });
  });

  it('502: the issuer fails; the session goes on until it expires', async () => {
    const { cookies } = await signedIn();
    fault = { '/oauth2/token': { status: 503, body: '' } };
    expect(await extend(cookies)).toMatchObject({ status: 502, cookies: [] });
  });
});

describe('POST /api/auth/logout', () => {
  const end = (cookies: string[], headers: Record<string, string> = { Origin: origin }) =>
    call(logout, { url: '/api/auth/logout', headers: { ...headers, Cookie: pairs(cookies) } });

  it('200: revokes the refresh token, deletes the cookies, and says where the session of the issuer ends', async () => {
    const { cookies } = await signedIn();
    const answer = await end(cookies);
    expect(new URL(answer.body.end_session_url).pathname).toBe('/logout');
    expect(answer.cookies.map((cookie) => cookie.split('; ').slice(0, 3))).toEqual([
      ['__Host-registry_session=', 'Path=/', 'Max-Age=0'],
      ['__Host-registry_refresh=', 'Path=/', 'Max-Age=0'],
      // Cookies of earlier versions.
      ['registry_session=', 'Path=/', 'Max-Age=0'],
      ['registry_refresh=', 'Path=/api/auth', 'Max-Age=0'],
    ]);
    expect(asked.at(-1)).toMatchObject({ path: '/oauth2/revoke' });
  });

  it('200: deletes the cookies even if the issuer fails, and says so in the log', async () => {
    const { cookies } = await signedIn();
    fault = { '/oauth2/revoke': { status: 500, body: '' } };
    expect((await end(cookies)).cookies).toHaveLength(4);
    expect(logged.some(({ message }) => String(message).startsWith('Sign-out is incomplete'))).toBe(true);
  });

  it('200: ends the session of a load balancer, too', async () => {
    process.env.ALB_ARN = 'arn:aws:elasticloadbalancing:eu-central-1:123456789012:loadbalancer/app/desk/0a1b';
    const answer = await end([]);
    delete process.env.ALB_ARN;
    expect(named(answer.cookies, 'AWSELBAuthSessionCookie-0')).toContain('Max-Age=0');
  });

  it('403: a request from another site signs nobody out', async () => {
    const { cookies } = await signedIn();
    expect(await end(cookies, { Origin: 'https://evil.example' })).toMatchObject({ status: 403, cookies: [] });
  });
});

describe('GET /api/session', () => {
  it('200: who, with which rights, until when', async () => {
    const { cookies } = await signedIn();
    const headers = { Cookie: pairs(cookies) };
    const ask = (authorizer: Record<string, string>) => call(session, { url: '/api/session', headers, authorizer });
    const answer = await ask(sessionOf('workspace_admin', 'library'));
    expect(answer.body).toEqual({
      email: 'curator@example.org',
      is_superadmin: false,
      memberships: [{ workspace_id: 'library', role: 'workspace_admin' }],
      stewardships: [],
      expires_at: expect.any(Number),
    });
    expect(answer.body.expires_at).toBeGreaterThan(Date.now());
    expect((await ask(sessionOf('superadmin'))).body).toMatchObject({ is_superadmin: true, memberships: [] });
  });

  it('200: null where the token does not say when it ends', async () => {
    const answer = await call(session, { url: '/api/session', authorizer: sessionOf() });
    expect(answer.body.expires_at).toBeNull();
  });

  it('200: null behind a load balancer, whose header ends long before its session', async () => {
    const claims = Buffer.from(JSON.stringify({ exp: 1_900_000_000 })).toString('base64url');
    const headers = { 'x-amzn-oidc-data': `e30.${claims}.e30` };
    const answer = await call(session, { url: '/api/session', headers, authorizer: sessionOf() });
    expect(answer.body.expires_at).toBeNull();
  });
});

describe('a client with a secret', () => {
  it('authenticates with it at the token endpoint, as the issuer wants it', async () => {
    const begun = await begin();
    const url = await signInAtIssuer(String(begun.headers.location));
    process.env.SIGN_IN_CLIENT_SECRET_ARN = 'client-secret';
    try {
      expect(await call(callback, { url, headers: { Cookie: pairs(begun.cookies) } })).toMatchObject({
        body: '',
        headers: { location: '/' },
      });
    } finally {
      delete process.env.SIGN_IN_CLIENT_SECRET_ARN;
    }
    expect(asked.find(({ path }) => path === '/oauth2/token')?.form.get('client_secret')).toBe('the secret');
  });
});
