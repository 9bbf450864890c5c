import { BatchGetCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { publications } from '#src/lists/publications.ts';
import { applyIncoming, type PublicationRecord } from '#src/records/publications/publication.ts';
import { publicationItem, publicationRow } from '#src/records/publications/store/items.ts';
import { putRow } from '#src/records/store/list-rows.ts';
import { maxExportBytes, maxExportItems } from '#src/responses/outputs/export.ts';
import { db, transact } from '#src/table/table.ts';
import * as get from '../../../../lambdas/consumer/publications/get.ts';
import * as list from '../../../../lambdas/consumer/publications/list.ts';
import { aBibliography, anIncoming } from '../../../support/builders.ts';
import { freshTable } from '../../../support/engine.ts';
import { call, type TestResponse } from '../../../support/event.ts';
import { captureLog } from '../../../support/log.ts';

captureLog();
const now = new Date('2026-01-31T12:00:00Z');
const total = maxExportItems + 205;
const long = 'x'.repeat(maxExportBytes / 40);

/** The nth of a list that is longer than one response; the newest comes first. */
function publication(index: number): PublicationRecord {
  const original = aBibliography({
    title: index === 0 ? { en: 'Kilns', es: 'Hornos' } : `Pot ${index}`,
    publication_year: 2008,
    publication_type: index < 100 ? 'dataset' : 'book',
    abstract: index < 100 ? long : null,
  });
  const record = applyIncoming(undefined, anIncoming({ doi: `10.5555/${index}`, original }), [], now);
  return { ...record, last_fetched_at: now.getTime() - index };
}

async function store(records: PublicationRecord[]) {
  for (let first = 0; first < records.length; first += 40) {
    const some = records.slice(first, first + 40);
    await transact((at) =>
      some.flatMap((each) => [{ Put: { Item: publicationItem(each) } }, putRow(publicationRow(each), at)]),
    );
  }
}

beforeAll(async () => {
  await freshTable();
  process.env.LIST_STALENESS_MS = '600000';
  const hidden = { ...publication(total), visible: false };
  await store([...Array.from({ length: total }, (_, index) => publication(index)), hidden]);
  // A public row of a record that is no longer public, as in a list that is a second old.
  const stale = publication(total + 1);
  await transact((at) => [
    { Put: { Item: publicationItem({ ...stale, visible: false }) } },
    putRow(publicationRow(stale), at),
  ]);
});

/** Every command that was sent to the table during the test. */
let commands: unknown[];
const send = db.send.bind(db) as (...parts: unknown[]) => unknown;
beforeEach(() => {
  commands = [];
  jest.spyOn(db, 'send').mockImplementation((...parts: unknown[]) => {
    commands.push(parts[0]);
    return send(...parts);
  });
});
afterEach(() => void jest.restoreAllMocks());
const batches = () => commands.filter((command) => command instanceof BatchGetCommand).length;

const at = (query: string, headers: Record<string, string> = {}) =>
  call(list, { url: `/v1/publications${query}`, headers });
const doisOf = ({ body }: TestResponse): string[] =>
  body
    .split('\r\n')
    .slice(1, -1)
    .map((line: string) => line.split(',')[0]);
const nextOf = ({ headers }: TestResponse) =>
  /^<https?:\/\/[^/]+[^?]*(\?[^>]*)>; rel="next"$/.exec(headers.link ?? '')?.[1];
const books = (query = '') => at(`?format=csv&publication_type=book${query}`);

test('304: a part of a list that the client has', async () => {
  const query = '?format=csv&q=none&colour=blue';
  const { etag, ...first } = (await at(query)).headers;
  expect([first['x-export-truncated'], first['x-ignored-parameters']]).toEqual(['false', 'colour']);
  const { status, headers } = await at(query, { 'If-None-Match': String(etag) });
  expect([status, headers['x-export-truncated'], headers['x-ignored-parameters']]).toEqual([304, undefined, 'colour']);
});

describe('200: the format asked for', () => {
  const types = {
    bibtex: ['application/x-bibtex', 'publications.bib', '@misc{'],
    ris: ['application/x-research-info-systems', 'publications.ris', 'TY  - '],
    'csl-json': ['application/vnd.citationstyles.csl+json', 'publications.json', undefined],
    csv: ['text/csv', 'publications.csv', 'doi,title,'],
  };

  test.each(Object.entries(types))('%s', async (format, [type = '', file, beginning]) => {
    for (const [query, headers] of [
      [`&format=${format}`, { Accept: 'application/json' }],
      ['', { accept: `${type};q=0.9, application/json;q=0.1` }],
    ] as [string, Record<string, string>][]) {
      const response = await at(`?per_page=2&page=600${query}`, headers);
      expect(response.status).toBe(200);
      expect(response.headers).toMatchObject({
        'content-type': `${type}; charset=utf-8`,
        'content-disposition': `attachment; filename="${file}"`,
        'content-language': 'en',
        vary: expect.stringMatching(/\bAccept\b(?!-)/),
      });
      if (beginning) expect(response.body.replaceAll('book{', 'misc{')).toMatch(new RegExp(`^${beginning}`));
      else expect(response.body).toHaveLength(2);
    }
  });

  test.each([
    ['?format=json', { accept: 'text/csv' }],
    ['', { accept: '*/*' }],
    ['', { accept: 'text/html' }],
    ['', {}],
  ])('%s %j is JSON, and says that it could be another', async (query, headers) => {
    const response = await at(query, headers as Record<string, string>);
    expect(response.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      vary: expect.stringMatching(/\bAccept\b(?!-)/),
    });
    expect(response.body.publications).toHaveLength(20);
  });

  test('links to the other pages, as the list does', async () => {
    const linksOf = async (query: string) => (await at(query)).headers.link;
    const page = '?page=2&per_page=2&format=ris';
    expect(await linksOf(page)).toBe((await linksOf(page.replace('ris', 'json')))?.replaceAll('json', 'ris'));
    expect(await linksOf(page)).toMatch(/page=3&.*rel="next"/);
  });

  test('titles are in the language asked for', async () => {
    const { headers, body } = await at('?format=csl-json&page=1&per_page=1&locale=es-MX');
    expect(headers['content-language']).toBe('es');
    expect(body[0].title).toBe('Hornos');
  });
});

