import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { isEnded } from '#src/identity/store/ended-sessions.ts';
import { invite } from '#src/identity/store/members.ts';
import { createMembership, createUser, findUser } from '#src/identity/store/users.ts';
import * as create from '../../../lambdas/dashboard/users/create.ts';
import * as remove from '../../../lambdas/dashboard/users/delete.ts';
import * as list from '../../../lambdas/dashboard/users/list.ts';
import * as update from '../../../lambdas/dashboard/users/update.ts';
import { call, requestId } from '../../support/event.ts';
import { asOperator } from '../../support/services.ts';
import { allItems, auditRecords, events } from '../../support/table.ts';
import { ada, ask, del, headers, lines, patch, poolUsers, post, services, setClock, url } from './users-fixture.ts';

afterEach(() => void jest.useRealTimers());

describe('without the secret', () => {
  test.each([
    [401, 'missing_credential', {}],
    [401, 'invalid_credential', { Authorization: 'Bearer wrong' }],
    [401, 'invalid_credential', { Authorization: `Basic ${asOperator.Authorization.slice(7)}` }],
  ])('%s %s', async (status, code, sent) => {
    for (const target of [list, create, update, remove]) {
      expect(await call(target, { url, headers: sent })).toMatchObject({ status, body: { code } });
    }
  });

  test('503 before 401 if no secret is configured', async () => {
    const { ADMIN_CLI_SECRET_ARN } = process.env;
    for (const arn of ['', 'there-is-none']) {
      if (arn) process.env.ADMIN_CLI_SECRET_ARN = arn;
      else delete process.env.ADMIN_CLI_SECRET_ARN;
      for (const sent of [{}, asOperator]) {
        expect(await call(list, { url, headers: sent })).toMatchObject({
          status: 503,
          body: { code: 'not_configured' },
        });
      }
    }
    process.env.ADMIN_CLI_SECRET_ARN = ADMIN_CLI_SECRET_ARN;
  });
});

describe('GET', () => {
  test('200: all users, ordered by address', async () => {
    const times = { created_at: 1, updated_at: 1 };
    // More than a megabyte, the size of one page of the table.
    const display_name = 'x'.repeat(100_000);
    const emails = Array.from({ length: 12 }, (_, n) => `user-${String(n).padStart(2, '0')}@example.org`);
    const shuffled = emails.toSorted((one, other) => one.length - other.length || other.localeCompare(one));
    for (const email of shuffled) await createUser({ id: email, email, display_name, is_superadmin: false, ...times });
    const { status, body } = await ask();
    expect(status).toBe(200);
    expect(body.users.map(({ email }: { email: string }) => email)).toEqual(emails);
  });

  test('200: shows a user that was just created', async () => {
    expect((await ask()).body).toEqual({ users: [] });
    const { body } = await post(ada);
    expect((await ask()).body.users).toEqual([body.user]);
    await patch({ ...ada, is_superadmin: true });
    expect((await ask()).body.users).toMatchObject([{ is_superadmin: true }]);
    await del(ada.email);
    expect((await ask()).body.users).toEqual([]);
  });
});

