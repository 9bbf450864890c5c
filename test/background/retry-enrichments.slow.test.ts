import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import * as enrichment from '#src/ingestion/enrichment.ts';
import { readSources } from '#src/ingestion/identify.ts';
import { addPerson } from '#src/ingestion/store/add-people.ts';
import { dueEnrichments } from '#src/ingestion/store/pending-enrichments.ts';
import { storePublication } from '#src/ingestion/store.ts';
import { applyIncoming, shownPublication } from '#src/records/publications/publication.ts';
import { getPublication, savePublication } from '#src/records/publications/store/publications.ts';
import { keys } from '#src/table/keys.ts';
import { db } from '#src/table/table.ts';
import { job } from '../../lambdas/background/retry-enrichments.ts';
import { type Scripted, type SourceServer, startSource } from '../sources/source-server.ts';
import { aBibliography, anIncoming, carberry } from '../support/builders.ts';
import { freshTable } from '../support/engine.ts';
import { failWrites } from '../support/fail-writes.ts';
import { captureLog } from '../support/log.ts';
import { underRole } from '../support/roles.ts';
import { allItems, events } from '../support/table.ts';

const retryEnrichments = underRole(job, enrichment.retryEnrichments);

const doi = '10.5555/pots';
const hourMs = 3_600_000;
const startMs = Date.parse('2026-01-31T12:00:00Z');
const at = (hours: number) => new Date(startMs + hours * hourMs);
const lines = captureLog();
let source: SourceServer;
let pages: Record<string, Scripted>;

const page = (name: string) => `/openalex/works/doi:${encodeURIComponent(name)}`;
const work = { json: { id: 'https://openalex.org/W1', doi: `https://doi.org/${doi}`, cited_by_count: 7 } };
const down = { status: 500, text: '' };

beforeAll(async () => {
  source = await startSource();
});
afterAll(() => source.close());
beforeEach(async () => {
  jest.spyOn(Math, 'random').mockReturnValue(0);
  await freshTable();
  const message = { DOI: doi, type: 'journal-article', title: ['On Cracked Pots'] };
  pages = {
    [`/crossref/works/${encodeURIComponent(doi)}`]: { json: { 'message-type': 'work', message } },
    [page(doi)]: down,
  };
  source.serve(pages);
});

/** Reads and stores the publication, like ingestions and imports. */
async function store(hours = 0, orcids: string[] = []) {
  const answers = await readSources(doi, {});
  for (const orcid of orcids) await addPerson(orcid, at(hours));
  return storePublication({ ...answers, doi, dois: [doi], listing: undefined, orcids }, () => [], at(hours));
}

const retry = (hours: number) => retryEnrichments(at(hours), Date.now() + 60_000);
const pending = async () => (await allItems()).filter(({ pk }) => pk === 'ENRICHMENT');
const requests = () => source.requests.filter(({ path }) => path.startsWith('/openalex')).length;

