import { join } from 'node:path';
import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { handler as readResearcher } from '../../lambdas/background/ingest-researcher.ts';
import { handler as storeWork } from '../../lambdas/background/ingest-work.ts';
import { startReplay } from '../../local/sources/replay.ts';
import type { WorkRecord } from '../../src/domain/work.ts';
import { requestIngestion } from '../../src/ingestion/request.ts';
import { ingestResearcher } from '../../src/ingestion/researcher.ts';
import { resumeJobs } from '../../src/ingestion/resume.ts';
import { countMessages } from '../../src/queues/queue.ts';
import { resetData } from '../../src/site-tools/reset-data.ts';
import { getJob } from '../../src/storage/ingestion/jobs.ts';
import { keys } from '../../src/storage/keys.ts';
import { getPerson } from '../../src/storage/people.ts';
import { getPublication, savePublication } from '../../src/storage/publications.ts';
import { db, type Item, tableName } from '../../src/storage/table.ts';
import { getWork, saveWork, worksOf } from '../../src/storage/works.ts';
import { carberry } from '../support/builders.ts';
import { freshTable } from '../support/engine.ts';
import { startQueues, type TestQueues } from '../support/queues.ts';
import { allItems, events, putItems } from '../support/table.ts';
import { expectWholeData } from '../support/whole-data.ts';

const isolde = '0009-9999-0000-0019';
const requester = { requestedBy: 'somebody', workspace: 'primary_entity', requestId: 'request-1' };
const now = new Date();

type Answer = { status: number; headers?: Record<string, string>; body: string };
/** What a source answers instead of its recording, by a part of the path; tests set it. */
const faults = new Map<string, Answer>();
let queues: TestQueues;
let replay: Awaited<ReturnType<typeof startReplay>>;

beforeAll(async () => {
  jest.spyOn(console, 'log').mockImplementation(() => undefined);
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  queues = await startQueues();
  replay = await startReplay({
    dir: join(import.meta.dirname, '../../local/sample'),
    intercept: async ({ source, path }) =>
      [...faults].find(([part]) => `${source} ${decodeURIComponent(path)}`.includes(part))?.[1],
  });
  for (const [source, url] of Object.entries(replay.urls)) {
    process.env[`${source.toUpperCase()}_URL`] = url;
    process.env[`${source.toUpperCase()}_REQUESTS_PER_SECOND`] = '0';
  }
  process.env.OPENALEX_REQUESTS_PER_DAY = '0';
  process.env.SOURCES_CONTACT_EMAIL = '';
});
beforeEach(async () => {
  // The shortest backoff between two attempts at a source is none.
  jest.spyOn(Math, 'random').mockReturnValue(0);
  faults.clear();
  queues.purge();
  await freshTable();
});
afterAll(async () => {
  await replay.close();
  await queues.stop();
});

/** Ingests a researcher to the end, every message delivered so many times, and returns the job. */
async function ingest(orcid: string, deliveries = 1) {
  const { jobs } = await requestIngestion([orcid], requester, now);
  await drain(deliveries);
  const job = await getJob(String(jobs[0]?.job_id));
  if (!job) throw new Error('no job');
  return job;
}

async function drain(deliveries = 1) {
  while (
    (await queues.deliver('researchers', readResearcher, deliveries)) +
    (await queues.deliver('works', storeWork, deliveries))
  );
}

/** The table without what differs from run to run: times, versions and random ids. */
async function content(): Promise<string[]> {
  const volatile = new Set(['changed', 'version', 'body', 'attempts', 'expiresAtSeconds', 'refSk', 'id']);
  const items = (await allItems()).map((item: Item) => {
    const kept = Object.entries(item).filter(([name]) => !volatile.has(name) && !name.endsWith('_at'));
    return JSON.stringify(kept.sort())
      .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '<id>')
      .replace(/\d{15}#/g, '<time>#');
  });
  return items.sort();
}

