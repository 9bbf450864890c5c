import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { partitions } from '#src/table/keys.ts';
import * as deleteMapping from '../../../../lambdas/dashboard/intake-mappings/delete.ts';
import * as listMappings from '../../../../lambdas/dashboard/intake-mappings/list.ts';
import * as updateMapping from '../../../../lambdas/dashboard/intake-mappings/update.ts';
import { freshTable } from '../../../support/engine.ts';
import { call } from '../../../support/event.ts';
import { captureLog } from '../../../support/log.ts';
import { startQueues, type TestQueues } from '../../../support/queues.ts';
import { allItems } from '../../../support/table.ts';
import { entry, intakeClient, member } from './intake-requests.ts';

captureLog();
let queues: TestQueues;
beforeAll(async () => {
  await freshTable();
  queues = await startQueues();
});
afterAll(() => queues.stop());

const client = intakeClient();
const begin = async (total = 3, more: object = {}) =>
  (await client.create({ kind: 'publications', name: 'old.bib', total, ...more })).body.id as string;

test('400: a decision names a field that no entry has, and the ones that there are', async () => {
  const decided = { class: 'known', decision: 'edit', fields: ['volume', 'volumes'] };
  const { status, body } = await client.decide(await begin(), decided);
  expect([status, body.details.issues]).toMatchObject([400, [{ path: 'fields.1' }]]);
  expect(body.details.issues[0].message).toMatch(/^must be one of title, publication_date, .*volume, issue, /);
});

describe('beginning an intake', () => {
  test('201: it is open, and waits for its rows', async () => {
    const { status, body } = await client.create({
      kind: 'publications',
      name: 'old.bib',
      total: 3,
      reading: { format: 'bibtex' },
    });
    expect([status, body]).toMatchObject([
      201,
      {
        state: 'open',
        total: 3,
        received: 0,
        options: { link_names: false, group_id: null, fetch: true },
        reading: { format: 'bibtex' },
        counts: {},
        undecided: 0,
        estimate_s: null,
      },
    ]);
    expect((await client.get(body.id)).body).toEqual(body);
    expect((await client.list('?limit=1')).body.intakes).toEqual([body]);
  });

  test.each([
    [{ kind: 'publications', name: '', total: 1 }, 'name'],
    [{ kind: 'publications', name: 'a', total: 20_001 }, 'total'],
    [{ kind: 'publications', name: 'a', total: 1, list: 'works' }, 'list'],
    [{ kind: 'publications', name: 'a', total: 1, options: { group_id: 'nowhere' } }, 'options.group_id'],
    [{ kind: 'publications', name: 'a', total: 1, reading: { text: 'x'.repeat(20_000) } }, 'reading'],
  ])('400: names the field that is wrong: %j', async (body, field) => {
    const answer = await client.create(body);
    expect([answer.status, answer.body.details.issues[0].path]).toEqual([400, field]);
  });

  test('404: an intake of another workspace is not there', async () => {
    const id = await begin();
    const stranger = intakeClient(member('elsewhere'));
    const all = [stranger.get(id), stranger.listRows(id), stranger.rows(id, 0, [entry(1)]), stranger.step(id, 'check')];
    for (const answer of await Promise.all(all)) expect(answer.status).toBe(404);
    expect((await stranger.list()).body.intakes).toEqual([]);
  });
});

describe('rows', () => {
  test('200: come in any order, and again, without being counted twice', async () => {
    const id = await begin(3);
    expect((await client.rows(id, 1, [entry(20), entry(30)])).body).toEqual({ received: 2 });
    expect((await client.rows(id, 0, [entry(10), entry(21)])).body).toEqual({ received: 3 });
    const { rows, next_cursor } = (await client.listRows(id, '?limit=2')).body;
    expect(rows.map(({ index, line }: { index: number; line: number }) => [index, line])).toEqual([
      [0, 10],
      [1, 21],
    ]);
    expect((await client.listRows(id, `?cursor=${next_cursor}`)).body).toMatchObject({
      rows: [{ index: 2, line: 30, class: null, outcome: 'waiting', key: 'key30' }],
      next_cursor: null,
    });
  });

  test('two requests with the same rows at once count them once', async () => {
    const id = await begin(90);
    const rows = Array.from({ length: 90 }, (_, at) => entry(at + 1));
    await Promise.all([client.rows(id, 0, rows), client.rows(id, 0, rows)]);
    expect((await client.get(id)).body.received).toBe(90);
  });

  test.each([
    ['beyond the total', 2, [entry(1), entry(2)], 'first'],
    ['without a type', 0, [entry(1, { work_type: 7 })], 'rows.0.row.work_type'],
    ['too large', 0, [entry(1, { data: { abstract: 'x'.repeat(20_000) } })], 'rows.0.row'],
    ['of another kind', 0, [{ line: 1, id: 'x', version: null, cells: [], faults: [] }], 'rows.0'],
  ])('400: names the field: %s', async (_, first, rows, field) => {
    const { status, body } = await client.rows(await begin(3), first, rows);
    expect([status, body.details.issues[0].path]).toEqual([400, field]);
  });

  test('409: the check waits until all have come', async () => {
    const id = await begin(2);
    await client.rows(id, 0, [entry(1)]);
    expect((await client.step(id, 'check')).status).toBe(409);
    await client.rows(id, 1, [entry(2)]);
    expect(await client.step(id, 'check')).toMatchObject({ status: 202, body: { state: 'checking' } });
    expect((await client.rows(id, 1, [entry(2)])).status).toBe(409);
    for (const step of ['apply', 'stop', 'undo'] as const) expect((await client.step(id, step)).status).toBe(409);
  });
});

describe('mappings', () => {
  const authorizer = member();
  const put = (id: string, body: object) =>
    call(updateMapping, { url: `/api/intake-mappings/${id}`, body, authorizer });
  const drop = (id: string) => call(deleteMapping, { url: `/api/intake-mappings/${id}`, authorizer });
  const all = async (of = authorizer) =>
    (await call(listMappings, { url: '/api/intake-mappings', authorizer: of })).body.mappings;

  test('200: are kept for the workspace, replaced and deleted', async () => {
    const mapping = { name: 'Pure', columns: { 'Title of output': 'title', Notes: '' } };
    expect((await put('pure', mapping)).body).toMatchObject({ id: 'pure', ...mapping });
    await put('elements', { name: 'Elements', columns: {} });
    await put('pure', { ...mapping, name: 'Apure' });
    expect((await all()).map(({ name }: { name: string }) => name)).toEqual(['Apure', 'Elements']);
    expect(await all(member('elsewhere'))).toEqual([]);
    expect([(await drop('pure')).body, (await drop('pure')).body]).toEqual([{ deleted: true }, { deleted: false }]);
    await drop('elements');
    expect((await allItems()).filter(({ sk }) => String(sk).startsWith('MAPPING#'))).toEqual([]);
  });

  test('409: a workspace has at most 100, also if two come at once', async () => {
    const workspace = 'full';
    const of = member(workspace);
    const one = (id: string) =>
      call(updateMapping, { url: `/api/intake-mappings/${id}`, body: { name: id, columns: {} }, authorizer: of });
    for (let n = 0; n < 99; n++) await one(`m${n}`);
    const last = await Promise.all([one('a'), one('b')]);
    expect(last.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(
      (await allItems()).filter(({ pk, sk }) => pk === `${partitions['intake-mappings']}${workspace}` && sk !== 'LIST'),
    ).toHaveLength(100);
  });
});
