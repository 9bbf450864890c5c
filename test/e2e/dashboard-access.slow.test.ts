import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { settlingMs } from '#src/operations/erasure/erase-person.ts';
import { Clock } from '../../local/clock.ts';
import type { Cloud } from '../../local/cloud.ts';
import { startTestCloud, startTimeoutMs, waitFor } from '../support/cloud.ts';

const clock = new Clock();
let cloud: Cloud;

beforeAll(async () => {
  cloud = await startTestCloud({ clock });
}, startTimeoutMs);
afterAll(() => cloud?.stop());

interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: bodies have many shapes
  body: any;
  headers: Headers;
}
type Role = keyof Cloud['stack']['dashboard_tokens'];

async function ask(method: string, path: string, headers: Record<string, string>, body?: unknown): Promise<Answer> {
  const response = await fetch(`${cloud.dashboardUrl}${path}`, {
    method,
    headers: { ...headers, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: await response.json(), headers: response.headers };
}

const tokenOf = (role: Role) => cloud.stack.dashboard_tokens[role];
const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });
const as = (role: Role, workspace?: string) => ({
  ...bearer(tokenOf(role)),
  ...(workspace && { 'X-Workspace-Id': workspace }),
});
const cookie = (token: string) => ({ Cookie: `__Host-registry_session=${token}` });
const operator = () => bearer(cloud.stack.admin_cli_secret);
const mailTo = (email: string) => cloud.outbox.messages().findLast(({ to }) => to === email);

/** The token that a browser gets for a password on the sign-in page. */
async function signIn(email: string, password: string): Promise<string | undefined> {
  const form = new URLSearchParams({ email, password });
  const { headers } = await fetch(`${cloud.dashboardUrl}/login`, { method: 'POST', body: form, redirect: 'manual' });
  return /__Host-registry_session=([^;]+)/.exec(headers.get('set-cookie') ?? '')?.[1];
}

/** Sets a password with the link of a mail, like the page of the link. */
async function setPassword({ searchParams }: URL, password: string): Promise<number> {
  const invited = searchParams.has('invited');
  const body = { ...Object.fromEntries(searchParams), invited, password };
  return (await ask('POST', '/api/auth/reset-password', { Origin: cloud.dashboardUrl }, body)).status;
}

describe('who is signed in', () => {
  test.each<[Role, string]>([
    ['superadmin', 'superadmin@example.org'],
    ['workspace_admin', 'workspace-admin@example.org'],
    ['workspace_member', 'workspace-member@example.org'],
    ['two_workspaces', 'two-workspaces@example.org'],
  ])('200: %s, by header and by cookie', async (role, email) => {
    for (const headers of [as(role), cookie(tokenOf(role))]) {
      expect(await ask('GET', '/me', headers)).toMatchObject({ status: 200, body: { email } });
    }
  });

  test('200: a member of two workspaces has a role in each, and no other', async () => {
    const { body } = await ask('GET', '/api/session', as('two_workspaces'));
    expect(body.memberships).toEqual([
      { workspace_id: 'press_office', role: 'workspace_admin' },
      { workspace_id: 'primary_entity', role: 'workspace_member' },
    ]);
    const members = (workspace: string) => ask('GET', '/api/workspace/members', as('two_workspaces', workspace));
    expect((await members('press_office')).status).toBe(200);
    for (const workspace of ['primary_entity', 'library']) expect((await members(workspace)).status).toBe(403);
  });

  test('401: no token, and an invalid token', async () => {
    expect((await ask('GET', '/me', {})).status).toBe(401);
    expect((await ask('GET', '/me', bearer('nonsense'))).status).toBe(401);
    expect(
      (await ask('GET', '/api/activity', { ...bearer('nonsense'), ...cookie(tokenOf('superadmin')) })).status,
    ).toBe(401);
  });

  test('200: debug-auth shows anyone how their request is understood', async () => {
    const { status, body } = await ask('GET', '/debug-auth', cookie(tokenOf('workspace_member')));
    expect(status).toBe(200);
    expect(body).toMatchObject({ used: 'cookie', verified: true, email: 'w***@e***.org' });
    expect(JSON.stringify(body)).not.toContain(tokenOf('workspace_member').split('.')[2]);
    expect((await ask('GET', '/debug-auth', {})).body).toMatchObject({ used: null, verified: false });
  });
});

