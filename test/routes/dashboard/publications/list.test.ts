import { beforeAll, describe, expect, test } from '@jest/globals';
import { saveOrcidPerson } from '#src/ingestion/store/add-people.ts';
import { stateJournals } from '#src/records/journals/store/journals.ts';
import {
  applyIncoming,
  type IncomingPublication,
  type PublicationRecord,
} from '#src/records/publications/publication.ts';
import { savePublication } from '#src/records/publications/store/publications.ts';
import type { Bibliography } from '#src/vocabulary/bibliography.ts';
import * as exported from '../../../../lambdas/dashboard/publications/export.ts';
import * as ids from '../../../../lambdas/dashboard/publications/ids.ts';
import * as list from '../../../../lambdas/dashboard/publications/list.ts';
import { handler as stats, route as statsRoute } from '../../../../lambdas/dashboard/publications/stats.ts';
import * as timeseries from '../../../../lambdas/dashboard/publications/timeseries.ts';
import * as ofResearcher from '../../../../lambdas/dashboard/researchers/publications.ts';
import { aBibliography, anAuthor, anIncoming, carberry } from '../../../support/builders.ts';
import { freshTable } from '../../../support/engine.ts';
import { call, sessionOf } from '../../../support/event.ts';
import { publicationIn } from '../../../support/journals.ts';
import { captureLog } from '../../../support/log.ts';
import { storePerson } from '../../../support/people.ts';

captureLog();
const ada = '0009-9999-0000-0019';
const authorizer = sessionOf('workspace_member');
const get = (query = '', headers: Record<string, string> = {}) =>
  call(list, { url: `/api/publications${query}`, headers, authorizer });
const idsOf = ({ body }: { body: { publications: { id: string }[] } }) =>
  body.publications.map(({ id }) => id.replace('10.5555/', ''));

async function store(
  name: string,
  original: Partial<Bibliography>,
  over: Partial<PublicationRecord> = {},
  fields: Partial<IncomingPublication> = {},
): Promise<void> {
  const incoming = anIncoming({ doi: `10.5555/${name}`, original: aBibliography(original), ...fields });
  const people = [{ orcid: carberry, name: 'Josiah Carberry', givenName: 'Josiah', familyName: 'Carberry' }];
  await savePublication({ ...applyIncoming(undefined, incoming, people, new Date(1)), ...over }, undefined, []);
}

const dayMs = 24 * 3_600_000;

beforeAll(async () => {
  await freshTable();
  await storePerson(carberry, 'Josiah', 'Carberry');
  await saveOrcidPerson(
    { orcid: ada, givenName: 'Ada', familyName: null, creditName: null, otherNames: ['Isolde Byron'], biography: null },
    new Date(1),
  );
  await store(
    'pots',
    {
      title: { en: 'Cracked pots', es: 'Ollas rotas' },
      authors: [anAuthor('Josiah Carberry'), anAuthor('Quentin Quench')],
      publication_date: '2020-03',
      publication_year: 2020,
      publication_type: 'journal-article',
      container_title: 'Psychoceramics',
      issn: ['0264-3561'],
      cited_by_count: 5,
      open_access_status: 'gold',
      license_url: 'https://creativecommons.org/licenses/by/4.0/',
    },
    { last_fetched_at: 5, created_at: Date.now() },
  );
  await store(
    'kilns',
    {
      title: 'Kilns',
      publication_year: 2021,
      publication_type: 'dataset',
      is_retracted: true,
      issn: ['1945-2101'],
      publisher: 'Brown University',
      language: 'de',
    },
    { last_fetched_at: 4, visible: false, edit_count: 2, created_at: Date.now() - 400 * dayMs },
    { source: 'datacite', orcids: [ada] },
  );
  await store(
    'glazes',
    { title: 'Glazes', authors: [anAuthor('Ada Lovelace')], publication_year: 2022, cited_by_count: 2 },
    {
      last_fetched_at: 3,
      edits: { data: { authors: [anAuthor('Gr\u00e1ce Hopper')] } },
      edit_count: 1,
      created_at: Date.now(),
    },
  );
  await store(
    'gone',
    { title: 'Gone pots', publication_year: 2020, publication_type: 'journal-article', issn: ['2049-3630'] },
    { last_fetched_at: 2, deleted_at: '2026-01-31T12:00:00.000Z', created_at: Date.now() },
  );
  await stateJournals(publicationIn('10.5555/pots', ['0264-3561', '1945-2101']), new Date(1));
});