describe('a publication that was stored while OpenAlex failed', () => {
  test.each<[string, Scripted]>([
    ['was down', down],
    ['answered in HTML', { status: 200, text: '<html>busy</html>' }],
    ['answered about another work', { json: { id: 'W2', doi: 'https://doi.org/10.5555/other' } }],
  ])('has the data of the agency, if OpenAlex %s, and gets the rest an hour later', async (_, failure) => {
    pages[page(doi)] = failure;
    await store();
    const before = await getPublication(doi);
    expect(before).toMatchObject({
      original: { title: 'On Cracked Pots' },
      enriched: null,
      enrichment_pending_since: startMs,
    });
    pages[page(doi)] = work;
    await retry(0.5);
    expect((await getPublication(doi))?.enriched).toBeNull();
    await retry(1);
    const after = await getPublication(doi);
    expect(after).toMatchObject({ enrichment: { openalex_id: 'W1' }, enrichment_pending_since: null });
    expect(after && shownPublication(after)).toMatchObject({ title: 'On Cracked Pots', cited_by_count: 7 });
    expect(await pending()).toEqual([]);
  });

  test('is asked for at growing intervals, for a week, and then stays as it is until the next ingestion', async () => {
    await store();
    const asked: number[] = [];
    for (let hour = 1; hour <= 24 * 9; hour++) {
      const before = requests();
      await retry(hour);
      if (requests() > before) asked.push(hour);
    }
    expect(asked).toEqual([1, 3, 7, 15, 31, 55, 79, 103, 127, 151]);
    expect(await pending()).toEqual([]);
    expect(await getPublication(doi)).toMatchObject({ enrichment_pending_since: null, enriched: null });
    await store(24 * 9);
    expect(await pending()).toHaveLength(1);
  });

  test('is listed once, however often it is ingested meanwhile', async () => {
    await store();
    await store(0.5);
    await Promise.all([store(0.6), store(0.7)]);
    expect(await pending()).toHaveLength(1);
    expect(await getPublication(doi)).toMatchObject({ enrichment_pending_since: startMs });
  });

  test('keeps what OpenAlex said before', async () => {
    pages[page(doi)] = work;
    await store();
    pages[page(doi)] = down;
    await store(1);
    expect(await getPublication(doi)).toMatchObject({
      enrichment: { openalex_id: 'W1' },
      enrichment_pending_since: at(1).getTime(),
    });
  });

  test.each(['ingested', 'deleted for good'])('that was %s meanwhile is not asked for again', async (what) => {
    await store();
    pages[page(doi)] = work;
    if (what === 'ingested') await store(0.5);
    const before = requests();
    if (what !== 'ingested') {
      const [item] = await pending();
      await freshTable();
      await db.send(
        new (await import('@aws-sdk/lib-dynamodb')).PutCommand({ TableName: process.env.TABLE_NAME, Item: item }),
      );
    }
    await retry(2);
    expect(requests()).toBe(before);
    expect(await pending()).toEqual([]);
  });

  test('that OpenAlex says is retracted is reported with the enrichment', async () => {
    await store(0, [carberry]);
    pages[page(doi)] = { json: { ...work.json, is_retracted: true } };
    await retry(1);
    expect(await events()).toMatchObject([{ event_type: 'publication.retracted', resource_id: doi }]);
  });

  test('keeps the edits made while it is asked for', async () => {
    await store();
    pages[page(doi)] = work;
    const send = db.send.bind(db) as (command: unknown) => Promise<unknown>;
    let isEdited = false;
    const spy = jest.spyOn(db, 'send').mockImplementation((async (command: { constructor: { name: string } }) => {
      if (command.constructor.name === 'TransactWriteCommand' && !isEdited) {
        isEdited = true;
        const record = await getPublication(doi);
        if (!record) throw new Error('no publication');
        await savePublication({ ...record, edits: { title: 'Edited' }, version: record.version + 1 }, record, []);
      }
      return send(command);
    }) as unknown as typeof db.send);
    await retry(1);
    spy.mockRestore();
    expect(await getPublication(doi)).toMatchObject({ edits: { title: 'Edited' }, enrichment: { openalex_id: 'W1' } });
  });

  test('is enriched once by two runs at once', async () => {
    await store();
    pages[page(doi)] = work;
    await Promise.all([retry(1), retry(1)]);
    expect(await getPublication(doi)).toMatchObject({
      enrichment_pending_since: null,
      enrichment: { openalex_id: 'W1' },
    });
    expect(await pending()).toEqual([]);
  });

  test.each(['before', 'after'] as const)(
    'is enriched by the next run, if one is killed %s any of its writes',
    async (when) => {
      for (let write = 1, cut = true; cut; write++) {
        await freshTable();
        pages[page(doi)] = down;
        await store();
        pages[page(doi)] = work;
        const send = db.send.bind(db) as (command: unknown) => Promise<unknown>;
        let writes = 0;
        cut = false;
        const spy = jest.spyOn(db, 'send').mockImplementation((async (command: { constructor: { name: string } }) => {
          const isWrite = /^(Put|Update|Delete|TransactWrite)/.test(command.constructor.name);
          if (!isWrite || ++writes !== write) return send(command);
          cut = true;
          if (when === 'after') await send(command);
          throw new Error('killed');
        }) as unknown as typeof db.send);
        await retry(1).catch(() => undefined);
        spy.mockRestore();
        await retry(4);
        expect(await getPublication(doi)).toMatchObject({
          enrichment_pending_since: null,
          enrichment: { openalex_id: 'W1' },
        });
        expect(await pending()).toEqual([]);
      }
    },
  );
});

test('one that cannot be stored keeps no other from being enriched, and waits for growing pauses', async () => {
  const others = Array.from({ length: 12 }, (_, n) => `10.5555/${n}`);
  await store();
  for (const each of others) {
    const agency = {
      source: 'crossref',
      doi: each,
      bibliography: aBibliography(),
      cuts: [] as string[],
      raw: {},
    } as const;
    const { enrichments } = await readSources(doi, { attemptMs: 50 });
    const fetched = { agency, enrichments, doi: each, dois: [each], listing: undefined };
    await storePublication({ ...fetched, orcids: [] }, () => [], at(0));
  }
  for (const each of [doi, ...others]) {
    pages[page(each)] = { json: { ...work.json, doi: `https://doi.org/${each}` } };
  }
  const tried: number[] = [];
  for (let hour = 1; hour <= 16; hour++) {
    const fault = failWrites((input) => input.includes(`"${keys.publication(doi).pk}"`) && input.includes('"LIST#'));
    const isTried = await retry(hour).then(
      () => false,
      (error: Error) => /^1 records failed.*publication 10.5555\/pots: Error: broken/.test(error.message),
    );
    fault.mockRestore();
    if (isTried) tried.push(hour);
    if (hour === 1) expect(await pending()).toMatchObject([{ doi, attempts: 1 }]);
  }
  expect(tried).toEqual([1, 3, 7, 15]);
  await retry(31);
  expect(await pending()).toEqual([]);
});

