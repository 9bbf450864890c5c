import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { patchPublication } from '#src/curation/edit-publication.ts';
import { nightAt } from '#src/ingestion/refresh/settings.ts';
import { getSourceAnswer } from '#src/ingestion/store/source-answers.ts';
import { getPerson } from '#src/records/people/store/people.ts';
import { shownPublication } from '#src/records/publications/publication.ts';
import { getPublications, savePublication, touchPublication } from '#src/records/publications/store/publications.ts';
import { keys } from '#src/table/keys.ts';
import { deleteItems, updateIf } from '#src/table/table.ts';
import { unitsOf } from '../../bench/shared/capacity.ts';
import { carberry } from '../support/builders.ts';
import { decide } from '../support/curation.ts';
import { failWrites } from '../support/fail-writes.ts';
import { outsideRole } from '../support/roles.ts';
import { allItems } from '../support/table.ts';
import {
  attempts,
  change,
  daysAgo,
  empty,
  faults,
  hoursLater,
  lines,
  modified,
  requests,
  run,
  settings,
  store,
  storeCopies,
  stored,
  storePerson,
  tonight,
} from './refresh-fixture.ts';

const doi = '10.5555/pots';
const isolde = '0009-9999-0000-0019';
const down = { status: 500, text: '' };
/** Sets what `new Date()` says; timers run as always. */
function onlyTheDateIs(now: Date): void {
  jest.useFakeTimers({ now, doNotFake: [...timers] });
}
const timers = [
  'nextTick',
  'queueMicrotask',
  'performance',
  'hrtime',
  'setImmediate',
  'clearImmediate',
  'setTimeout',
  'clearTimeout',
  'setInterval',
  'clearInterval',
] as const;
afterEach(() => void jest.useRealTimers());
const jobs = async () => (await allItems()).filter(({ pk, sk }) => String(pk).startsWith('JOB#') && sk === 'RECORD');

