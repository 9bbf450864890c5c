import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { stateJournals } from '#src/records/journals/store/journals.ts';
import * as list from '../../../../lambdas/integrations/publications/list.ts';
import { carberry } from '../../../support/builders.ts';
import { freshTable } from '../../../support/engine.ts';
import { authorizerOf, call, publicBaseUrl } from '../../../support/event.ts';
import { publicationIn } from '../../../support/journals.ts';
import { captureLog } from '../../../support/log.ts';
import { storePublicationRow } from '../../../support/people.ts';

captureLog();
const authorizer = authorizerOf(list.route.auth) ?? {};
const get = (query = '', headers: Record<string, string> = {}) =>
  call(list, { url: `/integrations/v1/publications${query}`, headers, authorizer });
const doisOf = ({ body }: { body: { publications: { doi: string }[] } }) => body.publications.map(({ doi }) => doi);
const next = ({ headers }: { headers: Record<string, string> }) =>
  /<[^>]*\?([^>]*)>; rel="next"/.exec(headers.link ?? '')?.[1];

let betweenMs = 0;
beforeAll(async () => {
  await freshTable();
  await storePublicationRow({
    doi: '10.5555/a<1>',
    title: { en: 'Pots', de: 'Töpfe' },
    publication_date: '2019',
    publication_year: 2019,
    cited_by_count: 5,
    is_retracted: true,
    last_fetched_at: 3,
  });
  await storePublicationRow({
    doi: '10.5555/b',
    title: 'Shards',
    publication_type: 'dataset',
    last_fetched_at: 2,
    journal: '0264-3561',
  });
  await stateJournals(publicationIn('10.5555/b', ['0264-3561', '1945-2101']), new Date(1));
  await storePublicationRow({ doi: '10.5555/hidden', title: 'Pots', visible: false });
  betweenMs = Date.now() + 1;
  while (Date.now() <= betweenMs) await new Promise(setImmediate);
  await storePublicationRow({
    doi: '10.5555/c',
    title: null,
    publication_date: null,
    publication_year: null,
    publication_type: null,
    cited_by_count: null,
    author_match_state: 'needs_attention',
    orcids: [carberry],
    last_fetched_at: 1,
  });
});

