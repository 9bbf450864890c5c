import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, jest, test } from '@jest/globals';
import { applyIncoming } from '#src/records/publications/publication.ts';
import { getPublication, savePublication } from '#src/records/publications/store/publications.ts';
import { db } from '#src/table/table.ts';
import { anIncoming } from '../../../support/builders.ts';
import { changeMany, deletePublication, editMany, getDetail, revertEdit, set } from '../../../support/curation.ts';
import { freshTable } from '../../../support/engine.ts';
import { captureLog } from '../../../support/log.ts';
import { allItems, events } from '../../../support/table.ts';

captureLog();
const now = new Date('2026-01-31T12:00:00Z');
const store = (doi: string, aliases: string[] = []) =>
  savePublication(applyIncoming(undefined, anIncoming({ doi, aliases }), [], now), undefined, []);
const typesOf = async (doi: string) =>
  (await events()).filter(({ resource_id }) => resource_id === doi).map(({ event_type }) => event_type);

beforeAll(async () => {
  await freshTable();
  for (const name of ['a', 'b', 'c', 'd', 'e']) await store(`10.5555/${name}`, [`10.5555/alias-${name}`]);
});

describe('deleting and restoring', () => {
  test('200: deletes, restores as it was, one event each; what is so already stays', async () => {
    await set('10.5555/a', '/visible', false);
    const ids = ['10.5555/A', 'https://doi.org/10.5555/alias-a', 'doi:10.5555/b', '10.5555/a'];
    expect((await changeMany(ids, 'delete')).body).toEqual({
      success: true,
      changed: 2,
      changed_ids: ids,
      not_found: [],
    });
    const before = await allItems();
    expect((await changeMany(ids, 'delete')).body).toEqual({
      success: true,
      changed: 0,
      changed_ids: [],
      not_found: [],
    });
    expect((await deletePublication('10.5555/a')).body).toEqual({ success: true });
    expect(await allItems()).toEqual(before);
    expect((await getPublication('10.5555/a'))?.deleted_at).toMatch(/Z$/);
    expect((await changeMany([...ids, '10.5555/c'], 'restore')).body).toMatchObject({ success: true });
    expect(await getPublication('10.5555/a')).toMatchObject({ visible: false, deleted_at: null, edit_count: 0 });
    expect(await getPublication('10.5555/b')).toMatchObject({ visible: true, deleted_at: null });
    expect(await typesOf('10.5555/b')).toEqual(['publication.deleted', 'publication.restored']);
    expect(await typesOf('10.5555/c')).toEqual([]);
  });

  test('200 without success: an id was not found; the others are done', async () => {
    const { body } = await changeMany(['10.5555/d', 'nothing', '', '10.5555/none'], 'delete');
    expect(body).toEqual({
      success: false,
      changed: 1,
      changed_ids: ['10.5555/d'],
      not_found: ['nothing', '', '10.5555/none'],
    });
    expect(await typesOf('10.5555/d')).toEqual(['publication.deleted']);
  });

  test.each<[string, unknown, unknown, object]>([
    ['more than 500 ids', Array.from({ length: 501 }, () => '10.5555/a'), 'delete', {}],
    ['an unknown action', [], 'hide', {}],
    ['ids that are no texts', [7], 'delete', {}],
    ['no ids', undefined, 'delete', {}],
    ['another field', [], 'delete', { force: true }],
  ])('400: %s', async (_, ids, action, more) => {
    expect((await changeMany(ids, action, more)).status).toBe(400);
  });

  test('200: no ids, and 500 times the same one', async () => {
    expect((await changeMany([], 'delete')).body.success).toBe(true);
    const same = Array.from({ length: 500 }, () => '10.5555/e');
    expect((await changeMany(same, 'delete')).body.success).toBe(true);
    expect(await typesOf('10.5555/e')).toEqual(['publication.deleted']);
  });
});

/** Another change precedes each write of the publication; each attempt takes five seconds. */
function occupy(doi: string) {
  jest.spyOn(Math, 'random').mockReturnValue(0);
  let nowMs = Date.now();
  jest.spyOn(Date, 'now').mockImplementation(() => nowMs);
  const send = db.send.bind(db) as (command: object) => Promise<unknown>;
  const CancellationReasons = [{ Code: 'TransactionConflict' }];
  const conflict = new TransactionCanceledException({ message: 'conflict', $metadata: {}, CancellationReasons });
  const isOfIt = (command: object) =>
    command instanceof TransactWriteCommand && JSON.stringify(command.input).includes(`PUB#${doi}`);
  jest.spyOn(db, 'send').mockImplementation((async (command: object) => {
    if (!isOfIt(command)) return send(command);
    nowMs += 5_000;
    throw conflict;
  }) as never);
}

