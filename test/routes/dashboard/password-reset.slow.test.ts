import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { issuerSubject } from '#src/identity/domain/user.ts';
import { waitFor } from '../../support/cloud.ts';
import { freshTable } from '../../support/engine.ts';
import { call, gatewayEvent, requestId } from '../../support/event.ts';
import { captureLog } from '../../support/log.ts';
import { underRole } from '../../support/roles.ts';
import { startTestServices, type TestServices } from '../../support/services.ts';

/** The waits requested by functions in this test, in milliseconds. */
const waitsMs: number[] = [];
/** Ends the waits; undefined if they take no time. */
let waiting: Promise<void> | undefined;
jest.unstable_mockModule('#src/runtime/sleep.ts', () => ({
  sleep: async (ms: number) => {
    waitsMs.push(ms);
    await waiting;
  },
}));
const request = await import('../../../lambdas/dashboard/password-reset/request.ts');
const confirm = await import('../../../lambdas/dashboard/password-reset/confirm.ts');
const { isEnded } = await import('#src/identity/store/ended-sessions.ts');

const lines = captureLog();
const ada = 'ada@example.org';
const redirectTo = 'https://dashboard.example/reset-password?from=mail';
let services: TestServices;

beforeAll(async () => {
  services = await startTestServices();
  await services.pool.create(ada, { email_verified: 'true' }, 'Correct horse 1');
  await services.pool.setPassword(ada, 'Correct horse 1', true);
  await services.pool.create('new@example.org', { email_verified: 'true' }, 'Correct horse 1');
  await services.pool.create('unverified@example.org', {}, 'Correct horse 1');
  await services.pool.setPassword('unverified@example.org', 'Correct horse 1', true);
});
afterAll(() => services?.close());
beforeEach(async () => {
  await freshTable();
  services.fault = undefined;
  services.calls.length = 0;
  waitsMs.length = 0;
  waiting = undefined;
});

const url = '/api/auth/request-password-reset';

/** Sends a request from an address of the internet. */
async function ask(body: unknown, sourceIp = '192.0.2.1', headers: Record<string, string> = {}, query = '') {
  const event = gatewayEvent(request.route, { url: `${url}${query}`, body, headers });
  Object.assign(event.requestContext, { identity: { sourceIp } });
  const answer = await request.handler(event as APIGatewayProxyEvent, { awsRequestId: requestId });
  return { status: answer.statusCode, headers: answer.headers ?? {}, body: JSON.parse(answer.body) };
}
const own = { Origin: 'https://dashboard.example' };

/** Sets a password like a page of the dashboard. */
async function set(body: unknown, headers: Record<string, string> = own, sourceIp = '192.0.2.1') {
  const event = gatewayEvent(confirm.route, { url: '/api/auth/reset-password', body, headers });
  Object.assign(event.requestContext, { identity: { sourceIp } });
  const answer = await underRole(confirm.route, confirm.handler)(event as APIGatewayProxyEvent, {
    awsRequestId: requestId,
  });
  return { status: answer.statusCode, body: JSON.parse(answer.body) };
}
const mails = () => services.outbox.messages().filter(({ to }) => to === ada).length;
const done = { status: 200, body: { success: true } };

test('200: a user with an account gets a mail', async () => {
  const before = mails();
  expect(await ask({ email: 'Ada@Example.org', redirectTo })).toMatchObject(done);
  expect(mails()).toBe(before + 1);
});

test('200: the mail links to the parsed URL, not to the given text', async () => {
  services.calls.length = 0;
  await ask({ email: ada, redirectTo: ' HTTPS://DASHBOARD.example:443/a/../reset\tpage?x=<b>\n' });
  expect(services.inputs.at(-1)).toMatchObject({
    ClientMetadata: { redirectTo: 'https://dashboard.example/resetpage?x=%3Cb%3E' },
  });
});

