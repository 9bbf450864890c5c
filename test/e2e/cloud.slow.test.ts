import { createPublicKey, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { CognitoIdentityProviderClient, ForgotPasswordCommand } from '@aws-sdk/client-cognito-identity-provider';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Cloud } from '../../local/cloud.ts';
import { startControlPlane } from '../../local/control-plane/control-plane.ts';
import { Secrets } from '../../local/control-plane/secrets.ts';
import { Fixture } from '../local/fixture.ts';
import { startTestCloud, startTimeoutMs, waitFor } from '../support/cloud.ts';

let cloud: Cloud;
let crossrefAsked = 0;
beforeAll(async () => {
  cloud = await startTestCloud({
    intercept: async ({ source }) => {
      if (source === 'crossref') crossrefAsked += 1;
      return undefined;
    },
  });
}, startTimeoutMs);
afterAll(() => cloud?.stop());

const get = async (url: string, init: RequestInit = {}) => {
  const response = await fetch(url, init);
  return { status: response.status, headers: response.headers, text: await response.text() };
};

/** The response to exactly these bytes; a client library would refuse to send some of them. */
async function overSocket(base: string, head: string[], body = ''): Promise<string> {
  const { hostname, port, host } = new URL(base);
  const socket = connect(Number(port), hostname);
  const more = [`Host: ${host}`, `Content-Length: ${Buffer.byteLength(body)}`, 'Connection: close', '', body];
  socket.write([...head, ...more].join('\r\n'));
  return text(socket);
}

