import { beforeAll, describe, expect, test } from '@jest/globals';
import { stateJournals } from '#src/records/journals/store/journals.ts';
import type { PublicationRow } from '#src/records/publications/row.ts';
import { putRow } from '#src/records/store/list-rows.ts';
import { keys } from '#src/table/keys.ts';
import { transact } from '#src/table/table.ts';
import { parseOrcidId } from '#src/vocabulary/identifiers/orcid-id.ts';
import * as list from '../../../../lambdas/consumer/publications/list.ts';
import { aRow } from '../../../support/builders.ts';
import { freshTable } from '../../../support/engine.ts';
import { call } from '../../../support/event.ts';
import { publicationIn } from '../../../support/journals.ts';
import { captureLog } from '../../../support/log.ts';

captureLog();
const rows: Partial<PublicationRow>[] = [
  {
    doi: '10.5555/a',
    title: 'Cracked pots',
    publication_date: '2020',
    cited_by_count: 5,
    last_fetched_at: 3,
    is_retracted: true,
    integrity: 'retraction',
    open_access_status: 'gold',
    license: 'cc-by-4.0',
  },
  {
    doi: '10.5555/b',
    title: { en: 'Kilns', es: 'Hornos' },
    publication_date: '2021-03',
    cited_by_count: null,
    last_fetched_at: 2,
    journal: '0264-3561',
    open_access_status: 'closed',
    license: 'cc-by-nc',
    publication_year: 2021,
  },
  {
    doi: '10.5555/c',
    title: null,
    publication_date: null,
    publication_year: null,
    publication_type: 'dataset',
    publication_subtype: 'erratum',
    integrity: 'correction',
    last_fetched_at: 1,
  },
  { doi: '10.5555/hidden', title: 'Cracked secret', visible: false },
  { doi: '10.5555/deleted', title: 'Cracked mistake', deleted_at: '2026-01-31T12:00:00.000Z' },
];
const get = (query = '', headers: Record<string, string> = {}) =>
  call(list, { url: `/v1/publications${query}`, headers });
const doisOf = ({ body }: { body: { publications: { doi: string }[] } }) => body.publications.map(({ doi }) => doi);

/** An iD of a number, with the check character that fits. */
const orcidOf = (number: number): string =>
  Array.from('0123456789X', (check) => parseOrcidId(`00090000${String(number).padStart(7, '0')}${check}`)).find(
    (orcid) => orcid !== undefined,
  ) ?? '';

beforeAll(async () => {
  await freshTable();
  for (const row of rows.map(aRow)) await transact((at) => [putRow({ ...row, ...keys.publicationRow(row.doi) }, at)]);
  await stateJournals(publicationIn('10.5555/b', ['0264-3561', '1945-2101']), new Date(1));
});

test('200: without parameters the defaults apply and are echoed; the hidden and the deleted are not there', async () => {
  const { status, body } = await get();
  expect(status).toBe(200);
  expect(body).toEqual({
    publications: [
      expect.objectContaining({ doi: '10.5555/a', integrity: 'retraction' }),
      {
        doi: '10.5555/b',
        title: 'Kilns',
        doi_url: 'https://doi.org/10.5555/b',
        publication_date: '2021-03',
        publication_year: 2021,
        publication_type: 'journal-article',
        cited_by_count: null,
        is_retracted: false,
        last_fetched_at: 2,
      },
      expect.objectContaining({ doi: '10.5555/c', title: null }),
    ],
    page: 1,
    per_page: 20,
    total: 3,
    pages: 1,
    sort: 'last_fetched_at',
    dir: 'desc',
    q: '',
    publication_type: null,
    publication_year: null,
    min_cited_by: null,
  });
});

