import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import {
  findChanges,
  findModifiedRecords,
  isListable,
  maxRecordsPerRequest,
  splitIntoLists,
} from '#src/sources/changes.ts';
import { readListed } from '#src/sources/openalex/record.ts';
import { SourceAnswerMalformed, SourceUnavailable } from '#src/sources/requests/source.ts';
import { carberry } from '../support/builders.ts';
import { interceptLog } from '../support/log.ts';
import { type SourceServer, startSource } from './source-server.ts';

const isolde = '0009-9999-0000-0019';
const since = Date.parse('2026-01-10T15:00:00Z');
let source: SourceServer;

beforeAll(async () => {
  source = await startSource();
});
afterAll(() => source.close());
beforeEach(() => {
  jest.spyOn(Math, 'random').mockReturnValue(0);
  interceptLog();
});

const asked = () => {
  const [{ path, query } = { path: '', query: new URLSearchParams() }] = source.requests;
  return { path, ...Object.fromEntries(query) };
};

const crossrefList = (items: unknown) => ({ json: { 'message-type': 'work-list', message: { items } } });

test('Crossref is asked in one request for the works that were indexed since a day', async () => {
  source.script(
    crossrefList([
      { DOI: '10.5555/A', indexed: { 'date-time': '2026-01-12T01:02:03Z' } },
      { DOI: '10.5555/b', indexed: { 'date-time': 'yesterday' } },
      'nonsense',
    ]),
  );
  const changes = await findChanges.crossref(['10.5555/a', '10.5555/b', '10.5555/c'], since, {});
  expect(changes).toEqual(new Map([['10.5555/a', Date.parse('2026-01-12T01:02:03Z')]]));
  expect(source.requests).toHaveLength(1);
  expect(asked()).toEqual({
    path: '/crossref/works',
    filter: 'from-index-date:2026-01-10,doi:10.5555/a,doi:10.5555/b,doi:10.5555/c',
    select: 'DOI,indexed',
    rows: '3',
    mailto: 'library@example.org',
  });
});

test('DataCite is asked in one request when it updated each DOI', async () => {
  source.script({ json: { data: [{ id: '10.5072/X', attributes: { updated: '2026-01-12T00:00:00.000Z' } }, {}] } });
  const changes = await findChanges.datacite(['10.5072/x', '10.5072/y'], since, {});
  expect(changes).toEqual(new Map([['10.5072/x', Date.parse('2026-01-12T00:00:00Z')]]));
  expect(asked()).toEqual({
    path: '/datacite/dois',
    ids: '10.5072/x,10.5072/y',
    'fields[dois]': 'updated',
    'page[size]': '2',
  });
});

test('ORCID is asked in one request for the records that were modified since a time', async () => {
  source.script({ json: { 'num-found': 1, result: [{ 'orcid-identifier': { path: isolde } }, {}] } });
  expect(await findModifiedRecords([carberry, isolde], since, {})).toEqual(new Set([isolde]));
  expect(asked()).toEqual({
    path: '/orcid/search',
    q: `orcid:(${carberry} OR ${isolde}) AND profile-last-modified-date:[2026-01-10T15:00:00.000Z TO *]`,
    rows: '2',
  });
  source.script({ json: { 'num-found': 0, result: null } });
  expect(await findModifiedRecords([carberry], since, {})).toEqual(new Set());
});

test('OpenAlex is asked in one request for up to 100 DOIs, and says whose authors a list cuts', async () => {
  const work = {
    id: 'https://openalex.org/W1',
    doi: 'https://doi.org/10.5555/A',
    cited_by_count: 7,
    is_retracted: true,
    fwci: 1.5,
    open_access: { is_oa: true, oa_status: 'green', oa_url: 'https://example.org/a.pdf' },
    counts_by_year: [{ year: 2026, cited_by_count: 7 }],
  };
  source.script({ json: { results: [work, { doi: 'https://doi.org/10.5555/b' }, { ...work, doi: null }] } });
  const listed = await readListed(['10.5555/a', '10.5555/b'], {});
  expect([...listed]).toEqual([
    [
      '10.5555/a',
      {
        areAuthorsCut: false,
        isListCut: false,
        answer: expect.objectContaining({
          asked: '10.5555/a',
          bibliography: expect.objectContaining({ cited_by_count: 7, is_retracted: true, open_access_status: 'green' }),
          enrichment: expect.objectContaining({
            cited_by_count: 7,
            oa_url: 'https://example.org/a.pdf',
            fwci: 1.5,
            counts_by_year: [{ year: 2026, cited_by_count: 7 }],
          }),
          raw: work,
        }),
      },
    ],
  ]);
  expect(asked()).toMatchObject({ path: '/openalex/works', filter: 'doi:10.5555/a|10.5555/b', 'per-page': '2' });
  const authorships = Array.from({ length: 100 }, (_, n) => ({ raw_author_name: `Author ${n}` }));
  source.script({ json: { results: [{ ...work, authorships }] } });
  expect((await readListed(['10.5555/a'], {})).get('10.5555/a')?.areAuthorsCut).toBe(true);
});

const readers: [string, () => Promise<unknown>][] = [
  ['Crossref', () => findChanges.crossref(['10.5555/a'], since, {})],
  ['DataCite', () => findChanges.datacite(['10.5555/a'], since, {})],
  ['ORCID', () => findModifiedRecords([carberry], since, {})],
  ['OpenAlex', () => readListed(['10.5555/a'], {})],
];

describe.each(readers)('%s', (_, read) => {
  test.each<[string, object, unknown]>([
    ['a list of another shape', { json: { list: [] } }, SourceAnswerMalformed],
    ['a refused list', { status: 400, json: {} }, SourceUnavailable],
    ['no list at all', { status: 404, text: 'no' }, SourceUnavailable],
    ['a failure', { status: 500, text: 'down' }, SourceUnavailable],
  ])('%s is a failure, never a list without changes', async (_what, answer, error) => {
    source.script(answer);
    await expect(read()).rejects.toThrow(error as never);
  });
});

test('lists keep the limits of all sources and the order', () => {
  const short = Array.from({ length: 250 }, (_, n) => `10.5555/${n}`);
  expect(splitIntoLists(short, (doi) => doi).map(({ length }) => length)).toEqual([
    maxRecordsPerRequest,
    maxRecordsPerRequest,
    50,
  ]);
  const long = Array.from({ length: 60 }, (_, n) => `10.5555/${'(1234)<5::6>'.repeat(4)}${n}`);
  const lists = splitIntoLists(long, (doi) => doi);
  expect(lists.flat()).toEqual(long);
  for (const list of lists) expect(encodeURIComponent(list.join('|')).length).toBeLessThan(3_700);
  expect(splitIntoLists([`10.5555/${'x'.repeat(5_000)}`], (doi) => doi)).toHaveLength(1);
  expect(splitIntoLists([], (doi: string) => doi)).toEqual([]);
});

test.each([
  ['10.5555/0099-9999(2003)84<219:tgotcp>2.0.co;2', true],
  ['10.5555/a,b', false],
  ['10.5555/a|b', false],
  ['10.5555/a"b', false],
])('whether %s can be in a list: %s', (doi, expected) => {
  expect(isListable(doi)).toBe(expected);
});