test('200: the mail is asked for in a language; 400: that is none', async () => {
  services.calls.length = 0;
  await ask({ email: ada, redirectTo }, undefined, {}, '?language=de');
  expect(services.inputs.at(-1)).toMatchObject({ ClientMetadata: { language: 'de' } });
  expect((await ask({ email: ada, redirectTo }, undefined, {}, '?language=de_DE')).status).toBe(400);
});

test('200: http for localhost', async () => {
  const { TRUSTED_ORIGINS } = process.env;
  process.env.TRUSTED_ORIGINS = 'http://127.0.0.1:4001 http://[::1]:4001 http://localhost:4001';
  for (const origin of process.env.TRUSTED_ORIGINS.split(' ')) {
    const to = `${origin}/reset-password`;
    expect(await ask({ email: `${new URL(origin).hostname.length}@example.org`, redirectTo: to })).toMatchObject(done);
  }
  process.env.TRUSTED_ORIGINS = TRUSTED_ORIGINS;
});

test('200: unknown addresses get the same answer in the same time, and are not logged', async () => {
  const emails = [ada, 'nobody@example.org', 'new@example.org', 'unverified@example.org'];
  let endWaits = () => {};
  waiting = new Promise((resolve) => {
    endWaits = resolve;
  });
  /** The number of requests already waiting when the pool was called for each address. */
  const waitedAtCall: number[] = [];
  services.fault = () => void waitedAtCall.push(waitsMs.length);
  const before = mails();
  const answered: string[] = [];
  const asked = emails.map(async (email) => {
    const { headers, ...answer } = await ask({ email, redirectTo });
    answered.push(email);
    return { answer, names: Object.keys(headers).sort() };
  });
  await waitFor('the pool', () => services.calls.length === emails.length && mails() > before);
  for (let turn = 0; turn < 100; turn++) await new Promise((resolve) => setImmediate(resolve));
  expect(answered).toEqual([]);
  // Each waits once and equally long, from before its address is looked up.
  expect(waitsMs).toEqual(emails.map(() => 1_000));
  for (const [call, waited] of waitedAtCall.entries()) expect(waited).toBeGreaterThan(call);
  endWaits();
  const [known, ...others] = await Promise.all(asked);
  for (const other of others) expect(other).toEqual(known);
  expect(JSON.stringify(lines)).not.toMatch(/@example\.org/);
  expect(lines.filter(({ reason }) => reason === 'NotAuthorizedException')).toHaveLength(1);
});

test('200: errors of the pool about an address are not revealed', async () => {
  const errors = [
    'UserNotFoundException',
    'LimitExceededException',
    'UserLambdaValidationException',
    'CodeDeliveryFailureException',
    'InvalidLambdaResponseException',
  ];
  const left = [...errors];
  services.fault = () => ({ error: left.pop() ?? '' });
  const answers = await Promise.all(errors.map((_, n) => ask({ email: `user-${n}@example.org`, redirectTo })));
  for (const answer of answers) expect(answer).toMatchObject(done);
  const warned = lines.filter(({ level }) => level === 'warn').map(({ reason }) => String(reason));
  expect(warned.sort()).toEqual(errors.sort());
});

test('502: the pool does not answer', async () => {
  services.fault = () => ({ error: 'InternalFailure' });
  expect(await ask({ email: ada, redirectTo })).toMatchObject({ status: 502, body: { code: 'upstream_unavailable' } });
});

