import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import * as members from '#src/identity/store/members.ts';
import { createMembership, createUser, findUser, startUserDeletion } from '#src/identity/store/users.ts';
import type { WorkspaceRole } from '#src/vocabulary/workspace.ts';
import * as accept from '../../../lambdas/dashboard/invitations/accept.ts';
import * as cancel from '../../../lambdas/dashboard/invitations/cancel.ts';
import * as invite from '../../../lambdas/dashboard/invitations/create.ts';
import * as own from '../../../lambdas/dashboard/invitations/list.ts';
import * as list from '../../../lambdas/dashboard/members/list.ts';
import * as remove from '../../../lambdas/dashboard/members/remove.ts';
import * as update from '../../../lambdas/dashboard/members/update.ts';
import { freshTable } from '../../support/engine.ts';
import { call, requestId, sessionOf } from '../../support/event.ts';
import { captureLog } from '../../support/log.ts';
import { startTestServices, type TestServices } from '../../support/services.ts';
import { allItems, events } from '../../support/table.ts';

captureLog();
let services: TestServices;
beforeAll(async () => {
  services = await startTestServices();
});
afterAll(() => services?.close());
beforeEach(async () => {
  await freshTable();
  if (services.pool.find(ada)) services.pool.delete(ada);
  services.fault = undefined;
});

const ada = 'ada+lab@example.org';
const curator = 'curator@example.org';
/** The test session is that of curator@example.org. */
const asAdmin = sessionOf('workspace_admin', 'library');
const asSuperadmin = { ...sessionOf('superadmin'), memberships: '[]' };
const inLibrary = { 'X-Workspace-Id': 'library' };
const asAda = { ...sessionOf(), email: ada };

const url = '/api/workspace';
const pathOf = (noun: string, email: string) => `${url}/${noun}/${encodeURIComponent(email)}`;
const listAs = (authorizer = asAdmin) => call(list, { url: `${url}/members`, authorizer });
const inviteAs = (body: unknown, authorizer = asAdmin, headers = {}, query = '') =>
  call(invite, { url: `${url}/invitations${query}`, authorizer, body, headers });
const cancelOf = (email: string, authorizer = asAdmin) =>
  call(cancel, { url: pathOf('invitations', email), authorizer });
const ownOf = (authorizer = asAda) => call(own, { url: '/api/invitations', authorizer });
const acceptAs = (authorizer = asAda, workspace_id = 'library') =>
  call(accept, { url: '/api/invitations/accept', authorizer, body: { workspace_id } });
const setRole = (email: string, role: unknown, authorizer = asAdmin, headers = {}) =>
  call(update, { url: pathOf('members', email), authorizer, body: { role }, headers });
const removal = (email: string, authorizer = asAdmin, headers = {}) =>
  call(remove, { url: pathOf('members', email), authorizer, headers });

async function store(email: string, role?: WorkspaceRole, workspace = 'library'): Promise<void> {
  const user = { id: email, email, display_name: null, is_superadmin: false, created_at: 1, updated_at: 1 };
  await createUser(user);
  if (role) await createMembership({ email, workspace, role, created_at: 1 });
}

const told = async () =>
  (await events()).map(({ event_type, entity_id, actor_id, resource_id, metadata_json }) => ({
    event_type,
    entity_id,
    actor_id,
    resource_id,
    metadata: JSON.parse(metadata_json ?? 'null'),
  }));

describe('permissions', () => {
  test('403: members without the role; 403: administrators of another workspace', async () => {
    await store(ada, 'workspace_member');
    const headers = { 'X-Workspace-Id': 'library' };
    for (const [authorizer, sent] of [
      [sessionOf('workspace_member', 'library'), {}],
      [sessionOf('workspace_admin', 'faculty'), headers],
      [sessionOf(), {}],
    ] as const) {
      const answers = [
        await call(list, { url: `${url}/members`, authorizer, headers: sent }),
        await inviteAs({ email: ada, role: 'workspace_admin' }, authorizer, sent),
        await call(cancel, { url: pathOf('invitations', ada), authorizer, headers: sent }),
        await setRole(ada, 'workspace_admin', authorizer, sent),
        await removal(ada, authorizer, sent),
      ];
      expect(answers.map(({ status, body }) => [status, body.code])).toEqual(Array(5).fill([403, 'forbidden']));
    }
    expect((await findUser(ada)).memberships).toMatchObject([{ role: 'workspace_member' }]);
    expect(await events()).toEqual([]);
  });

  test('404: administrators cannot see members of other workspaces', async () => {
    await store(ada, 'workspace_member', 'faculty');
    expect((await setRole(ada, 'workspace_admin')).status).toBe(404);
    expect((await removal(ada)).status).toBe(404);
    expect((await listAs()).body).toEqual({ members: [], invitations: [] });
    expect((await findUser(ada)).memberships).toMatchObject([{ workspace: 'faculty', role: 'workspace_member' }]);
  });
});