describe('200: what is asked is applied and echoed', () => {
  test.each([
    [
      '?sort=publication_date&dir=asc',
      ['10.5555/a', '10.5555/b', '10.5555/c'],
      { sort: 'publication_date', dir: 'asc' },
    ],
    ['?sort=cited_by_count', ['10.5555/a', '10.5555/c', '10.5555/b'], { sort: 'cited_by_count' }],
    ['?q=%20cRaCk%20', ['10.5555/a'], { q: 'cRaCk', total: 1 }],
    ['?q=hornos', [], { q: 'hornos', total: 0, pages: 0 }],
    ['?publication_type=DataSet', ['10.5555/c'], { publication_type: 'dataset' }],
    ['?publication_type=&publication_year=', ['10.5555/a', '10.5555/b', '10.5555/c'], { publication_type: null }],
    ['?publication_year=2008&min_cited_by=1', ['10.5555/a'], { publication_year: 2008, min_cited_by: 1 }],
    [
      '?publication_type=dataset|Journal-Article',
      ['10.5555/a', '10.5555/b', '10.5555/c'],
      { publication_type: 'dataset|journal-article', total: 3 },
    ],
    ['?publication_type=dataset|unknown', ['10.5555/c'], { publication_type: 'dataset|unknown', total: 1 }],
    ['?publication_type=unknown', [], { publication_type: 'unknown', total: 0 }],
    [
      '?publication_year=2021|2008',
      ['10.5555/a', '10.5555/b'],
      { publication_year: null, publication_years: [2021, 2008] },
    ],
    ['?publication_year=2021|2021', ['10.5555/b'], { publication_year: 2021 }],
    ['?publication_year_from=2009', ['10.5555/b'], { publication_year_from: 2009, publication_year: null }],
    ['?publication_year_to=2020', ['10.5555/a'], { publication_year_to: 2020 }],
    ['?publication_year_from=2008&publication_year_to=2021', ['10.5555/a', '10.5555/b'], { total: 2 }],
    ['?open_access_status=gold|green', ['10.5555/a'], { open_access_status: 'gold|green', total: 1 }],
    ['?license=CC-BY', ['10.5555/a'], { license: 'cc-by', total: 1 }],
    ['?license=cc-by-4.0|cc-by-nc', ['10.5555/a', '10.5555/b'], { license: 'cc-by-4.0|cc-by-nc' }],
    ['?license=cc-by-3.0', [], { total: 0 }],
    ['?license=&open_access_status=&publication_year_to=', ['10.5555/a', '10.5555/b', '10.5555/c'], { total: 3 }],
    ['?is_retracted=true', ['10.5555/a'], { is_retracted: true, total: 1 }],
    ['?is_retracted=false', ['10.5555/b', '10.5555/c'], { is_retracted: false, total: 2 }],
    ['?is_retracted=', ['10.5555/a', '10.5555/b', '10.5555/c'], { total: 3 }],
    ['?integrity=retraction', ['10.5555/a'], { integrity: 'retraction', total: 1 }],
    ['?integrity=retraction|correction', ['10.5555/a', '10.5555/c'], { integrity: 'retraction|correction' }],
    ['?publication_subtype=Erratum', ['10.5555/c'], { publication_subtype: 'erratum', total: 1 }],
    ['?exclude_subtype=erratum|editorial', ['10.5555/a', '10.5555/b'], { exclude_subtype: 'erratum|editorial' }],
    ['?exclude_subtype=&integrity=', ['10.5555/a', '10.5555/b', '10.5555/c'], { total: 3 }],
    ['?journal=0264-3561', ['10.5555/b'], { journal: '0264-3561', total: 1 }],
    ['?journal=19452101|2049-3630', ['10.5555/b'], { journal: '1945-2101|2049-3630', total: 1 }],
    ['?journal=2049-3630', [], { total: 0 }],
    ['?journal=', ['10.5555/a', '10.5555/b', '10.5555/c'], { total: 3 }],
    ['?per_page=2&page=2', ['10.5555/c'], { page: 2, per_page: 2, total: 3, pages: 2 }],
    ['?page=9007199254740991&per_page=100', [], { page: 9007199254740991, total: 3, pages: 1 }],
    ['?unknown=1', ['10.5555/a', '10.5555/b', '10.5555/c'], {}],
  ])('%s', async (query, dois, echo) => {
    const response = await get(query);
    expect(response.body).toMatchObject(echo);
    expect(doisOf(response)).toEqual(dois);
  });
});

