import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { rewriteStewards } from '#src/curation/groups/stewards.ts';
import { pendingRevocations } from '#src/identity/store/pending-revocations.ts';
import { getStewardship } from '#src/identity/store/stewardships.ts';
import { createUser, findUser, getUser, startUserDeletion } from '#src/identity/store/users.ts';
import { applyRevocations } from '#src/operations/recovery/apply-revocations.ts';
import { keys } from '#src/table/keys.ts';
import { db, deleteItems } from '#src/table/table.ts';
import * as addMember from '../../../../lambdas/dashboard/group-members/create.ts';
import * as removeFromWorkspace from '../../../../lambdas/dashboard/members/remove.ts';
import * as getSession from '../../../../lambdas/dashboard/session/get.ts';
import * as removeUser from '../../../../lambdas/dashboard/users/delete.ts';
import { dyingAt, isWrite, send } from '../../../support/crash.ts';
import { freshTable } from '../../../support/engine.ts';
import { call } from '../../../support/event.ts';
import { findInconsistencies } from '../../../support/inconsistencies.ts';
import { captureLog } from '../../../support/log.ts';
import { asOperator, startTestServices, type TestServices } from '../../../support/services.ts';
import { allItems, auditRecords, putItems } from '../../../support/table.ts';
import { deleteGroupOf, getGroupOf, names, postMember } from './requests.ts';
import { admin, callAs, changeGroup, makeGroup, nameStewards, sam, sessionNow, storeUser } from './stewards-fixture.ts';

captureLog();
let services: TestServices;
beforeAll(async () => {
  services = await startTestServices();
  await freshTable();
  await storeUser(sam);
  await storeUser(ann, 'workspace_admin');
});
afterAll(() => services?.close());
beforeEach(() => {
  services.fault = undefined;
});

const ann = 'ann@example.org';
const next = names();
const group = async (fields: object = {}): Promise<string> => {
  const id = next();
  expect((await makeGroup(id, fields)).status).toBe(201);
  return id;
};
const someone = async () => {
  const email = `${next()}@example.org`;
  await storeUser(email);
  return email;
};
const stewardsOf = async (id: string) => (await getGroupOf(id)).body.stewards;
const placesOf = async (email: string) => (await findUser(email)).stewardIn;
const mailTo = (email: string) => services.outbox.messages().filter(({ to }) => to === email);
const removeAccount = (email: string) =>
  call(removeUser, { url: `/api/cli/users?email=${encodeURIComponent(email)}`, headers: asOperator });
const removeMember = (email: string) =>
  call(removeFromWorkspace, { url: `/api/workspace/members/${encodeURIComponent(email)}`, authorizer: admin });
const write = (email: string, id: string) =>
  callAs(addMember, email, { url: `/api/groups/${id}/members`, body: { staff_id: next(), name: 'Somebody' } });
const expectConsistent = async () => expect(findInconsistencies(await allItems())).toEqual([]);