describe('a publication that was not fetched for a week', () => {
  test('is confirmed if nothing has changed: one request of each source, and only its fetch time is written', async () => {
    const before = await store(doi);
    await run();
    expect(requests()).toEqual({ 'crossref list': 1, 'openalex list': 1 });
    expect(await stored(doi)).toEqual({
      ...before,
      last_fetched_at: tonight.getTime(),
      version: before.version + 1,
    });
    await run();
    expect(requests()).toEqual({});
  });

  test('costs what a touch costs', async () => {
    await store(doi);
    const other = await store('10.5555/other', { fetched: daysAgo(1) });
    const touch = await unitsOf(() => touchPublication(other, daysAgo(0.5)));
    // The lists are in memory already; a run with nothing due reads only them and earlier failures.
    await run(daysAgo(3));
    const idle = await unitsOf(() => run(daysAgo(3)));
    const refreshed = await unitsOf(() => run());
    const budget = 2; // One request of each source is counted.
    expect(idle.write).toBe(0);
    expect(refreshed.write - budget).toBe(touch.write);
    expect(refreshed.read - idle.read).toBeLessThanOrEqual(5);
  });

  test('gets a new citation count without its agency being read', async () => {
    await store(doi);
    change(doi, { cited: 9, title: 'Not read' });
    await run();
    expect(requests()).toEqual({ 'crossref list': 1, 'openalex list': 1 });
    expect(shownPublication(await stored(doi))).toMatchObject({ title: 'Pots', cited_by_count: 9 });
    expect(await stored(doi)).toMatchObject({ enrichment: { cited_by_count: 9, openalex_id: 'W1' } });
    expect((await getSourceAnswer(doi, 'openalex'))?.raw).toEqual(
      expect.objectContaining({ id: 'https://openalex.org/W1', cited_by_count: 9 }),
    );
  });

  test('gets whatever else OpenAlex says by now, in the same list', async () => {
    await store(doi);
    const atOpenAlex = {
      abstract_inverted_index: { Pots: [0], 'crack.': [1] },
      topics: [{ display_name: 'Pottery', field: { display_name: 'Materials Science' } }],
      locations: [{ landing_page_url: 'https://pubmed.ncbi.nlm.nih.gov/17656783' }],
      apc_paid: { value: 2000, currency: 'EUR', value_usd: 2200 },
    };
    change(doi, { atOpenAlex });
    await run();
    expect(requests()).toEqual({ 'crossref list': 1, 'openalex list': 1 });
    expect(shownPublication(await stored(doi))).toMatchObject({
      data: { abstract: 'Pots crack.', pmid: '17656783' },
      enriched_metadata: {
        topic_details: [expect.objectContaining({ field: 'Materials Science' })],
        apc_paid: { value: 2000, currency: 'EUR', value_usd: 2200 },
      },
    });
  });

  test('keeps the authors that a list of OpenAlex cuts', async () => {
    const authorships = Array.from({ length: 120 }, (_, n) => ({ raw_author_name: `Ann Author${n}` }));
    await store(doi, { atOpenAlex: { authorships } });
    change(doi, { cited: 9, atOpenAlex: { authorships: authorships.slice(0, 100) } });
    await run();
    expect(requests()).toEqual({ 'crossref list': 1, 'openalex list': 1 });
    const { enriched } = await stored(doi);
    expect([enriched?.cited_by_count, enriched?.authors.length]).toEqual([9, 120]);
  });

  test('gets the licence that has begun since, although its agency has changed nothing', async () => {
    const startingOn = (name: string, start: number[]) => ({
      URL: `https://creativecommons.org/licenses/${name}/4.0/`,
      'content-version': 'vor',
      start: { 'date-parts': [start] },
    });
    const license = [startingOn('by', [2026, 1, 31]), startingOn('by-nc', [2026, 2, 1])];
    onlyTheDateIs(daysAgo(8));
    await store(doi, { atCrossref: { license } });
    expect((await stored(doi)).original.license).toBeNull();
    onlyTheDateIs(tonight);
    await run();
    expect(requests()).toEqual({ 'crossref list': 1, 'crossref record': 1, 'openalex list': 1 });
    expect((await stored(doi)).original.license).toBe('cc-by-4.0');
    await run(hoursLater(8 * 24));
    expect(requests()).toEqual({ 'crossref list': 1, 'openalex list': 1 });
  });

  test('is asked for alone if OpenAlex has learned of it and a list cuts its authors', async () => {
    expect(await store(doi, { cited: undefined })).toMatchObject({ enriched: null });
    const authorships = Array.from({ length: 100 }, (_, n) => ({ raw_author_name: `Ann Author${n}` }));
    change(doi, { cited: 3, atOpenAlex: { authorships } });
    await run();
    expect(requests()).toEqual({ 'crossref list': 1, 'openalex list': 1, 'openalex record': 1 });
    expect(await stored(doi)).toMatchObject({ enrichment: { cited_by_count: 3 } });
  });

  test('is retracted when OpenAlex says so', async () => {
    await store(doi);
    change(doi, { isRetracted: true });
    await run();
    expect(shownPublication(await stored(doi)).is_retracted).toBe(true);
  });

  test.each(['crossref', 'datacite'] as const)('is read again if %s has changed it since', async (agency) => {
    await store(doi, { agency });
    change(doi, { title: 'Cracked pots', changed: daysAgo(3) });
    await run();
    expect(requests()).toEqual({ [`${agency} list`]: 1, [`${agency} record`]: 1, 'openalex list': 1 });
    expect(await stored(doi)).toMatchObject({
      source: agency,
      original: { title: 'Cracked pots' },
      last_fetched_at: tonight.getTime(),
    });
  });

  test('that no agency knew is read when one has registered it', async () => {
    const { version, ...record } = await store(doi);
    await savePublication({ ...record, source: 'orcid', version: version + 1 }, { ...record, version }, []);
    change(doi, { agency: 'datacite', title: 'Registered pots', changed: daysAgo(1) });
    await run();
    expect(await stored(doi)).toMatchObject({ source: 'datacite', original: { title: 'Registered pots' } });
  });

  test('is enriched by the list when OpenAlex has learned of it', async () => {
    expect(await store(doi, { cited: undefined })).toMatchObject({ enriched: null });
    change(doi, { cited: 3 });
    await run();
    expect(requests()).toEqual({ 'crossref list': 1, 'openalex list': 1 });
    expect(await stored(doi)).toMatchObject({
      enrichment: { cited_by_count: 3 },
      last_fetched_at: tonight.getTime(),
    });
  });

  test('is asked for alone when OpenAlex has it under another DOI, which lists do not show', async () => {
    await store(doi, { cited: 3 });
    faults.set('/openalex/works', { json: { results: [] } });
    await run();
    expect(requests()).toEqual({ 'crossref list': 1, 'openalex list': 1, 'openalex record': 1 });
    expect(await stored(doi)).toMatchObject({
      enrichment: { cited_by_count: 3 },
      last_fetched_at: tonight.getTime(),
    });
  });

  test('keeps edits, visibility, links, rejected matches and what was merged into it', async () => {
    await store(doi, { orcids: [carberry], authors: ['J. Carberry', 'Josiah Carberry'] });
    await store('10.5555/copy', { title: 'Pots' });
    const curator = { workspace: 'primary_entity', actor: 'user:ada@example.org', now: daysAgo(8) };
    await patchPublication(
      doi,
      [
        { op: 'add', path: '/title', value: 'Edited' },
        { op: 'add', path: '/visible', value: false },
      ],
      curator,
      { precondition: () => undefined, steward: undefined },
    );
    await decide(doi, { orcid: carberry, author_position: 0, decision: 'reject' });
    const edited = await stored(doi);
    const aliased = { ...edited, aliases: ['10.5555/copy'], version: edited.version + 1 };
    await deleteItems([keys.publication('10.5555/copy'), keys.publicationRow('10.5555/copy')]);
    await savePublication(aliased, edited, []);
    change(doi, { title: 'Cracked pots', changed: daysAgo(3), cited: 9 });
    requests();
    await run();
    const after = await stored(doi);
    expect(edited.researchers).toMatchObject([{ decision: { rejected: [{ name: 'J. Carberry' }] } }]);
    expect(after.researchers).toEqual(edited.researchers);
    expect(after).toMatchObject({ edits: { title: 'Edited' }, visible: false, original: { title: 'Cracked pots' } });
    expect(after.aliases).toEqual(['10.5555/copy']);
    expect(shownPublication(after)).toMatchObject({ title: 'Edited', cited_by_count: 9 });
    expect(requests()).toEqual({ 'crossref list': 1, 'crossref record': 1, 'openalex list': 1 });
  });

  test.each<[string, object]>([
    ['is deleted', { deleted_at: '2026-01-01T00:00:00.000Z' }],
    ['waits for its enrichment', { enrichment_pending_since: 1 }],
  ])('that %s is left alone', async (_, fields) => {
    const before = await store(doi);
    await savePublication({ ...before, ...fields, version: before.version + 1 }, before, []);
    await run();
    expect(await stored(doi)).toMatchObject({ last_fetched_at: before.last_fetched_at });
  });

  test('with a DOI that cannot be in a list is asked for alone', async () => {
    await store('10.5555/a,b');
    change('10.5555/a,b', { title: 'Commas' });
    await run();
    expect(requests()).toEqual({ 'crossref record': 1, 'openalex record': 1 });
    expect((await stored('10.5555/a,b')).original.title).toBe('Commas');
  });

  test('that is deleted for good while its agency is read is not created again', async () => {
    await store(doi);
    change(doi, { changed: daysAgo(1) });
    const isThere = (await allItems()).length > 0;
    faults.set('/crossref/works/', {
      answer: (response) =>
        void outsideRole(async () => {
          await empty();
          response
            .writeHead(200)
            .end(JSON.stringify({ 'message-type': 'work', message: { DOI: doi, title: ['Back'] } }));
        }),
    });
    await run();
    expect(isThere).toBe(true);
    expect((await allItems()).filter(({ pk }) => String(pk).startsWith('PUB#'))).toEqual([]);
  });
});

