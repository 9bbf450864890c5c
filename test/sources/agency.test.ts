import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readFromAgency } from '#src/sources/agency.ts';
import { type Scripted, type SourceServer, startSource } from './source-server.ts';

let source: SourceServer;

beforeAll(async () => {
  source = await startSource();
});
afterAll(() => source.close());

const crossref = (doi: string): Record<string, Scripted> => ({
  [`/crossref/works/${encodeURIComponent(doi)}`]: { json: { 'message-type': 'work', message: { DOI: doi } } },
});
const datacite = (doi: string): Record<string, Scripted> => ({
  [`/datacite/dois/${encodeURIComponent(doi)}`]: { json: { data: { type: 'dois', attributes: { doi } } } },
});
const asked = () => source.requests.map(({ path }) => path.split('/')[1]);

test('Crossref is asked first, and nobody else when it knows the DOI', async () => {
  source.serve(crossref('10.5551/a'));
  expect((await readFromAgency('10.5551/a'))?.source).toBe('crossref');
  expect(asked()).toEqual(['crossref']);
});

test('DataCite is asked when Crossref does not know it, and first for the next DOI of that prefix', async () => {
  source.serve({ ...datacite('10.5552/a'), ...datacite('10.5552/b') });
  expect((await readFromAgency('10.5552/a'))?.source).toBe('datacite');
  expect(asked()).toEqual(['crossref', 'datacite']);
  expect((await readFromAgency('10.5552/b'))?.source).toBe('datacite');
  expect(asked()).toEqual(['crossref', 'datacite', 'datacite']);
});

test('a DOI that moved to the other agency is found there', async () => {
  source.serve(crossref('10.5552/moved'));
  expect((await readFromAgency('10.5552/moved'))?.source).toBe('crossref');
  expect(asked()).toEqual(['datacite', 'crossref']);
});

test('known DataCite prefixes are requested there first', async () => {
  source.serve(datacite('10.5281/zenodo.1'));
  await readFromAgency('10.5281/zenodo.1');
  expect(asked()).toEqual(['datacite']);
});

test('404 from both: the DOI is unknown', async () => {
  source.serve({});
  expect(await readFromAgency('10.5553/a')).toBeUndefined();
  expect(asked()).toEqual(['crossref', 'datacite']);
});

test('an unavailable agency is not taken for a 404', async () => {
  const retry = { status: 503, headers: { 'retry-after': '60' } };
  source.serve({ '/datacite/dois/10.5554%2Fa': retry });
  await expect(readFromAgency('10.5554/a')).rejects.toMatchObject({ source: 'datacite', retryAfterSeconds: 60 });
  source.serve({ '/crossref/works/10.5554%2Fa': retry });
  await expect(readFromAgency('10.5554/a')).rejects.toMatchObject({ source: 'crossref' });
});