test('a run ends when OpenAlex is down, and the rest waits for the next one', async () => {
  const dois = Array.from({ length: 30 }, (_, n) => `10.5555/${n}`);
  for (const each of dois) {
    const incoming = anIncoming({ doi: each, original: aBibliography(), pendingSources: ['openalex'] });
    const fetched = {
      agency: {
        source: 'crossref',
        doi: each,
        bibliography: incoming.original,
        cuts: [] as string[],
        raw: {},
      } as const,
    };
    const { enrichments } = await readSources(doi, { attemptMs: 50 });
    await storePublication(
      { ...fetched, enrichments, doi: each, dois: [each], listing: undefined, orcids: [] },
      () => [],
      at(0),
    );
  }
  const before = requests();
  for (const each of dois) pages[page(each)] = down;
  await retry(1);
  // Three attempts each, four at once.
  expect(requests() - before).toBeLessThanOrEqual(3 * (5 + 3));
  expect(await dueEnrichments(at(1), 100)).not.toHaveLength(0);
  expect(await pending()).toHaveLength(30);
});

describe.each<[string, Scripted, number]>([
  ['refuses us', { status: 403, text: 'no' }, 1],
  ['does not know the key', { status: 401, json: { error: 'Invalid or missing API key' } }, 1],
  ['has no quota left', { status: 429, headers: { 'retry-after': '43200' } }, 12],
])('OpenAlex that %s', (_, refusal, hours) => {
  const dois = Array.from({ length: 5 }, (_each, n) => `10.5555/refused-${n}`);
  beforeEach(() => {
    pages[page(doi)] = refusal;
    for (const each of dois) {
      const message = { DOI: each, type: 'journal-article', title: [each] };
      pages[`/crossref/works/${encodeURIComponent(each)}`] = { json: { 'message-type': 'work', message } };
      pages[page(each)] = refusal;
    }
    // Pauses are of the machine's clock.
    jest.spyOn(Date, 'now').mockImplementation(() => startMs + clockMs);
    clockMs = 0;
  });
  let clockMs = 0;

  test('is not asked again until it may answer; the publications are pending until then', async () => {
    await store();
    for (const each of dois) {
      const answers = await readSources(each, {});
      expect(answers.enrichments.failures.openalex).toMatchObject({ name: 'SourcePaused' });
      const fetched = { ...answers, doi: each, dois: [each], listing: undefined, orcids: [] };
      await storePublication(fetched, () => [], at(0));
    }
    expect(requests()).toBe(1);
    const due = (await pending()).map(({ due_at }) => Number(due_at) - startMs);
    expect(due).toHaveLength(6);
    for (const ms of due) expect(Math.abs(ms - hours * hourMs)).toBeLessThan(hourMs / 60);
    expect(lines.filter(({ message }) => /OpenAlex .*asked again after/.test(String(message)))).toHaveLength(1);
  });

  test('and still does when it may be asked again is asked once, and no attempt counts for the others', async () => {
    await store();
    for (let day = 1; day <= 9; day++) {
      clockMs = day * 24 * hourMs;
      await retryEnrichments(at(day * 24), Date.now() + 60_000);
    }
    expect(requests()).toBe(1 + 9);
    expect(await pending()).toMatchObject([{ attempts: 0 }]);
    clockMs = 10 * 24 * hourMs;
    pages[page(doi)] = work;
    await retryEnrichments(at(240), Date.now() + 60_000);
    expect(await getPublication(doi)).toMatchObject({
      enrichment: { openalex_id: 'W1' },
      enrichment_pending_since: null,
    });
  });
});

test('the record tells a first failure apart from none', () => {
  const now = at(0);
  const failed = applyIncoming(undefined, anIncoming({ pendingSources: ['openalex'] }), [], now);
  expect(failed.enrichment_pending_since).toBe(startMs);
  expect(applyIncoming(failed, anIncoming({ pendingSources: ['openalex'] }), [], at(5)).enrichment_pending_since).toBe(
    startMs,
  );
  expect(applyIncoming(failed, anIncoming(), [], at(5)).enrichment_pending_since).toBeNull();
});