describe('naming', () => {
  test('201 and 200: with the group or later; the audit trail tells; repeating it changes nothing', async () => {
    const id = await group({ stewards: [' Sam@Example.org ', sam] });
    expect((await getGroupOf(id)).body).toMatchObject({ stewards: [sam], steward_count: 1 });
    const two = await nameStewards(id, sam, ann);
    expect(two).toMatchObject({ status: 200, body: { stewards: [ann, sam], steward_count: 2 } });
    expect((await nameStewards(id, ann, sam)).body.version).toBe(two.body.version);
    expect((await nameStewards(id)).body).toMatchObject({ stewards: [], steward_count: 0 });
    const told = (await auditRecords()).filter(({ resource_id }) => resource_id === id);
    expect(told.map(({ after }) => (after as { stewards?: string[] }).stewards).sort()).toEqual([
      [],
      [ann, sam],
      [sam],
    ]);
    await expectConsistent();
  });

  test('an address without an account is invited, once, and can do what stewards can', async () => {
    const [email, id] = ['newcomer@example.org', await group()];
    expect((await changeGroup(id, { stewards: [email] })).status).toBe(200);
    expect(mailTo(email)).toHaveLength(1);
    expect(services.inputs.at(-1)).toMatchObject({ Username: email, ClientMetadata: { workspace: 'primary_entity' } });
    expect(await getUser(email)).toMatchObject({ state: 'complete' });
    expect((await nameStewards(await group(), email)).status).toBe(200);
    expect(mailTo(email)).toHaveLength(1);
    expect((await write(email, id)).status).toBe(201);
    expect((await findUser(email)).memberships).toEqual([]);
  });

  test('502: the pool refuses; nobody is named, and the same request does it then', async () => {
    const [email, id] = ['late@example.org', await group()];
    services.fault = (action) =>
      action === 'AdminCreateUser' ? { error: 'InternalFailure', after: false } : undefined;
    expect((await nameStewards(id, email)).status).toBe(502);
    expect([await stewardsOf(id), await getUser(email)]).toEqual([[], undefined]);
    services.fault = undefined;
    expect((await nameStewards(id, email)).status).toBe(200);
  });

  test('429: more who have no account than one may invite in a day; who has one does not count', async () => {
    const limit = process.env.INVITATIONS_PER_DAY;
    process.env.INVITATIONS_PER_DAY = '1';
    const someAdmin = { ...(await sessionNow(ann)), subject: 'invites-little' };
    const id = await group();
    const asked = (...stewards: string[]) => changeGroup(id, { stewards }, someAdmin);
    expect((await asked(sam)).status).toBe(200);
    expect((await asked(sam, 'first@example.org')).status).toBe(200);
    expect((await asked(sam, 'first@example.org', 'second@example.org')).status).toBe(429);
    process.env.INVITATIONS_PER_DAY = limit;
    expect(await stewardsOf(id)).toEqual(['first@example.org', sam]);
  });

  test.each([
    [['nobody'], 400],
    ['sam@example.org', 400],
    [[null], 400],
    [Array.from({ length: 51 }, (_, n) => `s${n}@example.org`), 400],
    [Array.from({ length: 21 }, (_, n) => `s${n}@example.org`), 400],
  ])('%j is answered %i, and names nobody', async (stewards, status) => {
    const id = await group();
    const { body, ...answer } = await changeGroup(id, { stewards });
    expect([answer.status, body.details.issues[0].path]).toEqual([status, expect.stringMatching(/^stewards/)]);
    expect(await stewardsOf(id)).toEqual([]);
  });

  test('412, 404 and 403 invite nobody', async () => {
    const [email, id] = ['uninvited@example.org', await group()];
    expect((await changeGroup(id, { stewards: [email] }, admin, { 'If-Match': '"77"' })).status).toBe(412);
    expect((await changeGroup('no-such-group', { stewards: [email] })).status).toBe(404);
    await nameStewards(id, sam);
    expect((await changeGroup(id, { stewards: [email] }, await sessionNow(sam))).status).toBe(403);
    expect((await makeGroup(next(), { stewards: [email] }, await sessionNow(sam))).status).toBe(403);
    expect(await getUser(email)).toBeUndefined();
  });

  test('409: somebody whose account is being deleted', async () => {
    const [email, id] = [await someone(), await group()];
    await startUserDeletion(email, { actor: null, now: new Date(), requestId: 'r' });
    expect((await nameStewards(id, email)).status).toBe(409);
    expect(await stewardsOf(id)).toEqual([]);
  });

  test('a member stays one; a superadmin stays one; the session names the groups', async () => {
    const id = await group({ stewards: [ann] });
    const session = await callAs(getSession, ann, { url: '/api/session' });
    expect(session.body.memberships).toEqual([{ workspace_id: 'primary_entity', role: 'workspace_admin' }]);
    expect(session.body.stewardships).toContainEqual({ workspace_id: 'primary_entity', group_id: id });
    const other = await callAs(getSession, await someone(), { url: '/api/session' });
    expect(other.body.stewardships).toEqual([]);
  });
});