test('200: without parameters, all that are not deleted, hidden ones included, with citations and researchers', async () => {
  const { status, body, headers } = await get();
  expect(status).toBe(200);
  expect(body).toEqual({
    publications: [
      {
        id: '10.5555/pots',
        title: 'Cracked pots',
        authors: ['Josiah Carberry', 'Quentin Quench'],
        author_count: 2,
        container_title: 'Psychoceramics',
        apa_citation: 'Carberry, J., & Quench, Q. (2020). Cracked pots. Psychoceramics. https://doi.org/10.5555/pots',
        researcher_orcids: [carberry],
        researchers: [{ orcid: carberry, name: 'Josiah Carberry', match_state: 'complete' }],
        doi_url: 'https://doi.org/10.5555/pots',
        publication_date: '2020-03',
        publication_year: 2020,
        publication_type: 'journal-article',
        cited_by_count: 5,
        match_state: 'complete',
        match_question: null,
        source: 'crossref',
        is_retracted: false,
        open_access_status: 'gold',
        visible: true,
        deleted_at: null,
        superseded_by: null,
        edit_count: 0,
        created_at: expect.any(Number),
        last_fetched_at: 5,
      },
      expect.objectContaining({
        id: '10.5555/kilns',
        visible: false,
        is_retracted: true,
        researchers: [{ orcid: ada, name: 'Ada', match_state: 'needs_attention' }],
        match_question: 'authors_unknown',
      }),
      expect.objectContaining({ id: '10.5555/glazes', edit_count: 1 }),
    ],
    page: 1,
    per_page: 20,
    total: 3,
    pages: 1,
    sort: 'last_fetched_at',
    dir: 'desc',
    q: '',
    visibility: 'all',
    status: 'active',
    versions: 'shown',
    orcid_id: null,
    publication_type: null,
    publication_year: null,
    publication_year_from: null,
    publication_year_to: null,
    min_cited_by: null,
    match_state: null,
    source: null,
    is_retracted: null,
    open_access_status: null,
    facets: null,
  });
  expect(headers).toMatchObject({ 'content-language': 'en', 'cache-control': expect.stringContaining('private') });
});