describe('400: invalid_query', () => {
  test.each(['format=xml', 'format=', 'format=BibTeX', 'format=csv&offset=-1', 'offset=1e3', 'format=csv&page=0'])(
    '%s',
    async (query) => {
      const { status, headers, body } = await at(`?${query}`, { accept: 'text/csv' });
      expect({ status, code: body.code }).toEqual({ status: 400, code: 'invalid_query' });
      expect(headers['content-type']).toBe('application/json; charset=utf-8');
    },
  );
});

describe('200: a whole list', () => {
  test('in parts of a thousand, each read in as few batches as there can be; together they are the list', async () => {
    const response = await books();
    expect(batches()).toBe(maxExportItems / 100);
    expect(response.headers).toMatchObject({ 'x-export-limit': String(maxExportItems), 'x-export-truncated': 'true' });
    expect(doisOf(response)).toHaveLength(maxExportItems);

    const rest = await at(nextOf(response) ?? '');
    expect(batches()).toBe(maxExportItems / 100 + 2);
    expect(rest.headers['x-export-truncated']).toBe('false');
    expect(nextOf(rest)).toBeUndefined();
    expect([...doisOf(response), ...doisOf(rest)]).toEqual(
      Array.from({ length: total - 100 }, (_, index) => `10.5555/${index + 100}`),
    );
  });

  test('a part far into the list makes only its own rows', async () => {
    const find = jest.spyOn(publications, 'find');
    await books(`&offset=${total - 107}`);
    const [found] = await Promise.all(
      find.mock.results.map(({ value }) => value as ReturnType<typeof publications.find>),
    );
    expect(found?.rows).toHaveLength(8);
  });

  test('what was hidden since its row was read is left out', async () => {
    expect(doisOf(await books(`&offset=${total - 101}`))).toEqual([`10.5555/${total - 1}`]);
  });

  test('in parts that fit into a Lambda response, without reading further', async () => {
    let query: string | undefined = '?format=bibtex&publication_type=dataset';
    const keys: string[] = [];
    for (let parts = 1; query; parts++) {
      const response: TestResponse = await at(query);
      expect(Buffer.byteLength(JSON.stringify(response.body))).toBeLessThanOrEqual(maxExportBytes + 2);
      expect(batches()).toBe(parts);
      keys.push(...[...response.body.matchAll(/doi = \{10\.5555\/(\d+)\}/g)].map(([, n]) => n ?? ''));
      query = nextOf(response);
    }
    expect(keys).toEqual(Array.from({ length: 100 }, (_, index) => String(index)));
  });

  test('the link keeps what was asked, and names the format that Accept chose', async () => {
    const response = await at('?q=pot&sort=publication_date', { accept: 'application/x-research-info-systems' });
    const next = new URLSearchParams(nextOf(response));
    expect(Object.fromEntries(next)).toMatchObject({ q: 'pot', sort: 'publication_date', format: 'ris' });
  });

  test.each([
    ['&page=1&per_page=3', 3, 1],
    ['&page=2', 20, 1],
    ['&per_page=100&offset=7', 100, 1],
    ['&page=9007199254740991&per_page=100', 0, 0],
    ['&offset=999999999999999', 0, 0],
    ['&q=nothing', 0, 0],
  ])('%s: %i entries in %i reads, and none that are left over', async (query, entries, reads) => {
    const response = await books(query);
    expect(doisOf(response)).toHaveLength(entries);
    expect(batches()).toBe(reads);
    expect(response.headers['x-export-truncated']).toBe('false');
  });
});