test('200: exactly the stated fields, titles in every language, nulls where nothing is known', async () => {
  const { status, body, headers } = await get();
  expect(status).toBe(200);
  expect(body).toEqual({
    publications: [
      {
        doi: '10.5555/a<1>',
        author_match_state: 'complete',
        title: { en: 'Pots', de: 'Töpfe' },
        doi_url: 'https://doi.org/10.5555/a%3C1%3E',
        publication_date: '2019',
        publication_year: 2019,
        publication_type: 'journal-article',
        cited_by_count: 5,
        is_retracted: true,
        last_fetched_at: 3,
      },
      expect.objectContaining({ doi: '10.5555/b', title: 'Shards' }),
      {
        doi: '10.5555/c',
        author_match_state: 'needs_attention',
        title: null,
        doi_url: 'https://doi.org/10.5555/c',
        publication_date: null,
        publication_year: null,
        publication_type: null,
        cited_by_count: null,
        is_retracted: false,
        last_fetched_at: 1,
      },
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
  expect(headers).toMatchObject({ 'cache-control': 'private, no-cache', vary: expect.stringContaining('Origin') });
});

describe('200: what is asked is applied and echoed', () => {
  test.each([
    ['?q=%20POTS%20', ['10.5555/a<1>'], { q: 'POTS' }],
    ['?publication_type=DATASET', ['10.5555/b'], { publication_type: 'dataset' }],
    ['?publication_type=&min_cited_by=', ['10.5555/a<1>', '10.5555/b', '10.5555/c'], { publication_type: null }],
    ['?publication_year=2019', ['10.5555/a<1>'], { publication_year: 2019 }],
    ['?min_cited_by=4', ['10.5555/a<1>'], { min_cited_by: 4 }],
    ['?is_retracted=true', ['10.5555/a<1>'], { is_retracted: true, total: 1 }],
    ['?is_retracted=false', ['10.5555/b', '10.5555/c'], { is_retracted: false }],
    ['?sort=cited_by_count&dir=asc', ['10.5555/b', '10.5555/a<1>', '10.5555/c'], { dir: 'asc' }],
    ['?per_page=2&page=2', ['10.5555/c'], { page: 2, pages: 2, total: 3 }],
    ['?page=9007199254740991&per_page=100', [], { page: 9007199254740991, pages: 1 }],
    ['?q=nothing', [], { total: 0, pages: 0 }],
    ['?unknown=x', ['10.5555/a<1>', '10.5555/b', '10.5555/c'], {}],
  ])('%s', async (query, dois, echo) => {
    const response = await get(query);
    expect(response.status).toBe(200);
    expect(response.body).toMatchObject(echo);
    expect(doisOf(response)).toEqual(dois);
  });
});

describe('200: updated_since', () => {
  test.each([
    ['milliseconds', () => String(betweenMs)],
    ['ISO 8601', () => new Date(betweenMs).toISOString()],
    ['ISO 8601 with an offset', () => encodeURIComponent(new Date(betweenMs).toISOString().replace('Z', '+00:00'))],
  ])('in %s: what has changed since, and no echo', async (_, since) => {
    const response = await get(`?updated_since=${since()}`);
    expect(doisOf(response)).toEqual(['10.5555/c']);
    expect(response.body).not.toHaveProperty('updated_since');
  });

  test('empty: everything', async () => expect((await get('?updated_since=')).body.total).toBe(3));
});

describe('pages by cursors', () => {
  test('200: each entry once, with links and the beginning of the changes', async () => {
    const first = await get('?cursor=&per_page=2&sort=publication_date&page=7');
    expect(doisOf(first)).toEqual(['10.5555/a<1>', '10.5555/b']);
    expect(first.body).toMatchObject({
      page: 7,
      total: 3,
      pages: 2,
      next_cursor: expect.stringMatching(/^[\w-]+$/),
      changes_cursor: expect.stringMatching(/^[\w-]+$/),
    });
    const address = `${publicBaseUrl}/integrations/v1/publications?cursor=&per_page=2&sort=publication_date`;
    expect(first.headers.link).toContain(`<${address}>; rel="first"`);
    expect(new URLSearchParams(next(first)).get('cursor')).toBe(first.body.next_cursor);
    const second = await get(`?${next(first)}`);
    expect(doisOf(second)).toEqual(['10.5555/c']);
    expect(second.body).toMatchObject({ next_cursor: null, changes_cursor: first.body.changes_cursor });
    expect(next(second)).toBeUndefined();
  });

  test('200: entries that come before the place repeat none of the others', async () => {
    const first = await get('?cursor=&per_page=1&sort=cited_by_count');
    expect(doisOf(first)).toEqual(['10.5555/a<1>']);
    await storePublicationRow({ doi: '10.5555/new', cited_by_count: 9 });
    expect(doisOf(await get(`?${next(first)}`))).toEqual(['10.5555/b']);
    await storePublicationRow({ doi: '10.5555/new', visible: false });
  });

  test('304: a page that has not changed', async () => {
    const first = await get('?cursor=&per_page=2');
    const again = await get('?cursor=&per_page=2', { 'If-None-Match': String(first.headers.etag) });
    // Only its start may differ, because changes settle some time after the last one.
    expect(again.status === 304 || again.body.changes_cursor !== first.body.changes_cursor).toBe(true);
  });

  test('a cursor of an earlier release for one type and year goes on', async () => {
    const equals = { publication_type: 'dataset', publication_year: 2008, is_retracted: null };
    const asked = {
      ...{ q: '', sort: 'last_fetched_at', dir: 'desc', equals },
      ...{ atLeast: { cited_by_count: null, changed: null }, where: ['public'] },
    };
    const key = JSON.stringify(['publications', asked, null]);
    const question = createHash('sha256').update(key).digest('base64url').slice(0, 16);
    const place = { version: 1, question, value: 9, id: '10.5555/z', changes: '' };
    const cursor = Buffer.from(JSON.stringify(place)).toString('base64url');
    const { status, body } = await get(`?publication_type=dataset&publication_year=2008&cursor=${cursor}`);
    expect([status, body.publications]).toEqual([200, [expect.objectContaining({ doi: '10.5555/b' })]]);
  });

  test.each([
    ['another order', (cursor: string) => `?dir=asc&cursor=${cursor}`],
    ['another filter', (cursor: string) => `?min_cited_by=1&cursor=${cursor}`],
    ['another time', (cursor: string) => `?updated_since=1&cursor=${cursor}`],
    ['nonsense', () => '?cursor=nonsense'],
    ['half a cursor', (cursor: string) => `?cursor=${cursor.slice(0, -9)}`],
  ])('400: a cursor with %s', async (_, query) => {
    const { body: first } = await get('?cursor=&per_page=1');
    const { status, body } = await get(query(first.next_cursor));
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 'invalid_query', details: { issues: [{ path: 'cursor' }] } });
  });
});

test('400: every issue at once, in a body of exactly three members', async () => {
  const { status, body } = await get('?page=0&per_page=101&sort=title&publication_year=999&updated_since=yesterday');
  expect(status).toBe(400);
  expect(Object.keys(body).sort()).toEqual(['code', 'details', 'error']);
  expect(body.details.issues.map(({ path }: { path: string }) => path).sort()).toEqual(
    ['page', 'per_page', 'publication_year', 'sort', 'updated_since'].sort(),
  );
});

test.each(['updated_since=-1', 'updated_since=2026-02-30', 'publication_year=a|b'])(
  '400: names a field once: %s',
  async (query) => {
    const { status, body } = await get(`?${query}`);
    expect([status, body.details.issues]).toEqual([400, [expect.objectContaining({ path: query.split('=')[0] })]]);
  },
);

test('200: a journal by any of its ISSNs, also with cursors, which hold for this journal only', async () => {
  expect(doisOf(await get('?journal=1945-2101'))).toEqual(['10.5555/b']);
  const { body } = await get('?journal=1945-2101&cursor=&per_page=1');
  expect(body).toMatchObject({ journal: '1945-2101', total: 1, next_cursor: null });
  const other = await get('?cursor=&per_page=1');
  const cursor = encodeURIComponent(other.body.next_cursor);
  expect((await get(`?journal=1945-2101&per_page=1&cursor=${cursor}`)).status).toBe(400);
});