test('several hundred are asked for in lists of a hundred, the longest not fetched first', async () => {
  const dois = [doi, ...(await storeCopies(await store(doi, { fetched: daysAgo(9) }), 100))];
  const later = await storeCopies(await store('10.5555/later'), 4);
  settings({ REFRESH_REQUESTS_PER_DAY: 'orcid=0 crossref=1 datacite=1 openalex=5' });
  await run();
  expect(requests()).toEqual({ 'crossref list': 1, 'openalex list': 1 });
  const isFetched = async (each: string) => (await stored(each)).last_fetched_at === tonight.getTime();
  expect((await Promise.all(dois.map(isFetched))).filter(Boolean)).toHaveLength(100);
  expect(await Promise.all(later.map(isFetched))).toEqual([false, false, false, false]);
  settings();
  await run();
  expect(requests()).toEqual({ 'crossref list': 1, 'openalex list': 1 });
});

describe('a person who was not fetched for a day', () => {
  test('is confirmed if the ORCID record has not changed, in one request for all', async () => {
    await storePerson(carberry);
    await storePerson(isolde);
    await run();
    expect(requests()).toEqual({ 'orcid list': 1 });
    expect(await getPerson(carberry)).toMatchObject({ last_fetched_at: tonight.getTime(), family_name: '0097' });
    expect(await jobs()).toEqual([]);
    await run();
    expect(requests()).toEqual({});
  });

  test('whose ingestion cannot be queued gets a job that failed, and the run fails', async () => {
    await storePerson(carberry);
    modified.set(carberry, daysAgo(0.5));
    const queueUrl = process.env.RESEARCHERS_QUEUE_URL;
    process.env.RESEARCHERS_QUEUE_URL = `${queueUrl}-that-is-gone`;
    const running = run().finally(() => Object.assign(process.env, { RESEARCHERS_QUEUE_URL: queueUrl }));
    await expect(running).rejects.toMatchObject({ code: 'internal_error' });
    expect(await jobs()).toMatchObject([{ orcid_id: carberry, status: 'failed' }]);
  });

  test('is ingested if it has changed, with one job, and again only after a pause if that does not succeed', async () => {
    await storePerson(carberry);
    await storePerson(isolde);
    modified.set(carberry, daysAgo(0.5));
    await run();
    expect(await jobs()).toMatchObject([{ orcid_id: carberry, requested_by: 'refresh', status: 'queued' }]);
    expect(await getPerson(carberry)).toMatchObject({ last_fetched_at: daysAgo(2).getTime() });
    expect(await getPerson(isolde)).toMatchObject({ last_fetched_at: tonight.getTime() });
    requests();
    await run(hoursLater(1));
    expect(requests()).toEqual({});
    expect(await jobs()).toHaveLength(1);
    const [attempt] = await attempts();
    expect(attempt).toMatchObject({ kind: 'person', id: carberry, attempts: 1, due_at: daysAgo(-1).getTime() });
    await run(daysAgo(-1));
    expect((await attempts()).find(({ id }) => id === carberry)).toMatchObject({
      attempts: 2,
      due_at: daysAgo(-3).getTime(),
    });
  });

  test('is forgotten as an attempt once it was fetched', async () => {
    await storePerson(carberry);
    modified.set(carberry, daysAgo(0.5));
    await run();
    await storePerson(carberry, hoursLater(0.5));
    await run(hoursLater(1));
    expect(await attempts()).toEqual([]);
  });

  test('is not asked for if the iD was never fetched', async () => {
    await storePerson(carberry);
    await updateIf({
      Key: keys.personRow(carberry),
      UpdateExpression: 'SET last_fetched_at = :none',
      ExpressionAttributeValues: { ':none': null },
    });
    await run();
    expect(requests()).toEqual({});
  });

  test('is ingested only as far as the budget allows: a job reads two sections', async () => {
    for (const orcid of [carberry, isolde]) {
      await storePerson(orcid);
      modified.set(orcid, daysAgo(0.5));
    }
    settings({ REFRESH_REQUESTS_PER_DAY: 'orcid=4 crossref=0 datacite=0 openalex=0' });
    await run();
    expect(await jobs()).toHaveLength(1);
  });
});

