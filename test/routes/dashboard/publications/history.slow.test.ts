import { beforeAll, expect, test } from '@jest/globals';
import { getPublication } from '#src/records/publications/store/publications.ts';
import { carberry } from '../../../support/builders.ts';
import { deletePublication, getDetail, listEdits, patch, revertEdit, set } from '../../../support/curation.ts';
import { freshTable } from '../../../support/engine.ts';
import { captureLog } from '../../../support/log.ts';
import { ingestPublication } from '../../../support/publicity.ts';
import { allItems, events } from '../../../support/table.ts';

captureLog();
let count = 0;
async function newPublication(): Promise<string> {
  const doi = `10.5555/pots-${++count}`;
  await ingestPublication(doi, carberry, 'On Cracked Pots');
  return doi;
}
const titleOf = async (doi: string) => (await getDetail(doi)).body.title;

beforeAll(() => freshTable());

test('200: who changed what and when, newest first, by pages', async () => {
  const doi = await newPublication();
  for (const title of ['One', 'Two', 'Three']) await set(doi, '/title', title);
  await set(doi, '/visible', false);
  await patch(doi, [
    { op: 'remove', path: '/title' },
    { op: 'add', path: '/data/note', value: { any: 'JSON' } },
  ]);
  const { status, body, headers } = await listEdits(doi.toUpperCase(), '?perPage=2');
  expect(status).toBe(200);
  expect(headers.link).toContain('rel="next"');
  expect(body).toEqual({
    id: doi,
    edits: [
      {
        id: '4',
        edited_at: (await getPublication(doi))?.last_edited_at,
        actor_id: 'user:curator@example.org',
        reverts: null,
        changes: [
          { field: '/title', before: 'Three', after: 'On Cracked Pots', edited_before: true, edited_after: false },
          { field: '/data/note', before: null, after: { any: 'JSON' }, edited_before: false, edited_after: true },
        ],
      },
      expect.objectContaining({ id: '3' }),
    ],
    page: 1,
    per_page: 2,
    total: 4,
    pages: 2,
  });
  const idsOn = async (page: number) =>
    (await listEdits(doi, `?per_page=2&page=${page}`)).body.edits.map(({ id }: { id: string }) => id);
  expect([await idsOn(2), await idsOn(3), await idsOn(9007199254740991)]).toEqual([['2', '1'], [], []]);
});

test('404: the history of an unknown publication; 200: of one without edits', async () => {
  expect((await listEdits('10.5555/unknown')).status).toBe(404);
  expect((await listEdits(await newPublication())).body).toMatchObject({ edits: [], total: 0, pages: 0 });
});

test('200: reverting sets back what an edit changed, as an edit of its own, once', async () => {
  const doi = await newPublication();
  await patch(doi, [
    { op: 'replace', path: '/title', value: 'One' },
    { op: 'add', path: '/data/note', value: 1 },
  ]);
  await set(doi, '/title', 'Two');
  await set(doi, '/data/publisher', 'Brown');
  const { body, headers } = await revertEdit(doi, '2');
  expect(body).toEqual({ ok: true, visible: true, edit_count: 4 });
  expect(headers.etag).toBe((await getDetail(doi)).headers.etag);
  expect(await titleOf(doi)).toBe('One');
  const before = await allItems();
  expect((await revertEdit(doi, '2')).body.edit_count).toBe(4);
  expect(await allItems()).toEqual(before);
  await revertEdit(doi, '1');
  const { title, edited } = (await getDetail(doi)).body;
  expect({ title, edited }).toEqual({
    title: 'On Cracked Pots',
    edited: { data: { publisher: { value: 'Brown', source_value: null } } },
  });
  const { edits } = (await listEdits(doi)).body;
  expect(edits.map(({ id, reverts }: { id: string; reverts: string }) => [id, reverts])).toEqual([
    ['5', '1'],
    ['4', '2'],
    ['3', null],
    ['2', null],
    ['1', null],
  ]);
  const metadata = (await events()).filter(({ resource_id }) => resource_id === doi).map((each) => each.metadata_json);
  expect(metadata.some((text) => text?.includes('"edit":"5","reverts":"1"'))).toBe(true);
  // A revert is an edit, so it can be reverted.
  await revertEdit(doi, '5');
  expect(await titleOf(doi)).toBe('One');
});

test('409: a later edit has changed the field again, and nothing is changed', async () => {
  const doi = await newPublication();
  await patch(doi, [
    { op: 'replace', path: '/title', value: 'One' },
    { op: 'add', path: '/data/note', value: 1 },
  ]);
  await set(doi, '/title', 'Two');
  const before = await allItems();
  const { status, body } = await revertEdit(doi, '1');
  expect({ status, code: body.code, details: body.details }).toEqual({
    status: 409,
    code: 'conflict',
    details: { fields: ['/title'] },
  });
  expect(await allItems()).toEqual(before);
  await revertEdit(doi, '2');
  expect((await revertEdit(doi, '1')).status).toBe(200);
  expect(await titleOf(doi)).toBe('On Cracked Pots');
});

test('404: an unknown edit; 412: a stale version; 400: a deleted publication', async () => {
  const doi = await newPublication();
  const { headers } = await set(doi, '/title', 'One');
  for (const id of ['2', '0', '-1', 'x', '1e0', '99999999999999999999']) {
    expect(await revertEdit(doi, id)).toMatchObject({ status: 404 });
  }
  await set(doi, '/data/note', 1);
  expect((await revertEdit(doi, '1', { 'If-Match': String(headers.etag) })).status).toBe(412);
  await deletePublication(doi);
  expect((await revertEdit(doi, '1')).status).toBe(400);
  expect((await listEdits(doi)).body.total).toBe(2);
});