describe('an invitation', () => {
  const asked = { email: 'Ada+Lab@Example.org', role: 'workspace_member' };

  test('201: creates an unknown user without rights, and records an event', async () => {
    const { status, body } = await inviteAs(asked);
    expect(status).toBe(201);
    const { created_at, expires_at } = body.invitation;
    expect(body.invitation).toEqual({
      email: ada,
      role: 'workspace_member',
      invited_by: `user:${curator}`,
      created_at: expect.any(Number),
      expires_at: created_at + 14 * 86_400_000,
    });
    expect(services.pool.get(ada).attributes.email_verified).toBe('true');
    expect(await findUser(ada)).toMatchObject({ user: { is_superadmin: false }, memberships: [] });
    expect((await listAs()).body).toEqual({ members: [], invitations: [body.invitation] });
    expect(await told()).toEqual([
      {
        event_type: 'workspace.user.invited',
        entity_id: 'library',
        actor_id: `user:${curator}`,
        resource_id: ada,
        metadata: { email: ada, before: null, after: 'workspace_member', expires_at },
      },
    ]);
  });

  test('201: the mail is asked for in the language of who invites, if they say which', async () => {
    await inviteAs(asked, asAdmin, {}, '?language=de');
    const [mail] = services.inputs.slice(-1);
    expect(mail).toMatchObject({ ClientMetadata: { workspace: 'library', inviter: curator, language: 'de' } });
  });

  test('200: acceptance turns it into a membership', async () => {
    await inviteAs(asked);
    expect((await ownOf()).body.invitations).toMatchObject([{ workspace_id: 'library', role: 'workspace_member' }]);
    const { status, body } = await acceptAs();
    expect({ status, body }).toEqual({
      status: 200,
      body: { membership: { workspace_id: 'library', role: 'workspace_member', created_at: expect.any(Number) } },
    });
    expect((await findUser(ada)).memberships).toMatchObject([{ workspace: 'library', role: 'workspace_member' }]);
    expect((await ownOf()).body.invitations).toEqual([]);
    expect((await listAs()).body).toMatchObject({ members: [{ email: ada }], invitations: [] });
    expect((await acceptAs()).status).toBe(404);
    expect(await inviteAs(asked)).toMatchObject({ status: 409, body: { code: 'conflict' } });
  });

  test('404: accepting for another user, without an address, or for another workspace', async () => {
    await inviteAs(asked);
    expect((await acceptAs({ ...asAda, email: 'eve@example.org' })).status).toBe(404);
    expect((await acceptAs({ ...asAda, email: '' })).status).toBe(404);
    expect((await acceptAs(asAda, 'faculty')).status).toBe(404);
    expect((await ownOf({ ...asAda, email: '' })).body).toEqual({ invitations: [] });
  });

  test('201: a second invitation with another role replaces it', async () => {
    await store(ada);
    await inviteAs(asked);
    expect((await inviteAs({ ...asked, role: 'workspace_admin' })).status).toBe(201);
    expect((await listAs()).body.invitations).toMatchObject([{ role: 'workspace_admin' }]);
    expect((await acceptAs()).body.membership.role).toBe('workspace_admin');
    // A known user gets no mail, because there is no password to send.
    expect(services.pool.find(ada)).toBeUndefined();
  });

  test('200: a withdrawn invitation cannot be accepted, and an event is recorded', async () => {
    await inviteAs(asked);
    expect(await cancelOf(ada)).toMatchObject({ status: 200, body: { success: true } });
    expect((await acceptAs()).status).toBe(404);
    expect(await cancelOf(ada)).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect((await told()).at(-1)).toMatchObject({
      event_type: 'workspace.user.invite_cancelled',
      metadata: { email: ada, before: 'workspace_member', after: null },
    });
    expect(await events()).toHaveLength(2);
  });

  test('404: an expired invitation, even before the table deletes it', async () => {
    await store(ada);
    const times = { created_at: 1, expires_at: Date.now() - 1 };
    const over = { email: ada, workspace: 'library', role: 'workspace_admin', invited_by: null, ...times } as const;
    await members.invite(over, { actor: null, now: new Date(1), requestId });
    expect((await acceptAs()).status).toBe(404);
    expect((await cancelOf(ada)).status).toBe(404);
    expect((await ownOf()).body.invitations).toEqual([]);
    expect((await listAs()).body.invitations).toEqual([]);
    expect((await findUser(ada)).memberships).toEqual([]);
  });

  test('of a parallel acceptance and withdrawal one wins', async () => {
    for (let round = 0; round < 5; round++) {
      await freshTable();
      await store(ada);
      await inviteAs(asked);
      const [accepted, cancelled] = await Promise.all([acceptAs(), cancelOf(ada)]);
      expect([accepted.status, cancelled.status].sort()).toEqual([200, 404]);
      expect((await findUser(ada)).memberships).toHaveLength(accepted.status === 200 ? 1 : 0);
    }
  });

  test('409: inviting a user who is being deleted; 404: acceptance by one', async () => {
    await store(ada);
    await inviteAs(asked);
    await startUserDeletion(ada, { actor: null, now: new Date(), requestId });
    expect(await inviteAs(asked)).toMatchObject({ status: 409, body: { code: 'conflict' } });
    expect((await acceptAs()).status).toBe(404);
  });

  test('201: parallel invitations of a new user wait for the one that creates them; one mail is sent', async () => {
    const mailsBefore = services.outbox.messages().length;
    services.calls.length = 0;
    const answers = await Promise.all(Array.from({ length: 6 }, () => inviteAs(asked)));
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(201));
    expect(services.calls).toEqual(['AdminCreateUser']);
    expect(services.outbox.messages().length - mailsBefore).toBe(1);
    expect((await listAs()).body.invitations).toHaveLength(1);
  });

  test('502: the pool does not answer; no invitation is stored', async () => {
    services.fault = () => ({ error: 'InternalFailure' });
    expect(await inviteAs(asked)).toMatchObject({ status: 502, body: { code: 'upstream_unavailable' } });
    expect((await allItems()).filter(({ pk }) => !/^(AUDIT|USAGE)#/.test(String(pk)))).toEqual([]);
    services.fault = undefined;
    expect((await inviteAs(asked)).status).toBe(201);
  });

  test.each([[{ email: 'x', role: 'workspace_member' }], [{ ...asked, role: 'superadmin' }], [{ email: ada }]])(
    '400: %j',
    async (body) => {
      expect(await inviteAs(body)).toMatchObject({ status: 400, body: { code: 'invalid_body' } });
    },
  );
});

describe('invitations of one administrator on one day', () => {
  const onlyDate = [
    'setTimeout',
    'clearTimeout',
    'setInterval',
    'clearInterval',
    'setImmediate',
    'clearImmediate',
    'nextTick',
    'queueMicrotask',
    'performance',
    'hrtime',
  ] as const;
  const noon = Date.parse('2026-03-01T12:00Z');
  beforeEach(() => void jest.useFakeTimers({ now: noon, doNotFake: [...onlyDate] }));
  afterEach(() => void jest.useRealTimers());
  const inviteMany = (count: number, name: string, authorizer = asAdmin) =>
    Promise.all(
      Array.from({ length: count }, (_, n) =>
        inviteAs({ email: `${name}-${n}@example.org`, role: 'workspace_member' }, authorizer),
      ),
    );

  test('429: after twenty, also of forty at once, until the day ends in UTC; no more mails are sent', async () => {
    const before = services.outbox.messages().length;
    const answers = await inviteMany(40, 'many');
    const refused = answers.filter(({ status }) => status === 429);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20);
    expect(refused).toHaveLength(20);
    for (const { body, headers } of refused) {
      expect(body).toMatchObject({ code: 'rate_limited', error: expect.stringContaining('20 invitations per day') });
      expect(headers['retry-after']).toBe(String(12 * 3600));
    }
    expect(services.outbox.messages().length - before).toBe(20);
    expect((await listAs()).body.invitations).toHaveLength(20);

    // An administrator of any workspace who is another person.
    expect((await inviteMany(1, 'other', { ...asAdmin, subject: 'another-subject' }))[0]?.status).toBe(201);
    jest.setSystemTime(noon + 12 * 3_600_000 - 1);
    expect((await inviteMany(1, 'late'))[0]).toMatchObject({ status: 429, headers: { 'retry-after': '1' } });
    jest.setSystemTime(noon + 12 * 3_600_000);
    expect((await inviteMany(1, 'tomorrow'))[0]?.status).toBe(201);
  });

  test('the deployment sets the limit; refused calls store nothing else', async () => {
    process.env.INVITATIONS_PER_DAY = '1';
    try {
      await inviteMany(1, 'first');
      expect((await inviteMany(1, 'second'))[0]?.status).toBe(429);
      expect(await findUser('second-0@example.org')).toMatchObject({ user: undefined });
    } finally {
      process.env.INVITATIONS_PER_DAY = '20';
    }
  });
});

