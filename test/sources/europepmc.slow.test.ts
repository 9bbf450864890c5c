import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { retryEnrichments } from '#src/ingestion/enrichment.ts';
import { readSources } from '#src/ingestion/identify.ts';
import { OrcidListings, rederivePublication } from '#src/ingestion/rederive.ts';
import { storePublication } from '#src/ingestion/store.ts';
import { originsOf, shownPublication } from '#src/records/publications/publication.ts';
import { getPublication } from '#src/records/publications/store/publications.ts';
import { readAbstract } from '#src/sources/europepmc/abstract.ts';
import { readConfig } from '../../lib/config.ts';
import { accessFor, type Resources } from '../../lib/grants.ts';
import { startReplay } from '../../local/sources/replay.ts';
import { freshTable } from '../support/engine.ts';
import { type Scripted, type SourceServer, startSource } from './source-server.ts';

const doi = '10.5555/pots';
const hourMs = 3_600_000;
const now = new Date('2026-01-31T12:00:00Z');
const at = (hours: number) => new Date(now.getTime() + hours * hourMs);
const found = (abstractText: unknown, of = doi): Scripted => ({
  json: {
    hitCount: 1,
    resultList: { result: [{ id: '1', source: 'MED', doi: of, abstractText, authorString: 'Ray J' }] },
  },
});
const search = '/europepmc/search';
let source: SourceServer;
let pages: Record<string, Scripted>;

const message = { DOI: doi, type: 'journal-article', title: ['On Cracked Pots'] };
const atCrossref = (fields: object): Scripted => ({
  json: { 'message-type': 'work', message: { ...message, ...fields } },
});
const crossref = `/crossref/works/${encodeURIComponent(doi)}`;
const asked = () => source.requests.filter(({ path }) => path === search);

beforeAll(async () => {
  source = await startSource();
});
afterAll(() => source.close());
afterEach(() => {
  delete process.env.OPTIONAL_SOURCES;
});
beforeEach(async () => {
  jest.spyOn(Math, 'random').mockReturnValue(0);
  await freshTable();
  process.env.OPTIONAL_SOURCES = 'europepmc';
  pages = { [crossref]: atCrossref({}), [search]: found('<h4>Background</h4>Pots crack.') };
  source.serve(pages);
});

async function store(hours = 0) {
  const answers = await readSources(doi, { attemptMs: 100 });
  await storePublication({ ...answers, doi, dois: [doi], listing: undefined, orcids: [] }, () => [], at(hours));
  const record = await getPublication(doi);
  if (!record) throw new Error('It was not stored');
  return record;
}