test('200: many publications, all rows and events', async () => {
  const ids = Array.from({ length: 60 }, (_, n) => `10.5555/many-${n}`);
  await Promise.all(ids.map((id) => store(id)));
  const { body } = await changeMany(ids, 'delete');
  expect(body).toEqual({ success: true, changed: 60, changed_ids: ids, not_found: [] });
  const items = await allItems();
  const rows = items.filter(({ pk, deleted_at }) => String(pk).startsWith('LIST#PUB#') && deleted_at !== null);
  expect(rows.filter(({ sk }) => ids.includes(String(sk)))).toHaveLength(60);
  const deletions = items.filter(({ event_type }) => event_type === 'publication.deleted');
  expect(new Set(deletions.map(({ resource_id }) => resource_id))).toEqual(
    new Set([...ids, ...['a', 'b', 'd', 'e'].map((name) => `10.5555/${name}`)]),
  );
});

describe('editing', () => {
  test('200: says what became of each id', async () => {
    await store('10.5555/one', ['10.5555/uno']);
    await store('10.5555/two');
    await store('10.5555/gone');
    await set('10.5555/two', '/title', 'Other');
    await deletePublication('10.5555/gone');
    const { status, body } = await editMany(
      ['10.5555/one', '10.5555/UNO', '10.5555/two', '10.5555/gone', '10.5555/none'],
      [
        { op: 'test', path: '/title', value: 'On Cracked Pots' },
        { op: 'add', path: '/data/publisher', value: 'Brown' },
      ],
    );
    expect(status).toBe(200);
    expect(body.results).toEqual([
      { id: '10.5555/one', outcome: 'edited', edit_id: '1' },
      { id: '10.5555/UNO', outcome: 'edited', edit_id: '1' },
      { id: '10.5555/two', outcome: 'invalid', message: expect.stringContaining('"/title"') },
      { id: '10.5555/gone', outcome: 'deleted' },
      { id: '10.5555/none', outcome: 'not_found' },
    ]);
    expect(await typesOf('10.5555/one')).toEqual(['publication.edited']);
    const again = await editMany(['10.5555/one'], [{ op: 'add', path: '/data/publisher', value: 'Brown' }]);
    expect(again.body.results).toEqual([{ id: '10.5555/one', outcome: 'unchanged' }]);
  });

  test('200: names the edit made, which can be reverted after later edits of other fields', async () => {
    const doi = '10.5555/named';
    await store(doi);
    await set(doi, '/data/note', 'first');
    const hidden = await editMany([doi], [{ op: 'replace', path: '/visible', value: false }]);
    expect(hidden.body.results).toEqual([{ id: doi, outcome: 'edited' }]);
    const { body } = await editMany([doi], [{ op: 'add', path: '/data/publisher', value: 'Brown' }]);
    expect(body.results).toEqual([{ id: doi, outcome: 'edited', edit_id: '2' }]);
    await set(doi, '/data/volume', '7');
    expect((await revertEdit(doi, body.results[0].edit_id)).status).toBe(200);
    const { merged } = (await getDetail(doi)).body;
    expect(merged.data).toMatchObject({ note: 'first', publisher: null, volume: '7' });
  });

  test('200: one that others keep writing is busy, and all others are edited', async () => {
    const ids = ['10.5555/free', '10.5555/taken'];
    for (const id of ids) await store(id);
    occupy('10.5555/taken');
    const { body } = await editMany(ids, [{ op: 'add', path: '/data/publisher', value: 'Brown' }]);
    jest.restoreAllMocks();
    expect(body.results).toEqual([
      { id: '10.5555/free', outcome: 'edited', edit_id: '1' },
      { id: '10.5555/taken', outcome: 'busy', message: expect.stringContaining('too many other requests') },
    ]);
    expect((await getPublication('10.5555/taken'))?.edit_count).toBe(0);
  });

  test('400: a patch that is none, and too many ids', async () => {
    expect((await editMany([], [{ op: 'merge', path: '/x' }])).status).toBe(400);
    expect((await editMany(Array(501).fill('x'), [])).status).toBe(400);
  });
});

test('503: one that others keep writing; the others are deleted, and a repetition does the rest', async () => {
  const ids = Array.from({ length: 40 }, (_, n) => `10.5555/contended-${n}`);
  await Promise.all(ids.map((id) => store(id)));
  occupy('10.5555/contended-0');
  expect(await changeMany(ids, 'delete')).toMatchObject({ status: 503, body: { code: 'busy' } });
  jest.restoreAllMocks();
  expect((await changeMany(ids, 'delete')).body.changed_ids).toEqual(['10.5555/contended-0']);
});
