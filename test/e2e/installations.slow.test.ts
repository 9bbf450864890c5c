import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Cloud } from '../../local/cloud.ts';
import { startTestCloud, startTimeoutMs, waitFor } from '../support/cloud.ts';

let cloud: Cloud;
let site: Server;
let shown = '';
const posted: { headers: IncomingHttpHeaders; body: string }[] = [];

beforeAll(async () => {
  site = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      if (request.method === 'POST') posted.push({ headers: request.headers, body });
      response.setHeader('content-type', 'text/plain').end(shown);
    });
  });
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

test('a webhook of an installation gets signed events of what changes, until its secret is rotated with a new one', async () => {
  const scopes = ['publications.read', 'works.read', 'projects.read', 'people.read'];
  const { id } = (await admin('POST', '', { platform: 'drupal', display_name: 'Our hook', scopes })).body.installation;
  const address = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  const { origin } = (await admin('POST', `/${id}/origins`, { origin: address })).body;
  shown = origin.verification.token;
  expect((await admin('POST', `/${id}/origins/${origin.id}/verify`)).body.origin.verification_status).toBe('verified');
  const { secret: credential } = (await admin('POST', `/${id}/credentials`, {})).body;
  const hooks = async (method: Method, path: string, body?: unknown) => {
    const response = await fetch(`${cloud.baseUrl}/integrations/v1/webhooks${path}`, {
      method,
      headers: { 'X-API-Key': credential, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as Answer['body'] };
  };
  expect((await hooks('POST', '', { url: 'https://other.example/hook' })).status).toBe(400);
  const made = await hooks('POST', '', { url: `${address}/hook` });
  expect(made.status).toBe(201);
  await cloud.runSchedule('FindWebhookEvents');
  const imported = await fetch(`${cloud.dashboardUrl}/api/import/doi`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${cloud.stack.dashboard_tokens.workspace_admin}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ doi: '10.5555/jcp.2021.9' }),
  });
  expect(imported.status).toBe(201);
  const next = (from: number) =>
    waitFor('an event', async () => {
      await cloud.runSchedule('FindWebhookEvents');
      return posted.slice(from).find(({ body }) => JSON.parse(body).data.list === 'publications');
    });
  const { headers, body } = await next(0);
  expect(JSON.parse(body)).toMatchObject({ type: 'list.changed', data: { list: 'publications' } });
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const signatureOf = (secret: string) =>
    `v1,${createHmac('sha256', Buffer.from(secret.slice('whsec_'.length), 'base64'))
      .update(signed)
      .digest('base64')}`;
  expect(headers['webhook-signature']).toBe(signatureOf(made.body.secret));

  const hook = `/${made.body.webhook.id}`;
  const rotated = await hooks('POST', `${hook}/rotate`);
  expect([rotated.status, rotated.body.secret !== made.body.secret]).toEqual([200, true]);
  const { deliveries } = (await hooks('GET', `${hook}/deliveries`)).body;
  const ofEvent = deliveries.find((each: { event_id: string }) => each.event_id === headers['webhook-id']);
  expect(ofEvent).toMatchObject({ outcome: 'delivered', status: 200, answer: shown });
  const before = posted.length;
  expect((await hooks('POST', `${hook}/deliveries/${ofEvent.id}/replay`)).status).toBe(202);
  expect((await next(before)).headers['webhook-id']).toBe(headers['webhook-id']);
  expect((await hooks('PATCH', hook, { status: 'disabled' })).body.webhook.status).toBe('disabled');
  expect((await hooks('DELETE', hook)).status).toBe(200);
  for (const status of ['revoked', 'archived']) expect((await admin('PATCH', `/${id}`, { status })).status).toBe(200);
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
