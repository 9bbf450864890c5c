import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { editableDocument } from '#src/records/publications/edits.ts';
import { applyIncoming } from '#src/records/publications/publication.ts';
import { getPublication, savePublication, touchPublication } from '#src/records/publications/store/publications.ts';
import { retryIfStale, stale } from '#src/runtime/retry.ts';
import { db } from '#src/table/table.ts';
import { aBibliography, anAuthor, anIncoming, carberry } from '../support/builders.ts';
import { dyingAt, send } from '../support/crash.ts';
import { changeMany, deletePublication, editMany, listEdits, patch, revertEdit, set } from '../support/curation.ts';
import { freshTable } from '../support/engine.ts';
import type { TestResponse } from '../support/event.ts';
import { captureLog } from '../support/log.ts';
import { storePerson } from '../support/people.ts';
import { ingestPublication } from '../support/publicity.ts';
import { allItems, events } from '../support/table.ts';

captureLog();
const doi = '10.5555/pots';

beforeEach(async () => {
  await freshTable();
  await ingestPublication(doi, carberry, 'On Cracked Pots');
});

const stored = async () => {
  const record = await getPublication(doi);
  if (!record) throw new Error('no publication');
  return record;
};

/** Asserts that the record, its row, its history and its events agree, and returns the record. */
async function expectWhole() {
  const record = await stored();
  const items = await allItems();
  const row = items.find(({ pk, sk }) => String(pk).startsWith('LIST#PUB#') && sk === doi);
  const { title, publication_type } = editableDocument(record);
  expect(row).toMatchObject({
    title,
    publication_type,
    visible: record.visible,
    deleted_at: record.deleted_at,
    edit_count: record.edit_count,
  });
  const { edits } = (await listEdits(doi)).body;
  expect(edits).toHaveLength(record.edit_count);
  const edited = (await events()).filter(({ event_type }) => event_type === 'publication.edited');
  expect(edited).toHaveLength(record.edit_count);
  return record;
}

describe('killed between any two calls, and sent again', () => {
  const writes: [string, () => Promise<TestResponse>][] = [
    [
      'a patch',
      () =>
        patch(doi, [
          { op: 'add', path: '/data/authors', value: [{ name: 'Josiah Carberry' }] },
          { op: 'replace', path: '/visible', value: false },
        ]),
    ],
    ['a deletion', () => deletePublication(doi)],
    ['a bulk deletion', () => changeMany([doi], 'delete')],
    ['a bulk edit', () => editMany([doi], [{ op: 'add', path: '/title', value: 'Edited' }])],
    ['a revert', () => revertEdit(doi, '1')],
  ];
  test.each(writes)('%s is done completely or not at all', async (name, run) => {
    if (name === 'a revert') await set(doi, '/title', 'First');
    const before = await stored();
    for (let n = 1, died = true; died; n++) {
      died = await dyingAt(n, run);
      const { version } = await expectWhole();
      expect(version - before.version).toBeLessThanOrEqual(1);
      expect(n).toBeLessThan(20);
    }
    const once = await allItems();
    expect((await run()).status).toBe(200);
    expect(await allItems()).toEqual(once);
    expect((await stored()).version).toBe(before.version + 1);
  });
});

