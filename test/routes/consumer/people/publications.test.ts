import { beforeAll, describe, expect, test } from '@jest/globals';
import { applyIncoming } from '#src/records/publications/publication.ts';
import { publicationItem } from '#src/records/publications/store/items.ts';
import { transact } from '#src/table/table.ts';
import * as publications from '../../../../lambdas/consumer/people/publications.ts';
import { anIncoming, carberry } from '../../../support/builders.ts';
import { freshTable } from '../../../support/engine.ts';
import { authorizerOf, call } from '../../../support/event.ts';
import { captureLog } from '../../../support/log.ts';
import { storePerson, storePublicationRow } from '../../../support/people.ts';

captureLog();
const other = '0009-9999-0000-0019';
const authorizer = authorizerOf(publications.route.auth) ?? {};
const ask = (orcid: string, query = '') =>
  call(publications, { url: `/v1/people/${orcid}/publications${query}`, authorizer });
const doisOf = ({ body }: { body: { publications: { doi: string }[] } }) => body.publications.map(({ doi }) => doi);

beforeAll(async () => {
  await freshTable();
  process.env.PUBLIC_BASE_URL = 'https://registry.example';
  await storePerson(carberry, 'Josiah', 'Carberry');
  await storePerson(other, 'Only', 'Hidden');
  await storePublicationRow({ doi: '10.5555/a', orcids: [carberry, other], cited_by_count: 1, last_fetched_at: 2 });
  await storePublicationRow({ doi: '10.5555/b', orcids: [carberry], cited_by_count: 2, last_fetched_at: 1 });
  await storePublicationRow({ doi: '10.5555/others', orcids: ['0009-9999-0000-0027'] });
  await storePublicationRow({ doi: '10.5555/hidden', orcids: [carberry, '0000-0001-5109-3700'], visible: false });
});

test('200: their public publications, in the envelope of the main list; unsupported filters are echoed as null', async () => {
  const response = await ask(carberry);
  expect(response.status).toBe(200);
  expect(doisOf(response)).toEqual(['10.5555/a', '10.5555/b']);
  const { publications: _, ...envelope } = response.body;
  expect(envelope).toEqual({
    page: 1,
    per_page: 20,
    total: 2,
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
    ['?sort=cited_by_count', ['10.5555/b', '10.5555/a'], { sort: 'cited_by_count', dir: 'desc' }],
    ['?dir=asc&per_page=1', ['10.5555/b'], { dir: 'asc', per_page: 1, total: 2, pages: 2 }],
    ['?page=9', [], { page: 9, total: 2 }],
    ['?q=nothing&min_cited_by=2', ['10.5555/a', '10.5555/b'], { q: '', min_cited_by: null }],
  ])('%s', async (query, dois, echo) => {
    const response = await ask(carberry, query);
    expect(response.body).toMatchObject(echo);
    expect(doisOf(response)).toEqual(dois);
  });
});

describe('in a format other than JSON', () => {
  const ris = (orcid: string, query = '') => ask(orcid, `?format=ris&sort=cited_by_count${query}`);
  beforeAll(async () => {
    for (const doi of ['10.5555/a', '10.5555/b', '10.5555/others']) {
      const record = applyIncoming(undefined, anIncoming({ doi }), [], new Date('2026-01-31T12:00:00Z'));
      await transact([{ Put: { Item: publicationItem(record) } }]);
    }
  });

  test('200: all of theirs, in the order asked for', async () => {
    const { status, headers, body } = await ris(carberry);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'application/x-research-info-systems; charset=utf-8',
      'x-export-truncated': 'false',
    });
    expect(body.match(/(?<=^DO {2}- ).*$/gm)).toEqual(['10.5555/b', '10.5555/a']);
  });

  test('404: in every format for people without public publications', async () => {
    expect(await ris('0000-0001-5109-3700')).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });
});

test.each(['0000-0001-5109-3700', '0000-0002-1694-233X'])('404: %s has no public publication', async (orcid) => {
  expect(await ask(orcid)).toMatchObject({ status: 404, body: { code: 'not_found' } });
});

test.each([
  ['no ORCID iD', 'x', '', 'invalid_id'],
  ['a sort of another list', carberry, '?sort=title', 'invalid_query'],
])('400: %s', async (_, orcid, query, code) => {
  expect(await ask(orcid, query)).toMatchObject({ status: 400, body: { code } });
});
