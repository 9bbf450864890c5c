import { DeleteCommand, QueryCommand, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { requestIngestion } from '#src/ingestion/request.ts';
import { ingestResearcher } from '#src/ingestion/researcher.ts';
import { resumeJobs } from '#src/ingestion/resume.ts';
import { getJob } from '#src/ingestion/store/jobs.ts';
import { resetData } from '#src/operations/site-tools/reset-data.ts';
import { getPerson } from '#src/records/people/store/people.ts';
import { getPublication, savePublication } from '#src/records/publications/store/publications.ts';
import { getWork, saveWork, worksOf } from '#src/records/publications/store/works.ts';
import type { WorkRecord } from '#src/records/works/work.ts';
import { keys } from '#src/table/keys.ts';
import { countMessages } from '#src/table/queues/queue.ts';
import { db, type Item, tableName } from '#src/table/table.ts';
import { carberry } from '../support/builders.ts';
import { outsideRole } from '../support/roles.ts';
import { allItems, putItems } from '../support/table.ts';
import { expectWholeData } from '../support/whole-data.ts';
import {
  answerWorks,
  drain,
  faults,
  ingest,
  isolde,
  now,
  queues,
  type RecordedWorks,
  readResearcher,
  recordedWorks,
  requester,
} from './ingestion-fixture.ts';

describe('a work without a DOI', () => {
  const tomas = '0009-9999-0000-0027';
  let owner: WorkRecord;
  let recorded: RecordedWorks;
  /** The table after the first ingestions, with which all tests start. */
  let ingested: Item[] | undefined;
  beforeEach(async () => {
    const researchers = [carberry, isolde, tomas];
    if (ingested) await putItems(ingested);
    else {
      for (const orcid of researchers) await ingest(orcid);
      ingested = await allItems();
    }
    const found = (await Promise.all(researchers.map(worksOf))).flat()[0];
    if (!found) throw new Error('the sample holds no work');
    owner = found;
    recorded = await recordedWorks(owner.orcid);
  });

  /** Answers with the record, but with these fields in the work's summaries. */
  function changeOnOrcid(members: object): void {
    for (const summary of recorded.group.flatMap((group) => group['work-summary'])) {
      if (owner.put_codes.includes(summary['put-code'])) Object.assign(summary, members);
    }
    answerWorks(owner.orcid, recorded);
  }

  const doi = {
    'external-id-type': 'doi',
    'external-id-value': '10.5555/at.last',
    'external-id-relationship': 'self',
    'external-id-normalized': null,
    'external-id-normalized-error': null,
    'external-id-url': null,
  };
  const newTitle = { title: { title: { value: 'A better title' } } };

  /** Hides the work just before an ingestion writes it, like a faster curator. */
  function hideJustBefore(): { edits: number } {
    const done = { edits: 0 };
    const send = db.send.bind(db) as (command: unknown) => Promise<unknown>;
    jest.spyOn(db, 'send').mockImplementation((async (command: { input: { TransactItems?: unknown } }) => {
      const isWrite = JSON.stringify(command.input.TransactItems ?? []).includes(`"pk":"WORK#${owner.id}"`);
      if (isWrite && done.edits === 0) {
        done.edits++;
        const before = await getWork(owner.id);
        if (!before) throw new Error('no work');
        expect(await saveWork({ ...before, visible: false, version: before.version + 1 }, before)).toBe('saved');
      }
      return send(command);
    }) as unknown as typeof db.send);
    return done;
  }

  const reportsOf = async (jobId: string) =>
    (await allItems()).filter(({ pk, sk }) => pk === `JOB#${jobId}` && sk === `WORK#${owner.id}`);

  test('becomes the publication when it gets one', async () => {
    changeOnOrcid({ 'external-ids': { 'external-id': [doi] } });
    await ingest(owner.orcid);
    expect(await getPublication('10.5555/at.last')).toMatchObject({ source: 'orcid' });
    expect(await getWork(owner.id)).toMatchObject({ replaced_by: '10.5555/at.last', deleted_at: expect.any(String) });
  });

  test.each([
    ['PubMed', 'pmid', '17656783', { pmid: 'https://pubmed.ncbi.nlm.nih.gov/17656783' }],
    ['PubMed Central', 'pmc', 'PMC103984', { pmcid: 'https://www.ncbi.nlm.nih.gov/pmc/articles/103984' }],
  ])(
    'becomes the publication that OpenAlex has for its identifier of %s, also when OpenAlex was down first',
    async (_, type, value, ids) => {
      const id = { ...doi, 'external-id-type': type, 'external-id-value': value };
      changeOnOrcid({ 'external-ids': { 'external-id': [id] } });
      faults.set('openalex /works', { status: 500, body: '' });
      expect((await ingest(owner.orcid)).status).toBe('completed');
      expect(await getWork(owner.id)).toMatchObject({ replaced_by: null });
      const results = [{ doi: 'https://doi.org/10.5555/AT.LAST', ids }];
      faults.set('openalex /works', { status: 200, body: JSON.stringify({ results }) });
      await ingest(owner.orcid);
      expect(await getPublication('10.5555/at.last')).toMatchObject({ source: 'orcid' });
      expect(await getWork(owner.id)).toMatchObject({ replaced_by: '10.5555/at.last' });
    },
  );

  test('that is edited meanwhile keeps the edit, gets the update, and is reported', async () => {
    changeOnOrcid(newTitle);
    const done = hideJustBefore();
    const job = await ingest(owner.orcid).finally(() => jest.mocked(db.send).mockRestore());
    expect(done.edits).toBe(1);
    expect(await getWork(owner.id)).toMatchObject({ title: 'A better title', visible: false });
    expect(await reportsOf(job.job_id)).toMatchObject([{ outcome: 'updated', title: 'A better title' }]);
    const { found, created, updated, skipped, failed } = job.counts;
    expect(found).toBe(created + updated + skipped + failed);
    expect(updated).toBe(1);
  });

  test('that is edited while it gets a DOI keeps the edit and becomes the publication', async () => {
    changeOnOrcid({ 'external-ids': { 'external-id': [doi] } });
    const done = hideJustBefore();
    await ingest(owner.orcid).finally(() => jest.mocked(db.send).mockRestore());
    expect(done.edits).toBe(1);
    expect(await getWork(owner.id)).toMatchObject({ visible: false, replaced_by: '10.5555/at.last' });
  });

  test('is reported once by two parallel deliveries', async () => {
    changeOnOrcid(newTitle);
    const { jobs } = await requestIngestion([owner.orcid], requester, now);
    const jobId = String(jobs[0]?.job_id);
    const delivery = { now, receiveCount: 1, isLast: false, signal: new AbortController().signal };
    await Promise.all([ingestResearcher(jobId, delivery), ingestResearcher(jobId, delivery)]);
    await drain();
    expect(await getJob(jobId)).toMatchObject({ status: 'completed', counts: { updated: 1 } });
    expect(await reportsOf(jobId)).toMatchObject([{ outcome: 'updated' }]);
  });
});

test('a publication of which nothing is new, edited just before that is written, keeps the edit and is reported', async () => {
  await ingest(carberry);
  const [doi] = (await allItems()).flatMap(({ kind, doi }) => (kind === 'publication' ? String(doi) : []));
  const record = keys.publication(String(doi));
  let edits = 0;
  const send = db.send.bind(db) as (command: unknown) => Promise<unknown>;
  jest.spyOn(db, 'send').mockImplementation((async (command: { input: { Key?: { pk: string; sk: string } } }) => {
    const isTouch = command instanceof UpdateCommand && command.input.Key?.sk === record.sk;
    if (isTouch && command.input.Key?.pk === record.pk && edits === 0) {
      edits++;
      const before = await getPublication(String(doi));
      if (!before) throw new Error('no publication');
      const hidden = { ...before, visible: false, version: before.version + 1 };
      expect(await savePublication(hidden, before, [])).toBe('saved');
    }
    return send(command);
  }) as unknown as typeof db.send);
  const job = await ingest(carberry).finally(() => jest.mocked(db.send).mockRestore());
  expect(edits).toBe(1);
  expect(job).toMatchObject({ status: 'completed', counts: { skipped: job.counts.found, failed: 0 } });
  expect(await getPublication(String(doi))).toMatchObject({ visible: false });
});

describe('messages that the queue has lost', () => {
  const inTwoHours = () => new Date(Date.now() + 2 * 3_600_000);

  test('are sent again, and the job is finished', async () => {
    const { jobs } = await requestIngestion([isolde], requester, now);
    await queues.deliver('researchers', readResearcher);
    queues.purge();
    await resumeJobs(inTwoHours(), Number.POSITIVE_INFINITY);
    await drain();
    expect(await getJob(String(jobs[0]?.job_id))).toMatchObject({ status: 'completed' });
  });

  test('are not taken for lost while they are in the queue', async () => {
    await requestIngestion([isolde], requester, now);
    await queues.deliver('researchers', readResearcher);
    const waiting = await countMessages('works');
    expect(waiting).toBeGreaterThan(0);
    await resumeJobs(inTwoHours(), Number.POSITIVE_INFINITY);
    expect(await countMessages('works')).toBe(waiting);
  });
});

describe('a reset meanwhile', () => {
  test('leaves no publication that is linked to nobody: the researcher is stored anew', async () => {
    await requestIngestion([isolde], requester, now);
    await queues.deliver('researchers', readResearcher);
    const context = { actor: 'somebody', now, requestId: 'request-2' };
    const options = { dryRun: false, clearIngestionJobs: false, workspace: 'primary_entity', context };
    const reset = await resetData({ ...options, deadlineMs: Date.now() + 20_000 });
    expect(reset.totals.people).toBe(1);
    await drain();
    expect(await getPerson(isolde)).toMatchObject({ name: 'Isolde M. Beispiel' });
    await expectWholeData();
  });

  test.each([
    ['', 1],
    [', also if its end is killed', 2],
  ])(
    'that deletes the researcher just before publications are stored has them stored anew%s',
    async (_, deliveries) => {
      await requestIngestion([isolde], requester, now);
      await queues.deliver('researchers', readResearcher);
      const send = db.send.bind(db) as (command: unknown) => Promise<unknown>;
      const deletePerson = () =>
        outsideRole(() => send(new DeleteCommand({ TableName: tableName(), Key: keys.person(isolde) })));
      let isKilled = deliveries === 1;
      jest.spyOn(db, 'send').mockImplementation((async (command: { input: object }) => {
        const isStored =
          command instanceof TransactWriteCommand && JSON.stringify(command.input).includes('"pk":"PUB#');
        if (isStored) await deletePerson();
        // At the end of the batch, which looks for the researcher then.
        if (!isKilled && command instanceof QueryCommand && /"PENDING#/.test(JSON.stringify(command.input))) {
          isKilled = true;
          throw new Error('killed');
        }
        return send(command);
      }) as never);
      await drain(deliveries);
      jest.restoreAllMocks();
      expect(isKilled).toBe(true);
      expect(await getPerson(isolde)).toMatchObject({ name: 'Isolde M. Beispiel' });
      await expectWholeData();
    },
  );

  test('fails the works while the record of the deleted researcher cannot be read', async () => {
    const { jobs } = await requestIngestion([isolde], requester, now);
    await queues.deliver('researchers', readResearcher);
    await db.send(new DeleteCommand({ TableName: tableName(), Key: keys.person(isolde) }));
    faults.set(`orcid /v3.0/${isolde}`, { status: 404, body: '{}' });
    await drain();
    expect(await getJob(String(jobs[0]?.job_id))).toMatchObject({ status: 'partial_failure', counts: { failed: 5 } });
    expect((await allItems()).filter(({ pk }) => String(pk).startsWith('PUB#'))).toEqual([]);
  });
});
