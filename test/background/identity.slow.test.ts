import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { ingestResearcher } from '#src/ingestion/researcher.ts';
import { deleteJob } from '#src/ingestion/store/delete-job.ts';
import { addPendingItems } from '#src/ingestion/store/job-items.ts';
import { createJob } from '#src/ingestion/store/job-requests.ts';
import { beginJob, getJob, markPlanned } from '#src/ingestion/store/jobs.ts';
import { applyIncoming, authorsOf } from '#src/records/publications/publication.ts';
import { getPublication, savePublication } from '#src/records/publications/store/publications.ts';
import { keys } from '#src/table/keys.ts';
import { getItem, putItem } from '#src/table/table.ts';
import { type Scripted, type SourceServer, startSource } from '../sources/source-server.ts';
import { anIncoming, aSummary, carberry, lovelace } from '../support/builders.ts';
import { freshTable } from '../support/engine.ts';
import { ingestWork } from '../support/ingest-work.ts';
import { captureLog } from '../support/log.ts';
import { storePerson } from '../support/people.ts';
import { startQueues, type TestQueues } from '../support/queues.ts';
import { allItems } from '../support/table.ts';

/** Crossref answers a request for an alias with the record of the primary DOI. */

const [primary, alias] = ['10.5555/primary', '10.5555/alias'];
const lines = captureLog();
let source: SourceServer;
let queues: TestQueues;

beforeAll(async () => {
  source = await startSource();
  queues = await startQueues();
});
afterAll(async () => {
  await source.close();
  await queues.stop();
});
beforeEach(async () => {
  await freshTable();
  await storePerson(carberry, 'Josiah', 'Carberry');
  await storePerson(lovelace, 'Ada', 'Lovelace');
  const message = { DOI: primary, aliases: [alias], type: 'journal-article', title: ['On Cracked Pots'] };
  const answer: Scripted = { json: { 'message-type': 'work', message } };
  source.serve(
    Object.fromEntries([primary, alias].map((doi) => [`/crossref/works/${encodeURIComponent(doi)}`, answer])),
  );
});

/** Creates a job for a researcher whose record lists this DOI, and returns a function that ingests it. */
async function listing(orcid: string, doi: string): Promise<() => Promise<void>> {
  const now = new Date();
  const requester = { requestedBy: 'somebody', workspace: 'primary_entity', requestId: orcid };
  const { job } = await createJob({ orcid, ...requester }, now);
  const begun = await beginJob(job.job_id, now);
  if (!begun) throw new Error('not begun');
  await addPendingItems(job.job_id, [{ doi, aliases: [], summary: aSummary(), others: [] }]);
  await markPlanned(begun, now);
  return async () => {
    await ingestWork(job.job_id, doi, { now, receiveCount: 1, isLast: false, signal: new AbortController().signal });
    expect(await getJob(job.job_id)).toMatchObject({ status: 'completed', counts: { failed: 0 } });
  };
}

const publications = async () =>
  (await allItems()).filter(({ kind }) => kind === 'publication').map(({ doi }) => String(doi));

describe('a DOI that its agency knows as the alias of another', () => {
  test.each([
    ['the alias is ingested first', [alias, primary]],
    ['the primary DOI is ingested first', [primary, alias]],
  ])('is the same publication, if %s', async (_, [first = '', second = '']) => {
    await (await listing(carberry, first))();
    await (await listing(lovelace, second))();
    expect(await publications()).toEqual([primary]);
    const stored = await getPublication(alias);
    expect(stored).toMatchObject({ doi: primary, aliases: [alias] });
    expect(stored?.researchers.map(({ orcid }) => orcid)).toEqual([carberry, lovelace]);
    expect(Object.keys(stored?.orcid_bibliographies ?? {})).toEqual([carberry, lovelace]);
  });

  test('is the same publication, if one record lists both, and a second ingestion changes nothing', async () => {
    for (const doi of [alias, primary]) await (await listing(carberry, doi))();
    const once = await getPublication(primary);
    expect(once?.orcid_bibliographies?.[carberry]?.map(({ listed_as }) => listed_as)).toEqual([alias, primary]);
    for (const doi of [alias, primary]) await (await listing(carberry, doi))();
    expect((await getPublication(primary))?.orcid_bibliographies).toEqual(once?.orcid_bibliographies);
  });

  test('is the same publication, if both are ingested at once', async () => {
    const both = await Promise.all([listing(carberry, alias), listing(lovelace, primary)]);
    await Promise.all(both.map((ingest) => ingest()));
    expect(await publications()).toEqual([primary]);
    const stored = await getPublication(alias);
    expect(stored?.researchers.map(({ orcid }) => orcid)).toEqual([carberry, lovelace]);
  });

  test('keeps the DOI under which it was stored before', async () => {
    const before = applyIncoming(undefined, anIncoming({ doi: alias }), [], new Date());
    await savePublication(before, undefined, []);
    await (await listing(lovelace, primary))();
    expect(await publications()).toEqual([alias]);
    expect(await getPublication(primary)).toMatchObject({ doi: alias, aliases: [primary] });
  });

  test('of two publications that exist already, each stays, and a warning names both', async () => {
    for (const doi of [alias, primary]) {
      await savePublication(applyIncoming(undefined, anIncoming({ doi }), [], new Date()), undefined, []);
    }
    await (await listing(lovelace, alias))();
    expect((await publications()).sort()).toEqual([alias, primary]);
    expect((await getPublication(alias))?.researchers.map(({ orcid }) => orcid)).toContain(lovelace);
    const warnings = lines.filter(({ level }) => level === 'warn');
    expect(warnings).toMatchObject([{ doi: alias, taken: [primary] }]);
  });
});

