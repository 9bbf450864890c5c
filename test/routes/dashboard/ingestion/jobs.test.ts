import { GetQueueAttributesCommand, SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { mockClient } from 'aws-sdk-client-mock';
import * as getJobRoute from '../../../../lambdas/dashboard/ingest-jobs/get.ts';
import * as listRoute from '../../../../lambdas/dashboard/ingest-jobs/list.ts';
import * as retryRoute from '../../../../lambdas/dashboard/ingest-jobs/retry.ts';
import { ingestResearcher } from '../../../../src/ingestion/researcher.ts';
import { resumeJobs } from '../../../../src/ingestion/resume.ts';
import { retryJob } from '../../../../src/ingestion/retry.ts';
import { ingestWork } from '../../../../src/ingestion/work.ts';
import { requestJob } from '../../../../src/storage/ingestion/job-requests.ts';
import { failJob, getJob } from '../../../../src/storage/ingestion/jobs.ts';
import { keys } from '../../../../src/storage/keys.ts';
import { db, transact } from '../../../../src/storage/table.ts';
import { type Scripted, type SourceServer, startSource } from '../../../sources/source-server.ts';
import { carberry, lovelace } from '../../../support/builders.ts';
import { dyingAt, send } from '../../../support/crash.ts';
import { freshTable } from '../../../support/engine.ts';
import { call, sessionOf } from '../../../support/event.ts';
import { captureLog } from '../../../support/log.ts';
import { allItems, events } from '../../../support/table.ts';

captureLog();
const isolde = '0009-9999-0000-0019';
const sqs = mockClient(SQSClient);
let source: SourceServer;
let pages: Record<string, Scripted>;
/** The messages that were sent and not delivered yet. */
let messages: { jobId: string; doi?: string }[];

beforeAll(async () => {
  source = await startSource();
  process.env.RESEARCHERS_QUEUE_URL = 'http://localhost/researchers';
  process.env.WORKS_QUEUE_URL = 'http://localhost/works';
});
afterAll(() => source.close());
beforeEach(async () => {
  await freshTable();
  messages = [];
  sqs.reset();
  sqs.on(GetQueueAttributesCommand).resolves({
    Attributes: {
      ApproximateNumberOfMessages: '0',
      ApproximateNumberOfMessagesDelayed: '0',
      ApproximateNumberOfMessagesNotVisible: '0',
    },
  });
  sqs.on(SendMessageBatchCommand).callsFake(({ Entries }: { Entries: { Id: string; MessageBody: string }[] }) => {
    messages.push(...Entries.map(({ MessageBody }) => JSON.parse(MessageBody)));
    return { Successful: Entries };
  });
  pages = {};
  source.serve(pages);
});

const doiId = (value: string) => ({
  'external-id-type': 'doi',
  'external-id-value': value,
  'external-id-relationship': 'self',
});

/** An ORCID record with these DOIs, which Crossref knows, and one work without a DOI. */
function record(orcid: string, dois: string[]): void {
  const summaries = [[], ...dois.map((doi) => [doiId(doi)])].map((ids, index) => ({
    'put-code': index + 1,
    title: { title: { value: `Title ${index}` } },
    type: 'journal-article',
    'external-ids': { 'external-id': ids },
  }));
  pages[`/orcid/${orcid}/person`] = { json: { name: { 'given-names': { value: 'A' } } } };
  pages[`/orcid/${orcid}/works`] = {
    json: { group: summaries.map((summary) => ({ 'work-summary': [summary], 'external-ids': { 'external-id': [] } })) },
  };
  for (const doi of dois) crossref(doi);
}
const crossref = (doi: string) => {
  const message = { DOI: doi, title: [doi], type: 'journal-article' };
  pages[`/crossref/works/${encodeURIComponent(doi)}`] = { json: { 'message-type': 'work', message } };
};
const refuse = (doi: string) => {
  pages[`/crossref/works/${encodeURIComponent(doi)}`] = { status: 403, text: '' };
};

const now = new Date();
const delivery = () => ({ now: new Date(), receiveCount: 1, isLast: false, signal: new AbortController().signal });
const deliver = ({ jobId, doi }: { jobId: string; doi?: string }) =>
  doi === undefined ? ingestResearcher(jobId, delivery()) : ingestWork(jobId, doi, delivery());
async function drain() {
  for (let next = messages.shift(); next; next = messages.shift()) await deliver(next);
}
const requester = { requestedBy: 'somebody', workspace: 'primary_entity', requestId: 'request-1' };
const request = async (orcid: string, at = now) => (await requestJob({ orcid, ...requester }, at)).job;

/** Ingests a researcher to the end. */
async function ingest(orcid: string) {
  const { job_id: jobId } = await request(orcid);
  messages.push({ jobId });
  await drain();
  return jobId;
}

const authorizer = sessionOf('workspace_member', 'library');
const detail = (jobId: string, query = '') =>
  call(getJobRoute, { url: `/api/ingest/jobs/${jobId}${query}`, authorizer });
const list = (query = '') => call(listRoute, { url: `/api/ingest/jobs${query}`, authorizer });
const retry = (jobId: string) => call(retryRoute, { url: `/api/ingest/jobs/${jobId}/retry`, authorizer });

describe('GET /api/ingest/jobs/{jobId}', () => {
  test('200: what became of each work and why, and how far the job is', async () => {
    record(carberry, ['10.5555/a', '10.5555/b']);
    refuse('10.5555/b');
    const { job_id } = await request(carberry);
    expect((await detail(job_id)).body).toMatchObject({ job: { status: 'queued' }, works: [], total: 0, pages: 0 });
    await deliver({ jobId: job_id });
    expect((await detail(job_id)).body).toMatchObject({
      job: { status: 'processing', counts: { found: 1, created: 1 } },
      progress: { found: 3, done: 1, pending: 2 },
      works: [
        { id: '10.5555/a', kind: 'publication', outcome: 'pending', title: 'Title 1', publication_id: null },
        { id: '10.5555/b', outcome: 'pending', reason: 'It is still to be fetched' },
        { kind: 'work', doi: null, outcome: 'created', title: 'Title 0', reason: 'It has no DOI, so it became a work' },
      ],
    });
    await drain();
    expect((await detail(job_id)).body).toMatchObject({
      job: { status: 'partial_failure', counts: { found: 3, created: 2, failed: 1 } },
      progress: { found: 3, done: 3, pending: 0 },
      works: [
        {
          doi: '10.5555/a',
          doi_url: 'https://doi.org/10.5555/a',
          outcome: 'created',
          reason: 'It is new in the registry',
          publication_id: '10.5555/a',
        },
        { id: '10.5555/b', outcome: 'failed', reason: 'Crossref answered 403', publication_id: null },
        { kind: 'work', work_id: expect.any(String) },
      ],
    });
    const failed = (await detail(job_id, '?outcome=failed|pending')).body;
    expect(failed).toMatchObject({ works: [{ id: '10.5555/b' }], total: 1, outcome: 'failed|pending' });
    const second = (await detail(job_id, '?perPage=2&page=2')).body;
    expect(second).toMatchObject({ works: [{ kind: 'work' }], total: 3, pages: 2 });
    expect((await detail(await ingest(carberry), '?outcome=skipped')).body).toMatchObject({ total: 2 });
  });

  test('200: an alias names the publication it is stored under; works of a force-failed job were not fetched', async () => {
    record(carberry, ['10.5555/a']);
    await ingest(carberry);
    pages[`/orcid/${isolde}/person`] = { json: { name: null } };
    const ids = [doiId('10.5555/x'), doiId('10.5555/a')];
    const summary = { 'put-code': 1, title: null, 'external-ids': { 'external-id': ids } };
    pages[`/orcid/${isolde}/works`] = { json: { group: [{ 'work-summary': [summary] }] } };
    const aliased = await ingest(isolde);
    expect((await detail(aliased)).body.works).toMatchObject([
      { id: '10.5555/x', outcome: 'updated', publication_id: '10.5555/a', reason: /stored under 10.5555\/a/ },
    ]);
    const { job_id } = await request(carberry);
    await deliver({ jobId: job_id });
    await failJob(job_id, 'Stop', now);
    expect((await detail(job_id, '?outcome=pending')).body).toMatchObject({
      job: { status: 'failed', counts: { found: 1 } },
      progress: { pending: 0 },
      works: [{ id: '10.5555/a', reason: 'The job ended before it was fetched' }],
    });
  });

  test('404 and 400', async () => {
    expect((await detail('no-such-job')).status).toBe(404);
    expect((await detail('no-such-job', '?outcome=gone')).body.details.issues).toMatchObject([{ path: 'outcome.0' }]);
  });
});

describe('GET /api/ingest/jobs', () => {
  test('200: newest first over months, by status and researcher, paged', async () => {
    const at = (month: number) => new Date(Date.UTC(2026, month, 15));
    const first = await request(carberry, at(0));
    const second = await request(isolde, at(1));
    await failJob(first.job_id, 'No reason', at(1));
    const third = await request(carberry, at(2));
    const ids = async (query: string) => {
      const { body } = await list(query);
      return [body.total, ...body.jobs.map(({ job_id }: { job_id: string }) => job_id)];
    };
    expect(await ids('')).toEqual([3, third.job_id, second.job_id, first.job_id]);
    expect(await ids('?status=failed')).toEqual([1, first.job_id]);
    expect(await ids('?status=failed|processing|queued')).toEqual([3, third.job_id, second.job_id, first.job_id]);
    expect(await ids(`?orcid_id=${carberry}`)).toEqual([2, third.job_id, first.job_id]);
    expect(await ids(`?orcid_id=${carberry}&status=queued`)).toEqual([1, third.job_id]);
    expect(await ids('?perPage=1&page=2')).toEqual([3, second.job_id]);
    expect(await ids('?page=9007199254740991&perPage=100')).toEqual([3]);
    expect((await list('?status=queued')).body).toMatchObject({ pages: 1, status: 'queued', orcid_id: null });
  });

  test('400: an unknown status, a wrong iD, page 0', async () => {
    for (const query of ['status=done', 'status=failed|done', 'orcid_id=x', 'page=0']) {
      expect((await list(`?${query}`)).status).toBe(400);
    }
  });
});

describe('POST /api/ingest/jobs/{jobId}/retry', () => {
  const failedJob = async () => {
    record(carberry, ['10.5555/a', '10.5555/b']);
    refuse('10.5555/b');
    const jobId = await ingest(carberry);
    crossref('10.5555/b');
    source.requests.length = 0;
    return jobId;
  };

  test('202: only the failed works, without the ORCID record; the second time is 409', async () => {
    const jobId = await failedJob();
    const { status, body } = await retry(jobId);
    expect({ status, body }).toMatchObject({
      status: 202,
      body: { job: { status: 'queued', scope: 'failed_works', retry_of: jobId, orcid_id: carberry } },
    });
    const retried = body.job.job_id;
    expect(await retry(jobId)).toMatchObject({ status: 409, body: { details: { retried_by: retried } } });
    await drain();
    expect(source.requests.map(({ path }) => path)).not.toContain(`/orcid/${carberry}/works`);
    expect((await detail(retried)).body).toMatchObject({
      job: { status: 'completed', counts: { found: 1, created: 1 } },
      works: [{ id: '10.5555/b', outcome: 'created' }],
    });
    expect((await detail(jobId)).body.job).toMatchObject({ status: 'partial_failure', retried_by: retried });
    expect((await retry(jobId)).status).toBe(409);
    expect((await retry(retried)).status).toBe(409);
    const requested = (await events()).filter(({ event_type }) => event_type === 'ingestion.requested');
    expect(requested.map(({ entity_id }) => entity_id).sort()).toEqual(['library', 'primary_entity']);
  });

  test('202: works that fail again can be tried again from the new job', async () => {
    const jobId = await failedJob();
    refuse('10.5555/b');
    const { body } = await retry(jobId);
    await drain();
    const again = await retry(body.job.job_id);
    expect(again).toMatchObject({ status: 202, body: { job: { scope: 'failed_works', retry_of: body.job.job_id } } });
  });

  test('202: a job that failed as a whole, and one whose reports are of an older version: the whole record', async () => {
    const whole = await ingest(lovelace); // There is no such record.
    expect(await retry(whole)).toMatchObject({ status: 202, body: { job: { scope: 'record', retry_of: whole } } });
    const jobId = await failedJob();
    const Key = keys.finishedWork(jobId, '10.5555/b');
    await transact([
      { Update: { Key, UpdateExpression: 'REMOVE #work', ExpressionAttributeNames: { '#work': 'work' } } },
    ]);
    expect(await retry(jobId)).toMatchObject({ status: 202, body: { job: { scope: 'record' } } });
    await drain();
    expect((await getJob(jobId))?.retried_by).not.toBeNull();
  });

  test('202: a retry that failed as a whole may be repeated', async () => {
    const jobId = await failedJob();
    const { body } = await retry(jobId);
    await failJob(body.job.job_id, 'Stop', now);
    expect((await retry(jobId)).status).toBe(202);
  });

  test('409 and 404: active, without failures, another job of the researcher, unknown', async () => {
    const jobId = await failedJob();
    expect((await retry('no-such-job')).status).toBe(404);
    const { job_id: active } = await request(carberry);
    expect(await retry(active)).toMatchObject({ status: 409, body: { code: 'conflict' } });
    expect(await retry(jobId)).toMatchObject({ status: 409, body: { error: expect.stringContaining('active') } });
    messages.push({ jobId: active });
    await drain();
    expect((await getJob(active))?.status).toBe('completed');
    expect(await retry(active)).toMatchObject({ status: 409, body: { error: expect.stringContaining('no failures') } });
  });

  test('202 and 409: of five at once one makes a job', async () => {
    const jobId = await failedJob();
    const answers = await Promise.all(Array.from({ length: 5 }, () => retry(jobId)));
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 409, 409, 409, 409]);
  });

  test('killed before any call and repeated: one job tries the works again, and it ends', async () => {
    for (let survived = false, n = 1; !survived; n++) {
      await freshTable();
      const jobId = await failedJob();
      survived = !(await dyingAt(n, () => retryJob(jobId, requester, now)));
      if (!survived) await retryJob(jobId, requester, now).catch(({ code }) => expect(code).toBe('conflict'));
      messages.length = 0;
      await resumeJobs(new Date(Date.now() + 2 * 3_600_000), Number.POSITIVE_INFINITY);
      await drain();
      const retries = (await allItems()).filter(({ retry_of }) => retry_of === jobId);
      expect(retries).toMatchObject([{ status: 'completed', counts: { found: 1, created: 1 } }]);
      expect(n).toBeLessThan(15);
    }
  });
});

