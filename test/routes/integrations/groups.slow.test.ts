import { beforeAll, expect, test } from '@jest/globals';
import { changeGroup, createGroup } from '#src/curation/groups/groups.ts';
import * as changes from '../../../lambdas/integrations/changes/list.ts';
import * as list from '../../../lambdas/integrations/groups/list.ts';
import { freshTable } from '../../support/engine.ts';
import { authorizerOf, call } from '../../support/event.ts';
import { captureLog } from '../../support/log.ts';

captureLog();
const context = () => ({
  actor: 'user:curator@example.org',
  workspace: 'default',
  requestId: 'groups',
  now: new Date(),
});
const authorizer = { ...authorizerOf(list.route.auth), scopes: 'groups.read' };
const get = (query = '') => call(list, { url: `/integrations/v1/groups${query}`, authorizer });
const sync = (cursor?: string) =>
  call(changes, {
    url: `/integrations/v1/changes?list=groups${cursor === undefined ? '' : `&cursor=${cursor}`}`,
    authorizer,
  });

beforeAll(async () => {
  await freshTable();
  await createGroup({ id: 'faculty', name: { en: 'Faculty', de: 'Fakultät' }, kind: 'faculty' }, context());
  await createGroup({ id: 'hidden', name: 'Hidden', visible: false }, context());
  const parents = [{ id: 'faculty', starts_at: Date.parse('2020-01-01') }, { id: 'hidden' }];
  await createGroup({ id: 'institute', name: 'Institute', parents }, context());
});

test('lists public groups with their names in all languages, and names no hidden one', async () => {
  const { status, body } = await get();
  expect(status).toBe(200);
  expect(body).toMatchObject({ total: 2, sort: 'name', q: '' });
  expect(body.groups).toEqual([
    expect.objectContaining({
      id: 'institute',
      parents: [{ id: 'faculty', starts_at: Date.parse('2020-01-01'), ends_at: null }],
    }),
    expect.objectContaining({ id: 'faculty', name: { en: 'Faculty', de: 'Fakultät' }, kind: 'faculty', parents: [] }),
  ]);
  expect((await get('?q=fakul&locale=de')).body.total).toBe(0);
  expect((await get('?q=facul&dir=asc&sort=created_at')).body.groups).toMatchObject([{ id: 'faculty' }]);
});

test('403: without the scope', async () => {
  const none = { ...authorizer, scopes: 'publications.read' };
  expect(await call(list, { url: '/integrations/v1/groups', authorizer: none })).toMatchObject({ status: 403 });
  expect(await call(changes, { url: '/integrations/v1/changes?list=groups', authorizer: none })).toMatchObject({
    status: 403,
  });
});

test('a copy hears of a group that is hidden, and of the one below it, which no longer names it', async () => {
  const first = await sync();
  expect(first.body.changes.map(({ id }: { id: string }) => id).sort()).toEqual(['faculty', 'institute']);
  await changeGroup('faculty', { visible: false }, context(), () => undefined);
  const { body } = await sync(first.body.cursor);
  expect(body.changes).toEqual([
    expect.objectContaining({ id: 'faculty', type: 'removed', item: null }),
    expect.objectContaining({ id: 'institute', type: 'upserted', item: expect.objectContaining({ parents: [] }) }),
  ]);
});
