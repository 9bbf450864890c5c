import { TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { createMembership, findUser, getUser } from '#src/identity/store/users.ts';
import { db } from '#src/table/table.ts';
import { allItems, events } from '../../support/table.ts';
import { ada, ask, del, patch, poolUsers, post, services, setClock } from './users-fixture.ts';

describe('when something fails in between, the same request finishes it', () => {
  afterEach(() => void jest.useRealTimers());

  /** Fails the n-th write, before or after it is committed, like a crash between two calls. */
  function failWrite(nth: number, after: boolean): { mockRestore(): void } {
    const send = db.send.bind(db) as (command: unknown) => Promise<unknown>;
    let count = 0;
    const failing = async (command: unknown) => {
      const isNext = (command instanceof TransactWriteCommand || command instanceof UpdateCommand) && ++count === nth;
      if (isNext && !after) throw new Error('crashed before');
      const answered = await send(command);
      if (isNext) throw new Error('crashed after');
      return answered;
    };
    return jest.spyOn(db, 'send').mockImplementation(failing as never);
  }

  const expectOneUser = async () => {
    expect((await ask()).body.users).toEqual([(await findUser(ada.email)).user]);
    const subject = `https://id.example/us-east-1_test ${services.pool.get(ada.email).sub}`;
    expect(await getUser(ada.email)).toMatchObject({ state: 'complete', subject });
    expect(poolUsers()).toHaveLength(1);
  };
  const expectNobody = async () => {
    const left = (await allItems()).filter(({ pk }) => !/^(ACTIVITY#|AUDIT#|SESSION#|REVOCATIONS$)/.test(String(pk)));
    expect({ left, pool: poolUsers() }).toEqual({ left: [], pool: [] });
  };

  test.each([
    ['InternalFailure', false],
    ['InternalFailure', true],
    ['TooManyRequestsException', false],
    ['CodeDeliveryFailureException', true],
  ])('502: making a user, and the pool says %s (after its effect: %s)', async (error, after) => {
    services.fault = (action) => (action === 'AdminCreateUser' ? { error, after } : undefined);
    const answer = await post(ada);
    // In a repeated request the pool finds its user, which counts as created.
    const isMade = error === 'InternalFailure' && after;
    expect(answer.status).toBe(isMade ? 201 : 502);
    expect((await ask()).body.users).toHaveLength(isMade ? 1 : 0);
    services.fault = undefined;
    expect((await post(ada)).status).toBe(isMade ? 409 : 201);
    await expectOneUser();
  });

  test.each([
    [1, false],
    [1, true],
    [2, false],
    [2, true],
  ])('making a user crashes at transaction %s (after its effect: %s)', async (nth, after) => {
    const mailsBefore = services.outbox.messages().length;
    const crash = failWrite(nth, after);
    expect((await post(ada)).status).toBe(500);
    crash.mockRestore();
    // The crash leaves nothing, the claim of the request, or the complete user.
    const isClaimed = nth === 2 ? !after : after;
    if (isClaimed) {
      expect((await post(ada)).body.error).toContain('30 seconds');
      setClock(Date.now() + 30_000);
    }
    expect((await post(ada)).status).toBe(nth === 2 && after ? 409 : 201);
    await expectOneUser();
    expect((await post(ada)).status).toBe(409);
    expect(services.outbox.messages().length - mailsBefore).toBe(1);
  });

  test('making a user fails in the pool, and then in the table', async () => {
    services.fault = (action) => (action === 'AdminCreateUser' ? { error: 'TooManyRequestsException' } : undefined);
    const crash = failWrite(2, false);
    expect((await post(ada)).status).toBe(500);
    crash.mockRestore();
    services.fault = undefined;
    expect((await post(ada)).status).toBe(409);
    setClock(Date.now() + 30_000);
    expect((await post({ ...ada, is_superadmin: true })).body.user).toMatchObject({ is_superadmin: true });
    await expectOneUser();
  });

  test('502: the pool does not answer a deletion; the user has no rights and cannot get any', async () => {
    await post({ ...ada, is_superadmin: true });
    await createMembership({ email: ada.email, workspace: 'library', role: 'workspace_admin', created_at: 1 });
    services.fault = (action) => (action === 'AdminDeleteUser' ? { error: 'InternalFailure' } : undefined);
    expect(await del(ada.email)).toMatchObject({ status: 502, body: { code: 'upstream_unavailable' } });
    expect(await findUser(ada.email)).toMatchObject({ user: { is_superadmin: false }, memberships: [] });
    expect((await patch({ ...ada, is_superadmin: true })).status).toBe(409);
    expect((await post(ada)).status).toBe(409);
    services.fault = undefined;
    expect((await del(ada.email)).status).toBe(200);
    await expectNobody();
    expect(await events()).toHaveLength(1);
  });

  test.each([1, 2, 3, 4, 5].flatMap((nth) => [[nth, false] as const, [nth, true] as const]))(
    'deleting a user crashes at write %s (after its effect: %s)',
    async (nth, after) => {
      await post(ada);
      for (const workspace of ['library', 'faculty']) {
        await createMembership({ email: ada.email, workspace, role: 'workspace_member', created_at: 1 });
      }
      const crash = failWrite(nth, after);
      expect((await del(ada.email)).status).toBe(500);
      crash.mockRestore();
      expect((await del(ada.email)).status).toBe(nth === 5 && after ? 404 : 200);
      await expectNobody();
      expect(await events()).toHaveLength(2);
    },
  );

  test('200: deleting a user who was removed from the pool', async () => {
    await post(ada);
    services.pool.delete(ada.email);
    expect((await del(ada.email)).status).toBe(200);
    await expectNobody();
  });

  test('201: creating a user who is already in the pool', async () => {
    await services.pool.create(ada.email, {}, 'Correct horse 1');
    expect((await post(ada)).status).toBe(201);
    await expectOneUser();
  });
});
