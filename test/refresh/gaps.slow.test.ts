import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { shownPublication } from '#src/records/publications/publication.ts';
import { change, daysAgo, faults, run, settings, store, stored } from './refresh-fixture.ts';

const doi = '10.5555/pots';
const search = '/europepmc/search';
const abstractOf = async (name: string) => shownPublication(await stored(name)).data.abstract;

const budget = (requests: number) =>
  settings({
    OPTIONAL_SOURCES: 'europepmc',
    REFRESH_REQUESTS_PER_DAY: `orcid=100 crossref=100 datacite=100 openalex=100 europepmc=${requests}`,
  });

beforeEach(() => {
  budget(10);
  faults.set(search, { json: { resultList: { result: [{ doi, abstractText: 'Pots crack.' }] } } });
});
afterEach(() => {
  delete process.env.OPTIONAL_SOURCES;
});

test('the refresh asks Europe PMC about a publication without an abstract, and not again when it has one', async () => {
  await store(doi);
  await run();
  expect(await abstractOf(doi)).toBe('Pots crack.');
  faults.set(search, { json: { resultList: { result: [{ doi, abstractText: 'Other.' }] } } });
  await run(daysAgo(-8));
  expect(await abstractOf(doi)).toBe('Pots crack.');
});

test.each(['without a budget', 'switched off'])('the refresh does not ask Europe PMC %s', async (condition) => {
  if (condition === 'switched off') delete process.env.OPTIONAL_SOURCES;
  else budget(0);
  await store(doi);
  await run();
  expect(await abstractOf(doi)).toBeNull();
});

test('a failure of Europe PMC does not keep the refresh from what other sources say', async () => {
  faults.set(search, { status: 500, text: '' });
  await store(doi);
  change(doi, { cited: 9 });
  await run();
  expect(shownPublication(await stored(doi))).toMatchObject({ cited_by_count: 9, data: { abstract: null } });
});