describe('200: what is asked is applied and echoed', () => {
  test.each<[string, string[], object]>([
    ['?q=%20CRACK', ['pots'], { q: 'CRACK' }],
    // Spanish is not searched without locale-aware search.
    ['?q=ollas', [], {}],
    ['?q=quench', ['pots'], {}],
    ['?q=tin+que', ['pots'], {}],
    ['?q=carberry+quentin', [], {}],
    ['?q=hopper', ['glazes'], {}],
    ['?q=gra%CC%81ce', ['glazes'], { q: 'gra\u0301ce' }],
    ['?q=lovelace', [], {}],
    // Everything that a search looks through: DOIs, iDs, journals, publishers and names of linked people.
    ['?q=psychoceramics', [], {}],
    ['?q=PSYCHOceram&search_in=everything', ['pots'], { search_in: 'everything' }],
    ['?q=brown%20un&search_in=everything', ['kilns'], {}],
    ['?q=https://doi.org/10.5555/KILNS&search_in=everything', ['kilns'], {}],
    ['?q=10.5555/&search_in=everything', ['pots', 'kilns', 'glazes'], {}],
    ['?q=isolde&search_in=everything', ['kilns'], {}],
    ['?q=isolde', [], {}],
    [`?q=orcid.org/${ada}&search_in=everything`, ['kilns'], {}],
    ['?q=hopper&search_in=everything', ['glazes'], {}],
    ['?q=y&search_in=everything', ['pots'], {}],
    ['?q=isolde&search_in=everything&visibility=visible', [], {}],
    ['?publisher=Brown University|None', ['kilns'], { publisher: 'Brown University|None' }],
    ['?language=de|fr', ['kilns'], { language: 'de|fr' }],
    ['?is_edited=true', ['kilns', 'glazes'], { is_edited: true }],
    ['?is_edited=false', ['pots'], { is_edited: false }],
    ['?missing=authors', ['kilns'], { missing: 'authors' }],
    ['?missing=venue&status=all', ['gone'], {}],
    ['?missing=authors|date', ['kilns', 'glazes'], { missing: 'authors|date' }],
    ['?visibility=hidden', ['kilns'], { visibility: 'hidden' }],
    ['?visibility=visible', ['pots', 'glazes'], {}],
    ['?status=deleted', ['gone'], { status: 'deleted' }],
    ['?status=all&q=pots', ['pots', 'gone'], { status: 'all' }],
    [`?orcid_id=https://orcid.org/${ada}`, ['kilns'], { orcid_id: ada }],
    [`?orcid_id=${carberry}|${ada}`, ['pots', 'kilns', 'glazes'], { orcid_id: `${carberry}|${ada}` }],
    ['?publication_type=DataSet', ['kilns'], { publication_type: 'dataset' }],
    ['?publication_type=dataset%7Cjournal-article', ['pots', 'kilns'], { publication_type: 'dataset|journal-article' }],
    ['?publication_year=2020', ['pots'], { publication_year: 2020 }],
    ['?publication_year=2020|2022', ['pots', 'glazes'], { publication_year: '2020|2022' }],
    ['?publication_year_from=2021', ['kilns', 'glazes'], { publication_year_from: 2021, publication_year_to: null }],
    ['?publication_year_from=2021&publication_year_to=2021', ['kilns'], { publication_year_to: 2021 }],
    ['?min_cited_by=3', ['pots'], { min_cited_by: 3 }],
    ['?match_state=complete', ['pots'], { match_state: 'complete' }],
    ['?source=datacite|orcid', ['kilns'], { source: 'datacite|orcid' }],
    ['?is_retracted=false', ['pots', 'glazes'], { is_retracted: false }],
    ['?open_access_status=gold', ['pots'], { open_access_status: 'gold' }],
    ['?license=CC-BY', ['pots'], { license: 'cc-by' }],
    ['?license=cc-by-4.0|cc0', ['pots'], { license: 'cc-by-4.0|cc0' }],
    ['?license=cc-by-3.0', [], {}],
    ['?source=&match_state=&publication_year=&facets=', ['pots', 'kilns', 'glazes'], { source: null, facets: null }],
    ['?sort=edit_count', ['kilns', 'glazes', 'pots'], { sort: 'edit_count' }],
    ['?sort=title&dir=asc', ['pots', 'glazes', 'kilns'], { dir: 'asc' }],
    ['?sort=publication_year', ['glazes', 'kilns', 'pots'], {}],
    ['?perPage=2&page=2', ['glazes'], { page: 2, per_page: 2, total: 3, pages: 2 }],
    ['?per_page=1', ['pots'], { per_page: 1, pages: 3 }],
    ['?page=9007199254740991', [], { total: 3 }],
  ])('%s', async (query, ids, echo) => {
    const answer = await get(query);
    expect(answer.body).toMatchObject(echo);
    expect(idsOf(answer)).toEqual(ids);
  });
});

test('200: facets count the whole result, not the page, and say how many have no value', async () => {
  const names = 'publication_type,publication_year,match_state,source,open_access_status,visibility';
  const { body } = await get(`?status=all&perPage=1&facets=${names}`);
  expect(body.facets).toEqual({
    publication_type: [
      { value: 'journal-article', count: 2 },
      { value: 'dataset', count: 1 },
      { value: null, count: 1 },
    ],
    publication_year: [
      { value: 2020, count: 2 },
      { value: 2021, count: 1 },
      { value: 2022, count: 1 },
    ],
    match_state: [
      { value: 'needs_attention', count: 3 },
      { value: 'complete', count: 1 },
    ],
    source: [
      { value: 'crossref', count: 3 },
      { value: 'datacite', count: 1 },
    ],
    open_access_status: [
      { value: null, count: 3 },
      { value: 'gold', count: 1 },
    ],
    visibility: [
      { value: 'visible', count: 3 },
      { value: 'hidden', count: 1 },
    ],
  });
  const gaps = await get('?perPage=1&facets=missing');
  expect(gaps.body.facets).toEqual({
    missing: [
      { value: 'abstract', count: 3 },
      { value: 'date', count: 2 },
      { value: 'authors', count: 1 },
    ],
  });
  // With and without the version, so what is left without one cannot be counted.
  expect((await get('?perPage=1&facets=license')).body.facets).toEqual({
    license: [
      { value: 'cc-by', count: 1 },
      { value: 'cc-by-4.0', count: 1 },
    ],
  });
  const filtered = await get('?publication_year=2020&q=pots&facets=visibility');
  expect(filtered.body.facets).toEqual({ visibility: [{ value: 'visible', count: 1 }] });
});