describe('the pace', () => {
  test.each<[string, Record<string, string>]>([
    ['is off', { REFRESH_HOURS: '0' }],
    ['is for another time of the day', { REFRESH_FROM_HOUR: '3' }],
    ['lets no source be asked', { REFRESH_REQUESTS_PER_DAY: 'orcid=0 crossref=0 datacite=0 openalex=0' }],
  ])('that %s: nothing is asked or written', async (_, changes) => {
    await store(doi);
    await storePerson(carberry);
    const before = await allItems();
    settings(changes);
    await run();
    expect(requests()).toEqual({});
    expect(await allItems()).toEqual(before);
  });

  test('without OpenAlex, the agency alone decides', async () => {
    await store(doi);
    change(doi, { cited: 9 });
    settings({ REFRESH_REQUESTS_PER_DAY: 'orcid=0 crossref=9 datacite=9 openalex=0' });
    await run();
    expect(requests()).toEqual({ 'crossref list': 1 });
    expect(await stored(doi)).toMatchObject({ last_fetched_at: tonight.getTime(), enrichment: { cited_by_count: 1 } });
  });

  test('a budget holds for two runs at once, and what it does not allow stays due', async () => {
    for (let n = 0; n < 6; n++) {
      await store(`10.5555/${n}`);
      change(`10.5555/${n}`, { changed: daysAgo(1), title: 'New' });
    }
    settings({ REFRESH_REQUESTS_PER_DAY: 'orcid=0 crossref=5 datacite=9 openalex=9' });
    await Promise.all([run(), run()]);
    const { 'crossref list': lists = 0, 'crossref record': records = 0 } = requests();
    expect(lists + records).toBe(5);
    const titles = await Promise.all(
      [0, 1, 2, 3, 4, 5].map(async (n) => (await stored(`10.5555/${n}`)).original.title),
    );
    expect(titles.filter((title) => title === 'New').length).toBeLessThanOrEqual(records);
    await run(daysAgo(-1));
    requests();
    await run(daysAgo(-2));
    const after = await Promise.all([0, 1, 2, 3, 4, 5].map(async (n) => (await stored(`10.5555/${n}`)).original.title));
    expect(after).toEqual(Array(6).fill('New'));
  });

  test('nights', () => {
    const at = (time: string) => new Date(`2026-01-31T${time}:00Z`);
    const night = (fromHour: number, hours: number, time: string) => {
      const found = nightAt({ fromHour, hours }, at(time));
      return found && [new Date(found.startMs), new Date(found.endMs)].map((date) => date.toISOString().slice(8, 13));
    };
    expect(night(1, 5, '00:59')).toEqual(['31T01', '31T06']);
    expect(night(1, 5, '05:59')).toEqual(['31T01', '31T06']);
    expect(nightAt({ fromHour: 1, hours: 5 }, at('06:00'))?.startMs).toBe(Date.parse('2026-02-01T01:00:00Z'));
    expect(night(22, 8, '02:00')).toEqual(['30T22', '31T06']);
    expect(night(0, 24, '23:59')).toEqual(['31T00', '01T00']);
    expect(night(1, 0, '02:00')).toBeUndefined();
  });
});

