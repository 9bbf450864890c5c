import { beforeEach, describe, expect, test } from '@jest/globals';
import { getProject } from '#src/records/projects/store/projects.ts';
import * as bulkProjects from '../../../../lambdas/dashboard/projects/bulk.ts';
import { sampleProjects } from '../../../../local/data/sample-projects.ts';
import { aProject } from '../../../support/builders.ts';
import { freshTable } from '../../../support/engine.ts';
import { call, sessionOf } from '../../../support/event.ts';
import { captureLog } from '../../../support/log.ts';
import { storeProject } from '../../../support/projects.ts';
import { curateProject } from '../../../support/publicity.ts';
import { allItems, auditRecords } from '../../../support/table.ts';

captureLog();
beforeEach(() => freshTable());
const authorizer = sessionOf('workspace_member');
const post = (projects: unknown, more: object = {}) =>
  call(bulkProjects, { url: '/api/projects/bulk', body: { projects, ...more }, authorizer });
const aSent = (id: string, fields: object = {}) => ({
  id,
  programme: 'Horizon',
  title: 'Kilns of the North',
  ...fields,
});

test('200: what became of each, in order; what is left out becomes empty, but for visible', async () => {
  await storeProject(aProject({ id: 'a', abstract: 'Fire.', visible: false }), new Date(1));
  await storeProject(aProject({ id: 'b' }), new Date(1));
  await storeProject(aProject({ id: 'd' }), new Date(1));
  await curateProject('d', { deleted_at: new Date(1).toISOString() });
  const { status, body } = await post([aSent('c'), aSent('a'), aSent('b'), aSent('d', { title: 'Other' })]);
  expect(status).toBe(200);
  expect(body.projects).toEqual([
    { id: 'c', outcome: 'created', visible: true, deleted: false, version: 1 },
    { id: 'a', outcome: 'updated', visible: false, deleted: false, version: 2 },
    { id: 'b', outcome: 'unchanged', visible: true, deleted: false, version: 1 },
    { id: 'd', outcome: 'updated', visible: true, deleted: true, version: 3 },
  ]);
  expect((await getProject('a'))?.abstract).toBeNull();
  expect((await auditRecords()).map(({ action }) => action).sort()).toEqual([
    'project.created',
    'project.updated',
    'project.updated',
  ]);
  const before = await allItems();
  const again = await post([aSent('c'), aSent('a'), aSent('b'), aSent('d', { title: 'Other' })]);
  expect(again.body.projects.map(({ outcome }: { outcome: string }) => outcome)).toEqual(
    new Array(4).fill('unchanged'),
  );
  expect(await allItems()).toEqual(before);
});

test('200: linked works stay if they are left out, and are replaced if they are given', async () => {
  const work_ids = ['a'.repeat(32)];
  await post([aSent('a', { work_ids })]);
  await post([aSent('a', { title: 'Other' })]);
  expect(await getProject('a')).toMatchObject({ title: 'Other', work_ids });
  await post([aSent('a', { work_ids: [] })]);
  expect((await getProject('a'))?.work_ids).toEqual([]);
});

test('200: a dry run says the same as the import, and writes nothing', async () => {
  await storeProject(aProject({ id: 'a', abstract: 'Fire.', visible: false }), new Date(1));
  await storeProject(aProject({ id: 'b' }), new Date(1));
  await storeProject(aProject({ id: 'd' }), new Date(1));
  await curateProject('d', { deleted_at: new Date(1).toISOString() });
  const sent = [aSent('c'), aSent('a'), aSent('b'), aSent('d', { title: 'Other' })];
  const before = await allItems();
  const planned = await post(sent, { dry_run: true });
  expect(await allItems()).toEqual(before);
  expect(planned.body.projects.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
    'created',
    'updated',
    'unchanged',
    'updated',
  ]);
  expect((await post(sent, { dry_run: false })).body).toEqual(planned.body);
  expect((await post(sent, { dry_run: 'yes' })).status).toBe(400);
});

test('200: the sample is what can be imported; none is nothing', async () => {
  const { body } = await post(sampleProjects);
  expect(body.projects).toHaveLength(sampleProjects.length);
  expect((await post([])).body).toEqual({ projects: [] });
});

describe('400: if one is wrong, every fault is named and none is written:', () => {
  test('fields, unknown names and ids that are given twice', async () => {
    const { status, body } = await post([
      aSent('a'),
      aSent('b', { title: '', start_date: '2026-02-30' }),
      aSent('c', { deleted: false }),
      { programme: 'Horizon', title: 'T' },
    ]);
    expect(status).toBe(400);
    expect(body.details.issues.map(({ path }: { path: string }) => path)).toEqual([
      'projects.1.title',
      'projects.1.start_date',
      'projects.2.deleted',
      'projects.3.id',
    ]);
    const twice = await post([aSent('a'), aSent('b'), aSent('a')]);
    expect(twice.body.details.issues).toEqual([{ path: 'projects.2.id', message: 'is given twice' }]);
    expect(await allItems()).toEqual([]);
  });

  test('500 are read and more are too many', async () => {
    const most = Array.from({ length: 500 }, (_, n) => aSent(n === 499 ? 'a b' : `p${n}`));
    expect((await post(most)).body.details.issues).toMatchObject([{ path: 'projects.499.id' }]);
    expect((await post([...most, aSent('z')])).body.details.issues).toEqual([
      { path: 'projects', message: 'must have at most 500 items' },
    ]);
    expect((await post('x')).status).toBe(400);
  });
});