test('200: journals are counted by all their ISSNs, and any of these finds their publications', async () => {
  const { body } = await get('?status=all&perPage=1&facets=journal');
  expect(body.facets).toEqual({
    journal: [
      { value: '0264-3561', count: 2, title: 'Kiln Review' },
      { value: '2049-3630', count: 1, title: null },
      { value: null, count: 1 },
    ],
  });
  const found = await get('?journal=1945-2101');
  expect(idsOf(found)).toEqual(['pots', 'kilns']);
  expect(found.body.journal).toBe('1945-2101');
  const csv = await get('?journal=1945-2101&format=csv');
  expect(String(csv.body).trim().split('\n')).toHaveLength(3);
});

test('200: titles and citations are in the language asked for', async () => {
  const { body, headers } = await get('?q=pots&locale=es');
  expect(body.publications[0]).toMatchObject({
    title: 'Ollas rotas',
    apa_citation: expect.stringContaining('Ollas rotas.'),
  });
  expect(headers['content-language']).toBe('es');
});

describe('200: an export', () => {
  test('has hidden ones, and everything that matches unless a page is asked for', async () => {
    const { body, headers } = await get('?format=csv&sort=title&dir=asc');
    expect(
      String(body)
        .match(/10\.5555\/\w+/g)
        ?.filter((doi, index, all) => all.indexOf(doi) === index),
    ).toEqual(['10.5555/pots', '10.5555/glazes', '10.5555/kilns']);
    expect(headers).toMatchObject({
      'content-type': expect.stringContaining('text/csv'),
      'x-export-truncated': 'false',
    });
    const page = await get('?perPage=1&page=2&sort=title&dir=asc', { accept: 'application/x-research-info-systems' });
    expect(page.body).toContain('10.5555/glazes');
    expect(page.body).not.toContain('10.5555/kilns');
    expect(page.headers.link).toMatch(/perPage=1&page=3&.*format=ris>; rel="next"/);
  });
});

describe('400: every parameter that is not valid is named', () => {
  test.each([
    ['?page=0', 'page'],
    ['?perPage=101', 'perPage'],
    ['?per_page=x', 'perPage'],
    ['?sort=doi', 'sort'],
    ['?dir=up', 'dir'],
    ['?visibility=none', 'visibility'],
    ['?status=', 'status'],
    ['?orcid_id=0000-0002-1825-0098', 'orcid_id'],
    [`?orcid_id=${carberry}|x`, 'orcid_id'],
    ['?publication_year=999', 'publication_year'],
    ['?publication_year=2020||2021', 'publication_year'],
    ['?publication_year_to=x', 'publication_year_to'],
    ['?publication_year_from=2021&publication_year_to=2020', 'publication_year_to'],
    ['?min_cited_by=-1', 'min_cited_by'],
    ['?match_state=complete|no', 'match_state'],
    ['?source=openalex', 'source'],
    ['?is_retracted=yes', 'is_retracted'],
    ['?open_access_status=blue', 'open_access_status'],
    ['?facets=title', 'facets'],
    ['?missing=title', 'missing'],
    [`?publication_type=${Array.from({ length: 101 }, (_, n) => `t${n}`).join('|')}`, 'publication_type'],
    [`?q=${'x'.repeat(501)}`, 'q'],
    ['?locale=de_DE', 'locale'],
    ['?format=pdf', 'format'],
  ])('%s', async (query, name) => {
    const { status, body } = await get(query);
    expect(status).toBe(400);
    expect(body.details.issues.map(({ path }: { path: string }) => path)).toEqual([name]);
  });
});

describe('200: the ids of a search', () => {
  const idsOfSearch = (query: string) => call(ids, { url: `/api/publications/ids${query}`, authorizer });

  test('are all that the list finds, whatever its page', async () => {
    for (const query of [
      '',
      '?q=isolde&search_in=everything',
      '?visibility=hidden',
      '?journal=1945-2101',
      '?status=all',
    ]) {
      const { status, body } = await idsOfSearch(query);
      const listed = idsOf(await get(query)).map((id) => `10.5555/${id}`);
      expect([query, status, body.total, body.ids.toSorted()]).toEqual([query, 200, listed.length, listed.toSorted()]);
    }
  });

  test('are by title, in pages', async () => {
    const { body } = await idsOfSearch('');
    expect(body).toEqual({
      ids: ['10.5555/pots', '10.5555/glazes', '10.5555/kilns'],
      page: 1,
      per_page: 2500,
      total: 3,
      pages: 1,
    });
    expect((await idsOfSearch('?page=2')).body.ids).toEqual([]);
  });

  test('400: a filter that the list refuses', async () => {
    const { status, body } = await idsOfSearch('?publication_year_from=2021&publication_year_to=2020');
    expect([status, body.details.issues[0].path]).toEqual([400, 'publication_year_to']);
  });
});