describe('with a cookie', () => {
  const clear = (headers: Record<string, string>) =>
    ask('POST', '/api/activity/cleanup', { ...cookie(tokenOf('workspace_admin')), ...headers }, { mode: 'all' });

  test('403: pages of other sites cannot write; 200: pages of the dashboard can', async () => {
    for (const headers of [{}, { Origin: 'https://evil.example' }, { 'Sec-Fetch-Site': 'cross-site' }]) {
      expect(await clear(headers)).toMatchObject({ status: 403, body: { code: 'origin_rejected' } });
    }
    expect((await clear({ Origin: cloud.dashboardUrl })).status).toBe(200);
    expect((await clear({ Origin: cloud.dashboardAltUrl })).status).toBe(200);
  });
});

describe('operator routes', () => {
  const path = '/api/cli/users';

  test('401: a dashboard token, or no secret', async () => {
    for (const headers of [{}, as('superadmin'), bearer('wrong')]) {
      expect((await ask('GET', path, headers)).status).toBe(401);
    }
  });

  test('a user is created, listed, changed and deleted with pool account, memberships and rights', async () => {
    const email = 'grace@example.org';
    const made = await ask('POST', path, operator(), { email: 'Grace@Example.org', is_superadmin: true });
    expect(made).toMatchObject({ status: 201, body: { user: { email, is_superadmin: true } } });
    expect((await ask('POST', path, operator(), { email, is_superadmin: true })).status).toBe(409);
    const { body } = await ask('GET', path, operator());
    expect(body.users.map((user: { email: string }) => user.email)).toEqual([
      email,
      'steward@example.org',
      'superadmin@example.org',
      'two-workspaces@example.org',
      'workspace-admin@example.org',
      'workspace-member@example.org',
    ]);
    expect(mailTo(email)?.subject).toBe('You are invited to the publication registry');
    const changed = await ask('PATCH', path, operator(), { email, is_superadmin: false });
    expect(changed).toMatchObject({ status: 200, body: { user: { is_superadmin: false } } });
    expect((await ask('PATCH', path, operator(), { email: 'nobody@example.org' })).status).toBe(404);
    expect((await ask('DELETE', path, operator())).status).toBe(400);
    const address = `${path}?email=${encodeURIComponent(email)}`;
    expect(await ask('DELETE', address, operator())).toMatchObject({ status: 200, body: { success: true } });
    expect((await ask('DELETE', address, operator())).status).toBe(404);
  });
});

