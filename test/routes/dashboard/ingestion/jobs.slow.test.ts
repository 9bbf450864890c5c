import { describe, expect, test } from '@jest/globals';
import { failJob, getJob } from '#src/ingestion/store/jobs.ts';
import { keys } from '#src/table/keys.ts';
import { transact } from '#src/table/table.ts';
import { carberry, lovelace } from '../../../support/builders.ts';
import { captureLog } from '../../../support/log.ts';
import { storePerson } from '../../../support/people.ts';
import { events } from '../../../support/table.ts';
import {
  deliver,
  detail,
  doiId,
  drain,
  failedJob,
  ingest,
  isolde,
  list,
  messages,
  now,
  pages,
  record,
  refuse,
  request,
  retry,
  source,
} from './jobs-fixture.ts';

captureLog();

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
    const ids = [doiId('10.5555/x')];
    pages[`/crossref/works/${encodeURIComponent('10.5555/x')}`] = {
      json: { 'message-type': 'work', message: { DOI: '10.5555/a', aliases: ['10.5555/x'] } },
    };
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
    expect((await detail('x'.repeat(3_000))).status).toBe(404);
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

  test('200: with the names of the people who are in the registry, also of one job', async () => {
    await storePerson(carberry, 'Josiah', 'Carberry');
    const { job_id } = await request(carberry);
    await request(isolde);
    expect((await list()).body.names).toEqual({ [carberry]: 'Josiah Carberry' });
    expect((await detail(job_id)).body.names).toEqual({ [carberry]: 'Josiah Carberry' });
  });

  test('400: an unknown status, a wrong iD, page 0', async () => {
    for (const query of ['status=done', 'status=failed|done', 'orcid_id=x', 'page=0']) {
      expect((await list(`?${query}`)).status).toBe(400);
    }
  });
});

describe('POST /api/ingest/jobs/{jobId}/retry', () => {
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
    expect((await retry('x'.repeat(3_000))).status).toBe(404);
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
});
