import { beforeAll, describe, expect, test } from '@jest/globals';
import { applyIncoming, authorsOf, type PublicationRecord } from '#src/records/publications/publication.ts';
import { getPublication, savePublication } from '#src/records/publications/store/publications.ts';
import * as publicDetail from '../../../../lambdas/consumer/publications/get.ts';
import * as publicList from '../../../../lambdas/consumer/publications/list.ts';
import { aBibliography, anAuthor, anIncoming, carberry, lovelace } from '../../../support/builders.ts';
import { deletePublication, editMany, getDetail, patch, revertEdit, set } from '../../../support/curation.ts';
import { freshTable } from '../../../support/engine.ts';
import { call } from '../../../support/event.ts';
import { captureLog } from '../../../support/log.ts';
import { storePerson } from '../../../support/people.ts';
import { ingestPublication } from '../../../support/publicity.ts';
import { allItems, events } from '../../../support/table.ts';

captureLog();
const now = new Date('2026-01-31T12:00:00Z');
let count = 0;

/** A new publication, with two authors and linked to Josiah. Returns its DOI. */
async function newPublication(): Promise<string> {
  const doi = `10.5555/pots-${++count}`;
  const original = aBibliography({
    authors: [anAuthor('Josiah Carberry'), anAuthor('Ada Lovelace')],
    publication_date: '2008-02',
  });
  const incoming = anIncoming({ doi, original, enrichment: { topics: ['pots'] } });
  await savePublication(applyIncoming(undefined, incoming, [], now), undefined, []);
  return doi;
}
const merged = async (doi: string) => (await getDetail(doi)).body.merged;
const eventsOf = async (doi: string) =>
  (await events())
    .filter(({ resource_id }) => resource_id === doi)
    .map(({ event_type, actor_id, entity_id, metadata_json }) => ({
      event_type,
      actor_id,
      entity_id,
      metadata: JSON.parse(metadata_json ?? 'null'),
    }));

beforeAll(async () => {
  await freshTable();
  await storePerson(carberry, 'Josiah', 'Carberry');
  await storePerson(lovelace, 'Ada', 'Lovelace');
});

test('200: URLs are stored in their canonical form, whatever was typed', async () => {
  const doi = await newPublication();
  const typed = 'https://evil.example/"><script>';
  const edits = ['/data/url', '/data/license_url', '/enriched_metadata/oa_url'].map((path) => ({
    op: 'add',
    path,
    value: typed,
  }));
  expect((await patch(doi, edits)).status).toBe(200);
  const canonical = 'https://evil.example/%22%3E%3Cscript%3E';
  expect(await merged(doi)).toMatchObject({
    data: { url: canonical, license_url: canonical },
    enriched_metadata: { oa_url: canonical },
  });
});

test('400: an edit of more fields than one may change names the first one beyond the limit', async () => {
  const doi = await newPublication();
  const { data } = await merged(doi);
  const fields = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`field_${n}`, n]));
  const replaced = (count: number) =>
    patch(doi, [{ op: 'replace', path: '/data', value: { ...data, ...fields(count) } }]);
  expect(await replaced(8_000)).toMatchObject({
    status: 400,
    body: {
      code: 'invalid_body',
      details: {
        issues: [{ path: 'data.field_1000', message: 'is one of 8000 fields: an edit can change at most 1000' }],
      },
    },
  });
  expect(await replaced(1_000)).toMatchObject({ status: 200, body: { edit_count: 1 } });
});

