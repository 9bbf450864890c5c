import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Clock } from '../../local/clock.ts';
import type { Cloud } from '../../local/cloud.ts';
import type { RawRequest } from '../../local/gateway/proxy.ts';
import { Signer, type Statement } from '../../local/load-balancer/signer.ts';
import { startTestCloud, startTimeoutMs } from '../support/cloud.ts';

const clock = new Clock();
let cloud: Cloud;

beforeAll(async () => {
  cloud = await startTestCloud({ loadBalancer: true, clock });
  // No other test has these settings, so the templates are always synthesized here.
}, 3 * startTimeoutMs);
afterAll(() => cloud?.stop());

const email = 'superadmin@example.org';
const minutes = 60_000;
const hours = 60 * minutes;

interface Answer {
  status: number;
  location: string;
  body: string;
  cookies: string[];
}

/** Not `fetch`, because the load balancer's answers are in no OpenAPI document. */
async function ask(
  target: string,
  {
    method = 'GET',
    headers = {},
    body = '',
  }: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<Answer> {
  const url = new URL(target, cloud.dashboardUrl);
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers }, async (response) => {
      const { location = '', 'set-cookie': cookies = [] } = response.headers;
      resolve({ status: response.statusCode ?? 0, location, body: await text(response), cookies });
    });
    sent.on('error', reject).end(body);
  });
}

/** A browser, as far as signing in needs it: keeps cookies and follows redirects. */
class Browser {
  readonly cookies = new Map<string, string>();

  async ask(target: string, options: Parameters<typeof ask>[1] = {}): Promise<Answer> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await ask(target, {
      ...options,
      headers: { ...options.headers, ...(cookie && { Cookie: cookie }) },
    });
    for (const line of answer.cookies) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value) this.cookies.set(name, value);
      else this.cookies.delete(name);
    }
    return answer;
  }

  /** Follows redirects and fills in the issuer's form. Returns the visited addresses. */
  async signIn(target: string): Promise<string[]> {
    const way: string[] = [];
    let answer = await this.ask(target);
    while (answer.location) {
      const { pathname, search } = new URL(answer.location, cloud.dashboardUrl);
      way.push(pathname);
      const onward = new URLSearchParams(search).get('continue');
      const form = new URLSearchParams({ email, password: cloud.stack.sign_in_password, continue: onward ?? '' });
      const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
      answer = onward
        ? await this.ask('/login', { method: 'POST', headers, body: String(form) })
        : await this.ask(`${pathname}${search}`);
    }
    return way;
  }
}

const signedIn = async () => {
  const browser = new Browser();
  await browser.signIn('/api/auth/login?return_to=%2Fpeople');
  return browser;
};

describe('somebody without a session', () => {
  test('is sent to the issuer, and comes back with a session to where they wanted to go', async () => {
    const browser = new Browser();
    expect(await browser.signIn('/api/auth/login?return_to=%2Fpeople%3Fq%3Dada')).toEqual([
      '/oauth2/authorize',
      '/login',
      '/oauth2/authorize',
      '/oauth2/idpresponse',
      '/api/auth/login',
      '/people',
    ]);
    expect([...browser.cookies.keys()]).toContain('AWSELBAuthSessionCookie-0');
    const { status, body } = await browser.ask('/api/session');
    expect({ status, ...JSON.parse(body) }).toEqual({
      status: 200,
      email,
      is_superadmin: true,
      memberships: [],
      stewardships: [],
      expires_at: null,
    });
  });

  test('401: in a request of a page, and with a token that the API would take', async () => {
    const token = { Authorization: `Bearer ${cloud.stack.dashboard_tokens.superadmin}` };
    for (const headers of [{}, token]) {
      for (const path of ['/api/session', '/me', '/debug-auth']) {
        expect(await ask(path, { headers })).toMatchObject({ status: 401, body: expect.stringContaining('<html>') });
      }
    }
  });

  test('gets the pages, what is open, and the routes of the operator', async () => {
    const operator = { Authorization: `Bearer ${cloud.stack.admin_cli_secret}` };
    expect((await ask('/people')).body).toContain('<!doctype html>');
    expect(await ask('/health')).toMatchObject({ status: 200 });
    expect(await ask('/openapi/dashboard-api.json')).toMatchObject({ status: 200 });
    expect(await ask('/api/cli/users', { headers: operator })).toMatchObject({ status: 200 });
    expect(await ask('/api/cli/users')).toMatchObject({ status: 401, body: expect.stringContaining('"code"') });
    expect(await ask('/api/people', { method: 'OPTIONS' })).not.toMatchObject({ status: 401 });
  });
});