describe('POST', () => {
  test('201: creates the user, who gets a mail with a temporary password', async () => {
    const startedAtMs = Date.now();
    const { status, body } = await post({ email: '  Ada@Example.org ', is_superadmin: true, display_name: 'Ada' });
    expect({ status, body }).toEqual({
      status: 201,
      body: {
        user: {
          id: expect.stringMatching(/^[\da-f-]{36}$/),
          email: 'ada@example.org',
          display_name: 'Ada',
          is_superadmin: true,
          created_at: expect.any(Number),
          updated_at: body.user.created_at,
        },
      },
    });
    expect(body.user.created_at).toBeGreaterThanOrEqual(startedAtMs);
    expect(services.pool.get('ada@example.org')).toMatchObject({
      status: 'FORCE_CHANGE_PASSWORD',
      attributes: { email_verified: 'true' },
    });
    expect(services.outbox.messages().at(-1)).toMatchObject({ to: 'ada@example.org', subject: 'Welcome' });
  });

  test('201: with an external issuer only the user record is created', async () => {
    const { USER_POOL_ID } = process.env;
    delete process.env.USER_POOL_ID;
    expect((await post(ada)).status).toBe(201);
    process.env.USER_POOL_ID = USER_POOL_ID;
    expect(poolUsers()).toEqual([]);
    expect((await post(ada)).status).toBe(409);
  });

  test('409: the address exists, in any letter case', async () => {
    await post(ada);
    expect(await post({ ...ada, email: 'ADA@example.org' })).toMatchObject({ status: 409, body: { code: 'conflict' } });
    expect((await ask()).body.users).toHaveLength(1);
  });

  test('201 for one of many parallel requests, 409 for the others; one mail, whose password works', async () => {
    const mailsBefore = services.outbox.messages().length;
    services.calls.length = 0;
    const answers = await Promise.all(Array.from({ length: 10 }, () => post(ada)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)]);
    expect((await ask()).body.users).toMatchObject([answers.find(({ status }) => status === 201)?.body.user]);
    const mails = services.outbox.messages().slice(mailsBefore);
    expect(mails).toHaveLength(1);
    expect(services.calls).toEqual(['AdminCreateUser']);
    const [, password = ''] = /, (\S+)$/.exec(mails[0]?.html ?? '') ?? [];
    expect(await services.pool.signIn(ada.email, password)).toMatchObject({ email: ada.email });
    expect(poolUsers()).toHaveLength(1);
  });

  test("the user is bound to the pool's sub, which no response shows", async () => {
    const { body } = await post(ada);
    const { sub } = services.pool.get(ada.email);
    expect((await findUser(ada.email)).subject).toBe(`https://id.example/us-east-1_test ${sub}`);
    expect(JSON.stringify([body, (await ask()).body])).not.toContain(sub);
  });

  test('400: KELVIN SIGN is not allowed in an address', async () => {
    await post({ ...ada, email: 'k@c.de' });
    expect(await post({ ...ada, email: '\u212a@c.de' })).toMatchObject({ status: 400, body: { code: 'invalid_body' } });
    expect(await patch({ email: '\u212a@c.de', is_superadmin: true })).toMatchObject({ status: 400 });
    expect(await del('\u212a@c.de')).toMatchObject({ status: 400, body: { code: 'invalid_query' } });
    services.pool.delete('k@c.de');
  });

  test.each([
    [{}],
    [{ email: 'ada@example.org' }],
    [{ email: 'ada', is_superadmin: false }],
    [{ email: 'ada@example.org', is_superadmin: 'yes' }],
    [{ email: `${'a'.repeat(250)}@example.org`, is_superadmin: false }],
    [{ ...ada, display_name: '' }],
    [{ ...ada, display_name: 'Ada\u0007' }],
    [{ ...ada, display_name: '\u2060' }],
  ])('400: %j', async (body) => {
    expect(await post(body)).toMatchObject({ status: 400, body: { code: 'invalid_body' } });
    expect((await ask()).body.users).toEqual([]);
  });
});