test('200: edits and visibility, counted and reported in the activity log', async () => {
  const doi = await newPublication();
  const { status, body, headers } = await patch(
    doi,
    [
      { op: 'test', path: '/title', value: 'On Cracked Pots' },
      { op: 'replace', path: '/title', value: 'Edited', comment: 'further fields are ignored' },
      { op: 'add', path: '/data/subtitle', value: 'A Study' },
      { op: 'replace', path: '/visible', value: false },
    ],
    { 'Content-Type': 'application/json-patch+json' },
  );
  expect({ status, body }).toEqual({ status: 200, body: { ok: true, visible: false, edit_count: 1 } });
  expect(headers.etag).toBe((await getDetail(doi)).headers.etag);
  const common = { actor_id: 'user:curator@example.org', entity_id: 'primary_entity' };
  expect(await eventsOf(doi)).toEqual([
    {
      event_type: 'publication.edited',
      ...common,
      metadata: {
        changes: [
          { field: '/title', before: 'On Cracked Pots', after: 'Edited' },
          { field: '/data/subtitle', before: null, after: 'A Study' },
        ],
        edit: '1',
      },
    },
    {
      event_type: 'publication.visibility_changed',
      ...common,
      metadata: { changes: [{ field: '/visible', before: true, after: false }] },
    },
  ]);
});

test('200: a change of visibility alone is not an edit; the public routes show it at once', async () => {
  const doi = await newPublication();
  const isPublic = async () => {
    const { status } = await call(publicDetail, { url: `/v1/doi/${doi}` });
    const { body } = await call(publicList, { url: '/v1/publications?per_page=100' });
    const isListed = body.publications.some((item: { doi: string }) => item.doi === doi);
    expect(isListed).toBe(status === 200);
    return isListed;
  };
  expect(await isPublic()).toBe(true);
  expect((await set(doi, '/visible', false)).body).toEqual({ ok: true, visible: false, edit_count: 0 });
  expect(await isPublic()).toBe(false);
  expect((await set(doi, '/visible', true)).body).toEqual({ ok: true, visible: true, edit_count: 0 });
  expect(await isPublic()).toBe(true);
  await deletePublication(doi);
  expect(await isPublic()).toBe(false);
  expect(await getPublication(doi)).toMatchObject({ edit_count: 0, last_edited_at: null });
});