describe('Europe PMC', () => {
  test('gives the abstract that no other source has', async () => {
    const record = await store();
    expect(shownPublication(record).data.abstract).toBe('Background Pots crack.');
    expect(originsOf(record)).toMatchObject({ title: 'crossref', abstract: 'europepmc' });
    const [{ query } = { query: new URLSearchParams() }] = asked();
    expect(Object.fromEntries(query)).toMatchObject({ query: `DOI:"${doi}"`, format: 'json', resultType: 'core' });
  });

  test('is not asked if it is off, or if the agency has an abstract', async () => {
    delete process.env.OPTIONAL_SOURCES;
    expect(shownPublication(await store()).data.abstract).toBeNull();
    process.env.OPTIONAL_SOURCES = 'europepmc';
    pages[crossref] = atCrossref({ abstract: 'Of Crossref.' });
    const record = await store(1);
    expect(shownPublication(record).data.abstract).toBe('Of Crossref.');
    expect(asked()).toEqual([]);
  });

  test('comes last: the abstract of an agency that has one later is shown', async () => {
    await store();
    pages[crossref] = atCrossref({ abstract: 'Of Crossref.' });
    const record = await store(1);
    expect(shownPublication(record).data.abstract).toBe('Of Crossref.');
    expect(record.supplements).toHaveProperty('europepmc');
  });

  test.each<[string, Scripted]>([
    ['is down', { status: 500, text: '' }],
    ['answers in HTML', { text: '<html>' }],
    ['sends no list', { json: { hitCount: 1 } }],
    ['refuses us', { status: 403, text: 'no' }],
  ])('that %s fails no publication, and is asked again later, alone', async (_, failure) => {
    const clock = jest.spyOn(Date, 'now').mockReturnValue(at(0).getTime());
    pages[search] = failure;
    const before = await store();
    expect(before).toMatchObject({ original: { title: 'On Cracked Pots' }, enrichment_pending_sources: ['europepmc'] });
    source.serve({ ...pages, [search]: found('Pots crack.') });
    clock.mockReturnValue(at(1).getTime());
    await retryEnrichments(at(1), Date.now() + 60_000);
    const after = await getPublication(doi);
    expect(after).toMatchObject({
      enrichment_pending_since: null,
      supplements: { europepmc: { abstract: 'Pots crack.' } },
    });
    expect(source.requests.map(({ path }) => path)).toEqual([search]);
  });

  test('is derived again from what is kept, without a request', async () => {
    await store();
    source.serve({});
    const context = { actor: 'system', now: at(1) } as never;
    const { signal } = new AbortController();
    const result = await rederivePublication(doi, { dryRun: true, context, listings: new OrcidListings(), signal });
    expect(result).toEqual({ fields: [], missing: [], wrongAliases: [] });
    expect(source.requests).toEqual([]);
  });

  test.each<[string, Scripted]>([
    ['another DOI', found('Of another.', '10.5555/other')],
    ['no abstract', found(undefined)],
    ['a number', found(7)],
    ['the text that there is none', found('No abstract available')],
    ['nothing', { json: { hitCount: 0, resultList: { result: [] } } }],
  ])('that has %s says nothing', async (_, answer) => {
    pages[search] = answer;
    expect(await readAbstract(doi)).toBeUndefined();
  });

  test('has its abstract cut, and nothing else of its answer is kept', async () => {
    pages[search] = found('x'.repeat(60_000));
    const answer = await readAbstract(doi);
    expect(answer?.bibliography.abstract).toHaveLength(50_000);
    expect(answer?.cuts).toEqual(['abstract was cut to 50,000 characters']);
    expect(Object.keys(answer?.raw as object)).toEqual(['doi', 'abstractText']);
  });

  test('is not asked for a DOI that would end the phrase', async () => {
    expect(await readAbstract('10.5555/a"b')).toBeUndefined();
    expect(asked()).toEqual([]);
  });

  test('is replayed from the sample', async () => {
    const replay = await startReplay({ dir: join(import.meta.dirname, '../../local/sample') });
    const url = process.env.EUROPEPMC_URL;
    try {
      process.env.EUROPEPMC_URL = replay.urls.europepmc;
      expect((await readAbstract('10.5555/jcp.2015.666'))?.bibliography.abstract).toMatch(/^Background Pots crack/);
      expect(await readAbstract('10.5555/unknown')).toBeUndefined();
    } finally {
      process.env.EUROPEPMC_URL = url;
      await replay.close();
    }
  });
});

test('the environment has nothing of it unless it is switched on', () => {
  const variables = (settings: object) =>
    accessFor(['sources', 'setting:refresh'], { config: readConfig(settings), table: {} } as Resources).variables;
  const off = variables({});
  expect(JSON.stringify(off).toLowerCase()).not.toMatch(/europepmc|optional/);
  expect(variables({ sources: { europepmc: { enabled: true } } })).toEqual({
    ...off,
    OPTIONAL_SOURCES: 'europepmc',
    EUROPEPMC_URL: 'https://www.ebi.ac.uk/europepmc/webservices/rest',
    EUROPEPMC_REQUESTS_PER_SECOND: '5',
    REFRESH_REQUESTS_PER_DAY: 'orcid=1000 crossref=5000 datacite=2000 openalex=500 europepmc=1000',
  });
});