describe('a role', () => {
  test('200: changes membership and list, and records an event', async () => {
    await store(ada, 'workspace_member');
    const { status, body } = await setRole(ada, 'workspace_admin');
    expect({ status, body }).toEqual({
      status: 200,
      body: { member: { email: ada, role: 'workspace_admin', created_at: 1 } },
    });
    expect((await findUser(ada)).memberships).toMatchObject([{ role: 'workspace_admin' }]);
    expect((await listAs()).body.members).toEqual([body.member]);
    expect(await told()).toMatchObject([
      {
        event_type: 'workspace.user.role_updated',
        actor_id: `user:${curator}`,
        metadata: { email: ada, before: 'workspace_member', after: 'workspace_admin' },
      },
    ]);
  });

  test('200: after ten parallel changes it is the role of the last event, with one event per change', async () => {
    await store(ada, 'workspace_member');
    const roles = Array.from({ length: 10 }, (_, n) => (n % 2 ? 'workspace_member' : 'workspace_admin'));
    const answers = await Promise.all(roles.map((role) => setRole(ada, role, asSuperadmin, inLibrary)));
    expect(answers.map(({ status }) => status)).toEqual(roles.map(() => 200));
    const [membership] = (await findUser(ada)).memberships;
    expect((await listAs()).body.members).toMatchObject([{ role: membership?.role }]);
    const changes = (await told()).map(({ metadata: { before, after } }) => `${before} ${after}`);
    const [up, down] = ['workspace_member workspace_admin', 'workspace_admin workspace_member'];
    const ups = changes.filter((change) => change === up).length;
    expect(changes.filter((change) => change === down)).toHaveLength(
      ups - (membership?.role === 'workspace_admin' ? 1 : 0),
    );
    expect(changes.length).toBeGreaterThan(0);
  });

  test('200: setting the same role again writes nothing', async () => {
    await store(ada, 'workspace_member');
    const before = await allItems();
    expect((await setRole(ada, 'workspace_member')).status).toBe(200);
    expect(await allItems()).toEqual(before);
  });

  test('400: an unknown role; 400: an invalid address in the path', async () => {
    await store(ada, 'workspace_member');
    expect(await setRole(ada, 'superadmin')).toMatchObject({ status: 400, body: { code: 'invalid_body' } });
    expect(await setRole('ada', 'workspace_admin')).toMatchObject({ status: 400, body: { code: 'invalid_id' } });
  });
});