describe('the laptop cloud', () => {
  it('200: all three APIs answer, the dashboard on both its ports', async () => {
    const urls = [
      `${cloud.baseUrl}/health`,
      `${cloud.baseUrl}/integrations/v1/health`,
      `${cloud.dashboardUrl}/health`,
      `${cloud.dashboardAltUrl}/health`,
    ];
    const answers = await Promise.all(urls.map((url) => get(url)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(answers[2]?.text).toBe(answers[3]?.text);
    expect(answers[0]?.text).not.toBe(answers[2]?.text);
  });
  it('200: the dashboard is at each of its paths, and its assets may be kept for a year', async () => {
    const page = await get(`${cloud.dashboardUrl}/publication/10.5555/jcp.2020.115`);
    expect([page.status, page.headers.get('content-type'), page.headers.get('cache-control')]).toEqual([
      200,
      'text/html',
      'no-cache',
    ]);
    expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'; script-src 'self';/);
    const [asset] = page.text.match(/\/assets\/[\w.-]+\.js/) ?? [];
    const script = await get(`${cloud.dashboardAltUrl}${asset}`);
    expect([script.status, script.headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable']);
    expect((await get(`${cloud.dashboardUrl}/assets/absent.js`)).status).toBe(404);
  });
  it('200: HEAD has the headers and no body', async () => {
    const { status, headers, text } = await get(`${cloud.baseUrl}/health`, { method: 'HEAD' });
    expect([status, text]).toEqual([200, '']);
    expect(headers.get('content-type')).toContain('application/json');
    expect(headers.get('content-length')).toBeNull();
  });
  it('200, then 304: links start with the public address, and a response is revalidated, compressed or not', async () => {
    const address = `${cloud.baseUrl}/v1/publications?per_page=1&page=2`;
    const plain = await get(address, { headers: { 'accept-encoding': 'identity' } });
    expect(plain.headers.get('link')).toMatch(
      new RegExp(`^<${cloud.baseUrl}/v1/publications\\?per_page=1&page=1>; rel="first", .+rel="prev", .+rel="last"`),
    );
    const packed = await get(`${cloud.baseUrl}/openapi/consumer-api.json`, { headers: { 'accept-encoding': 'gzip' } });
    expect(packed.headers.get('content-encoding')).toBe('gzip');
    expect(JSON.parse(packed.text)).toHaveProperty('openapi');
    const again = await get(address, { headers: { 'if-none-match': plain.headers.get('etag') ?? '' } });
    expect([again.status, again.text]).toEqual([304, '']);
  });
  it.each([
    ['the public APIs', () => cloud.baseUrl, '/v1/publications?constructor=1&__proto__=2', 200],
    ['the dashboard API', () => cloud.dashboardUrl, '/debug-auth', 200],
    ['an unknown address', () => cloud.baseUrl, '/constructor/__proto__', 404],
  ])('names such as __proto__ are ordinary headers and parameters: %s', async (_, base, target, status) => {
    const answer = await overSocket(base(), [`GET ${target} HTTP/1.1`, 'constructor: a', '__proto__: b']);
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  });
  it('303: a line break in `continue` is encoded', async () => {
    const form = new URLSearchParams({
      email: 'superadmin@example.org',
      password: cloud.stack.sign_in_password,
      continue: '/oauth2/authorize?state=a\r\nSet-Cookie: b=c\u{1f36a}',
    });
    const head = ['POST /login HTTP/1.1', 'Content-Type: application/x-www-form-urlencoded'];
    const answer = await overSocket(cloud.dashboardUrl, head, form.toString());
    expect(answer).toMatch(/^HTTP\/1\.1 303 /);
    expect(answer).toContain('\r\nLocation: /oauth2/authorize?state=a%0D%0ASet-Cookie%3A+b%3Dc%F0%9F%8D%AA\r\n');
  });
  it('204: a CORS preflight needs no key', async () => {
    const { status, headers } = await get(`${cloud.baseUrl}/api/ingest`, {
      method: 'OPTIONS',
      headers: { origin: 'https://www.example.org', 'access-control-request-method': 'POST' },
    });
    expect([status, headers.get('access-control-allow-methods')]).toEqual([204, 'POST, OPTIONS']);
    expect(headers.get('access-control-allow-headers')).toContain('X-API-Key');
  });
  it('404 and 405: errors of the gateway itself have the body of the templates', async () => {
    const unknown = await get(`${cloud.baseUrl}/nowhere`);
    expect([unknown.status, JSON.parse(unknown.text).code]).toEqual([404, 'not_found']);
    const refused = await get(`${cloud.baseUrl}/health`, { method: 'DELETE' });
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
  });
  it('writes exactly the members that scripts use', () => {
    expect(Object.keys(cloud.stack)).toEqual([
      'base_url',
      'dashboard_url',
      'dashboard_alt_url',
      'api_keys',
      'installation_key',
      'dashboard_tokens',
      'admin_cli_secret',
      'sign_in_password',
    ]);
    expect(Object.keys(cloud.stack.api_keys)).toEqual(['full', 'ingest', 'membership']);
    expect(Object.keys(cloud.stack.dashboard_tokens)).toEqual([
      'superadmin',
      'workspace_admin',
      'workspace_member',
      'two_workspaces',
      'steward',
    ]);
  });
  it('signs tokens with the key it publishes', async () => {
    const { text } = await get(`${cloud.dashboardUrl}/.well-known/jwks.json`);
    const [key] = (JSON.parse(text) as { keys: import('node:crypto').JsonWebKey[] }).keys;
    const token = cloud.stack.dashboard_tokens.workspace_admin;
    const [header = '', claims = '', signature = ''] = token.split('.');
    const publicKey = createPublicKey({ key: key ?? {}, format: 'jwk' });
    const signed = Buffer.from(`${header}.${claims}`);
    expect(verify('RSA-SHA256', signed, publicKey, Buffer.from(signature, 'base64url'))).toBe(true);
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({
      iss: cloud.dashboardUrl,
      aud: expect.stringMatching(/^\w+$/),
      email_verified: true,
      email: 'workspace-admin@example.org',
    });
  });
  it('200: a forgotten password is replaced with the link in the mail', async () => {
    const client = new CognitoIdentityProviderClient({ endpoint: cloud.controlPlaneUrl, region: 'us-east-1' });
    const claims = cloud.stack.dashboard_tokens.workspace_member.split('.')[1] ?? '';
    const { aud: ClientId } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { aud: string };
    const ask = (redirectTo: string) =>
      client.send(new ForgotPasswordCommand({ ClientId, Username: member, ClientMetadata: { redirectTo } }));
    const member = 'workspace-member@example.org';
    await ask('https://evil.example/reset-password');
    await ask(`${cloud.dashboardUrl}/reset-password`);
    const [without, withLink] = cloud.outbox.messages();
    expect(without).toMatchObject({ to: member, link: null });
    expect(without?.html).not.toContain('evil');
    const link = new URL(withLink?.link ?? '');
    expect([link.origin, link.pathname]).toEqual([cloud.dashboardUrl, '/reset-password']);
    expect(link.searchParams.get('email')).toBe(member);
    expect(link.searchParams.get('code')).toMatch(/^\d{6}$/);
    const form = (path: string, fields: Record<string, string>) =>
      get(`${cloud.dashboardUrl}${path}`, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });
    const password = 'A new passphrase of mine 1';
    const set = await get(`${cloud.dashboardUrl}/api/auth/reset-password`, {
      method: 'POST',
      headers: { origin: cloud.dashboardUrl, 'content-type': 'application/json' },
      body: JSON.stringify({ ...Object.fromEntries(link.searchParams), password }),
    });
    expect([set.status, JSON.parse(set.text)]).toEqual([200, { success: true }]);
    const old = await form('/login', { email: member, password: cloud.stack.sign_in_password });
    expect(old.status).toBe(401);
    const { status, headers } = await form('/login', { email: member, password });
    expect([status, headers.get('location')]).toEqual([303, '/login']);
    const cookie = headers.get('set-cookie')?.split(';')[0] ?? '';
    const page = await get(`${cloud.dashboardAltUrl}/login`, { headers: { cookie } });
    expect(page.text).toContain(member);
    client.destroy();
  });
  it('401 and 403: keys are checked by the authorizer and in the function', async () => {
    const ingest = (key?: string) =>
      get(`${cloud.baseUrl}/api/ingest`, { method: 'POST', body: '{}', headers: key ? { 'x-api-key': key } : {} });
    expect((await ingest()).status).toBe(401);
    expect((await ingest('prk_wrong')).status).toBe(401);
    expect((await ingest(cloud.stack.api_keys.membership)).status).toBe(403);
    expect((await ingest(cloud.stack.api_keys.ingest)).status).toBe(400);
  });
  it(
    '202: an ingestion passes both queues and results in public publications',
    async () => {
      const { status } = await get(`${cloud.baseUrl}/api/ingest`, {
        method: 'POST',
        body: JSON.stringify({ orcid_ids: ['0000-0002-1825-0097'] }),
        headers: { 'x-api-key': cloud.stack.api_keys.full, 'content-type': 'application/json' },
      });
      expect(status).toBe(202);
      const list = async () => (await get(`${cloud.baseUrl}/v1/publications`)).text;
      await waitFor('the publication in the list', async () => (await list()).includes('10.5555/acp.2019.0042'));
      const idle = () =>
        cloud.queues
          .names()
          .every((name) => Object.values(cloud.queues.byName(name).inspect()).every((all) => all.length === 0));
      await waitFor('the queues to be empty', idle);
      expect(crossrefAsked).toBeGreaterThan(0);
    },
    startTimeoutMs,
  );
  it('collects the logs of the functions, and can end and run them', async () => {
    await get(`${cloud.baseUrl}/health`, { headers: { 'x-marker': 'one' } });
    await waitFor('the log line', () =>
      cloud.logs.some(({ message, route }) => message === 'request' && route === 'consumer/health.get'),
    );
    const logged = cloud.logs.length;
    const lines = await waitFor('the last line in the file', () => {
      const written = readFileSync(cloud.logFile, 'utf8').trim().split('\n');
      return written.length >= logged && written;
    });
    expect(lines.slice(0, logged).map((line) => JSON.parse(line))).toEqual(cloud.logs.slice(0, logged));
    expect(await cloud.killFunction('consumer-HealthGet')).toBeGreaterThan(0);
    expect((await get(`${cloud.baseUrl}/health`)).status).toBe(200);
    await expect(cloud.killFunction('nobody')).rejects.toThrow('No name contains nobody');
    await cloud.runSchedule('ResumeJobs');
  });
});

describe('secrets', () => {
  const fixture = new Fixture();
  afterAll(() => fixture.dispose());
  it('are created once and found by name and ARN; other actions are errors', async () => {
    const file = `${fixture.folder}/secrets.json`;
    const stacks = fixture.stacks({
      Pepper: {
        Type: 'AWS::SecretsManager::Secret',
        Properties: { GenerateSecretString: { PasswordLength: 64, ExcludePunctuation: true } },
      },
    });
    const made = new Secrets(file);
    made.create(stacks);
    const again = new Secrets(file);
    again.create(stacks);
    const arn = 'arn:aws:secretsmanager:us-east-1:000000000000:secret:app-Pepper-local0';
    expect(again.find('app-Pepper')?.value).toMatch(/^[A-Za-z0-9]{64}$/);
    expect(again.find(arn)).toEqual(made.find('app-Pepper'));
    const plane = await startControlPlane({ secrets: again });
    const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
    const client = new SecretsManagerClient({ endpoint: plane.url, region: 'us-east-1', credentials });
    const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId: arn }));
    expect(SecretString).toBe(made.find('app-Pepper')?.value);
    await expect(client.send(new GetSecretValueCommand({ SecretId: 'other' }))).rejects.toThrow('other');
    const other = await get(plane.url, { method: 'POST', headers: { 'x-amz-target': 'Logs_20140328.PutLogEvents' } });
    expect(other.text).toContain('does not answer Logs_20140328.PutLogEvents');
    client.destroy();
    await plane.close();
  });
});