describe("from an invitation to one's own password, and removal", () => {
  const email = 'ada+lab@example.org';
  const password = 'Analytical Engine 1';
  const encoded = encodeURIComponent(email);
  let token = '';

  test('an administrator invites; the invited signs in, accepts, and reads', async () => {
    const invited = await ask('POST', '/api/workspace/invitations', as('workspace_admin'), {
      email,
      role: 'workspace_member',
    });
    expect(invited).toMatchObject({ status: 201, body: { invitation: { email, role: 'workspace_member' } } });
    const { subject, html, link } = mailTo(email) ?? {};
    expect(subject).toBe('workspace-admin@example.org invites you to the publication registry');
    expect(html).toContain('primary_entity');
    expect(link).toMatch(`${cloud.dashboardUrl}/reset-password?`);
    expect(await setPassword(new URL(link ?? ''), password)).toBe(200);
    // A link works once.
    expect(await setPassword(new URL(link ?? ''), 'Analytical Engine 2')).toBe(400);
    token = (await signIn(email, password)) ?? '';

    expect((await ask('GET', '/api/activity', bearer(token))).status).toBe(403);
    const { body } = await ask('GET', '/api/invitations', bearer(token));
    expect(body.invitations).toMatchObject([{ workspace_id: 'primary_entity', role: 'workspace_member' }]);
    const accepted = await ask('POST', '/api/invitations/accept', bearer(token), { workspace_id: 'primary_entity' });
    expect(accepted.status).toBe(200);
    expect((await ask('GET', '/api/activity', bearer(token))).status).toBe(200);
    expect((await ask('GET', '/api/workspace/members', bearer(token))).status).toBe(403);
  });

  test('a forgotten password is replaced by way of a mail; an unknown address is answered alike', async () => {
    const path = '/api/auth/request-password-reset';
    const redirectTo = `${cloud.dashboardUrl}/reset-password`;
    const answers = [
      await ask('POST', path, {}, { email: email.toUpperCase(), redirectTo }),
      await ask('POST', path, {}, { email: 'nobody@example.org', redirectTo }),
    ];
    for (const { status, body } of answers) expect({ status, body }).toEqual({ status: 200, body: { success: true } });
    expect(mailTo('nobody@example.org')).toBeUndefined();
    const link = new URL(mailTo(email)?.link ?? '');
    expect(`${link.origin}${link.pathname}`).toBe(redirectTo);
    const sessions = () => Promise.all([bearer(token), cookie(token)].map((as) => ask('GET', '/me', as)));
    expect((await sessions()).map(({ status }) => status)).toEqual([200, 200]);
    // Tokens state whole seconds: a sign-in in the same second as the new password counts as one with it.
    clock.advance(1_000);
    expect(await setPassword(link, 'Difference Engine 2')).toBe(200);
    // Sessions from before the new password have ended.
    expect((await sessions()).map(({ status }) => status)).toEqual([401, 401]);
    expect(await signIn(email, password)).toBeUndefined();
    token = (await signIn(email, 'Difference Engine 2')) ?? '';
    expect((await ask('GET', '/me', bearer(token))).status).toBe(200);
    const evil = await ask('POST', path, {}, { email, redirectTo: 'https://evil.example/reset-password' });
    expect(evil).toMatchObject({ status: 400, body: { code: 'invalid_body' } });
  });

  test('a role or membership takes effect, and ends, with the next request', async () => {
    const member = `/api/workspace/members/${encoded}`;
    const promoted = await ask('PATCH', member, as('workspace_admin'), { role: 'workspace_admin' });
    expect(promoted).toMatchObject({ status: 200, body: { member: { email, role: 'workspace_admin' } } });
    expect((await ask('GET', '/api/workspace/members', bearer(token))).status).toBe(200);
    expect((await ask('DELETE', member, as('superadmin'))).status).toBe(200);
    expect((await ask('GET', '/api/workspace/members', bearer(token))).status).toBe(403);
    expect((await ask('DELETE', `/api/cli/users?email=${encoded}`, operator())).status).toBe(200);
    expect(await signIn(email, 'Difference Engine 2')).toBeUndefined();
    expect((await ask('GET', '/me', bearer(token))).status).toBe(401);
  });

  test('all of it is in the activity log', async () => {
    const { body } = await ask('GET', `/api/activity?resource_id=${encoded}`, as('workspace_member'));
    const told = body.events.map(({ event_type, actor_id }: Record<string, string>) => [event_type, actor_id]);
    expect(told).toEqual([
      ['workspace.user.removed', 'user:superadmin@example.org'],
      ['workspace.user.role_updated', 'user:workspace-admin@example.org'],
      ['workspace.user.invited', 'user:workspace-admin@example.org'],
    ]);
    expect(JSON.parse(body.events[1].metadata_json)).toEqual({
      email,
      before: 'workspace_member',
      after: 'workspace_admin',
    });
  });
});