describe('the last administrator', () => {
  beforeEach(async () => {
    await store(curator, 'workspace_admin');
    await store(ada, 'workspace_member');
  });

  test('409: cannot leave', async () => {
    for (const answer of [await setRole(curator, 'workspace_member'), await removal(curator)]) {
      expect(answer).toMatchObject({ status: 409, body: { code: 'conflict' } });
    }
    expect((await findUser(curator)).memberships).toMatchObject([{ role: 'workspace_admin' }]);
    expect(await events()).toEqual([]);
  });

  test('200: can leave once there is another', async () => {
    await setRole(ada, 'workspace_admin');
    expect((await removal(curator)).status).toBe(200);
    expect((await findUser(curator)).memberships).toEqual([]);
  });

  test('200: can be removed by a superadmin', async () => {
    const headers = { 'X-Workspace-Id': 'library' };
    expect((await removal(curator, asSuperadmin, headers)).status).toBe(200);
    expect((await told()).at(-1)).toMatchObject({ event_type: 'workspace.user.removed', entity_id: 'library' });
  });

  test('of two who leave in parallel one stays', async () => {
    for (let round = 0; round < 5; round++) {
      await freshTable();
      await store(curator, 'workspace_admin');
      await store(ada, 'workspace_admin');
      const answers = await Promise.all([removal(curator), setRole(ada, 'workspace_member')]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      const { body } = await listAs();
      expect(body.members.filter(({ role }: { role: string }) => role === 'workspace_admin')).toHaveLength(1);
    }
  });
});

test('200: removal ends this membership and no other', async () => {
  await store(ada, 'workspace_member');
  await createMembership({ email: ada, workspace: 'faculty', role: 'workspace_admin', created_at: 1 });
  expect(await removal('ADA+lab@example.org')).toMatchObject({ status: 200, body: { success: true } });
  expect((await findUser(ada)).memberships).toMatchObject([{ workspace: 'faculty' }]);
  expect((await listAs()).body.members).toEqual([]);
  expect((await removal(ada)).status).toBe(404);
  expect(await told()).toEqual([
    {
      event_type: 'workspace.user.removed',
      entity_id: 'library',
      actor_id: `user:${curator}`,
      resource_id: ada,
      metadata: { email: ada, before: 'workspace_member', after: null },
    },
  ]);
});