describe('an export of some', () => {
  const exportOf = (ids: unknown, query = '?format=csv') =>
    call(exported, { url: `/api/publications/export${query}`, body: { ids }, authorizer });
  const doisIn = (text: unknown) => [...new Set(String(text).match(/10\.5555\/\w+/g))];

  test('200: has each once, hidden ones too, in their order and by any notation', async () => {
    const wanted = ['10.5555/kilns', 'https://doi.org/10.5555/POTS', '10.5555/none', '10.5555/kilns', '10.5555/gone'];
    const { status, body, headers } = await exportOf(wanted);
    expect([status, doisIn(body)]).toEqual([200, ['10.5555/kilns', '10.5555/pots', '10.5555/gone']]);
    expect(headers).toMatchObject({ 'x-export-truncated': 'false' });
    expect(doisIn((await exportOf(wanted, '?format=bibtex&offset=2')).body)).toEqual(['10.5555/gone']);
    expect((await exportOf([], '?format=csl-json')).body).toEqual([]);
  });

  test.each([
    ['?format=json', [], 'format'],
    ['?format=csv&offset=-1', [], 'offset'],
    ['?format=csv', Array.from({ length: 501 }, (_, n) => `10.5555/${n}`), 'ids'],
    ['?format=csv', '10.5555/pots', 'ids'],
  ])('400: %s', async (query, ids, name) => {
    const { status, body } = await exportOf(ids, query);
    expect([status, body.details.issues[0].path]).toEqual([400, name]);
  });
});

test('200: the statistics count what is not deleted', async () => {
  const { body } = await call({ route: statsRoute, handler: stats }, { url: '/api/publications/stats', authorizer });
  expect(body).toEqual({ total_publications: 3, edited_publications: 2, hidden_publications: 1, orcid_sources: 2 });
});

test('200: the timeseries has 7 days and 6 months up to now, and counts what is not deleted', async () => {
  const { body } = await call(timeseries, { url: '/api/publications/stats/timeseries', authorizer });
  expect(body.daily_last_7_days).toHaveLength(7);
  expect(body.monthly_last_6_months).toHaveLength(6);
  expect(body.daily_last_7_days.at(-1)).toMatchObject({ key: new Date().toISOString().slice(0, 10), count: 2 });
  expect(body.monthly_last_6_months.at(-1)).toMatchObject({ key: new Date().toISOString().slice(0, 7), count: 2 });
  expect(body.daily_last_7_days.slice(0, 6).map(({ count }: { count: number }) => count)).toEqual([0, 0, 0, 0, 0, 0]);
});

describe('the publications of a researcher', () => {
  const of = (orcid: string, query = '') =>
    call(ofResearcher, { url: `/api/researchers/${orcid}/publications${query}`, authorizer });

  test('200: hidden ones included, deleted ones on request', async () => {
    const answer = await of(carberry);
    expect(idsOf(answer)).toEqual(['pots', 'glazes']);
    expect(answer.body).toMatchObject({ orcid_id: carberry, status: 'active', visibility: 'all', q: '', total: 2 });
    expect(idsOf(await of(ada))).toEqual(['kilns']);
    const all = await of(carberry, '?includeDeleted=true&perPage=2&page=2');
    expect(idsOf(all)).toEqual(['gone']);
    expect(all.body).toMatchObject({ status: 'all', page: 2, per_page: 2, total: 3 });
  });

  test('200: empty for an iD that is not known', async () => {
    expect((await of('0009-9999-0000-0027')).body).toMatchObject({ publications: [], total: 0, pages: 0 });
  });

  test('400: what is no iD, and a parameter that is not valid', async () => {
    expect((await of('0000-0002-1825-0098')).status).toBe(400);
    expect((await of(carberry, '?includeDeleted=1')).status).toBe(400);
    expect((await of(carberry, '?perPage=101')).status).toBe(400);
  });
});

test('200: a journal that no source describes has the name that its publications have', async () => {
  const state = { last_fetched_at: 1, deleted_at: '2026-01-31T12:00:00.000Z' };
  await store('named', { title: 'Named', issn: ['1234-5679'], container_title: 'Glaze Notes' }, state);
  const { body } = await get('?status=deleted&perPage=1&facets=journal');
  expect(body.facets.journal).toEqual([
    { value: '1234-5679', count: 1, title: 'Glaze Notes' },
    { value: '2049-3630', count: 1, title: null },
  ]);
});