test('up to 350 people fit into an address of 8,192 bytes, and its response has one link; more are a 400 that says so', async () => {
  const iDs = Array.from({ length: 351 }, (_, number) => orcidOf(number));
  const query = `?orcid=${encodeURIComponent(iDs.slice(1).join('|'))}`;
  expect(`https://registry.example/v1/publications${query}`.length).toBeLessThan(8192);
  const { status, body, headers } = await get(`${query}&per_page=1`);
  expect([status, body.total, body.orcid.split('|').length]).toEqual([200, 0, 350]);
  expect(headers.link).toMatch(/^<[^>]{7000,}>; rel="first"$/);
  const refused = await get(`?orcid=${iDs.join('|')}`);
  expect([refused.status, refused.body.details.issues]).toEqual([
    400,
    [{ path: 'orcid', message: 'must have at most 350 values, because an address may have 8,192 bytes' }],
  ]);
});

test('a header names the parameters that were ignored, and no other', async () => {
  const { status, headers } = await get('?publication_yeer=2020&q=&a%2C%0Ab=1');
  expect([status, headers['x-ignored-parameters']]).toEqual([200, 'publication_yeer, a%2C%0Ab']);
  expect(headers['access-control-expose-headers']).toContain('X-Ignored-Parameters');
  expect((await get('?q=&page=1')).headers).not.toHaveProperty('x-ignored-parameters');
  const many = await get(`?${Array.from({ length: 50 }, (_, number) => `${'x'.repeat(100)}${number}=1`).join('&')}`);
  expect(String(many.headers['x-ignored-parameters']).length).toBeLessThan(1100);
});

describe('200: titles in the language asked for', () => {
  test.each([
    ['?locale=es-MX', {}, 'Hornos', 'en, es'],
    ['', { 'Accept-Language': 'fr, es;q=0.8, en;q=0.2' }, 'Hornos', 'en, es'],
    ['?locale=en', { 'accept-language': 'es' }, 'Kilns', 'en'],
    ['?locale=de', {}, 'Kilns', 'en'],
    ['', { 'accept-language': ';;;' }, 'Kilns', 'en'],
  ])('%s %j: %s, and the header names the languages of all', async (query, headers, title, language) => {
    const response = await get(query, headers as Record<string, string>);
    expect(response.body.publications[1].title).toBe(title);
    expect(response.headers).toMatchObject({
      'content-language': language,
      vary: expect.stringContaining('Accept-Language'),
    });
  });
});

describe('400: every parameter out of bounds is named', () => {
  test.each([
    ['?page=0', 'page'],
    ['?page=-1', 'page'],
    ['?page=1.5', 'page'],
    ['?page=1e3', 'page'],
    ['?page=', 'page'],
    ['?page=9007199254740992', 'page'],
    ['?page=1&page=2', 'page'],
    ['?per_page=101', 'per_page'],
    ['?per_page=0', 'per_page'],
    ['?sort=title', 'sort'],
    ['?sort=', 'sort'],
    ['?dir=up', 'dir'],
    ['?publication_year=999', 'publication_year'],
    ['?publication_year=3001', 'publication_year'],
    ['?publication_year=2020|999', 'publication_year'],
    ['?publication_year_from=999', 'publication_year_from'],
    ['?publication_year_from=2021&publication_year_to=2020', 'publication_year_to'],
    ['?open_access_status=gold|open', 'open_access_status'],
    ['?min_cited_by=-1', 'min_cited_by'],
    ['?is_retracted=yes', 'is_retracted'],
    ['?integrity=doubtful', 'integrity'],
    ['?journal=0264-3562', 'journal'],
    [`?q=${'x'.repeat(501)}`, 'q'],
    ['?locale=not%20a%20tag', 'locale'],
    ['?locale=de_DE', 'locale'],
  ])('%s', async (query, name) => {
    const { status, body } = await get(query);
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 'invalid_query', details: { issues: [{ path: name }] } });
    expect(body.error).toContain(name);
  });

  test('and all at once', async () => {
    const { body } = await get('?page=0&per_page=0&sort=x&dir=y&publication_year=1&min_cited_by=x');
    expect(body.details.issues).toHaveLength(6);
  });
});