test.each([
  ['relative', '/reset-password'],
  ['of another origin', 'https://evil.example/reset-password'],
  ['of an origin that only begins like ours', 'https://dashboard.example.evil.example/'],
  ['of our host by another scheme', 'http://dashboard.example/'],
  ['of our host at another port', 'https://dashboard.example:444/'],
  ['with our host as a user name', 'https://dashboard.example@evil.example/'],
  ['with a user name and a password', 'https://me:secret@dashboard.example/'],
  ['a blob on our origin', 'blob:https://dashboard.example/3b1d6f0c'],
  ['a blob on another origin', 'blob:https://evil.example/3b1d6f0c'],
  ['a file system URL', 'filesystem:https://dashboard.example/temporary/x'],
  ['http on a trusted origin that is not loopback', 'http://plain.example/'],
  ['script', 'javascript:alert(1)'],
  ['empty', ''],
])('400 before anything is looked up: an address that is %s', async (_, to) => {
  const answer = await ask({ email: ada, redirectTo: to });
  expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_body' } });
  expect(answer.body.details.issues).toMatchObject([{ path: 'redirectTo' }]);
  expect(services.calls).toEqual([]);
});

test.each([[{}], [{ email: ada }], [{ redirectTo }], [{ email: 'ada', redirectTo }]])('400: %j', async (body) => {
  expect(await ask(body)).toMatchObject({ status: 400, body: { code: 'invalid_body' } });
  expect(services.calls).toEqual([]);
});

describe('within one minute', () => {
  const otherTimers = [
    'setTimeout',
    'clearTimeout',
    'setImmediate',
    'nextTick',
    'queueMicrotask',
    'performance',
  ] as const;
  beforeEach(() => {
    const now = Math.floor(Date.now() / 60_000) * 60_000 + 20_000;
    jest.useFakeTimers({
      now,
      doNotFake: [...otherTimers, 'setInterval', 'clearInterval', 'clearImmediate', 'hrtime'],
    });
  });
  afterEach(() => void jest.useRealTimers());

  test('200 without a mail: after three mails to an address, with the same answer', async () => {
    const before = mails();
    const asked = Array.from({ length: 6 }, (_, n) => ask({ email: ada, redirectTo }, `192.0.2.${n}`));
    for (const answer of await Promise.all(asked)) expect(answer).toMatchObject(done);
    expect(mails() - before).toBe(3);
  });

  describe('429 behind CloudFront', () => {
    const asks = (address: string, count: number) =>
      Promise.all(
        Array.from({ length: count }, () =>
          ask({ email: 'nobody@example.org', redirectTo }, '198.51.100.9', { 'X-Client-Address': address }),
        ),
      );
    const refused = async (address: string, count: number) =>
      (await asks(address, count)).filter(({ status }) => status === 429).length;
    afterEach(() => {
      delete process.env.BEHIND_EDGE;
    });

    test('the address that CloudFront states is counted, each apart', async () => {
      process.env.BEHIND_EDGE = 'true';
      expect(await refused('203.0.113.7', 12)).toBe(2);
      expect(await refused('203.0.113.8', 1)).toBe(0);
    });

    test('a network of IPv6 is counted as one, because a client has all addresses in it', async () => {
      process.env.BEHIND_EDGE = 'true';
      expect(await refused('2001:db8:1:2::1', 6)).toBe(0);
      expect(await refused('2001:db8:1:2:ffff::2', 6)).toBe(2);
      expect(await refused('2001:db8:1:3::1', 1)).toBe(0);
    });

    test('and nowhere else: the header changes nothing', async () => {
      expect(await refused('203.0.113.9', 8)).toBe(0);
      expect(await refused('203.0.113.10', 4)).toBe(2);
    });
  });

  test('429: tries of a code count as requests for a mail', async () => {
    const body = { email: ada, code: '1', password: 'Another horse 2' };
    const tries = await Promise.all(Array.from({ length: 8 }, () => set(body, own, '198.51.100.20')));
    expect(tries.map(({ status }) => status)).toEqual(tries.map(() => 400));
    const asked = Array.from({ length: 4 }, () => ask({ email: 'nobody@example.org', redirectTo }, '198.51.100.20'));
    expect((await Promise.all(asked)).filter(({ status }) => status === 429)).toHaveLength(2);
  });

  test('429: one client makes ten requests for any addresses; others are not affected', async () => {
    const asked = Array.from({ length: 25 }, (_, n) => ask({ email: `nobody-${n}@example.org`, redirectTo }));
    const refused = (await Promise.all(asked)).filter(({ status }) => status === 429);
    expect(refused).toHaveLength(15);
    for (const { headers, body } of refused) {
      expect(body.code).toBe('rate_limited');
      expect(headers['retry-after']).toBe('40');
    }
    expect((await ask({ email: ada, redirectTo }, '198.51.100.7')).status).toBe(200);
  });
});

