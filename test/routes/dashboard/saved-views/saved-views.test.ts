import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { mostViews } from '#src/curation/domain/saved-view.ts';
import { addSavedView, changeSavedView } from '#src/curation/saved-views.ts';
import { createMembership } from '#src/identity/store/users.ts';
import { Contention } from '#src/runtime/errors.ts';
import { keys } from '#src/table/keys.ts';
import { putItem } from '#src/table/table.ts';
import * as removeMember from '../../../../lambdas/dashboard/members/remove.ts';
import * as create from '../../../../lambdas/dashboard/saved-views/create.ts';
import * as remove from '../../../../lambdas/dashboard/saved-views/delete.ts';
import * as list from '../../../../lambdas/dashboard/saved-views/list.ts';
import * as update from '../../../../lambdas/dashboard/saved-views/update.ts';
import { dyingAt } from '../../../support/crash.ts';
import { freshTable } from '../../../support/engine.ts';
import { call, sessionOf } from '../../../support/event.ts';
import { failWrites } from '../../../support/fail-writes.ts';
import { captureLog } from '../../../support/log.ts';

captureLog();
beforeAll(() => freshTable());

/** Each test has a workspace of its own. */
let workspace = '';
let workspaces = 0;
beforeEach(() => {
  workspace = `lab-${++workspaces}`;
});

type Who = (of?: string) => ReturnType<typeof sessionOf>;
const who =
  (email: string, role: 'workspace_member' | 'workspace_admin' = 'workspace_member'): Who =>
  (of = workspace) => ({ ...sessionOf(role, of), email });
const ada = who('ada@example.org');
const grace = who('grace@example.org');
const admin = who('admin@example.org', 'workspace_admin');

const view = { list: 'publications', name: 'Retracted', search: { is_retracted: true, sort: 'title' }, shared: false };
const add = (fields: object = {}, caller: Who = ada) =>
  call(create, { url: '/api/saved-views', body: { ...view, ...fields }, authorizer: caller() });
const change = (id: string, body: unknown, caller: Who = ada, headers: Record<string, string> = {}) =>
  call(update, { url: `/api/saved-views/${id}`, body, authorizer: caller(), headers });
const drop = (id: string, caller: Who = ada) => call(remove, { url: `/api/saved-views/${id}`, authorizer: caller() });
const namesOf = async (caller: Who = ada, of?: string) => {
  const { body } = await call(list, { url: '/api/saved-views', authorizer: caller(of) });
  return body.saved_views.map(({ name, shared }: { name: string; shared: boolean }) =>
    shared ? `${name} (shared)` : name,
  );
};