describe('activity', () => {
  test('of one workspace is not seen from another, nor cleared', async () => {
    const invitation = { email: 'eve@example.org', role: 'workspace_member' };
    await ask('POST', '/api/workspace/invitations', as('superadmin', 'library'), invitation);
    const [here, there] = [as('superadmin'), as('superadmin', 'library')];
    const inLibrary = await ask('GET', '/api/activity', there);
    expect(inLibrary.body.events).toMatchObject([{ event_type: 'workspace.user.invited', entity_id: 'library' }]);
    const { body } = await ask('GET', '/api/activity?perPage=100&from=0', as('workspace_member'));
    expect(body.events.filter((one: { entity_id: string }) => one.entity_id !== 'primary_entity')).toEqual([]);
    expect((await ask('GET', '/api/activity', as('workspace_member', 'library'))).status).toBe(403);
    const cleared = await ask('POST', '/api/activity/cleanup', here, { mode: 'all' });
    expect(cleared).toMatchObject({ status: 200, body: { deleted_count: body.total, complete: true } });
    expect((await ask('GET', '/api/activity', there)).body.total).toBe(1);
    expect((await ask('GET', '/api/activity', here)).body.events).toMatchObject([
      { event_type: 'workspace.settings.activity_cleared', actor_id: 'user:superadmin@example.org' },
    ]);
  });

  test('403: members read it and do not clear it', async () => {
    expect((await ask('GET', '/api/activity', as('workspace_member'))).status).toBe(200);
    const refused = await ask('POST', '/api/activity/cleanup', as('workspace_member'), { mode: 'all' });
    expect(refused).toMatchObject({ status: 403, body: { code: 'forbidden' } });
  });

  test('shows an ingestion from request to end', async () => {
    const carberry = '0000-0002-1825-0097';
    const response = await fetch(`${cloud.baseUrl}/api/ingest`, {
      method: 'POST',
      headers: { 'X-API-Key': cloud.stack.api_keys.full, 'Content-Type': 'application/json' },
      body: JSON.stringify({ orcid_ids: [carberry] }),
    });
    expect(response.status).toBe(202);
    const read = (query: string) => ask('GET', `/api/activity?${query}`, as('workspace_member'));
    const [requested] = (await read('event_type=ingestion.requested')).body.events;
    expect(requested).toMatchObject({ severity: 'info', status: 'success', entity_id: 'primary_entity' });
    expect(requested.actor_id).toMatch(/^api_key:[\da-f]{64}$/);
    expect(JSON.parse(requested.metadata_json).request_id).toBe(response.headers.get('x-request-id'));
    const events = await waitFor('the end of the ingestion', async () => {
      const { body } = await read(`resource_id=${requested.resource_id}`);
      const ended = /^ingestion\.job\.(completed|partial_failure)$/;
      return ended.test(body.events[0]?.event_type) && (body.events as Record<string, string>[]);
    });
    const types = events.map(({ event_type }) => event_type).filter((type) => type !== 'ingestion.work.failed');
    expect(types.slice(1)).toEqual(['ingestion.job.started', 'ingestion.requested']);
  });
});

test.each<[string, () => string, boolean]>([
  ['the dashboard', () => cloud.dashboardUrl, true],
  ['its other address', () => cloud.dashboardAltUrl, true],
  ['anywhere else', () => 'https://evil.example', false],
])('204: the preflight of a page of %s is answered without a credential', async (_, origin, isTrusted) => {
  const preflight = await fetch(`${cloud.dashboardUrl}/api/activity/cleanup`, {
    method: 'OPTIONS',
    headers: { Origin: origin(), 'Access-Control-Request-Method': 'POST' },
  });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get('access-control-allow-methods')).toContain('POST');
  expect(preflight.headers.get('vary')).toBe('Origin');
  expect(preflight.headers.get('access-control-allow-origin') === origin()).toBe(isTrusted);
  const answer = await fetch(`${cloud.dashboardUrl}/health`, { headers: { Origin: origin() } });
  expect(answer.headers.get('access-control-allow-origin')).toBe(isTrusted ? origin() : null);
});

test('somebody is erased for good although nobody repeats the request: a schedule does; and can be restored', async () => {
  const orcid = '0000-0002-1825-0097';
  await ask('POST', '/api/ingest', as('superadmin'), { orcid_ids: [orcid] });
  const person = () => ask('GET', `/api/people/${orcid}`, as('superadmin'));
  await waitFor('the person', async () => (await person()).status === 200);
  const erased = await ask('DELETE', `/api/people/${orcid}?confirmation=ERASE%20${orcid}`, as('superadmin'));
  expect(erased).toMatchObject({ status: 200, body: { done: false, again_at: expect.any(Number) } });
  expect((await person()).status).toBe(404);
  const finished = async () => {
    await cloud.runSchedule('FinishErasures');
    const { body } = await ask('GET', '/api/site-tools/audit?kind=person', as('superadmin'));
    return body.records.some((record: { action: string }) => record.action === 'person.erased');
  };
  expect(await finished()).toBe(false);
  clock.advance(settlingMs);
  expect(await finished()).toBe(true);
  const restored = await ask('POST', `/api/people/${orcid}/restore`, as('superadmin'));
  expect(restored).toMatchObject({ status: 202, body: { job: { orcid_id: orcid } } });
  await waitFor('the person again', async () => (await person()).status === 200);
});