describe('the sample', () => {
  test('becomes publications, works and a person', async () => {
    const job = await ingest(isolde);
    expect(job).toMatchObject({ status: 'completed', counts: { failed: 0 } });
    expect(job.counts.found).toBe(job.counts.created);
    const article = await getPublication('10.5555/acp.2019.0042');
    expect(article).toMatchObject({ source: 'crossref', visible: true });
    expect((await worksOf(isolde)).length + (await publicationCount())).toBe(job.counts.found);
  });

  test('delivering every message twice changes nothing', async () => {
    await ingest(isolde);
    const once = await content();
    queues.purge();
    await freshTable();
    await ingest(isolde, 2);
    expect(await content()).toEqual(once);
  });

  test('a second ingestion finds everything and creates nothing', async () => {
    const first = await ingest(carberry);
    const count = await publicationCount();
    const second = await ingest(carberry);
    expect(second.counts).toEqual({ ...first.counts, created: 0, skipped: first.counts.found });
    expect(await publicationCount()).toBe(count);
  });

  test('a publication of two researchers is stored once and linked to both, in either order', async () => {
    for (const order of [
      [isolde, carberry],
      [carberry, isolde],
    ]) {
      await freshTable();
      for (const orcid of order) await ingest(orcid);
      const shared = await getPublication('10.5555/acp.2019.0042');
      expect(shared?.researchers.map(({ orcid }) => orcid)).toEqual([carberry, isolde]);
    }
  });

  test('a publication of a hundred researchers can be linked to one more', async () => {
    const doi = '10.5555/acp.2019.0042';
    await ingest(carberry);
    const shared = await getPublication(doi);
    if (!shared) throw new Error('no publication');
    const [link] = shared.researchers;
    const others = Array.from({ length: 99 }, (_, n) => `0000-0000-0000-${String(n).padStart(4, '0')}`);
    const researchers = [
      ...shared.researchers,
      ...others.map((orcid) => ({ ...link, orcid })),
    ] as typeof shared.researchers;
    const crowded = { ...shared, researchers, version: shared.version + 1 };
    expect(await savePublication(crowded, shared, [])).toBe('saved');
    expect(await ingest(isolde)).toMatchObject({ status: 'completed', counts: { failed: 0 } });
    expect((await getPublication(doi))?.researchers).toHaveLength(101);
  });

  test('an alias leads to the publication of its group', async () => {
    for (const orcid of [isolde, carberry, '0009-9999-0000-0027']) await ingest(orcid);
    expect((await getPublication('10.5555/preprints.2020.7'))?.doi).toBe('10.5555/jcp.2020.115');
  });
});

describe('a crash', () => {
  /** Runs `task` with the connection to the table cut at one write: before it is made, or after it. */
  async function cutAt(write: number, when: 'before' | 'after', task: () => Promise<unknown>): Promise<boolean> {
    const send = db.send.bind(db);
    let writes = 0;
    let cut = false;
    const spy = jest.spyOn(db, 'send').mockImplementation(async (...args: unknown[]) => {
      const command = args[0] as { constructor: { name: string } };
      const isWrite = /^(Put|Update|Delete|TransactWrite)/.test(command.constructor.name);
      if (!isWrite || ++writes !== write) return send(...(args as Parameters<typeof send>));
      cut = true;
      if (when === 'after') await send(...(args as Parameters<typeof send>));
      throw new Error('killed');
    });
    try {
      await task();
    } finally {
      spy.mockRestore();
    }
    return cut;
  }

  test.each(['before', 'after'] as const)(
    'at any write (%s it), and the messages delivered again: the same as without',
    async (when) => {
      const works = await recordedWorks(isolde);
      answerWorks(isolde, { ...works, group: works.group.slice(-3) });
      await ingest(isolde);
      const undisturbed = await content();
      for (let write = 1; ; write++) {
        queues.purge();
        await freshTable();
        const { jobs } = await requestIngestion([isolde], requester, now);
        const jobId = String(jobs[0]?.job_id);
        const cut = await cutAt(write, when, async () => {
          await queues.deliver('researchers', readResearcher);
          await queues.deliver('works', storeWork);
        });
        if (!cut) break;
        // What SQS does with messages that were not deleted, when their time has come.
        queues.purge();
        await resumeJobs(new Date(Date.now() + 2 * 3_600_000), Number.POSITIVE_INFINITY);
        await drain();
        expect(await getJob(jobId)).toMatchObject({ status: 'completed' });
        expect(await content()).toEqual(undisturbed);
      }
    },
    120_000,
  );
});