test('503: with an external issuer there is no password to set', async () => {
  const { USER_POOL_CLIENT_ID } = process.env;
  delete process.env.USER_POOL_CLIENT_ID;
  expect(await call(request, { url, body: { email: ada, redirectTo } })).toMatchObject({
    status: 503,
    body: { code: 'not_configured' },
  });
  process.env.USER_POOL_CLIENT_ID = USER_POOL_CLIENT_ID;
});

describe('a new password with the code of a mail', () => {
  const password = 'Another horse 2';
  const unlike = { status: 400, body: { code: 'invalid_body', details: { issues: [{ path: 'code' }] } } };

  const codeFor = (email: string) => services.pool.newCode(email);
  const canSignIn = async (given: string) => (await services.pool.signIn(ada, given)) !== undefined;
  beforeEach(() => services.pool.setPassword(ada, 'Correct horse 1', true));

  test('200: replaces the old one, and the code is used up: of two at once, one is refused', async () => {
    const body = { email: 'Ada@Example.org', code: ` ${codeFor(ada)} `, password };
    const answers = await Promise.all([set(body), set(body)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(answers.find(({ status }) => status === 400)).toMatchObject(unlike);
    expect([await canSignIn(password), await canSignIn('Correct horse 1')]).toEqual([true, false]);
    expect(await set(body)).toMatchObject(unlike);
  });

  test('200: ends the sessions that the user has, here and at the pool', async () => {
    const subject = issuerSubject('https://id.example/us-east-1_test', services.pool.get(ada).sub);
    const beganMs = Math.floor(Date.now() / 1000) * 1000 - 1_000;
    const isOver = () => isEnded({ sessionId: 'one', subject, authenticatedAtMs: beganMs });
    services.calls.length = 0;
    expect((await set({ email: ada, code: '000000', password }, own, '198.51.100.30')).status).toBe(400);
    expect([await isOver(), services.calls.includes('AdminUserGlobalSignOut')]).toEqual([false, false]);
    expect(await set({ email: ada, code: codeFor(ada), password }, own, '198.51.100.30')).toMatchObject(done);
    expect([await isOver(), services.calls.includes('AdminUserGlobalSignOut')]).toEqual([true, true]);
  });

  test('400: a wrong code, an old one, an unknown address and too many tries get the same answer in the same time', async () => {
    codeFor(ada);
    const answers = [await set({ email: ada, code: '000', password })];
    for (const email of ['nobody@example.org', 'new@example.org']) {
      answers.push(await set({ email, code: '123456', password }));
    }
    const errors = [
      'ExpiredCodeException',
      'LimitExceededException',
      'UserNotFoundException',
      'NotAuthorizedException',
    ];
    for (const error of errors) {
      services.fault = () => ({ error });
      answers.push(await set({ email: ada, code: '123456', password }));
    }
    for (const { status, body } of answers) {
      expect({ status, body: { ...body, request_id: undefined } }).toEqual({
        status: 400,
        body: { ...answers[0]?.body, request_id: undefined },
      });
    }
    expect(answers[0]).toMatchObject(unlike);
    expect(waitsMs).toEqual(answers.map(() => 1_000));
    expect(JSON.stringify(lines)).not.toMatch(/@example\.org|123456|Another horse/);
  });

  test.each([
    ['Short 1', 'at least 12'],
    ['no capitals here 1', 'upper-case'],
    ['NO SMALL ONES 1', 'lower-case'],
    ['No digits at all', 'digit'],
    [' Leading space 1', 'space'],
    [`Aa1${'x'.repeat(254)}`, 'at most 256'],
  ])('400 before the pool is asked: the password %j', async (weak, reason) => {
    const answer = await set({ email: ada, code: '123456', password: weak });
    expect(answer).toMatchObject({ status: 400, body: { details: { issues: [{ path: 'password' }] } } });
    expect(answer.body.details.issues[0].message).toContain(reason);
    expect(services.calls).toEqual([]);
  });

  test('400: the pool refuses a password that the rules allow', async () => {
    services.fault = () => ({ error: 'PasswordHistoryPolicyViolationException' });
    expect(await set({ email: ada, code: '123456', password })).toMatchObject({
      status: 400,
      body: { details: { issues: [{ path: 'password' }] } },
    });
  });

  test('403: from another site', async () => {
    const body = { email: ada, code: codeFor(ada), password };
    for (const headers of [{}, { Origin: 'https://evil.example' }, { 'Sec-Fetch-Site': 'cross-site' }]) {
      expect(await set(body, headers as Record<string, string>)).toMatchObject({
        status: 403,
        body: { code: 'origin_rejected' },
      });
    }
    expect(services.calls).toEqual([]);
  });

  test('502 after the effect: the password is set, and the same code is refused', async () => {
    const body = { email: ada, code: codeFor(ada), password };
    services.fault = () => ({ error: 'InternalFailure', after: true });
    expect(await set(body)).toMatchObject({ status: 502, body: { code: 'upstream_unavailable' } });
    services.fault = undefined;
    expect(await set(body)).toMatchObject(unlike);
    expect(await canSignIn(password)).toBe(true);
  });

  test('503: with an external issuer', async () => {
    const { USER_POOL_CLIENT_ID } = process.env;
    delete process.env.USER_POOL_CLIENT_ID;
    expect(await set({ email: ada, code: '123456', password })).toMatchObject({ status: 503 });
    process.env.USER_POOL_CLIENT_ID = USER_POOL_CLIENT_ID;
  });
});

describe('the first password of an invited user', () => {
  const invited = { email: 'first@example.org', code: 'Link-password-aA1', password: 'Correct horse 2', invited: true };
  beforeAll(async () => {
    await services.pool.create(invited.email, { email_verified: 'true' }, invited.code);
    await services.pool.create('settled@example.org', { email_verified: 'true' }, 'Correct-horse-1');
    await services.pool.setPassword('settled@example.org', 'Correct-horse-1', true);
  });

  test('400: a wrong code, an unknown user, and one who has a password get the same answer', async () => {
    const answers = [];
    for (const [index, wrong] of [
      { ...invited, code: 'Wrong-password-aA1' },
      { ...invited, email: 'nobody@example.org' },
      { ...invited, email: 'settled@example.org', code: 'Correct-horse-1' },
    ].entries()) {
      answers.push(await set(wrong, own, `192.0.2.${50 + index}`));
    }
    expect(answers[0]).toMatchObject({ status: 400, body: { details: { issues: [{ path: 'code' }] } } });
    expect(answers.map((answer) => ({ ...answer, body: { ...answer.body, request_id: null } }))).toEqual(
      Array(3).fill({ ...answers[0], body: { ...answers[0]?.body, request_id: null } }),
    );
  });

  test('200: the link sets it once', async () => {
    expect(await set({ ...invited, password: 'short' }, own, '192.0.2.60')).toMatchObject({ status: 400 });
    expect(await set(invited, own, '192.0.2.61')).toMatchObject(done);
    expect((await services.pool.signIn(invited.email, invited.password))?.status).toBe('CONFIRMED');
    expect(await set({ ...invited, password: 'Correct horse 3' }, own, '192.0.2.62')).toMatchObject({
      status: 400,
      body: { details: { issues: [{ path: 'code' }] } },
    });
    expect(await services.pool.signIn(invited.email, 'Correct horse 3')).toBeUndefined();
  });
});
