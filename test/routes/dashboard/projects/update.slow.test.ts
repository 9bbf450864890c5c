import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { getProject } from '#src/records/projects/store/projects.ts';
import * as updateProject from '../../../../lambdas/dashboard/projects/update.ts';
import { aProject, carberry } from '../../../support/builders.ts';
import { freshTable } from '../../../support/engine.ts';
import { call, sessionOf } from '../../../support/event.ts';
import { captureLog } from '../../../support/log.ts';
import { storeProject } from '../../../support/projects.ts';
import { curateProject } from '../../../support/publicity.ts';
import { allItems, auditRecords } from '../../../support/table.ts';

captureLog();
const stranger = '0009-9999-0000-0019';
const authorizer = sessionOf('workspace_member');
const patch = (id: string, body: unknown, headers: Record<string, string> = {}) =>
  call(updateProject, { url: `/api/projects/${id}`, body, authorizer, headers });
const now = new Date('2026-01-31T12:00:00Z');
const set = (path: string, value: unknown) => ({ op: 'replace', path, value });

let id = '';
let projects = 0;
beforeAll(() => freshTable());
beforeEach(async () => {
  id = `kilns-${++projects}`;
  const title = { en: 'Kilns', de: 'Brennöfen' };
  await storeProject(aProject({ id, title, member_orcids: [carberry], start_date: '2024' }), now);
});

test('200: a patch of several fields, and the project as it is then', async () => {
  const { status, body } = await patch(id, [
    { op: 'test', path: '/version', value: 1 },
    set('/title/de', 'Öfen'),
    { op: 'add', path: '/title/pt-br', value: 'Fornos' },
    { op: 'add', path: '/member_orcids/-', value: `https://orcid.org/${stranger}` },
    { op: 'copy', from: '/member_orcids', path: '/coordinator_orcids' },
    { op: 'add', path: '/data/acronym', value: 'KILN' },
    { op: 'remove', path: '/start_date' },
    set('/visible', false),
  ]);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    title: { en: 'Kilns', de: 'Öfen', 'pt-BR': 'Fornos' },
    member_orcids: [carberry, stranger],
    coordinator_orcids: [carberry, stranger],
    coordinators: [{ orcid: carberry }, { orcid: stranger }],
    data: { acronym: 'KILN' },
    start_date: null,
    visible: false,
    created_at: now.getTime(),
    version: 2,
  });
  expect(body.updated_at).toBeGreaterThan(now.getTime());
  const [record] = (await auditRecords()).filter(({ resource_id }) => resource_id === id);
  expect(record).toMatchObject({
    action: 'project.updated',
    before: { data: {}, start_date: '2024', visible: true },
    after: { data: { acronym: 'KILN' }, start_date: null, visible: false },
  });
  expect(record?.after).not.toHaveProperty('abstract');
});

test('200: works are linked once each, and the audit trail says so', async () => {
  const [one, other] = ['a'.repeat(32), 'b'.repeat(32)];
  const { body } = await patch(id, [set('/work_ids', [other, one, other])]);
  expect(body.work_ids).toEqual([other, one]);
  const [linked] = (await auditRecords()).filter(({ resource_id }) => resource_id === id);
  expect(linked).toMatchObject({ before: { work_ids: [] }, after: { work_ids: [other, one] } });
  expect((await patch(id, [{ op: 'remove', path: '/work_ids/0' }])).body.work_ids).toEqual([one]);
  expect((await patch(id, [set('/deleted', true)])).body.work_ids).toEqual([one]);
});

test.each([[[]], [[{ op: 'test', path: '/id', value: 'kilns' }]], [[set('/title/en', 'Kilns ')]]])(
  '200: %j changes nothing and writes nothing',
  async (body) => {
    await storeProject(aProject({ title: { en: 'Kilns' } }), now);
    const before = await allItems();
    expect((await patch('kilns', body)).status).toBe(200);
    expect(await allItems()).toEqual(before);
  },
);

test('200: deleted and restored; hidden projects come back hidden', async () => {
  expect((await patch(id, [set('/deleted', true), set('/visible', false)])).body).toMatchObject({ deleted: true });
  const { body } = await patch(id, [set('/deleted', false), set('/abstract', 'Back.')]);
  expect(body).toMatchObject({ deleted: false, deleted_at: null, visible: false, abstract: 'Back.' });
  const actions = (await auditRecords()).filter(({ resource_id }) => resource_id === id).map(({ action }) => action);
  expect(actions.sort()).toEqual(['project.deleted', 'project.restored']);
});

test('400: a deleted project is to be restored first; a patch that changes nothing is fine', async () => {
  await curateProject(id, { deleted_at: now.toISOString() });
  const { status, body } = await patch(id, [set('/deleted', true), set('/visible', false)]);
  expect(status).toBe(400);
  expect(body.details.issues).toEqual([{ path: '1.path', message: expect.stringContaining('restore first') }]);
  expect((await patch(id, [set('/deleted', true), set('/visible', true)])).status).toBe(200);
  expect(await getProject(id)).toMatchObject({ version: 2, deleted_at: now.toISOString() });
});