describe('at the same time', () => {
  test('eight patches of different fields are all kept', async () => {
    const fields = ['subtitle', 'publisher', 'volume', 'issue', 'pages', 'abstract', 'edition', 'note'];
    const answers = await Promise.all(fields.map((field) => set(doi, `/data/${field}`, field)));
    expect(answers.map(({ status }) => status)).toEqual(fields.map(() => 200));
    const { edits } = await expectWhole();
    expect(edits.data).toEqual(Object.fromEntries(fields.map((field) => [field, field])));
  });

  test('of patches with the same If-Match, and of those that test the same value, one is applied', async () => {
    const first = await set(doi, '/title', 'First');
    const tag = { 'If-Match': String(first.headers.etag) };
    const matched = await Promise.all(['A', 'B', 'C'].map((title) => set(doi, '/title', title, tag)));
    expect(matched.map(({ status }) => status).sort()).toEqual([200, 412, 412]);
    const { title } = editableDocument(await expectWhole());
    const tested = await Promise.all(
      ['D', 'E', 'F'].map((value) =>
        patch(doi, [
          { op: 'test', path: '/title', value: title },
          { op: 'replace', path: '/title', value },
        ]),
      ),
    );
    expect(tested.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    expect((await expectWhole()).edit_count).toBe(3);
  });

  test('two deletions are one, and two reverts of one edit are one', async () => {
    await set(doi, '/title', 'First');
    const reverts = await Promise.all([revertEdit(doi, '1'), revertEdit(doi, '1')]);
    expect(reverts.map(({ status, body }) => [status, body.edit_count])).toEqual([
      [200, 2],
      [200, 2],
    ]);
    const deletions = await Promise.all([deletePublication(doi), changeMany([doi], 'delete')]);
    expect(deletions.map(({ body }) => body.success)).toEqual([true, true]);
    expect((await events()).filter(({ event_type }) => event_type === 'publication.deleted')).toHaveLength(1);
    await expectWhole();
  });
});

describe('against a running ingestion of the same publication', () => {
  /** Refreshes it as an ingestion does; `meanwhile` happens between its read and its write. */
  function refresh(title: string, meanwhile: () => Promise<unknown>): Promise<unknown> {
    let isFirst = true;
    return retryIfStale('The publication', async () => {
      const before = await stored();
      if (isFirst) await meanwhile();
      isFirst = false;
      const original = aBibliography({ title, authors: [anAuthor('Ada Lovelace')] });
      const record = applyIncoming(before, anIncoming({ original }), [], new Date());
      return (await savePublication(record, before, [])) === 'saved' ? 'saved' : stale;
    });
  }

  test('an edit and a deletion stay; the rest is refreshed', async () => {
    await refresh('Refreshed', () => set(doi, '/data/publisher', 'Brown'));
    expect(editableDocument(await expectWhole())).toMatchObject({ title: 'Refreshed', data: { publisher: 'Brown' } });
    await refresh('Again', () => set(doi, '/visible', false));
    expect(await expectWhole()).toMatchObject({ visible: false, original: { title: 'Again' } });
    await refresh('At last', () => deletePublication(doi));
    expect((await expectWhole()).deleted_at).not.toBeNull();
    await ingestPublication(doi, carberry, 'Later');
    const last = await expectWhole();
    expect(last).toMatchObject({ visible: false, original: { title: 'Later' } });
    expect(last.deleted_at).not.toBeNull();
  });

  test('a patch that a refresh overtakes is applied to what the refresh wrote', async () => {
    await storePerson(carberry, 'Josiah', 'Carberry');
    let isFirst = true;
    // The ingestion writes after the patch has read the record and while it reads the names of the researchers.
    const spy = jest.spyOn(db, 'send').mockImplementation((async (command: { input: object }) => {
      const isPeople = JSON.stringify(command.input).includes('PERSON#');
      if (isFirst && isPeople) {
        isFirst = false;
        await refresh('Refreshed', async () => undefined);
      }
      return send(command);
    }) as never);
    const { status } = await set(doi, '/data/authors', [{ given: 'Josiah', family: 'Carberry' }]);
    spy.mockRestore();
    expect({ status, isFirst }).toEqual({ status: 200, isFirst: false });
    const record = await expectWhole();
    expect(record.original.title).toBe('Refreshed');
    expect(record.researchers).toMatchObject([{ orcid: carberry, author_position: 0, evidence: 'name' }]);
  });

  test('a time of fetch is not written over an edit, and the edit keeps it', async () => {
    const before = await stored();
    await set(doi, '/title', 'Edited');
    expect(await touchPublication(before, new Date())).toBe(false);
    const fetched = new Date();
    expect(await touchPublication(await stored(), fetched)).toBe(true);
    await set(doi, '/title', 'Again');
    expect(await expectWhole()).toMatchObject({ edits: { title: 'Again' }, last_fetched_at: fetched.getTime() });
  });
});
