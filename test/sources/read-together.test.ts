import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { readFromAgency } from '#src/sources/agency.ts';
import { readEnrichments } from '#src/sources/enrichments.ts';
import { readTogether } from '#src/sources/read-together.ts';
import { interceptLog } from '../support/log.ts';
import { type Scripted, type SourceServer, startSource } from './source-server.ts';

let source: SourceServer;

beforeAll(async () => {
  source = await startSource();
});
afterAll(() => source.close());
beforeEach(() => {
  jest.spyOn(Math, 'random').mockReturnValue(0);
  interceptLog();
});

const crossrefWork = (doi: string) => ({ DOI: doi, type: 'journal-article', title: [`Of ${doi}`] });
const crossrefList = (...items: unknown[]) => ({ json: { 'message-type': 'work-list', message: { items } } });
const openAlexWork = (doi: string, more: object = {}) => ({
  ...{ id: 'https://openalex.org/W1', doi: `https://doi.org/${doi}`, cited_by_count: 7 },
  ...more,
});
const openAlexList = (...results: unknown[]) => ({ json: { results } });

const askedOf = (path: string) => source.requests.filter((one) => one.path === path).map(({ query }) => query);
/** A DOI as it is read after the lists. */
async function readAfter(doi: string, dois: readonly string[]) {
  const readBefore = await readTogether(dois, {});
  const before = source.requests.length;
  const agency = await readFromAgency(doi, { readBefore });
  const { answers } = await readEnrichments(['openalex'], doi, { readBefore });
  return { agency, openalex: answers.openalex, requests: source.requests.slice(before).map(({ path }) => path) };
}

test('many DOIs take a request for forty works of Crossref and a hundred of OpenAlex', async () => {
  const dois = Array.from({ length: 100 }, (_, n) => `10.5555/${n}`);
  source.serve({
    '/crossref/works': crossrefList(...dois.map(crossrefWork)),
    '/openalex/works': openAlexList(...dois.map((doi) => openAlexWork(doi))),
  });
  const { crossref, openalex } = await readTogether([...dois, ...dois], {});
  expect([crossref?.size, openalex?.size]).toEqual([100, 100]);
  expect(askedOf('/crossref/works').map((query) => query.get('rows'))).toEqual(['40', '40', '20']);
  expect(askedOf('/openalex/works')).toHaveLength(1);
  expect(askedOf('/crossref/works')[2]?.get('filter')).toBe(
    dois
      .slice(80)
      .map((doi) => `doi:${doi}`)
      .join(','),
  );
});

test('an answer from a list is that of the single request, which is not made', async () => {
  source.serve({
    '/crossref/works': crossrefList(crossrefWork('10.5555/A')),
    '/openalex/works': openAlexList(openAlexWork('10.5555/A')),
  });
  const listed = await readAfter('10.5555/a', ['10.5555/a', '10.5555/b']);
  expect(listed.requests).toEqual([]);
  source.serve({
    '/crossref/works/10.5555%2Fa': { json: { 'message-type': 'work', message: crossrefWork('10.5555/A') } },
    '/openalex/works/doi:10.5555%2Fa': { json: openAlexWork('10.5555/A') },
  });
  const single = await readAfter('10.5555/a', []);
  expect(single.requests).toHaveLength(2);
  expect({ ...listed, requests: [] }).toEqual({ ...single, requests: [] });
});

describe('is asked for alone', () => {
  const alone = ['/crossref/works/10.5555%2Fa', '/datacite/dois/10.5555%2Fa', '/openalex/works/doi:10.5555%2Fa'];
  const lists = {
    '/crossref/works': crossrefList(crossrefWork('10.5555/a')),
    '/openalex/works': openAlexList(openAlexWork('10.5555/a')),
  };
  const many = Array.from({ length: 100 }, () => ({ raw_author_name: 'An author' }));
  test.each<[string, Record<string, Scripted>, string[]]>([
    ['a DOI that lists do not have', { '/crossref/works': crossrefList(), '/openalex/works': openAlexList() }, alone],
    ['a DOI of lists that are refused', { '/crossref/works': { status: 400, json: {} } }, alone],
    [
      'a DOI of a list of another shape',
      { '/crossref/works': { json: { list: [] } }, '/openalex/works': { json: [] } },
      alone,
    ],
    [
      'a DOI instead of another one',
      {
        '/crossref/works': crossrefList(crossrefWork('10.5555/z')),
        '/openalex/works': openAlexList(openAlexWork('10.5555/z')),
      },
      alone,
    ],
    [
      'a work with more authors than lists have',
      { ...lists, '/openalex/works': openAlexList(openAlexWork('10.5555/a', { authorships: many })) },
      alone.slice(2),
    ],
    [
      'a work of a list with cut texts',
      { ...lists, '/crossref/works': crossrefList(crossrefWork('10.5555/a'), { title: ['x'.repeat(200_000)] }) },
      alone.slice(0, 2),
    ],
    [
      'a work of OpenAlex of a list with cut texts',
      { ...lists, '/openalex/works': openAlexList(openAlexWork('10.5555/a'), { title: 'x'.repeat(200_000) }) },
      alone.slice(2),
    ],
  ])('%s', async (_what, pages, expected) => {
    source.serve(pages);
    const { requests } = await readAfter('10.5555/a', ['10.5555/a']);
    expect(requests).toEqual(expected);
  });

  test('a DOI with a comma; and Crossref is not asked for a DOI of a repository of DataCite', async () => {
    source.serve({ '/crossref/works': crossrefList(), '/openalex/works': openAlexList() });
    await readTogether(['10.5555/a,b', '10.5281/zenodo.1'], {});
    expect(askedOf('/crossref/works')).toEqual([]);
    expect(askedOf('/openalex/works').map((query) => query.get('filter'))).toEqual(['doi:10.5281/zenodo.1']);
  });
});

test('a source that does not answer a list is not asked for the next one', async () => {
  const dois = Array.from({ length: 100 }, (_, n) => `10.5555/${n}`);
  source.serve({
    '/crossref/works': { status: 400, json: {} },
    '/openalex/works': openAlexList(openAlexWork('10.5555/1')),
  });
  const { crossref, openalex } = await readTogether(dois, {});
  expect([crossref?.size, openalex?.size]).toEqual([0, 1]);
  expect(askedOf('/crossref/works')).toHaveLength(1);
});

test('DataCite is asked for what Crossref does not have, by lists, too', async () => {
  const record = { id: '10.5072/b', type: 'dois', attributes: { doi: '10.5072/B', titles: [{ title: 'A data set' }] } };
  source.serve({
    '/crossref/works': crossrefList(crossrefWork('10.5555/a')),
    '/datacite/dois': { json: { data: [record, {}] } },
    '/openalex/works': openAlexList(openAlexWork('10.5072/b')),
  });
  const listed = await readAfter('10.5072/b', ['10.5555/a', '10.5072/b', '10.5281/zenodo.1']);
  expect(askedOf('/datacite/dois').map((query) => Object.fromEntries(query))).toEqual([
    { ids: '10.5072/b,10.5281/zenodo.1', 'page[size]': '2', affiliation: 'true' },
  ]);
  expect(listed.requests).toEqual([]);
  expect(listed.agency).toMatchObject({ source: 'datacite', doi: '10.5072/b', bibliography: { title: 'A data set' } });
});
