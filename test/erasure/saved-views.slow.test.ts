import { beforeEach, expect, test } from '@jest/globals';
import { changeSavedView, savedViewsOf } from '#src/curation/saved-views.ts';
import { pseudonymOf } from '#src/records/people/store/erasure-marks.ts';
import { markOf, readErasureKey } from '#src/records/people/store/unless-erased.ts';
import { keys } from '#src/table/keys.ts';
import { getItem, putItem } from '#src/table/table.ts';
import * as create from '../../lambdas/dashboard/saved-views/create.ts';
import * as update from '../../lambdas/dashboard/saved-views/update.ts';
import { carberry } from '../support/builders.ts';
import { freshTable } from '../support/engine.ts';
import { call, sessionOf } from '../support/event.ts';
import { captureLog } from '../support/log.ts';
import { ada, erase, saveView, settled, tracesOf } from './erasure-fixture.ts';

captureLog();
const email = 'ada@example.org';
const bare = carberry.replaceAll('-', '');

beforeEach(async () => {
  await freshTable();
});

const namesIn = async (workspace: string) =>
  (await savedViewsOf({ workspace, email })).map(({ name, shared }) => `${name}${shared ? ' (shared)' : ''}`);

test('views that name an erased person go, however the iD is written, in every workspace; all others stay as they are', async () => {
  const kept = { orcid_id: ada, q: 'pots 0000-0002', year: 2020 };
  for (const workspace of ['library', 'without-members']) {
    for (const shared of [false, true]) {
      await saveView({ name: 'Kept', search: kept, shared }, { workspace });
      for (const written of [
        carberry,
        bare,
        `https://orcid.org/${carberry}`,
        `2024 ${carberry.replaceAll('-', ' ')} x`,
      ])
        await saveView({ name: `His ${written.length}`, search: { q: written, sort: 'title' }, shared }, { workspace });
      await saveView({ name: `Not ${bare}`, search: { is_retracted: true }, shared }, { workspace });
    }
  }
  const first = await erase();
  expect(first).toMatchObject({ done: false, totals: { views: 20 } });
  const pseudonym = pseudonymOf(markOf(carberry, await readErasureKey()));
  for (const workspace of ['library', 'without-members']) {
    const views = await savedViewsOf({ workspace, email });
    expect(await namesIn(workspace)).toEqual(['Kept', pseudonym, 'Kept (shared)', `${pseudonym} (shared)`]);
    expect(views[0]).toMatchObject({ search: kept, version: 1 });
    expect(views[1]).toMatchObject({ search: { is_retracted: true } });
    expect(JSON.stringify(views)).not.toContain(bare);
  }
  expect(await tracesOf(carberry)).toEqual([]);
  const version = (await getItem(keys.sharedViews('library')))?.version;
  expect(await erase({ at: settled })).toMatchObject({ done: true, totals: { views: 0 } });
  expect((await getItem(keys.sharedViews('library')))?.version).toBe(version);
});

test('400: a page that is still open saves no view of an erased person, and the answer names the field', async () => {
  const authorizer = { ...sessionOf('workspace_member', 'library'), email };
  const view = { list: 'publications', name: 'Pots', search: { q: 'pots' }, shared: false };
  const save = (fields: object) => call(create, { url: '/api/saved-views', body: { ...view, ...fields }, authorizer });
  const { body } = await save({});
  const change = (fields: object) => call(update, { url: `/api/saved-views/${body.id}`, body: fields, authorizer });
  await erase();
  const refused = (path: string) => ({ status: 400, body: { code: 'invalid_body', details: { issues: [{ path }] } } });
  for (const answer of [
    [await save({ name: 'His', search: { sort: 'title', orcid_id: bare } }), 'search.orcid_id'],
    [await save({ name: `Of ${carberry}` }), 'name'],
    [await change({ search: { q: `orcid.org/${carberry}` } }), 'search.q'],
    [await change({ name: carberry, shared: true }), 'name'],
  ] as const)
    expect(answer[0]).toMatchObject(refused(answer[1]));
  expect((await change({ name: 'Kilns', search: { orcid_id: ada } })).status).toBe(200);
  expect(await namesIn('library')).toEqual(['Kilns']);
});

test('a view that was checked before and stored after a pass is found by the last one', async () => {
  await saveView({ name: 'His', search: { orcid_id: carberry } });
  const stored = (await getItem(keys.ownViews('library', email))) ?? {};
  await erase();
  expect(await namesIn('library')).toEqual([]);
  await putItem({ ...keys.ownViews('library', email), ...stored });
  expect(await erase({ at: settled })).toMatchObject({ done: true, totals: { views: 1 } });
  expect(await tracesOf(carberry)).toEqual([]);
});

test('views that are changed while a person is erased lose only what names the person', async () => {
  const { id } = await saveView({ name: 'Pots', search: { q: 'pots' } });
  await saveView({ name: 'His', search: { orcid_id: carberry } });
  const owner = { workspace: 'library', email, isAdmin: false, now: new Date() };
  const changes = async () => {
    for (let n = 1; n <= 5; n++) await changeSavedView(id, { name: `Pots ${n}` }, owner, () => {});
    await saveView({ name: 'Kilns', search: { q: 'kilns' } });
  };
  await Promise.all([erase(), changes(), erase()]);
  await erase();
  expect(await namesIn('library')).toEqual(['Pots 5', 'Kilns']);
});