describe('at once', () => {
  test('two administrators on one group: its record and the rights say the same, and one with a version loses', async () => {
    const [id, one, other] = [await group(), await someone(), await someone()];
    const answers = await Promise.all([nameStewards(id, one), nameStewards(id, other)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    await expectConsistent();
    const { body } = await getGroupOf(id);
    const tag = { 'If-Match': `"${body.version}"` };
    const both = await Promise.all(
      [one, other].map((email) => changeGroup(id, { stewards: [sam, email] }, admin, tag)),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 412]);
    await expectConsistent();
  });

  test('one person in many groups', async () => {
    const email = await someone();
    const ids = await Promise.all(Array.from({ length: 6 }, () => group()));
    const answers = await Promise.all(ids.map((id) => nameStewards(id, email)));
    expect(answers.map(({ status }) => status)).toEqual(ids.map(() => 200));
    expect((await getStewardship(email))?.groups.map(({ group_id }) => group_id).sort()).toEqual([...ids].sort());
    await Promise.all([...ids.slice(1).map((id) => nameStewards(id)), nameStewards(await group(), email)]);
    expect((await getStewardship(email))?.groups).toHaveLength(2);
    await expectConsistent();
  });

  test('naming somebody while their account is deleted leaves no rights', async () => {
    const [id, email] = [await group(), await someone()];
    await Promise.all([nameStewards(id, email), removeAccount(email)]);
    await removeAccount(email);
    await expectConsistent();
  });

  /** Does something else just before the transaction of a request is sent. */
  async function interrupted(run: () => Promise<{ status: number }>, meanwhile: () => Promise<unknown>) {
    let isDone = false;
    const spy = jest.spyOn(db, 'send').mockImplementation((async (command: object) => {
      if (command instanceof TransactWriteCommand && !isDone) {
        isDone = true;
        await meanwhile();
      }
      return send(command);
    }) as never);
    const { status } = await run();
    spy.mockRestore();
    expect(isDone).toBe(true);
    return status;
  }

  test('403: the right is taken, or the group moves away, between the check and the write of a steward', async () => {
    const [above, email] = [await group(), await someone()];
    const id = await group({ parents: [{ id: above }] });
    await nameStewards(above, email);
    const from = await sessionNow(email);
    const add = () => call(addMember, { url: `/api/groups/${id}/members`, body: aMember(), authorizer: from });
    expect(await interrupted(add, () => nameStewards(above))).toBe(403);
    await nameStewards(above, email);
    expect(await interrupted(add, async () => 'nothing')).toBe(201);
    expect(await interrupted(add, () => changeGroup(id, { parents: [] }))).toBe(403);
    // Named for it again after the check, but for another group: the write is tried anew.
    await changeGroup(id, { parents: [{ id: above }] });
    const other = await group();
    const renamed = async () => {
      await nameStewards(above);
      await nameStewards(other, email);
    };
    expect(await interrupted(add, renamed)).toBe(403);
  });

  const aMember = () => ({ staff_id: next(), name: 'Somebody' });
});

describe('killed between any two calls, the same request does the rest', () => {
  async function dying(run: () => Promise<unknown>): Promise<number> {
    let n = 1;
    for (; await dyingAt(n, run, isWrite); n++) await expectConsistent();
    await expectConsistent();
    return n - 1;
  }

  test('naming, replacing and taking stewards', async () => {
    const [id, one, other] = [await group(), await someone(), await someone()];
    expect(await dying(() => nameStewards(id, one))).toBe(1);
    expect(await dying(() => nameStewards(id, other, sam))).toBe(1);
    expect(await dying(() => nameStewards(id))).toBe(1);
    expect([await placesOf(one), await placesOf(other)]).toEqual([[], []]);
  });

  test('deleting a group', async () => {
    const email = await someone();
    const id = await group({ stewards: [email] });
    expect(await dying(() => deleteGroupOf(id))).toBe(1);
    expect(await getStewardship(email)).toBeUndefined();
  });

  test('deleting an account, and removing somebody from the workspace', async () => {
    const email = await someone();
    const ids = [await group({ stewards: [email] }), await group({ stewards: [email, sam] })];
    expect(await dying(() => removeMember(email))).toBeGreaterThan(1);
    expect(await Promise.all(ids.map(stewardsOf))).toEqual([[], [sam]]);
    expect((await removeMember(email)).status).toBe(404);
    for (const id of ids) await nameStewards(id, email);
    const before = (await allItems()).filter(({ sk }) => sk === keys.stewardship(email).sk).length;
    expect(before).toBeGreaterThan(0);
    for (let n = 1; await dyingAt(n, () => removeAccount(email), isWrite); n++) await stewardsOf(ids[0] ?? '');
    expect(await Promise.all(ids.map(stewardsOf))).toEqual([[], []]);
    const left = (await allItems()).filter(({ pk }) => pk === keys.user(email).pk);
    expect(left).toEqual([]);
    await expectConsistent();
  });
});

describe('the end', () => {
  test('with the next request: of the last group that a steward has', async () => {
    const email = await someone();
    const [one, other] = [await group({ stewards: [email] }), await group({ stewards: [email] })];
    await nameStewards(one);
    expect([(await write(email, one)).status, (await write(email, other)).status]).toEqual([403, 201]);
    await deleteGroupOf(one);
    await nameStewards(other);
    expect(await placesOf(email)).toEqual([]);
    expect((await write(email, other)).status).toBe(403);
  });

  test('a group that is not empty keeps them; one that has ended does, too; a deleted one does not', async () => {
    const email = await someone();
    const id = await group({ stewards: [email, sam] });
    await postMember(id, { staff_id: next(), name: 'A' });
    expect((await deleteGroupOf(id)).status).toBe(409);
    expect(await stewardsOf(id)).toEqual([email, sam].sort());
    await changeGroup(id, { ends_at: Date.UTC(2020, 0, 1) });
    expect((await write(email, id)).status).toBe(201);
    const empty = await group({ stewards: [email] });
    expect((await deleteGroupOf(empty)).status).toBe(200);
    expect((await getStewardship(email))?.groups).toEqual([{ group_id: id, workspace: 'primary_entity' }]);
    await expectConsistent();
  });

  test('a group that somebody joins while it is deleted keeps its stewards', async () => {
    const email = await someone();
    const id = await group({ stewards: [email] });
    let isDone = false;
    const spy = jest.spyOn(db, 'send').mockImplementation((async (command: object) => {
      if (command instanceof TransactWriteCommand && !isDone) {
        isDone = true;
        await postMember(id, { staff_id: next(), name: 'A' });
      }
      return send(command);
    }) as never);
    expect((await deleteGroupOf(id)).status).toBe(409);
    spy.mockRestore();
    expect((await write(email, id)).status).toBe(201);
    await expectConsistent();
  });

  test('release 1.2.0 has deleted the account: nobody gets the rights with the address, and the backfill tidies up', async () => {
    const email = await someone();
    const id = await group({ stewards: [email, sam] });
    const theirs = { display_name: null, is_superadmin: false, created_at: 2, updated_at: 2 };
    await deleteItems([keys.user(email), keys.userRow(email)]);
    await createUser({ ...theirs, email, id: 'somebody-else' });
    expect(await placesOf(email)).toEqual([]);
    expect((await write(email, id)).status).toBe(403);
    expect(await rewriteStewards(id)).toBe('rewritten');
    expect(await rewriteStewards(id)).toBe('current');
    expect([await stewardsOf(id), await getStewardship(email)]).toEqual([[sam], undefined]);
    await expectConsistent();
  });

  test('a table restored to a time before lacks the rights that were taken since', async () => {
    const email = await someone();
    const id = await group({ stewards: [email, sam] });
    const before = await allItems();
    const since = Date.now();
    await nameStewards(id, sam);
    const entries = (await pendingRevocations()).filter(({ at }) => at >= since);
    await putItems(before);
    expect(await placesOf(email)).toEqual(['primary_entity']);
    const application = { context: { actor: 'operator', now: new Date(), requestId: 'r' }, erasureKey: async () => '' };
    for (const isTrial of [true, false]) {
      expect(await applyRevocations(entries, { ...application, isTrial })).toEqual([expect.stringContaining(id)]);
      expect(await placesOf(email)).toEqual(isTrial ? ['primary_entity'] : []);
    }
    expect(await applyRevocations(entries, { ...application, isTrial: false })).toEqual([]);
    expect(await stewardsOf(id)).toEqual([sam]);
  });
});
