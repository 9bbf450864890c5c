import { beforeAll, describe, expect, jest, test } from '@jest/globals';
import { lateCommitMs } from '#src/lists/load/shards.ts';
import { changePerson } from '#src/records/people/store/people.ts';
import * as changes from '../../../../lambdas/integrations/changes/list.ts';
import * as list from '../../../../lambdas/integrations/works/list.ts';
import { anAuthor, carberry } from '../../../support/builders.ts';
import { freshTable } from '../../../support/engine.ts';
import { authorizerOf, call } from '../../../support/event.ts';
import { captureLog } from '../../../support/log.ts';
import { storePerson } from '../../../support/people.ts';
import { curateWork, ingestWork } from '../../../support/publicity.ts';

captureLog();
const get = (query = '', headers: Record<string, string> = {}) => {
  const authorizer = authorizerOf(list.route.auth) ?? {};
  return call(list, { url: `/integrations/v1/works${query}`, headers, authorizer });
};
const idsOf = ({ body }: { body: { works: { id: string }[] } }) => body.works.map(({ id }) => id).sort();

beforeAll(async () => {
  await freshTable();
  await storePerson(carberry, 'Josiah', 'Carberry');
  for (const id of ['report', 'thesis', 'hidden', 'replaced']) await ingestWork(id, carberry, `A ${id}`);
  await curateWork('thesis', carberry, {
    title: { en: 'A thesis', de: 'Eine Arbeit' },
    work_type: 'dissertation-thesis',
    publication_date: null,
    publication_year: null,
    created_at: 1,
    edits: {
      data: {
        pages: '1-10',
        authors: [
          { ...anAuthor('Josiah Carberry'), given: 'Josiah', family: 'Carberry', orcid: carberry },
          anAuthor('Ada Lovelace'),
        ],
      },
    },
  });
  await curateWork('report', carberry, { work_type: 'report', created_at: 2 });
  await curateWork('hidden', carberry, { visible: false });
  await curateWork('replaced', carberry, { deleted_at: '2026-01-31T12:00:00.000Z', replaced_by: '10.5555/at.last' });
});

test('200: exactly the stated fields, and nothing that is hidden or has become a publication', async () => {
  const { status, body, headers } = await get();
  expect(status).toBe(200);
  expect(body).toEqual({
    works: [
      {
        id: 'report',
        title: 'A report',
        work_type: 'report',
        publication_date: '2008-02',
        publication_year: 2008,
        created_at: 2,
        href: `https://orcid.org/${carberry}/work/1`,
      },
      {
        id: 'thesis',
        title: 'A thesis',
        work_type: 'dissertation-thesis',
        publication_date: null,
        publication_year: null,
        created_at: 1,
        href: `https://orcid.org/${carberry}/work/1`,
      },
    ],
    page: 1,
    per_page: 20,
    total: 2,
    pages: 1,
    sort: 'created_at',
    dir: 'desc',
    q: '',
    work_type: null,
    publication_year: null,
  });
  expect(headers['content-language']).toBe('en');
});

test('200: in the language that is asked for', async () => {
  expect((await get('?locale=de')).body.works[1].title).toBe('Eine Arbeit');
  expect((await get('', { 'Accept-Language': 'de' })).headers['content-language']).toBe('de, en');
  expect((await get('?locale=fr')).headers['content-language']).toBe('en');
});

describe('200: what is asked is applied and echoed', () => {
  test.each([
    ['?work_type=REPORT', ['report'], { work_type: 'report' }],
    ['?work_type=rep', [], { work_type: 'rep', total: 0 }],
    ['?work_type=REPORT|dissertation-thesis', ['report', 'thesis'], { work_type: 'report|dissertation-thesis' }],
    ['?publication_year=2008', ['report'], { publication_year: 2008 }],
    ['?publication_year=2008|2009', ['report'], { publication_year: null, publication_years: [2008, 2009] }],
    ['?q=thesis&sort=publication_year&dir=asc', ['thesis'], { sort: 'publication_year' }],
    [`?updated_since=${Date.now() + 1_000_000}`, [], { total: 0 }],
    ['?cursor=', ['report', 'thesis'], { next_cursor: null }],
  ])('%s', async (query, ids, echo) => {
    const response = await get(query);
    expect(response.body).toMatchObject(echo);
    expect(idsOf(response)).toEqual(ids);
  });
});

test('200: with the citation of each, if that is asked for', async () => {
  const { body } = await get('?include=citation&style=harvard');
  expect(body.works.map(({ id }: { id: string }) => id)).toEqual(['report', 'thesis']);
  expect(body.works[1].citation).toMatchObject({
    authors: [
      { name: 'Josiah Carberry', orcid: carberry, is_member: true },
      { name: 'Ada Lovelace', is_member: false },
    ],
    author_count: 2,
    pages: '1-10',
    style: 'harvard',
    text: expect.stringMatching(/^Carberry, J\..*A thesis.*1\u201310/),
  });
  expect(body.works[1].researcher_orcids).toEqual([carberry]);
});

test('400: a sort that works do not have', async () => {
  expect(await get('?sort=cited_by_count')).toMatchObject({ status: 400, body: { code: 'invalid_query' } });
});

describe('a copy with citations', () => {
  const since = async (cursor: string, query = '&include=citation') => {
    const authorizer = { ...authorizerOf(changes.route.auth), scopes: 'works.read' };
    const url = `/integrations/v1/changes?list=works&cursor=${cursor}${query}`;
    const { body } = await call(changes, { url, authorizer });
    return { ...body, ids: body.changes.map(({ id }: { id: string }) => id) };
  };

  test('200: has authors and people, and is told of those who are renamed', async () => {
    let nowMs = Date.now() + 100 * lateCommitMs;
    jest.spyOn(Date, 'now').mockImplementation(() => nowMs);
    const { changes: all, cursor } = await since('');
    const thesis = all.find(({ id }: { id: string }) => id === 'thesis').item;
    expect(thesis).toMatchObject({ citation: { style: 'apa', author_count: 2 }, researcher_orcids: [carberry] });
    const curator = { actor: 'user:ada@example.org', now: new Date(), requestId: 'request-1' };
    await changePerson(carberry, { people_type: 'staff' }, curator);
    expect((await since(cursor)).ids).toEqual([]);
    nowMs += 1_000;
    await changePerson(carberry, { name: 'Josiah S. Carberry' }, curator);
    expect(await since(cursor)).toMatchObject({ reset: false, ids: ['report', 'thesis'] });
  });

  test('200: starts over when it asks for them, and one without them goes on from the list', async () => {
    const { cursor } = await since('', '');
    expect(await since(cursor)).toMatchObject({ reset: true });
    const { changes_cursor } = (await get('?include=citation&cursor=')).body;
    expect(await since(changes_cursor, '')).toMatchObject({ reset: false });
  });
});