describe('somebody with a session', () => {
  test('changes data from a page of the dashboard, and from no other', async () => {
    const browser = await signedIn();
    const create = (origin: string) =>
      browser.ask('/api/projects', {
        method: 'POST',
        headers: { Origin: origin, 'Content-Type': 'application/json' },
        body: JSON.stringify({ name: 'Sea ice' }),
      });
    expect(await create('https://evil.example')).toMatchObject({ status: 403 });
    expect(await create(cloud.dashboardUrl)).not.toMatchObject({ status: 403 });
  });

  test('is who the load balancer says, whatever the request says', async () => {
    const browser = await signedIn();
    const headers = { 'x-amzn-oidc-data': byAnother(), 'X-Amzn-Oidc-Identity': 'somebody' };
    expect(JSON.parse((await browser.ask('/api/session', { headers })).body)).toMatchObject({ email });
  });

  test('stays signed in while the load balancer renews what it knows, and signs in again when its session ends', async () => {
    const browser = await signedIn();
    clock.advance(2 * hours);
    expect(await browser.ask('/api/session')).toMatchObject({ status: 200 });
    clock.advance(11 * hours);
    const answer = await browser.ask('/api/session');
    expect([answer.status, new URL(answer.location).pathname]).toEqual([302, '/oauth2/authorize']);
    await browser.signIn('/api/auth/login');
    expect(await browser.ask('/api/session')).toMatchObject({ status: 200 });
  });

  test('signs out of the load balancer and of the issuer', async () => {
    const browser = await signedIn();
    const headers = { Origin: cloud.dashboardUrl };
    const { status, body } = await browser.ask('/api/auth/logout', { method: 'POST', headers });
    expect(status).toBe(200);
    expect([...browser.cookies.keys()]).not.toContain('AWSELBAuthSessionCookie-0');
    expect(await browser.ask('/api/session')).toMatchObject({ status: 401 });
    const end = await browser.ask(JSON.parse(body).end_session_url);
    expect(end).toMatchObject({ status: 303, location: `${cloud.dashboardUrl}/` });
    const again = await browser.ask('/api/auth/login');
    expect((await browser.ask(again.location)).location).toMatch(/^\/login\?/);
  });
});

const balancer = () => {
  const [found] = cloud.loadBalancers;
  if (!found) throw new Error('There is no load balancer');
  return found;
};
const clientId = () =>
  balancer()
    .settings.rules.flatMap(({ actions }) => actions)
    .flatMap((action) => (action.kind === 'sign-in' ? [action.clientId] : []))[0] ?? '';

/** The load balancer's claims for the superadmin, with changes. */
const said = (changes: Partial<Statement> = {}, { signer }: { signer: Signer } = balancer()) => {
  const exp = Math.floor(clock.now() / 1000) + 60;
  const statement = { signer: balancer().settings.arn, client: clientId(), iss: cloud.dashboardUrl, exp };
  return signer.sign({ ...statement, ...changes }, { sub: 'somebody', email, email_verified: 'true' });
};
const byAnother = () => said({}, { signer: new Signer() });

describe('the API behind the load balancer', () => {
  const address = () =>
    balancer()
      .settings.rules.flatMap(({ actions }) => actions)
      .flatMap((action) => (action.kind === 'forward' ? action.addresses : []))[0] ?? '';
  const proofOfEdge = () => {
    const origin = cloud.originsOf('dashboard').find(({ domainName }) => domainName.includes('.elb.'));
    return (origin?.headers ?? []).map(({ name, value }): [string, string] => [name, value]);
  };
  const asking = (
    data: string,
    headers: [string, string][] = [['Host', '127.0.0.1'], ...proofOfEdge()],
  ): RawRequest => ({
    method: 'GET',
    target: '/api/session',
    headers: [...headers, ['x-amzn-oidc-data', data]],
    body: Buffer.alloc(0),
    sourceIp: '10.0.0.1',
  });
  async function answerTo(request: RawRequest) {
    const { status, body } = (await cloud.askAddress(address(), request)) ?? { status: 0, body: '{}' };
    return { status, ...(JSON.parse(String(body)) as { code?: string; error?: string }) };
  }

  test('200: what the load balancer says is believed', async () => {
    expect(await answerTo(asking(said()))).toMatchObject({ status: 200 });
  });

  test.each<[string, () => string]>([
    ['is signed by somebody else', byAnother],
    ['is of another load balancer', () => said({ signer: `${balancer().settings.arn}1` })],
    ['is for another client', () => said({ client: 'another' })],
    ['is of another issuer', () => said({ iss: 'https://id.example' })],
    ['has expired', () => said({ exp: Math.floor(clock.now() / 1000) - 61 })],
    ['has no signature', () => `${said().split('.').slice(0, 2).join('.')}.`],
    ['is no token', () => 'somebody'],
  ])('401: what %s', async (_, data) => {
    expect(await answerTo(asking(data()))).toMatchObject({ status: 401, code: 'invalid_credential' });
  });

  test('401: what does not come through CloudFront; 403: what names another host', async () => {
    const [, ...nameless] = asking(said()).headers;
    expect(await answerTo(asking(said(), [['Host', '127.0.0.1']]))).toMatchObject({ status: 401 });
    expect(await answerTo({ ...asking(''), headers: nameless })).toMatchObject({ status: 403 });
    expect(cloud.askAddress('10.1.1.1', asking(said()))).toBeUndefined();
  });

  test('401: whoever calls the API at its own address', async () => {
    const domainName = 'registry-local-edge-DashboardApi.execute-api.us-east-1.amazonaws.com';
    const origin = { domainName, path: '', headers: [], isBucket: false };
    const request = { ...asking(said()), target: '/live/api/session' };
    expect((await cloud.askOrigin(origin, request)).status).toBe(401);
  });
});