describe('a view', () => {
  test('201: is of the caller alone, or of the workspace', async () => {
    const { status, body } = await add();
    expect([status, body]).toEqual([
      201,
      {
        ...view,
        id: expect.any(String),
        is_own: true,
        created_by: 'ada@example.org',
        updated_at: expect.any(Number),
        version: 1,
      },
    ]);
    await add({ name: 'Without an abstract', shared: true }, grace);
    expect(await namesOf()).toEqual(['Retracted', 'Without an abstract (shared)']);
    expect(await namesOf(grace)).toEqual(['Without an abstract (shared)']);
    expect(await namesOf(ada, 'another-lab')).toEqual([]);
  });

  test('saved twice is one; another one with its name is a 409, and not if one is shared', async () => {
    const [first, again] = [await add(), await add({ name: ' RETRACTED ' })];
    expect([again.status, again.body.id]).toEqual([201, first.body.id]);
    const other = await add({ search: { q: 'pots' } });
    expect([other.status, other.body.code, other.body.details]).toEqual([409, 'conflict', { fields: ['name'] }]);
    expect((await add({ search: { q: 'pots' }, shared: true })).status).toBe(201);
  });

  test('200: is renamed, shows something else, and is shared and taken back, with its version', async () => {
    const { body } = await add();
    const renamed = await change(body.id, { name: 'Gone' }, ada, { 'if-match': '"1"' });
    expect(renamed.body).toMatchObject({ name: 'Gone', search: view.search, version: 2 });
    expect(renamed.headers.etag).toMatch(/^"2-/);
    expect((await change(body.id, { name: 'Late' }, ada, { 'if-match': '"1"' })).status).toBe(412);
    expect((await change(body.id, { search: { q: 'x' }, shared: true })).body).toMatchObject({
      shared: true,
      version: 3,
    });
    expect(await namesOf(grace)).toEqual(['Gone (shared)']);
    expect((await change(body.id, { shared: true })).body.version).toBe(3);
    const taken = await change(body.id, { shared: false }, admin);
    expect(taken.body).toMatchObject({ shared: false, created_by: 'admin@example.org' });
    expect([await namesOf(), await namesOf(admin)]).toEqual([[], ['Gone']]);
  });

  test('403: a shared one is changed by who has shared it and by administrators', async () => {
    const { body } = await add({ shared: true });
    for (const refused of [await change(body.id, { name: 'Mine' }, grace), await drop(body.id, grace)]) {
      expect([refused.status, refused.body.code]).toEqual([403, 'forbidden']);
    }
    expect((await change(body.id, { name: 'Ours' }, admin)).body).toMatchObject({ name: 'Ours', is_own: false });
    expect((await drop(body.id, admin)).body).toEqual({ deleted: true });
  });

  test('404: of somebody else; 200: deleted twice', async () => {
    const { body } = await add();
    expect((await change(body.id, { name: 'Mine' }, admin)).status).toBe(404);
    expect((await drop(body.id, grace)).body).toEqual({ deleted: false });
    expect([(await drop(body.id)).body, (await drop(body.id)).body]).toEqual([{ deleted: true }, { deleted: false }]);
    expect(await namesOf()).toEqual([]);
  });

  test.each([
    [{ name: ' ' }, 'name'],
    [{ name: 'x'.repeat(61) }, 'name'],
    [{ list: 'people' }, 'list'],
    [{ search: { 'a b': 'c' } }, 'search.a b'],
    [{ search: { q: { $ne: 1 } } }, 'search.q'],
    [{ search: { q: '陶'.repeat(700) } }, 'search'],
    [{ shared: 'yes' }, 'shared'],
    [{ owner: 'x' }, 'owner'],
  ])('400: %j', async (fields, path) => {
    const { status, body } = await add(fields);
    expect([status, body.details.issues.map((issue: { path: string }) => issue.path)]).toEqual([400, [path]]);
  });
});

test('409: there are at most so many, and the most of the largest fit in an item', async () => {
  for (const [key, shared] of [
    [keys.ownViews(workspace, 'ada@example.org'), false],
    [keys.sharedViews(workspace), true],
  ] as const) {
    const largest = (n: number) => ({
      ...{
        id: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
        list: 'publications',
        name: `${n} ${'陶'.repeat(56)}`,
      },
      ...{
        search: { q: '陶'.repeat(650) },
        created_by: `${'a'.repeat(60)}@${'b'.repeat(240)}.org`,
        updated_at: 1,
        version: 1,
      },
    });
    const views = Array.from({ length: mostViews[shared ? 'shared' : 'own'] - 1 }, (_, n) => largest(n));
    await putItem({ ...key, views, version: 1 });
    expect((await add({ shared, search: { q: '陶'.repeat(650) } })).status).toBe(201);
    const { status, body } = await add({ shared, name: 'One more' });
    expect([status, body.error]).toEqual([409, expect.stringContaining('at most')]);
  }
});

test('with a membership, the views of the person alone end; those that the workspace shares stay', async () => {
  await createMembership({ email: 'ada@example.org', workspace, role: 'workspace_member', created_at: 1 });
  await add();
  await add({ name: 'Ours', shared: true });
  await add({}, grace);
  await add({}, (of = 'another') => ada(of));
  const removal = { url: '/api/workspace/members/ada%40example.org', authorizer: admin() };
  expect((await call(removeMember, removal)).status).toBe(200);
  expect(await namesOf()).toEqual(['Ours (shared)']);
  expect(await namesOf(grace)).toEqual(['Retracted', 'Ours (shared)']);
  expect(await namesOf(ada, 'another')).toEqual(['Retracted']);
});

describe('writes', () => {
  test('of several at once are all kept', async () => {
    const added = await Promise.all(
      Array.from({ length: 8 }, (_, n) => add({ name: `View ${n}`, shared: n % 2 === 0 }, n < 4 ? ada : grace)),
    );
    expect(added.map(({ status }) => status)).toEqual(added.map(() => 201));
    expect(
      (await namesOf()).concat(await namesOf(grace)).filter((name: string) => !name.includes('shared')),
    ).toHaveLength(4);
    expect((await namesOf()).filter((name: string) => name.includes('shared'))).toHaveLength(4);
  });

  test('are whole when they are killed: a view that is shared is in one place', async () => {
    const owner = { workspace, email: 'ada@example.org', isAdmin: false, now: new Date(1) };
    const { id } = await addSavedView({ ...view, list: 'publications' }, owner);
    const share = () => changeSavedView(id, { shared: true }, owner, () => {});
    let calls = 1;
    for (; await dyingAt(calls, share); calls++) {
      expect(await namesOf()).toEqual(['Retracted']);
      expect((await add()).body.id).toBe(id);
    }
    expect([calls, await namesOf()]).toEqual([3, ['Retracted (shared)']]);
  });

  test('409: under constant contention', async () => {
    const spy = failWrites((input) => input.includes('SAVED_VIEWS#'), new Contention('The saved views'));
    expect((await add()).status).toBe(409);
    spy.mockRestore();
  });
});