describe('one publication', () => {
  const one = (query: string, headers: Record<string, string> = {}) =>
    call(get, { url: `/v1/doi/10.5555/0${query}`, headers });

  test.each([
    ['?format=bibtex', 'application/x-bibtex', /^@misc\{kilns?2008kilns|^@misc\{2008kilns/],
    ['?format=ris', 'application/x-research-info-systems', /^TY {2}- DATA\r\nTI {2}- Kilns\r\n/],
    ['?format=csv', 'text/csv', /^doi,title,.*\r\n10\.5555\/0,Kilns,/],
  ])('200: %s', async (query, type, beginning) => {
    const { status, headers, body } = await one(query);
    expect(status).toBe(200);
    expect(headers['content-type']).toBe(`${type}; charset=utf-8`);
    expect(body).toMatch(beginning);
  });

  test('200: by Accept, in the language that is wanted', async () => {
    const response = await one('', { accept: 'application/vnd.citationstyles.csl+json', 'accept-language': 'es' });
    expect(response.body).toEqual([expect.objectContaining({ id: '10.5555/0', type: 'dataset', title: 'Hornos' })]);
    expect(response.headers['content-language']).toBe('es');
  });

  test('200: JSON without either', async () => {
    const { headers, body } = await one('');
    expect(body.data.title).toEqual({ en: 'Kilns', es: 'Hornos' });
    expect(headers.vary).toMatch(/\bAccept\b(?!-)/);
  });

  test('400: an unknown format', async () => {
    expect(await one('?format=xml')).toMatchObject({ status: 400, body: { code: 'invalid_query' } });
  });

  test('404: hidden publications are missing in every format, and the error is JSON', async () => {
    const { status, body } = await call(get, { url: `/v1/doi/10.5555/${total}?format=bibtex` });
    expect({ status, code: body.code }).toEqual({ status: 404, code: 'not_found' });
  });
});
