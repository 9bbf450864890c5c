import { beforeAll, expect, test } from '@jest/globals';
import { saveOrcidPerson } from '#src/ingestion/store/add-people.ts';
import type { OrcidBibliographies, OrcidBibliography } from '#src/records/orcid/bibliography.ts';
import { applyIncoming } from '#src/records/publications/publication.ts';
import { savePublication } from '#src/records/publications/store/publications.ts';
import { aBibliography, anAuthor, anIncoming, carberry, lovelace } from '../../../support/builders.ts';
import { deletePublication, getDetail, patch, set } from '../../../support/curation.ts';
import { freshTable } from '../../../support/engine.ts';
import { captureLog } from '../../../support/log.ts';
import { manyOrcids } from '../../../support/people.ts';
import { curatePublication, ingestPublication } from '../../../support/publicity.ts';

captureLog();
const now = new Date('2026-01-31T12:00:00Z');
const josiah = (creditName: string) =>
  saveOrcidPerson({ orcid: carberry, givenName: 'Josiah', familyName: 'Carberry', creditName, biography: null }, now);

beforeAll(async () => {
  await freshTable();
  await josiah('Josiah Carberry');
  const incoming = anIncoming({
    aliases: ['10.5555/preprint'],
    original: aBibliography({ authors: [anAuthor('Josiah Carberry')], publication_date: '2008-02' }),
    enrichment: { topics: ['pots'] },
  });
  const names = { orcid: carberry, name: null, givenName: 'Josiah', familyName: 'Carberry' };
  const first = applyIncoming(undefined, incoming, [names], now);
  await savePublication(applyIncoming(first, { ...incoming, orcids: [lovelace] }, [names], now), undefined, []);
  await ingestPublication('10.5555/ends/', carberry, 'Ends');
});

test('200: the sources, edits, researchers and state of a publication', async () => {
  await patch('10.5555/pots', [
    { op: 'replace', path: '/title', value: 'Edited' },
    { op: 'add', path: '/data/note', value: 1 },
  ]);
  const { status, body, headers } = await getDetail('10.5555/pots');
  expect(status).toBe(200);
  expect(headers.etag).toMatch(/^"3-[\w-]{16}"$/);
  expect(headers['cache-control']).toBe('private, no-cache');
  expect(body).toMatchObject({
    id: '10.5555/pots',
    doi_url: 'https://doi.org/10.5555/pots',
    aliases: ['10.5555/preprint'],
    source: 'crossref',
    original: { title: 'On Cracked Pots', publication_date: '2008-02' },
    enriched: null,
    enrichment: { topics: ['pots'] },
    edited: {
      title: { value: 'Edited', source_value: 'On Cracked Pots' },
      data: { note: { value: 1, source_value: null } },
    },
    merged: { title: 'Edited', publication_year: 2008, data: { title: 'Edited', note: 1, source: 'crossref' } },
    researchers: [
      { orcid: carberry, name: 'Josiah Carberry', author_position: 0, match_state: 'complete', evidence: 'name' },
      { orcid: lovelace, name: null, author_position: null, match_state: 'needs_attention', evidence: null },
    ],
    title: 'Edited',
    publication_date: '2008-02',
    publication_year: 2008,
    publication_type: null,
    cited_by_count: null,
    is_retracted: false,
    open_access_status: null,
    author_match_state: 'needs_attention',
    visible: true,
    deleted_at: null,
    edit_count: 1,
    created_at: now.getTime(),
    last_fetched_at: now.getTime(),
  });
  expect(body.last_edited_at).toBeGreaterThan(now.getTime());
});

test.each([
  ['encoded', '10.5555%2Fpots'],
  ['encoded twice', '10.5555%252Fpots'],
  ['in upper case', '10.5555/POTS'],
  ['as a URL', 'https://doi.org/10.5555/pots'],
  ['as a URL whose slashes were merged', 'https:/doi.org/10.5555/pots'],
  ['as an encoded URL', 'https%3A%2F%2Fdoi.org%2F10.5555%2Fpots'],
  ['by an alias', '10.5555/PREPRINT'],
  ['with a slash too many', '10.5555/pots%2F'],
])('200: by a DOI %s', async (_, written) => {
  expect((await getDetail(written)).body.id).toBe('10.5555/pots');
});

test.each(['%20', '%20%20'])('400: an empty id', async (id) => {
  for (const answer of [await getDetail(id), await patch(id, []), await deletePublication(id)]) {
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_id' } });
  }
});

test.each(['10.5555/unknown', 'nothing', '10.5555', '%25E0'])('404: %s', async (id) => {
  for (const answer of [await getDetail(id), await patch(id, []), await deletePublication(id)]) {
    expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } });
  }
});

test('304 while nothing changes; 200 with another tag after an edit, a refresh, and a new name of a researcher', async () => {
  const tagOf = async () => String((await getDetail('10.5555/pots')).headers.etag);
  const tags = [await tagOf()];
  expect((await getDetail('10.5555/pots', { 'If-None-Match': tags[0] ?? '' })).status).toBe(304);
  await set('10.5555/pots', '/data/publisher', 'Brown');
  tags.push(await tagOf());
  await curatePublication('10.5555/pots', { last_fetched_at: now.getTime() + 1 });
  tags.push(await tagOf());
  await josiah('J. S. Carberry');
  tags.push(await tagOf());
  expect(new Set(tags).size).toBe(4);
});

test('200: hidden and deleted ones', async () => {
  await set('10.5555/ends%2F', '/visible', false);
  await deletePublication('10.5555/ends%2F');
  const { status, body } = await getDetail('10.5555/ends%2F');
  expect(status).toBe(200);
  expect(body).toMatchObject({ visible: false, deleted_at: expect.stringMatching(/^\d{4}-.*Z$/) });
});

test('200: the ORCID records have as many authors together as the list of a response, part by part', async () => {
  const doi = '10.5555/records';
  const authors = Array.from({ length: 1_000 }, (_, n) => anAuthor(`A${n} Kiln`));
  const listed: OrcidBibliography = {
    ...{ put_code: 1, listed_as: '', title: 'Kilns', title_html: null, subtitle: null, authors },
    ...{ publication_date: '2020', publication_type: 'other', publication_subtype: null, container_title: null },
    ...{ arxiv_id: null, pmid: null, pmcid: null, handle: null, eid: null, issn: [], url: null },
    ...{ translated_titles: {}, listed_at: null },
  };
  const orcidBibliographies = Object.fromEntries(manyOrcids(20).map((orcid) => [orcid, [listed]]));
  const incoming = anIncoming({ doi, orcidBibliographies });
  await savePublication(applyIncoming(undefined, incoming, [], now), undefined, []);
  for (const offset of [0, 500]) {
    const { body, headers } = await getDetail(`${doi}?authors_offset=${offset}`);
    const shown = Object.values(body.orcid_bibliographies as OrcidBibliographies).map(([each]) => each?.authors ?? []);
    expect([shown.length, headers['x-abridged']]).toEqual([20, undefined]);
    expect(JSON.stringify(shown).length).toBeLessThan(550_000);
    for (const each of shown) {
      expect(each.length).toBeGreaterThan(100);
      expect(each).toEqual(authors.slice(offset, offset + each.length));
    }
  }
});