describe('PATCH', () => {
  test('200: the flag, and the time of the change', async () => {
    const { body } = await post(ada);
    const changed = await patch({ email: 'Ada@example.org', is_superadmin: true });
    expect(changed.status).toBe(200);
    expect(changed.body.user).toEqual({ ...body.user, is_superadmin: true, updated_at: expect.any(Number) });
    expect((await findUser(ada.email)).user).toEqual(changed.body.user);
  });

  test('200: without the flag only the time', async () => {
    const made = { id: 'u1', display_name: 'Ada', created_at: 1, updated_at: 1 };
    await createUser({ ...made, email: ada.email, is_superadmin: true });
    const { body } = await patch({ email: ada.email });
    expect(body.user).toEqual({ ...made, email: ada.email, is_superadmin: true, updated_at: expect.any(Number) });
    expect(body.user.updated_at).toBeGreaterThan(1);
    expect((await ask()).body.users).toEqual([body.user]);
  });

  test('404: an unknown address', async () => {
    expect(await patch({ email: 'bob@example.org' })).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect(await allItems()).toEqual([]);
  });

  test('no parallel change is lost: record and list agree', async () => {
    await post(ada);
    const answers = await Promise.all(
      Array.from({ length: 15 }, (_, n) => patch({ ...ada, is_superadmin: n % 2 === 0 })),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect((await ask()).body.users).toEqual([(await findUser(ada.email)).user]);
  });
});

describe('DELETE', () => {
  const membership = { email: ada.email, role: 'workspace_member' as const, created_at: 1 };
  const inWorkspaces = async (...workspaces: string[]) => {
    await post(ada);
    for (const workspace of workspaces) await createMembership({ ...membership, workspace });
  };

  test('200: memberships, invitations and user are gone, each with its event', async () => {
    await inWorkspaces('library', 'faculty');
    const until = { created_at: 1, expires_at: Date.now() + 60_000 };
    const open = {
      email: ada.email,
      workspace: 'archive',
      role: 'workspace_admin',
      invited_by: null,
      ...until,
    } as const;
    await invite(open, { actor: null, now: new Date(), requestId });
    expect(await del('ADA@example.org')).toMatchObject({ status: 200, body: { success: true } });
    expect(
      (await allItems()).filter(({ pk }) => !/^(ACTIVITY#|AUDIT#|SESSION#|REVOCATIONS$)/.test(String(pk))),
    ).toEqual([]);
    expect(poolUsers()).toEqual([]);
    const written = await events();
    expect(written.map(({ event_type, entity_id }) => [event_type, entity_id]).sort()).toEqual([
      ['workspace.user.invite_cancelled', 'archive'],
      ['workspace.user.invited', 'archive'],
      ['workspace.user.removed', 'faculty'],
      ['workspace.user.removed', 'library'],
    ]);
    const removed = written.find(({ entity_id }) => entity_id === 'library');
    expect(removed).toMatchObject({
      actor_id: 'operator',
      resource_id: ada.email,
      severity: 'info',
      status: 'success',
    });
    expect(JSON.parse(removed?.metadata_json ?? '')).toEqual({
      email: ada.email,
      before: 'workspace_member',
      after: null,
    });
  });

  test.each([
    [400, 'invalid_query', ''],
    [400, 'invalid_query', '?email='],
    [400, 'invalid_query', '?email=nobody'],
    [404, 'not_found', '?email=bob%40example.org'],
  ])('%s %s: %s', async (status, code, query) => {
    expect(await call(remove, { url: `${url}${query}`, headers })).toMatchObject({ status, body: { code } });
  });

  test('ends the sessions that begin until the pool has forgotten the user, those of the same second included', async () => {
    await post(ada);
    const subject = `https://id.example/us-east-1_test ${services.pool.get(ada.email).sub}`;
    const beganMs = Math.floor(Date.now() / 1000) * 1000;
    const forgottenMs = beganMs + 3_000;
    setClock(beganMs + 500);
    services.fault = (action) => {
      if (action === 'AdminDeleteUser') setClock(forgottenMs + 500);
      return undefined;
    };
    expect((await del(ada.email)).status).toBe(200);
    const isEndedOf = (authenticatedAtMs: number) => isEnded({ sessionId: 'one', subject, authenticatedAtMs });
    expect(await Promise.all([beganMs, forgottenMs, forgottenMs + 1_000].map(isEndedOf))).toEqual([true, true, false]);
  });

  test('parallel deletions end each membership once', async () => {
    await inWorkspaces('library', 'faculty');
    const answers = await Promise.all(Array.from({ length: 5 }, () => del(ada.email)));
    expect(answers.map(({ status }) => status)).toContain(200);
    expect(answers.filter(({ status }) => status !== 200 && status !== 404)).toEqual([]);
    expect(await events()).toHaveLength(2);
    expect((await ask()).body.users).toEqual([]);
  });
});

describe('the audit trail', () => {
  const common = { actor_id: 'operator', workspace_id: null, resource_id: ada.email, request_id: requestId };

  test("has the operator's changes of a user with old and new values, and a log line", async () => {
    await post({ ...ada, display_name: 'Ada' });
    await patch({ email: ada.email, is_superadmin: true });
    await patch({ email: ada.email });
    await del(ada.email);
    const whole = { email: ada.email, display_name: 'Ada', is_superadmin: false };
    const records = await auditRecords();
    expect(records.sort((one, other) => one.occurred_at - other.occurred_at)).toMatchObject([
      { ...common, action: 'user.created', before: null, after: whole },
      { ...common, action: 'user.updated', before: { is_superadmin: false }, after: { is_superadmin: true } },
      { ...common, action: 'user.deleted', before: { ...whole, is_superadmin: true }, after: null },
    ]);
    const logged = lines.filter(({ message }) => message === 'audit');
    expect(logged.map(({ id }) => id).sort()).toEqual(records.map(({ id }) => id).sort());
  });

  test('has no entry for refused changes, and two for changes that were rolled back', async () => {
    await patch({ email: ada.email, is_superadmin: true });
    await del(ada.email);
    expect(await auditRecords()).toEqual([]);
    services.fault = (action) => (action === 'AdminCreateUser' ? { error: 'TooManyRequestsException' } : undefined);
    await post(ada);
    expect((await auditRecords()).map(({ action }) => action).sort()).toEqual(['user.created', 'user.deleted']);
  });

  test('has one record for parallel deletions', async () => {
    await post(ada);
    await Promise.all(Array.from({ length: 5 }, () => del(ada.email)));
    const deletions = (await auditRecords()).filter(({ action }) => action === 'user.deleted');
    expect(deletions).toHaveLength(1);
  });

  test('is kept for 400 days', async () => {
    await post(ada);
    const [item] = (await allItems()).filter(({ pk }) => String(pk).startsWith('AUDIT#'));
    const { occurred_at, expiresAtSeconds } = item as { occurred_at: number; expiresAtSeconds: number };
    expect(expiresAtSeconds).toBe(Math.ceil(occurred_at / 1000) + 400 * 86_400);
  });
});
