import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Cloud } from '../../local/cloud.ts';
import { startTestCloud, startTimeoutMs } from '../support/cloud.ts';

let cloud: Cloud;
let site: Server;
let shown = '';

beforeAll(async () => {
  site = createServer((_, response) => void response.setHeader('content-type', 'text/plain').end(shown));
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  cloud = await startTestCloud();
}, startTimeoutMs);
afterAll(async () => {
  site.close();
  await cloud?.stop();
});

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: bodies have many shapes
  body: any;
}

/** The dashboard API's responses to a workspace administrator. */
async function admin(method: Method, path: string, body?: unknown): Promise<Answer> {
  const response = await fetch(`${cloud.dashboardUrl}/api/installations${path}`, {
    method,
    headers: {
      authorization: `Bearer ${cloud.stack.dashboard_tokens.workspace_admin}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: await response.json() };
}

/** The responses to a plugin, each time with a new credential, because the gateway caches its result for a minute. */
async function pluginWith(secret: string, path = '/publications', headers: Record<string, string> = {}) {
  const response = await fetch(`${cloud.baseUrl}/integrations/v1${path}`, {
    headers: { 'X-API-Key': secret, ...headers },
  });
  const { code } = (await response.json()) as { code?: string };
  return { status: response.status, code };
}

test('the life of an installation from draft to revocation, as its plugin sees it', async () => {
  const made = await admin('POST', '', {
    platform: 'wordpress',
    display_name: 'Our site',
    scopes: ['publications.read'],
  });
  expect(made.status).toBe(201);
  const { id } = made.body.installation;
  const issue = async (): Promise<string> => (await admin('POST', `/${id}/credentials`, {})).body.secret;

  expect(await pluginWith(await issue())).toEqual({ status: 403, code: 'credential_inactive' });

  const address = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  const { origin } = (await admin('POST', `/${id}/origins`, { origin: address })).body;
  const token = await fetch(`${cloud.baseUrl}/integrations/v1/verify/${origin.id}`);
  shown = 'not yet';
  const tried = await admin('POST', `/${id}/origins/${origin.id}/verify`);
  expect(tried.body.origin).toMatchObject({ verification_status: 'failed' });
  shown = await token.text();
  expect(shown).toBe(origin.verification.token);
  const verified = await admin('POST', `/${id}/origins/${origin.id}/verify`);
  expect(verified).toMatchObject({ status: 200, body: { origin: { verification_status: 'verified' } } });
  expect((await admin('GET', `/${id}`)).body.installation).toMatchObject({ status: 'active' });

  const secret = await issue();
  expect(await pluginWith(secret)).toEqual({ status: 200, code: undefined });
  expect(await pluginWith(secret, '/publications', { Origin: address })).toMatchObject({ status: 200 });
  expect(await pluginWith(secret, '/publications', { Origin: 'https://evil.example' })).toEqual({
    status: 403,
    code: 'origin_rejected',
  });
  expect(await pluginWith(secret, '/works')).toEqual({ status: 403, code: 'scope_not_granted' });

  const [first, second] = [await issue(), await issue()];
  expect((await admin('PATCH', `/${id}`, { status: 'disabled' })).status).toBe(200);
  expect(await pluginWith(first)).toEqual({ status: 403, code: 'credential_inactive' });
  // The gateway's cached result allows lists for another minute; the installation itself is read on each request.
  expect(await pluginWith(secret, '/installation')).toEqual({ status: 403, code: 'credential_inactive' });
  expect((await admin('PATCH', `/${id}`, { status: 'active' })).status).toBe(200);

  const { credentials } = (await admin('GET', `/${id}/credentials`)).body;
  const listed = credentials.find(({ last4 }: { last4: string }) => second.endsWith(last4));
  const rotated = await admin('POST', `/${id}/credentials/${listed.id}/rotate`, { revoke_old: true });
  expect(rotated.status).toBe(201);
  expect(await pluginWith(second)).toEqual({ status: 403, code: 'credential_inactive' });
  expect(await pluginWith(rotated.body.secret)).toMatchObject({ status: 200 });

  const last = await issue();
  expect((await admin('PATCH', `/${id}`, { status: 'revoked' })).body.installation.status).toBe('revoked');
  expect(await pluginWith(last)).toEqual({ status: 403, code: 'credential_inactive' });
  expect((await admin('PATCH', `/${id}`, { status: 'active' })).status).toBe(400);
  expect((await admin('PATCH', `/${id}`, { status: 'archived' })).status).toBe(200);
  expect((await admin('GET', '?status=archived')).body.installations).toMatchObject([{ id, status: 'archived' }]);
});

test('200: the seeded installation is listed, and can be changed', async () => {
  const { body } = await admin('GET', '?status=active&perPage=1');
  expect(body).toMatchObject({ total: 1, installations: [{ platform: 'wordpress' }] });
  const changed = await admin('PATCH', `/${body.installations[0].id}`, { description: 'On this computer' });
  expect(changed).toMatchObject({ status: 200, body: { installation: { description: 'On this computer' } } });
});

test('403: members cannot administer installations; 401: without a token', async () => {
  const ask = (headers: Record<string, string>) => fetch(`${cloud.dashboardUrl}/api/installations`, { headers });
  const { workspace_member } = cloud.stack.dashboard_tokens;
  expect((await ask({ authorization: `Bearer ${workspace_member}` })).status).toBe(403);
  expect((await ask({})).status).toBe(401);
});

test('no secret, and no token, is in the log', () => {
  expect(cloud.logs.length).toBeGreaterThan(0);
  const log = JSON.stringify(cloud.logs);
  expect(log).toContain('installation.credential_issued');
  expect(log).not.toMatch(/pri_[0-9A-Za-z]{16}/);
  expect(log).not.toContain(shown);
});