describe('400: the operation is named, and nothing is changed:', () => {
  test.each<[string, string, unknown[]]>([
    ['0.path', '/id cannot be changed', [set('/id', 'other')]],
    ['0.path', '/version cannot be changed', [{ op: 'remove', path: '/version' }]],
    ['0.path', '/created_at cannot be changed', [{ op: 'move', from: '/created_at', path: '/data/x' }]],
    ['0.path', '/updated_at cannot be changed', [set('/updated_at', 1)]],
    ['0.path', '/deleted_at cannot be changed: set /deleted', [set('/deleted_at', null)]],
    ['0.path', '/members/0 cannot be changed: set /member_orcids', [{ op: 'add', path: '/members/0', value: {} }]],
    ['0.path', '/nothing does not exist', [set('/nothing', 1)]],
    [
      '1.path',
      '/visible does not have the value of the test',
      [set('/abstract', 'A'), { op: 'test', path: '/visible', value: false }],
    ],
    ['0.value', 'is not a field of this request', [{ op: 'add', path: '/nothing', value: 1 }]],
    ['0.value', 'must be a boolean', [set('/visible', 'no')]],
    ['0.value.0', 'must be the id of a work: 32 lower-case hexadecimal digits', [set('/work_ids', ['10.5555/a'])]],
    ['0.value', 'must be a date that exists: YYYY, YYYY-MM or YYYY-MM-DD', [set('/end_date', '2025-02-29')]],
    ['1.value', 'must not be before start_date', [set('/start_date', '2025'), set('/end_date', '2023')]],
    ['0.value.de', 'must be a string', [set('/title', { de: 5 })]],
    ['0.value', 'must be a string', [set('/title/de', 5)]],
    ['0.path', 'makes title invalid: it is required', [{ op: 'remove', path: '/title' }]],
    ['0.value', 'must be an ORCID iD, such as 0000-0002-1825-0097', [set('/member_orcids/0', 'x')]],
  ])('%s %s', async (path, message, body) => {
    const answer = await patch(id, body);
    expect(answer.status).toBe(400);
    expect(answer.body.details.issues).toEqual([{ path, message }]);
    expect((await getProject(id))?.version).toBe(1);
  });

  test('no array, an unknown operation, a wrong pointer', async () => {
    expect((await patch(id, { op: 'remove', path: '/title' })).status).toBe(400);
    for (const [path, wrong] of [
      ['0.op', { op: 'set', path: '/title', value: 1 }],
      ['0.path', { op: 'remove', path: 'title' }],
    ] as const) {
      expect((await patch(id, [wrong])).body.details.issues).toMatchObject([{ path }]);
    }
  });
});

describe('If-Match', () => {
  test.each(['"1"', '"1-abc"', '"7", "1"', '*'])('200: %s', async (tag) => {
    expect((await patch(id, [set('/abstract', 'A')], { 'If-Match': tag })).status).toBe(200);
  });

  test.each(['"2"', 'W/"1"', '1', '"11"', ''])('412: %s', async (tag) => {
    const { status, body } = await patch(id, [set('/abstract', 'A')], { 'If-Match': tag });
    expect(status).toBe(412);
    expect(body.code).toBe('precondition_failed');
    expect((await getProject(id))?.version).toBe(1);
  });

  test('412: of several patches of one version, all but one', async () => {
    const answers = ['A', 'B', 'C'].map((text) => patch(id, [set('/abstract', text)], { 'If-Match': '"1"' }));
    expect((await Promise.all(answers)).map(({ status }) => status).sort()).toEqual([200, 412, 412]);
  });
});

test('patches of different fields at once: none that is answered 200 is lost', async () => {
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, n) => patch(id, [{ op: 'add', path: `/data/f${n}`, value: n }])),
  );
  const kept = answers.flatMap(({ status }, n) => (status === 200 ? [`f${n}`] : []));
  expect(kept.length).toBeGreaterThan(1);
  expect(Object.keys((await getProject(id))?.data ?? {}).sort()).toEqual(kept);
  // Only a busy machine takes so long that a request gives up.
  expect(answers.filter(({ status }) => status !== 200 && status !== 503)).toEqual([]);
});

test('400: patches cannot make a project larger than it may be', async () => {
  const large = 'x'.repeat(100_000);
  expect((await patch(id, [{ op: 'add', path: '/data/one', value: large }])).status).toBe(200);
  const { status, body } = await patch(id, [{ op: 'add', path: '/data/two', value: large }]);
  expect(status).toBe(400);
  expect(body.details.issues).toEqual([{ path: '0.path', message: expect.stringContaining('makes data invalid') }]);
});

test('404: there is no such project', async () => {
  expect((await patch('unknown', [set('/title', 'T')])).status).toBe(404);
});