describe('a source that fails', () => {
  const down: Answer = { status: 500, body: '' };

  test('fails only the works that need it', async () => {
    faults.set('crossref /works/10.5555/acp.2019.0042', down);
    const job = await ingest(isolde);
    expect(job).toMatchObject({ status: 'partial_failure', counts: { failed: 1 } });
    expect(job.counts.created).toBe(job.counts.found - 1);
    expect(await getPublication('10.5555/acp.2019.0042')).toBeUndefined();
    const failures = (await events()).filter(({ event_type }) => event_type === 'ingestion.work.failed');
    expect(failures).toMatchObject([
      { resource_id: job.job_id, message: expect.stringContaining('Crossref answered 500') },
    ]);
  });

  test('failed works are completed by the next ingestion', async () => {
    faults.set('crossref /works/10.5555/acp.2019.0042', { status: 200, body: '<html>busy</html>' });
    expect((await ingest(isolde)).status).toBe('partial_failure');
    faults.clear();
    expect(await ingest(isolde)).toMatchObject({ status: 'completed', counts: { created: 1 } });
  });

  test('a malformed answer fails the work and stores no row', async () => {
    faults.set('crossref /works/10.5555/acp.2019.0042', { status: 200, body: '{"status":"ok","message":[]}' });
    expect((await ingest(isolde)).counts.failed).toBe(1);
    expect(await getPublication('10.5555/acp.2019.0042')).toBeUndefined();
  });

  test.each([
    [404, '{"response-code":404,"error-code":9016}', /no ORCID record/],
    [409, '{"response-code":409,"error-code":9018,"developer-message":"The ORCID record is locked"}', /locked/i],
    [
      409,
      '{"response-code":409,"error-code":9044,"developer-message":"The ORCID record is deactivated"}',
      /deactivated/i,
    ],
    [500, '', /ORCID answered 500/],
  ])('an ORCID record that answers %d %s fails the job and says so', async (status, body, says) => {
    faults.set(`orcid`, { status, headers: { 'content-type': 'application/json' }, body });
    const job = await ingest(isolde);
    expect(job).toMatchObject({ status: 'failed', error_message: expect.stringMatching(says) });
    expect((await events()).at(-1)).toMatchObject({ event_type: 'ingestion.job.failed', message: job.error_message });
  });
});

describe('a work without a DOI', () => {
  const tomas = '0009-9999-0000-0027';
  let owner: WorkRecord;
  let recorded: RecordedWorks;
  /** The table after the first ingestions, which all tests begin with. */
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

  /** Answers with the record as it is, but for these members of the work's summaries. */
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

  /** Hides the work just before an ingestion writes it, as a curator does who was faster. */
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

  test('becomes the publication that OpenAlex has for its PubMed identifier, also when OpenAlex was down first', async () => {
    const pmid = { ...doi, 'external-id-type': 'pmid', 'external-id-value': '17656783' };
    changeOnOrcid({ 'external-ids': { 'external-id': [pmid] } });
    faults.set('openalex /works', { status: 500, body: '' });
    expect((await ingest(owner.orcid)).status).toBe('completed');
    expect(await getWork(owner.id)).toMatchObject({ replaced_by: null });
    faults.delete('openalex /works');
    const results = [
      { doi: 'https://doi.org/10.5555/AT.LAST', ids: { pmid: 'https://pubmed.ncbi.nlm.nih.gov/17656783' } },
    ];
    faults.set('openalex /works', { status: 200, body: JSON.stringify({ results }) });
    await ingest(owner.orcid);
    expect(await getPublication('10.5555/at.last')).toMatchObject({ source: 'orcid' });
    expect(await getWork(owner.id)).toMatchObject({ replaced_by: '10.5555/at.last' });
  });

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
    const by = { actor: 'somebody', now, requestId: 'request-2' };
    const options = { dryRun: false, clearIngestionJobs: false, workspace: 'primary_entity', by };
    const reset = await resetData({ ...options, deadlineMs: Date.now() + 20_000 });
    expect(reset.totals.people).toBe(1);
    await drain();
    expect(await getPerson(isolde)).toMatchObject({ name: 'Isolde M. Beispiel' });
    await expectWholeData();
  });

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