describe('a publication that no agency knows', () => {
  const doi = '10.5555/by.hand';
  const page = `/orcid/${carberry}/works/1`;
  const contributors = { contributor: [{ 'credit-name': { value: 'Josiah Carberry' } }] };
  const work: Scripted = { json: { bulk: [{ work: { 'put-code': 1, contributors } }] } };
  const names = async () => {
    const record = await getPublication(doi);
    return record && authorsOf(record).map(({ name }) => name);
  };

  test('has the contributors of the ORCID works as authors, and they match its researchers', async () => {
    source.serve({ [page]: work });
    await (await listing(carberry, doi))();
    expect(await names()).toEqual(['Josiah Carberry']);
    expect((await getPublication(doi))?.researchers).toMatchObject([{ orcid: carberry, author_position: 0 }]);
  });

  test('is stored without them if ORCID fails, and keeps those that it has', async () => {
    source.serve({ [page]: { json: { bulk: 'odd' } } });
    await (await listing(carberry, doi))();
    expect(await names()).toEqual([]);
    source.serve({ [page]: work });
    await (await listing(carberry, doi))();
    source.serve({ [page]: { json: { bulk: 'odd' } } });
    await (await listing(carberry, doi))();
    expect(await names()).toEqual(['Josiah Carberry']);
  });

  describe('and others of the same record', () => {
    const codes = Array.from({ length: 150 }, (_, n) => n + 1);
    const doiOf = (code: number) => `10.5555/by.hand.${code}`;
    const full = (code: number) => ({
      work: { 'put-code': code, contributors: { contributor: [{ 'credit-name': { value: `Ann Author ${code}` } }] } },
    });
    const bulkOf = (listed: number[]): [string, Scripted] => [
      `/orcid/${carberry}/works/${listed}`,
      { json: { bulk: listed.map(full) } },
    ];
    const signal = new AbortController().signal;
    const delivery = { now: new Date(), receiveCount: 1, isLast: false, signal };
    const bulks = () =>
      source.requests.map(({ path }) => path).filter((path) => path.startsWith(`/orcid/${carberry}/works/`));
    let jobId: string;

    /** Plans a job of this many publications, each with one summary. */
    async function plan(count: number, pages: [string, Scripted][]): Promise<void> {
      const group = codes.slice(0, count).map((code) => {
        const id = { 'external-id-type': 'doi', 'external-id-value': doiOf(code), 'external-id-relationship': 'self' };
        const summary = { 'put-code': code, 'external-ids': { 'external-id': [id] } };
        return { 'external-ids': { 'external-id': [id] }, 'work-summary': [summary] };
      });
      const record = { [`/orcid/${carberry}/person`]: { json: { name: null } } };
      source.serve({ ...record, [`/orcid/${carberry}/works`]: { json: { group } }, ...Object.fromEntries(pages) });
      const requester = { requestedBy: 'somebody', workspace: 'primary_entity', requestId: 'request' };
      jobId = (await createJob({ orcid: carberry, ...requester }, delivery.now)).job.job_id;
      await ingestResearcher(jobId, delivery);
    }
    const ingest = (code: number) => ingestWork(jobId, doiOf(code), delivery);
    const authors = async (code: number) => {
      const record = await getPublication(doiOf(code));
      return record && authorsOf(record).map(({ name }) => name);
    };

    test('are read with one request for a hundred of them, whenever they are stored', async () => {
      await plan(150, [bulkOf(codes.slice(0, 100)), bulkOf(codes.slice(100))]);
      expect(bulks()).toEqual([]);
      await Promise.all([1, 2, 3].map(ingest));
      for (const code of [100, 101, 150]) await ingest(code);
      for (const code of [1, 2, 3, 100, 101, 150]) expect(await authors(code)).toEqual([`Ann Author ${code}`]);
      expect(bulks()).toEqual(
        [codes.slice(0, 100), codes.slice(100)].map((each) => `/orcid/${carberry}/works/${each}`),
      );
    });

    test('are asked for again if ORCID failed', async () => {
      await plan(2, [[`/orcid/${carberry}/works/1,2`, { json: { bulk: 'odd' } }]]);
      await ingest(1);
      source.serve(Object.fromEntries([bulkOf([1, 2])]));
      await ingest(2);
      expect([await authors(1), await authors(2)]).toEqual([[], ['Ann Author 2']]);
    });

    test('are read alone if their batch has become another', async () => {
      await plan(2, []);
      const { put_codes: _, ...batch } = (await getItem(keys.workBatch(jobId, 0))) ?? {};
      await putItem({ ...keys.workBatch(jobId, 0), ...batch, put_codes: [2, 7] });
      source.serve(Object.fromEntries([bulkOf([1]), bulkOf([2, 7])]));
      await ingest(1);
      expect(await authors(1)).toEqual(['Ann Author 1']);
    });

    test('are stored with them, if the job is deleted while ORCID is asked: nothing is left of its batches', async () => {
      const [page, answer] = bulkOf([1, 2]);
      await plan(2, []);
      source.serve({
        [page]: {
          answer: (response) =>
            void deleteJob(jobId, 'Reset', delivery.now).then(() => response.end(JSON.stringify(answer.json))),
        },
      });
      await ingest(1);
      expect((await allItems()).filter(({ pk }) => pk === keys.job(jobId).pk)).toEqual([]);
    });
  });

  test('of an agency, ORCID is not asked about', async () => {
    await (await listing(carberry, primary))();
    expect(source.requests.filter(({ path }) => path.startsWith('/orcid'))).toEqual([]);
  });
});