describe('failures', () => {
  test('one record of many that cannot be stored ends nothing, and is tried again after growing pauses', async () => {
    const dois = [doi, ...(await storeCopies(await store(doi, { fetched: daysAgo(9) }), 251))];
    const bad = `${doi}.17`;
    const left = async () => {
      const records = [...(await getPublications(dois)).values()];
      return records.flatMap((record) => (record.last_fetched_at < tonight.getTime() ? record.doi : []));
    };
    const fault = failWrites((input) => input.includes(`"${keys.publication(bad).pk}"`));
    await expect(run()).rejects.toThrow(
      `1 records failed and are tried again later. publication ${bad}: Error: broken`,
    );
    expect(await left()).toEqual([bad]);
    const note = { kind: 'publication', id: bad, source: 'crossref', reason: 'Error: broken' };
    expect(await attempts()).toMatchObject([{ ...note, attempts: 1, due_at: daysAgo(-1).getTime() }]);
    requests();
    // It is not first again.
    await run(hoursLater(1));
    expect(requests()).toEqual({});
    await expect(run(daysAgo(-1))).rejects.toThrow('1 records failed');
    expect(await attempts()).toMatchObject([{ ...note, attempts: 2, due_at: daysAgo(-3).getTime() }]);
    fault.mockRestore();
    await run(daysAgo(-3));
    expect(await left()).toEqual([]);
    expect(await attempts()).toEqual([]);
  });

  test('a record that cannot be read keeps none of its batch from being refreshed', async () => {
    const other = await store('10.5555/good', { fetched: daysAgo(9) });
    await store(doi);
    await updateIf({
      Key: keys.publication(doi),
      UpdateExpression: 'SET body = :bad',
      ExpressionAttributeValues: { ':bad': 1 },
    });
    await storePerson(carberry);
    await storePerson(isolde);
    await updateIf({ Key: keys.person(isolde), UpdateExpression: 'REMOVE version' });
    await expect(run()).rejects.toThrow('2 records failed');
    expect((await stored(other.doi)).last_fetched_at).toBe(tonight.getTime());
    expect(await getPerson(carberry)).toMatchObject({ last_fetched_at: tonight.getTime() });
    expect((await attempts()).map(({ id }) => id).sort()).toEqual([isolde, doi]);
  });

  test('a source that is down is asked twice, and again after growing pauses', async () => {
    await storeCopies(await store(doi), 100);
    faults.set('/crossref/', down);
    await run();
    expect(requests()).toMatchObject({ 'crossref list': 2 * 3 });
    expect(await attempts()).toMatchObject([
      {
        kind: 'source',
        id: 'crossref',
        attempts: 1,
        due_at: hoursLater(1).getTime(),
        reason: expect.stringMatching(/500/),
      },
    ]);
    await run(hoursLater(0.5));
    expect(requests()).toEqual({});
    await run(hoursLater(1));
    expect(await attempts()).toMatchObject([{ attempts: 2, due_at: hoursLater(3).getTime() }]);
    faults.clear();
    requests();
    await run(hoursLater(3));
    expect(requests()).toMatchObject({ 'crossref list': 2 });
    expect(await attempts()).toEqual([]);
  });

  test('an agency that is down does not keep the publications of another from being refreshed', async () => {
    await store(doi);
    await store('10.5072/data', { agency: 'datacite' });
    faults.set('/crossref/', down);
    await run();
    expect((await stored('10.5072/data')).last_fetched_at).toBe(tonight.getTime());
    expect((await stored(doi)).last_fetched_at).toBe(daysAgo(8).getTime());
  });

  test('a publication whose record is broken waits for growing pauses, and is then asked for first and alone', async () => {
    await store(doi);
    await store('10.5555/good');
    change(doi, { changed: daysAgo(1), title: 'Mended' });
    faults.set(`/crossref/works/${encodeURIComponent(doi)}`, { json: { 'message-type': 'work', message: {} } });
    await run();
    expect((await stored('10.5555/good')).last_fetched_at).toBe(tonight.getTime());
    expect(await attempts()).toMatchObject([
      { kind: 'publication', id: doi, source: 'crossref', due_at: daysAgo(-1).getTime() },
    ]);
    await run(hoursLater(2));
    await run(daysAgo(-1));
    expect(await attempts()).toMatchObject([{ id: doi, attempts: 2, due_at: daysAgo(-3).getTime() }]);
    faults.clear();
    requests();
    await run(daysAgo(-3));
    expect(requests()).toEqual({ 'crossref record': 1, 'openalex record': 1 });
    expect((await stored(doi)).original.title).toBe('Mended');
    await run(new Date(daysAgo(-3).getTime() + 3_600_000));
    expect(await attempts()).toEqual([]);
  });

  test('a list that is refused is taken apart: each of its publications is asked for alone', async () => {
    await store(doi);
    faults.set('/crossref/works', { status: 400, json: {} });
    await run();
    expect(await attempts()).toMatchObject([{ kind: 'publication', id: doi }]);
    faults.clear();
    await run(daysAgo(-1));
    expect((await stored(doi)).last_fetched_at).toBe(daysAgo(-1).getTime());
  });

  test('OpenAlex that refuses us is not asked for a while, and nothing counts as confirmed', async () => {
    await store(doi);
    faults.set('/openalex/', { status: 403, text: 'no' });
    await run();
    expect((await stored(doi)).last_fetched_at).toBe(daysAgo(8).getTime());
    expect(await attempts()).toMatchObject([{ kind: 'source', id: 'openalex' }]);
  });

  test('while an ingestion is running, Crossref is left to it', async () => {
    await store(doi);
    await store('10.5072/data', { agency: 'datacite' });
    const { send } = await import('#src/table/queues/queue.ts');
    await send('works', [{ jobId: 'job', doi }]);
    await run();
    expect(requests()).toEqual({ 'datacite list': 1, 'openalex list': 1 });
  });
});

test('a row that a killed fetch has left behind is brought up to date', async () => {
  await store(doi);
  const record = await stored(doi);
  const fetched = daysAgo(2).getTime();
  await updateIf({
    Key: keys.publication(doi),
    UpdateExpression: 'SET last_fetched_at = :at, version = :next',
    ExpressionAttributeValues: { ':at': fetched, ':next': record.version + 1 },
  });
  await run();
  expect(requests()).toEqual({});
  const row = (await allItems()).find(({ pk, sk }) => String(pk).startsWith('LIST#PUB') && sk === doi);
  expect(row).toMatchObject({ last_fetched_at: fetched });
});

test('what a run did is in the log, with metrics', async () => {
  await store(doi);
  lines.length = 0;
  await run();
  expect(lines.find(({ message }) => message === 'Refreshed')).toMatchObject({
    RefreshConfirmed: 1,
    RefreshUpdated: 0,
    RefreshRequests: 2,
    requests: { crossref: 1, openalex: 1 },
  });
});