describe('the log', () => {
  const lines: Record<string, unknown>[] = [];
  beforeEach(() => {
    lines.length = 0;
    for (const method of [console.log, console.error]) {
      jest.mocked(method).mockImplementation((line: string) => void lines.push(JSON.parse(line)));
    }
  });

  test('has one line with the counts of a job that completes', async () => {
    const { job_id: jobId, counts } = await ingest(isolde);
    const ends = lines.filter(({ message }) => String(message).startsWith(`Ingestion of ${isolde}`));
    expect(ends).toEqual([
      {
        level: 'info',
        message: `Ingestion of ${isolde} is complete: ${counts.found} works`,
        jobId,
        orcid: isolde,
        status: 'completed',
        counts,
      },
    ]);
    expect(lines).toContainEqual(
      expect.objectContaining({ level: 'info', message: 'Message handled', job: 'ingest-researcher', jobId }),
    );
  });

  test('has one warning with the reason of a job that fails', async () => {
    faults.set('orcid', { status: 404, headers: { 'content-type': 'application/json' }, body: '{"error-code":9016}' });
    const { job_id: jobId } = await ingest(isolde);
    expect(lines.filter(({ level }) => level !== 'info')).toEqual([
      {
        level: 'warn',
        message: `Ingestion of ${isolde} failed: There is no ORCID record ${isolde}`,
        jobId,
        orcid: isolde,
        status: 'failed',
      },
    ]);
  });

  test('has one warning with DOI, source and reason of a publication that fails; the job shows them too', async () => {
    const doi = '10.5555/acp.2019.0042';
    faults.set(`crossref /works/${doi}`, { status: 500, body: '' });
    const { job_id: jobId, counts } = await ingest(isolde);
    const reason = 'Crossref answered 500 (3 attempts)';
    expect(lines.filter(({ level }) => level !== 'info')).toEqual([
      {
        level: 'warn',
        message: `Publication ${doi} was not stored: ${reason}`,
        jobId,
        orcid: isolde,
        doi,
        source: 'crossref',
        reason,
      },
      {
        level: 'warn',
        message: `Ingestion of ${isolde} is complete except for 1 of ${counts.found} works`,
        jobId,
        orcid: isolde,
        status: 'partial_failure',
        counts,
        reasons: { [reason]: 1 },
      },
    ]);
  });
});

interface RecordedWorks {
  group: { 'work-summary': { 'put-code': number }[] }[];
}

async function recordedWorks(orcid: string): Promise<RecordedWorks> {
  const response = await fetch(`${replay.urls.orcid}/${orcid}/works`, { headers: { accept: 'application/json' } });
  return (await response.json()) as RecordedWorks;
}

function answerWorks(orcid: string, works: RecordedWorks): void {
  const headers = { 'content-type': 'application/json' };
  faults.set(`/${orcid}/works`, { status: 200, headers, body: JSON.stringify(works) });
}

async function publicationCount(): Promise<number> {
  return (await allItems()).filter(({ pk }) => String(pk).startsWith('LIST#PUB#')).length;
}