describe('a job that is force-failed', () => {
  test('before any call of a running worker: stays failed, its messages do nothing, and it can be requested anew', async () => {
    for (let isOver = false, n = 1; !isOver; n++) {
      const orcid = `0000-0000-0000-${String(n).padStart(4, '0')}`;
      record(orcid, [`10.5555/force.${n}`]);
      const { job_id: jobId } = await request(orcid);
      messages = [{ jobId }];
      let calls = 0;
      let failing: Promise<unknown> | undefined;
      const spy = jest.spyOn(db, 'send').mockImplementation((async (command: object) => {
        if (++calls !== n) return send(command);
        failing = failJob(jobId, 'Stop', now);
        await failing;
        return send(command);
      }) as never);
      const handled: typeof messages = [];
      for (let next = messages.shift(); next; next = messages.shift()) {
        handled.push(next);
        await deliver(next);
      }
      spy.mockRestore();
      const job = await getJob(jobId);
      isOver = (await failing) === undefined;
      if (isOver) continue;
      expect(job).toMatchObject({ status: 'failed', error_message: 'Stop' });
      const before = await itemsOf(orcid, jobId, n);
      for (const message of handled) await deliver(message);
      await ingestWork(jobId, `10.5555/force.${n}`, delivery());
      await resumeJobs(new Date(Date.now() + 2 * 3_600_000), Number.POSITIVE_INFINITY);
      expect(await itemsOf(orcid, jobId, n)).toEqual(before);
      expect((await requestJob({ orcid, ...requester }, now)).created).toBe(true);
      expect(n).toBeLessThan(60);
    }
  });

  /** All items that a job of one run of the test may have written. */
  async function itemsOf(orcid: string, jobId: string, n: number) {
    const marks = [orcid, jobId, `10.5555/force.${n}`];
    return (await allItems()).filter((item) => {
      const { body: _, ...text } = item;
      return marks.some((mark) => JSON.stringify(text).includes(mark));
    });
  }
});
