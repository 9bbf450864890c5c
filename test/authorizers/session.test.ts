import { createHmac, generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto';
import http, { createServer, type Server } from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { APIGatewayRequestAuthorizerEvent } from 'aws-lambda';
import { endStewardships } from '#src/curation/groups/stewards.ts';
import { deleteAccount } from '#src/identity/accounts/account.ts';
import type { UserRecord } from '#src/identity/domain/user.ts';
import { stewardshipWrite } from '#src/identity/store/stewardships.ts';
import { createMembership, createUser, findUser, startUserDeletion } from '#src/identity/store/users.ts';
import { startPreloads } from '#src/runtime/preload.ts';
import { db, transact } from '#src/table/table.ts';
import * as session from '../../lambdas/authorizers/session.ts';
import { freshTable } from '../support/engine.ts';
import { captureLog } from '../support/log.ts';
import { underRole } from '../support/roles.ts';

const handler = underRole(session.authorizer, session.handler);

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
let keyId = 'one';
/** The path of the load balancers' keys here. */
const albKeys = '/load-balancer-keys/';
/** AWS's response for an unknown key of a load balancer. */
let albKeyStatus = 403;

beforeAll(async () => {
  server = createServer((request, response) => {
    const albKey = request.url?.startsWith(albKeys) && request.url.slice(albKeys.length);
    if (albKey === albKid) {
      response.end(alb.publicKey.export({ type: 'spki', format: 'pem' }));
      return;
    }
    if (albKey !== undefined && albKey !== false) {
      response.writeHead(albKeyStatus).end();
      return;
    }
    if (request.url?.includes('moved')) {
      response.writeHead(302, { location: `${issuer}/jwks.json` }).end();
      return;
    }
    if (request.url?.includes('jwks')) keySetFetches++;
    const keys = [{ ...rsa.publicKey.export({ format: 'jwk' }), kid: keyId, use: 'sig', alg: 'RS256' }];
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
  server.closeAllConnections();
});

beforeEach(() => {
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}/pool`;
  keySetStatus = 200;
  keyId = 'one';
  Object.assign(process.env, {
    SIGN_IN_ISSUER: issuer,
    SIGN_IN_AUDIENCE: audience,
    SIGN_IN_JWKS_URL: `${issuer}/jwks.json`,
    SIGN_IN_EMAILS_VERIFIED: 'false',
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

test('a token of the issuer: identifies the user and their roles in the table', async () => {
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

test('a steward of groups: the workspaces, with no more calls of the table than for a member', async () => {
  const user = { display_name: null, is_superadmin: false, created_at: 1, updated_at: 1 };
  const emails = ['member@example.org', 'steward@example.org', 'former@example.org'];
  for (const email of emails) await createUser({ ...user, id: email, email });
  const [email = '', steward = '', former = ''] = emails;
  await createMembership({ email, created_at: 1, workspace: 'library', role: 'workspace_member' });
  const groups = [
    { group_id: 'glass', workspace: 'library' },
    { group_id: 'clay', workspace: 'library' },
  ];
  await transact([
    stewardshipWrite({ email: steward, user_id: steward, groups, version: 1 }, undefined),
    stewardshipWrite({ email: former, user_id: 'somebody before them', groups, version: 1 }, undefined),
  ]);
  const calls: number[] = [];
  const contexts: unknown[] = [];
  for (const one of emails) {
    const claimed = token(claims({ email: one, sub: one }));
    await askWith(claimed);
    const spy = jest.spyOn(db, 'send');
    contexts.push((await askWith(claimed)).context);
    calls.push(spy.mock.calls.length);
    spy.mockRestore();
  }
  expect(calls).toEqual([calls[0], calls[0], calls[0]]);
  expect(contexts[1]).toMatchObject({ memberships: '[]', stewardIn: '["library"]' });
  for (const context of [contexts[0], contexts[2]]) expect(context).not.toHaveProperty('stewardIn');
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
  ['an address that is not said to be verified', { email: 'root@example.org', email_verified: undefined }],
  ['an address that is neither', { email: 'root@example.org', email_verified: null }],
  ['an address with a list instead of yes', { email: 'root@example.org', email_verified: [true] }],
  ['an address with a text that is not yes', { email: 'root@example.org', email_verified: 'True' }],
  [
    'a superadmin of the settings that is not said to be verified',
    { email: 'chief@example.org', email_verified: undefined },
  ],
  ['the address of another in other letters', { email: 'chief@example.org'.replace('i', '\u0131') }],
  ['KELVIN SIGN in the address', { email: '\u212a@example.org' }],
])('a user with %s has no role', async (_, over) => {
  const { context } = await askWith(token(claims(over)));
  expect(context).toMatchObject({ email: '', isSuperadmin: 'false', memberships: '[]' });
});

describe('an issuer with emailsAreVerified', () => {
  beforeEach(() => {
    process.env.SIGN_IN_EMAILS_VERIFIED = 'true';
  });

  test.each<[string, unknown, boolean]>([
    ['says nothing', undefined, true],
    ['says yes', true, true],
    ['says no', false, false],
    ['says no as a text', 'false', false],
    ['says something else', null, false],
  ])('and that %s of one', async (_, email_verified, isVerified) => {
    const { context } = await askWith(token(claims({ email: 'chief@example.org', email_verified })));
    expect(context).toMatchObject({ email: isVerified ? 'chief@example.org' : '', isSuperadmin: `${isVerified}` });
  });
});

test.each<[string, Claims, Claims]>([
  ['of a pool', { token_use: 'id' }, {}],
  ['of Keycloak', { typ: 'ID', azp: audience }, {}],
  ['for several clients, issued to ours', { aud: ['another', audience], azp: audience }, {}],
  ['without a type', {}, { typ: undefined }],
])('an ID token %s is taken', async (_, over, header) => {
  expect(await effectOf(askWith(token(claims(over), header)))).toBe('Allow');
});

test('clocks may be a minute apart', async () => {
  expect(await effectOf(askWith(token(claims({ exp: seconds() - 30 }))))).toBe('Allow');
});

describe('a user is bound to the subject of their first token', () => {
  let n = 0;
  /** A new user who is a superadmin and a member of a workspace. */
  async function aUser({ email = `user-${n}@example.org`, created_at = 1 } = {}): Promise<UserRecord> {
    const user = { id: `id-${n++}`, email, display_name: null, is_superadmin: true, created_at, updated_at: 1 };
    await createUser(user);
    await createMembership({ email, workspace: 'library', role: 'workspace_admin', created_at: 1 });
    return user;
  }
  const askAs = async (email: string, sub: string, over: Claims = {}) =>
    (await askWith(token(claims({ email, sub, ...over })))).context;
  const all = (email: string) => ({ email, isSuperadmin: 'true', memberships: expect.stringContaining('library') });
  const nothing = { email: '', isSuperadmin: 'false', memberships: '[]' };
  const context = { actor: 'operator', now: new Date(), requestId: 'r' };

  test('no other subject gets their rights or address', async () => {
    const { email, id } = await aUser();
    expect(await askAs(email, 'first')).toMatchObject(all(email));
    expect(await askAs(email, 'second')).toMatchObject(nothing);
    expect(await askAs(email, 'first')).toMatchObject(all(email));
    expect(lines).toContainEqual(
      expect.objectContaining({
        level: 'warn',
        userId: id,
        subject: 'second',
        reason: expect.stringContaining('bound'),
      }),
    );
    expect(JSON.stringify(lines)).not.toContain(email);
  });

  test('the same holds for configured superadmins', async () => {
    const email = 'chief@example.org';
    expect(await askAs(email, 'anybody')).toMatchObject({ email, isSuperadmin: 'true' });
    await aUser({ email });
    expect(await askAs(email, 'first')).toMatchObject(all(email));
    expect(await askAs(email, 'second')).toMatchObject(nothing);
    await deleteAccount(email, context, endStewardships);
  });

  test('of parallel first requests one subject wins, and all its requests pass', async () => {
    const { email } = await aUser();
    const subjects = Array.from({ length: 12 }, (_, index) => (index % 2 ? 'odd' : 'even'));
    const contexts = await Promise.all(subjects.map((sub) => askAs(email, sub)));
    const winners = new Set(contexts.flatMap((context) => (context?.email ? [context.subject] : [])));
    expect(winners.size).toBe(1);
    expect(contexts.filter((context) => context?.email)).toHaveLength(6);
  });

  test("a deleted user's valid token gets no rights of a new user with the same address", async () => {
    const { email } = await aUser();
    const old = token(claims({ email, sub: 'old', iat: seconds() - 300 }));
    expect((await askWith(old)).context).toMatchObject(all(email));
    await deleteAccount(email, context, endStewardships);
    expect(await effectOf(askWith(old))).toBe('Deny');
    await aUser({ email, created_at: Date.now() });
    // Nobody has signed in as the new user yet, so the old token arrives first.
    expect(await effectOf(askWith(old))).toBe('Deny');
    expect(await askAs(email, 'new', { iat: seconds() })).toMatchObject(all(email));
    expect(await effectOf(askWith(old))).toBe('Deny');
  });

  test('a token older than the user binds nobody', async () => {
    const { email } = await aUser({ created_at: Date.now() });
    expect(await askAs(email, 'older', { iat: seconds() - 300 })).toMatchObject(nothing);
    expect(await askAs(email, 'newer', { iat: seconds() })).toMatchObject(all(email));
  });

  test('a user who is being deleted is not bound', async () => {
    const { email } = await aUser();
    await startUserDeletion(email, context);
    expect(await askAs(email, 'first')).toMatchObject(nothing);
    expect((await findUser(email)).subject).toBeUndefined();
  });

  test('a new issuer binds again, because its subjects differ', async () => {
    const { email } = await aUser();
    expect(await askAs(email, 'first')).toMatchObject(all(email));
    issuer = issuer.replace('/pool', '/other');
    Object.assign(process.env, { SIGN_IN_ISSUER: issuer, SIGN_IN_JWKS_URL: `${issuer}/jwks.json` });
    expect(await askAs(email, 'second')).toMatchObject(all(email));
    expect(await askAs(email, 'first')).toMatchObject(nothing);
  });
});

const hs256 = () => {
  const signed = `${part({ alg: 'HS256', kid: 'one' })}.${part(claims())}`;
  const key = rsa.publicKey.export({ type: 'spki', format: 'pem' });
  return `${signed}.${createHmac('sha256', key).update(signed).digest('base64url')}`;
};

describe('refuses, with the reason in the log only', () => {
  test.each<[string, () => string]>([
    ['nothing', () => ''],
    ['no token', () => 'abc'],
    ['one that expired', () => token(claims({ exp: seconds() - 120 }))],
    ['one that is not yet', () => token(claims({ nbf: seconds() + 120 }))],
    ['one that never expires', () => token(claims({ exp: undefined }))],
    ['one that expires after all dates', () => token(claims({ exp: 1e300 }))],
    ['one issued after all dates', () => token(claims({ iat: 1e300 }))],
    ['of another audience', () => token(claims({ aud: 'another' }))],
    ['of no audience', () => token(claims({ aud: undefined }))],
    ['an access token of another client', () => token(claims({ aud: undefined, token_use: 'access', client_id: 'x' }))],
    ['an access token of a pool', () => token(claims({ aud: undefined, token_use: 'access', client_id: audience }))],
    ['an access token with our audience', () => token(claims({ token_use: 'access' }))],
    ['a refresh token', () => token(claims({ token_use: 'refresh' }))],
    ['an access token by RFC 9068', () => token(claims({ client_id: audience }), { typ: 'at+jwt' })],
    ['a logout token', () => token(claims({ events: {} }), { typ: 'logout+jwt' })],
    ['an access token of Keycloak', () => token(claims({ typ: 'Bearer' }))],
    ['a refresh token of Keycloak', () => token(claims({ typ: 'Refresh' }))],
    ['issued to another client', () => token(claims({ azp: 'another' }))],
    ['for several clients, not said to which', () => token(claims({ aud: ['another', audience] }))],
    ['with a critical extension', () => token(claims(), { crit: ['exp'], exp: 0 })],
    ['with an unencoded payload', () => token(claims(), { crit: ['b64'], b64: false })],
    ['with an empty list of extensions', () => token(claims(), { crit: [] })],
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
  ])('%s', async (what, make) => {
    const jwt = make();
    expect(await effectOf(askWith(jwt))).toBe('Deny');
    const said = JSON.stringify(lines);
    expect(said).toContain('Session refused');
    // A page that was left open is not a fault.
    const counted = lines.filter(
      ({ RefusedSessions, table }) => RefusedSessions === 1 && table === process.env.TABLE_NAME,
    );
    expect(counted).toHaveLength(what === 'one that expired' ? 0 : 1);
    if (jwt.length > 20) expect(said).not.toContain(jwt.slice(-40));
  });

  test('a token that was altered in any part', async () => {
    const [header, , signature] = token(claims()).split('.');
    const forged = part(claims({ email: 'root@example.org' }));
    expect(await effectOf(askWith([header, forged, signature].join('.')))).toBe('Deny');
  });
});

describe('where the token is', () => {
  test('a missing token has its own error code', async () => {
    for (const headers of [{}, { Cookie: 'other=1' }] as Record<string, string>[]) {
      expect(await ask(headers)).toMatchObject({
        policyDocument: { Statement: [{ Effect: 'Deny' }] },
        context: { code: 'missing_credential', error: expect.stringMatching(/^[\w ]+$/) },
      });
    }
    expect(lines).toEqual([]);
  });

  test('finds the session cookie among others', async () => {
    const { context } = await ask({ Cookie: `a=b; __Host-registry_session=${token(claims())}; c=d` });
    expect(context).toMatchObject({ subject: 'subject-1', sentBy: 'cookie' });
  });

  test('the header takes precedence over the cookie, valid or not', async () => {
    const cookie = `__Host-registry_session=${token(claims({ sub: 'of the cookie' }))}`;
    const right = await ask({ Authorization: `Bearer ${token(claims({ sub: 'of the header' }))}`, cookie });
    expect(right.context).toMatchObject({ subject: 'of the header' });
    expect(await effectOf(ask({ Authorization: 'Bearer wrong', cookie }))).toBe('Deny');
    expect(await effectOf(ask({ Authorization: `Basic ${token(claims())}`, cookie }))).toBe('Deny');
  });
});

describe('a user signed in by a load balancer', () => {
  const data = (
    header: Claims = {},
    key: KeyObject = alb.privateKey,
    verification: Claims = { email_verified: 'true' },
  ) => {
    const all = {
      alg: 'ES256',
      kid: albKid,
      signer: albArn,
      client: audience,
      iss: issuer,
      exp: seconds() + 60,
      ...header,
    };
    const signed = `${part(all)}.${part({ sub: 'subject-1', email: 'root@example.org', ...verification, iss: issuer, exp: seconds() + 60 })}`;
    const signature = sign('SHA256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' });
    return { 'x-amzn-oidc-data': `${signed}.${signature.toString('base64url')}` };
  };

  beforeEach(() => {
    process.env.ALB_ARN = albArn;
    process.env.ALB_CLIENT_ID = audience;
    // The address of AWS is in the library that verifies. Only its keys are asked for with https.
    jest.spyOn(https, 'request').mockImplementation(((url: URL, options: http.RequestOptions) => {
      expect(url.host).toBe('public-keys.auth.elb.eu-central-1.amazonaws.com');
      return http.request(new URL(`${albKeys}${url.pathname.slice(1)}`, issuer), options);
    }) as typeof https.request);
  });
  afterEach(() => void jest.restoreAllMocks());

  test('is identified, and counts as signed in by a cookie', async () => {
    const { context } = await ask(data());
    expect(context).toMatchObject({ email: 'root@example.org', isSuperadmin: 'true', sentBy: 'cookie' });
  });

  test('has an address only if it is verified, or the issuer always verifies', async () => {
    const unmarked = () => ask(data({}, alb.privateKey, {}));
    expect((await unmarked()).context).toMatchObject({ email: '', isSuperadmin: 'false' });
    process.env.SIGN_IN_EMAILS_VERIFIED = 'true';
    expect((await unmarked()).context).toMatchObject({ email: 'root@example.org', isSuperadmin: 'true' });
  });

  test.each<[string, () => Record<string, string>]>([
    ['with a critical extension', () => data({ crit: ['x'], x: 1 })],
    ['of another load balancer', () => data({ signer: albArn.replace('registry', 'evil') })],
    ['for another client', () => data({ client: 'another' })],
    ['signed by somebody else', () => data({}, generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey)],
  ])('401: %s', async (_, make) => expect(await effectOf(ask(make()))).toBe('Deny'));

  test('401: with a key that does not exist; an error of the service if nobody knows', async () => {
    const unknown = () => ask(data({ kid: randomUUID() }));
    for (albKeyStatus of [403, 404]) expect(await effectOf(unknown())).toBe('Deny');
    albKeyStatus = 503;
    await expect(unknown()).rejects.toThrow(/503/);
  });

  test('401: no load balancer is configured', async () => {
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

  describe('asked for while Lambda starts the function', () => {
    const startFunction = async (jwksUrl: string) => {
      process.env.SIGN_IN_JWKS_URL = jwksUrl;
      process.env.AWS_LAMBDA_INITIALIZATION_TYPE = 'on-demand';
      const before = keySetFetches;
      startPreloads(session.authorizer);
      while (keySetFetches === before) await setTimeout(5);
      return keySetFetches;
    };
    afterEach(() => {
      delete process.env.AWS_LAMBDA_INITIALIZATION_TYPE;
    });

    test('are not asked for again by its first request', async () => {
      const fetched = await startFunction(`${issuer}/start/jwks.json`);
      expect(await effectOf(askWith(token(claims())))).toBe('Allow');
      expect(keySetFetches).toBe(fetched);
    });

    test('in vain, are asked for again', async () => {
      keySetStatus = 503;
      const fetched = await startFunction(`${issuer}/vain/jwks.json`);
      keySetStatus = 200;
      // A request that begins before the answer shares it.
      let effect: string | undefined;
      while (effect === undefined) effect = await effectOf(askWith(token(claims()))).catch(() => undefined);
      expect(effect).toBe('Allow');
      expect(keySetFetches).toBeGreaterThan(fetched);
    });

    test('but not behind a load balancer, whose tokens name their key', async () => {
      process.env.ALB_ARN = albArn;
      process.env.AWS_LAMBDA_INITIALIZATION_TYPE = 'on-demand';
      process.env.SIGN_IN_JWKS_URL = `${issuer}/balanced/jwks.json`;
      const sent = jest.spyOn(http, 'request');
      startPreloads(session.authorizer);
      await setImmediate();
      expect(sent).not.toHaveBeenCalled();
      sent.mockRestore();
      delete process.env.ALB_ARN;
    });
  });

  test('one that the issuer has withdrawn is trusted for an hour at most', async () => {
    const sent = token({ ...claims(), exp: Math.floor(Date.now() / 1000) + 7200 });
    expect(await effectOf(askWith(sent))).toBe('Allow');
    keyId = 'two';
    expect(await effectOf(askWith(sent))).toBe('Allow');
    const inAnHour = Date.now() + 60 * 60_000;
    jest.spyOn(Date, 'now').mockReturnValue(inAnHour);
    expect(await effectOf(askWith(sent))).toBe('Deny');
    jest.restoreAllMocks();
  });

  test('an unreachable JWKS is an error of the service, not an invalid token', async () => {
    process.env.SIGN_IN_JWKS_URL = `${issuer}/other/jwks.json`;
    keySetStatus = 503;
    await expect(askWith(token(claims()))).rejects.toThrow(/503/);
  });

  test('are taken from their address only: a redirect is an error of the service', async () => {
    process.env.SIGN_IN_JWKS_URL = `${issuer}/moved.json`;
    const before = keySetFetches;
    await expect(askWith(token(claims()))).rejects.toThrow(/302/);
    expect(keySetFetches).toBe(before);
  });
});