test('200: what changes nothing writes nothing', async () => {
  const doi = await newPublication();
  const before = await allItems();
  const patches = [
    [],
    [{ op: 'test', path: '/data/source', value: 'crossref' }],
    [{ op: 'replace', path: '/title', value: ' On Cracked Pots ' }],
    [{ op: 'replace', path: '/visible', value: true }],
    [{ op: 'remove', path: '/title' }],
    [{ op: 'remove', path: '/data/subtitle' }],
    [{ op: 'remove', path: '/data' }],
    [
      { op: 'add', path: '/data/note', value: 1 },
      { op: 'remove', path: '/data/note' },
    ],
  ];
  for (const operations of patches) {
    const { status, body, headers } = await patch(doi, operations);
    expect({ status, body }).toEqual({ status: 200, body: { ok: true, visible: true, edit_count: 0 } });
    expect(headers.etag).toMatch(/^"1-/);
  }
  expect(await allItems()).toEqual(before);
});

test('200: every operation, in order', async () => {
  const doi = await newPublication();
  await patch(doi, [
    { op: 'copy', from: '/title', path: '/data/subtitle' },
    { op: 'replace', path: '/title', value: { en: 'Pots' } },
    { op: 'add', path: '/title/pt-br', value: 'Potes' },
    { op: 'move', from: '/data/subtitle', path: '/data/short_title' },
    { op: 'add', path: '/enriched_metadata/sdg', value: [1] },
    { op: 'add', path: '/enriched_metadata/sdg/-', value: 2 },
    { op: 'test', path: '/enriched_metadata/sdg', value: [1, 2] },
  ]);
  expect(await merged(doi)).toMatchObject({
    title: { en: 'Pots', 'pt-BR': 'Potes' },
    enriched_metadata: { topics: ['pots'], sdg: [1, 2] },
    data: { subtitle: null, short_title: 'On Cracked Pots', title: { en: 'Pots', 'pt-BR': 'Potes' } },
  });
});

test('200: texts are stored in one line and in NFC, as those of the sources are', async () => {
  const doi = await newPublication();
  expect((await set(doi, '/data/subtitle', ' A\n case  of cafe\u0301 ')).status).toBe(200);
  expect((await set(doi, '/data/subjects', ['old\tpots'])).status).toBe(200);
  expect((await merged(doi)).data).toMatchObject({ subtitle: 'A case of café', subjects: ['old pots'] });
});

test('200: a removed edit returns to the source, also to what it says by then', async () => {
  const doi = await newPublication();
  await patch(doi, [
    { op: 'replace', path: '/title', value: 'Edited' },
    { op: 'replace', path: '/data/publication_type', value: 'Book' },
    { op: 'replace', path: '/enriched_metadata', value: { topics: [] } },
  ]);
  expect(await merged(doi)).toMatchObject({ publication_type: 'book', enriched_metadata: { topics: [] } });
  await ingestPublication(doi, carberry, 'Corrected');
  expect(await merged(doi)).toMatchObject({ title: 'Edited', publication_type: 'book' });
  const { body } = await patch(doi, [
    { op: 'remove', path: '/data/title' },
    { op: 'remove', path: '/enriched_metadata/topics' },
  ]);
  expect(body.edit_count).toBe(2);
  expect(await merged(doi)).toMatchObject({ title: 'Corrected', enriched_metadata: { topics: ['pots'] } });
  expect((await getDetail(doi)).body.edited).toEqual({ publication_type: { value: 'book', source_value: null } });
});

test('200: the year follows an edited date, unless the patch says the year', async () => {
  const [one, other] = [await newPublication(), await newPublication()];
  await set(one, '/publication_date', '2010-05-01');
  expect(await merged(one)).toMatchObject({ publication_date: '2010-05-01', publication_year: 2010 });
  await patch(other, [
    { op: 'replace', path: '/publication_date', value: '2010' },
    { op: 'replace', path: '/publication_year', value: 2008 },
  ]);
  expect(await merged(other)).toMatchObject({ publication_date: '2010', publication_year: 2008 });
});

test('200: edited authors are matched with the linked researchers in the same write', async () => {
  const doi = await newPublication();
  await ingestPublication(doi, lovelace, 'Linked to both');
  expect((await getDetail(doi)).body.author_match_state).toBe('needs_attention');
  const authors = [{ name: 'ATLAS' }, { given: 'Ada', family: 'Lovelace' }, { name: 'Carberry, J.' }];
  await set(doi, '/data/authors', authors);
  const { body } = await getDetail(doi);
  expect(body).toMatchObject({
    author_match_state: 'complete',
    researchers: [
      { orcid: carberry, author_position: 2, evidence: 'name', match_state: 'complete' },
      { orcid: lovelace, author_position: 1, evidence: 'name', match_state: 'complete' },
    ],
    merged: { data: { authors: [{ name: 'ATLAS', given: null }, { name: 'Ada Lovelace' }, { affiliations: [] }] } },
  });
  await patch(doi, [{ op: 'replace', path: '/data/authors/1/family', value: 'Byron' }]);
  const after = (await getDetail(doi)).body;
  expect(after.merged.data.authors[1].name).toBe('Ada Byron');
  expect(after.researchers[1]).toMatchObject({ author_position: null, match_state: 'needs_attention' });
});

describe('400, and nothing is written', () => {
  const faulty: [string, unknown, string, string?][] = [
    ['no array', {}, ''],
    ['an unknown operation', [{ op: 'merge', path: '/title' }], '0.op'],
    ['no value', [{ op: 'add', path: '/title' }], '0.value'],
    ['a path that is no pointer', [{ op: 'remove', path: 'title' }], '0.path'],
    ['a field that is missing', [{ op: 'remove', path: '/data/note' }], '0.path', '/data/note'],
    ['the DOI', [{ op: 'replace', path: '/doi', value: '10.5555/x' }], '0.path', '/doi'],
    ['a counter', [{ op: 'add', path: '/edit_count', value: 0 }], '0.path', '/edit_count'],
    ['a time', [{ op: 'add', path: '/last_fetched_at', value: 0 }], '0.path', '/last_fetched_at'],
    ['citations', [{ op: 'replace', path: '/data/cited_by_count', value: 9 }], '0.path', '/data/cited_by_count'],
    ['the source', [{ op: 'replace', path: '/data/source', value: 'x' }], '0.path', '/data/source'],
    ['the source, moved', [{ op: 'move', from: '/data/source', path: '/data/x' }], '0.path', '/data/source'],
    ['the source, in data', [{ op: 'replace', path: '/data', value: { source: 'x' } }], 'data.source'],
    ['an internal field', [{ op: 'add', path: '/data/_note', value: 1 }], '0.path', '/data/_note'],
    ['an unknown field', [{ op: 'add', path: '/colour', value: 'red' }], '0.path', '/colour'],
    ['the whole document', [{ op: 'replace', path: '', value: {} }], '0.path'],
    ['no visibility', [{ op: 'remove', path: '/visible' }], 'visible'],
    ['a visibility that is no boolean', [{ op: 'replace', path: '/visible', value: 'no' }], 'visible'],
    ['a title of a number', [{ op: 'replace', path: '/title', value: 7 }], 'title'],
    ['a title that nobody can see', [{ op: 'replace', path: '/title', value: '\u200b\u00ad' }], 'title'],
    [
      'an author without a visible name',
      [{ op: 'add', path: '/data/authors', value: [{ name: '\u2060' }] }],
      'data.authors.0.name',
    ],
    [
      'a date that does not exist',
      [{ op: 'replace', path: '/publication_date', value: '2023-02-29' }],
      'publication_date',
    ],
    ['a year in text', [{ op: 'replace', path: '/data/publication_year', value: '2023' }], 'publication_year'],
    ['data that is a list', [{ op: 'replace', path: '/data', value: [] }], 'data'],
    ['an author without a name', [{ op: 'add', path: '/data/authors/0', value: {} }], 'data.authors.0'],
    ['a control character', [{ op: 'replace', path: '/data/volume', value: 'a\u0000' }], 'data.volume'],
    ['half a character', [{ op: 'add', path: '/data/subjects/-', value: '\ud800' }], 'data.subjects.0'],
    [
      'half a character of a funder',
      [{ op: 'add', path: '/data/funders/-', value: { name: '\ud800' } }],
      'data.funders.0.name',
    ],
    ['an event on no day', [{ op: 'add', path: '/data/event_date', value: '2026-02-30' }], 'data.event_date'],
    [
      'a relation to no DOI',
      [{ op: 'add', path: '/data/relations', value: [{ type: 'corrects', doi: 'pots' }] }],
      'data.relations.0.doi',
    ],
    ['a control character in free fields', [{ op: 'add', path: '/data/my_note', value: ['\u0007'] }], 'data.my_note.0'],
    ['what every object inherits', [{ op: 'move', from: '/data/toString', path: '/data/x' }], '0.path', '/data/x'],
    ['a volume of a number', [{ op: 'replace', path: '/data/volume', value: 7 }], 'data.volume'],
    [
      'two values of one field',
      [
        { op: 'replace', path: '/title', value: 'One' },
        { op: 'replace', path: '/data/title', value: 'Other' },
      ],
      'data.title',
    ],
    [
      'a prototype in data',
      [{ op: 'add', path: '/data', value: JSON.parse('{"constructor": 1}') }],
      'data.constructor',
    ],
  ];

  test('each names its field', async () => {
    const doi = await newPublication();
    const before = await allItems();
    for (const [name, operations, path, named = ''] of faulty) {
      const list = Array.isArray(operations) ? [...operations] : operations;
      const { status, body } = await patch(doi, list);
      expect({ name, status, code: body.code, path: body.details?.issues[0].path }).toEqual({
        name,
        status: 400,
        code: 'invalid_body',
        path,
      });
      expect(body.error).toContain(named);
      // A patch is applied completely or not at all.
      if (Array.isArray(list)) {
        const later = await patch(doi, [{ op: 'replace', path: '/title', value: 'First' }, ...list]);
        expect({ name, status: later.status }).toEqual({ name, status: 400 });
      }
    }
    expect(await allItems()).toEqual(before);
  });

  test('a test that fails', async () => {
    const doi = await newPublication();
    const { status, body } = await patch(doi, [
      { op: 'replace', path: '/title', value: 'Edited' },
      { op: 'test', path: '/publication_date', value: '1999' },
    ]);
    expect({ status, path: body.details.issues[0].path }).toEqual({ status: 400, path: '1.path' });
    expect((await merged(doi)).title).toBe('On Cracked Pots');
  });

  test('a deleted publication: restore it first', async () => {
    const doi = await newPublication();
    await deletePublication(doi);
    const { status, body } = await set(doi, '/title', 'Edited');
    expect({ status, error: body.error }).toEqual({
      status: 400,
      error: 'The publication is deleted: restore it first',
    });
  });

  test('another media type', async () => {
    const doi = await newPublication();
    expect((await patch(doi, [], { 'Content-Type': 'text/plain' })).status).toBe(400);
  });
});

describe('If-Match', () => {
  test('412 for a stale, a weak or a malformed tag, and nothing is written; 200 for the tag and for *', async () => {
    const doi = await newPublication();
    const first = String((await getDetail(doi)).headers.etag);
    const second = String((await set(doi, '/title', 'Edited', { 'If-Match': first })).headers.etag);
    expect(second).toMatch(/^"2-/);
    const before = await allItems();
    for (const stale of [first, `W/${second}`, 'nothing', '"nothing"', '"3-x"', '']) {
      for (const answer of [
        await set(doi, '/title', 'Again', { 'If-Match': stale }),
        await deletePublication(doi, { 'If-Match': stale }),
      ]) {
        expect(answer).toMatchObject({ status: 412, body: { code: 'precondition_failed' } });
      }
    }
    expect(await allItems()).toEqual(before);
    expect((await set(doi, '/title', 'Again', { 'If-Match': '*' })).status).toBe(200);
    const third = String((await getDetail(doi)).headers.etag);
    expect((await deletePublication(doi, { 'If-Match': `"other", ${third}` })).body).toEqual({ success: true });
    expect((await set('10.5555/unknown', '/title', 'x', { 'If-Match': '*' })).status).toBe(404);
  });
});

describe('more authors than a response shows', () => {
  const count = 1_200;
  /** A publication with this many authors, and what a client is shown of them. */
  async function newCrowd(authors: number) {
    const doi = `10.5555/crowd-${++crowds}`;
    const original = aBibliography({ authors: Array.from({ length: authors }, (_, n) => anAuthor(`A${n} Kiln`)) });
    await savePublication(applyIncoming(undefined, anIncoming({ doi, original }), [], now), undefined, []);
    const { data } = await merged(doi);
    return { doi, data, shown: data.authors as object[] };
  }
  let crowds = 0;
  const storedAuthors = async (doi: string) => authorsOf((await getPublication(doi)) as PublicationRecord);
  const replacements: [string, (shown: object[], data: object) => object[]][] = [
    ['the list', (value) => [{ op: 'replace', path: '/data/authors', value }]],
    ['data', (authors, data) => [{ op: 'replace', path: '/data', value: { ...data, authors, volume: '7' } }]],
    [
      'the list, once removed',
      (value) => [
        { op: 'remove', path: '/data/authors' },
        { op: 'add', path: '/data/authors', value },
      ],
    ],
    [
      'the list, moved there',
      (value) => [
        { op: 'add', path: '/data/crowd', value },
        { op: 'move', from: '/data/crowd', path: '/data/authors' },
      ],
    ],
    [
      'the list, before an author is added',
      (value) => [
        { op: 'replace', path: '/data/authors', value },
        { op: 'add', path: '/data/authors/-', value: { name: 'Ada Lovelace' } },
      ],
    ],
  ];

  test.each(replacements)('400: what was shown of them does not replace %s, in no route', async (_, operationsOf) => {
    const { doi, data, shown } = await newCrowd(count);
    expect(shown).toHaveLength(1_000);
    const operations = operationsOf(shown, data);
    const refused = await patch(doi, operations);
    expect(refused).toMatchObject({ status: 400, body: { code: 'invalid_body' } });
    expect(refused.body.details.issues).toEqual([
      { path: 'data.authors', message: expect.stringMatching(/^has 100[01] of 1200 authors.*\/data\/authors\/0/) },
    ]);
    const [bulk] = (await editMany([doi], operations)).body.results;
    expect(bulk).toMatchObject({ outcome: 'invalid', message: expect.stringContaining('by index') });
    expect(await storedAuthors(doi)).toHaveLength(count);
  });

  test('200: they are edited by index, replaced by as many, and returned to the sources', async () => {
    const { doi } = await newCrowd(count);
    const byIndex = await patch(doi, [
      { op: 'replace', path: '/data/authors/1100', value: { name: 'Ada Lovelace' } },
      { op: 'remove', path: '/data/authors/0' },
    ]);
    expect(byIndex.status).toBe(200);
    const edited = await storedAuthors(doi);
    expect([edited.length, edited[0]?.name, edited[1_099]?.name]).toEqual([count - 1, 'A1 Kiln', 'Ada Lovelace']);
    expect((await set(doi, '/data/authors', [...edited].reverse())).status).toBe(200);
    expect((await storedAuthors(doi))[0]?.name).toBe(`A${count - 1} Kiln`);
    const { body } = await revertEdit(doi, '2');
    expect([body.ok, (await storedAuthors(doi))[1_099]?.name]).toEqual([true, 'Ada Lovelace']);
    expect((await patch(doi, [{ op: 'remove', path: '/data/authors' }])).status).toBe(200);
    expect(await storedAuthors(doi)).toHaveLength(count);
  });

  test('200: a list that is shown whole may be replaced with a shorter one', async () => {
    const { doi, data, shown } = await newCrowd(1_000);
    expect((await set(doi, '/data/authors', shown.slice(0, 3))).status).toBe(200);
    expect((await patch(doi, [{ op: 'replace', path: '/data', value: { ...data, authors: [] } }])).status).toBe(200);
    expect(await storedAuthors(doi)).toEqual([]);
  });
});

describe('large values', () => {
  test('200: an abstract of 200 KB; the events stay small', async () => {
    const doi = await newPublication();
    const noise = Array.from({ length: 25_000 }, (_, n) => Math.sin(n).toString(36).slice(3, 11)).join('');
    expect((await set(doi, '/data/abstract', noise)).status).toBe(200);
    expect((await merged(doi)).data.abstract).toBe(noise);
    const [edited] = await eventsOf(doi);
    expect(JSON.stringify(edited).length).toBeLessThan(20_000);
    expect(edited?.metadata).toMatchObject({ abridged: true, edit: '1' });
    // Two of these in one edit of the history, and another in the record.
    const other = noise.split('').reverse().join('');
    const { status, body } = await set(doi, '/data/abstract', other);
    expect([200, 400]).toContain(status);
    if (status === 400) expect(body.error).toMatch(/too (much|large)/);
  });

  test('400: edits of more than 1 MB in all', async () => {
    const doi = await newPublication();
    const noise = (seed: number) =>
      Array.from({ length: 26_000 }, (_, n) =>
        Math.sin(n * seed)
          .toString(36)
          .slice(3, 11),
      ).join('');
    const statuses = [];
    for (const n of [1, 2, 3, 4, 5, 6]) statuses.push((await set(doi, `/data/note-${n}`, noise(n + 0.5))).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 400]);
    expect((await getDetail(doi)).body.edit_count).toBe(5);
  });
});
