import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { mockClient } from 'aws-sdk-client-mock';
import { addPerson, saveOrcidPerson } from '#src/ingestion/store/add-people.ts';
import { createJob } from '#src/ingestion/store/job-requests.ts';
import { beginJob, getJob } from '#src/ingestion/store/jobs.ts';
import * as importOrcid from '../../../../lambdas/dashboard/import/orcid.ts';
import * as create from '../../../../lambdas/dashboard/ingest/create.ts';
import * as forceFail from '../../../../lambdas/dashboard/ingest/force-fail.ts';
import * as status from '../../../../lambdas/dashboard/ingest/status.ts';
import * as stuck from '../../../../lambdas/dashboard/ingest/stuck.ts';
import { carberry } from '../../../support/builders.ts';
import { freshTable } from '../../../support/engine.ts';
import { call, sessionOf, type Target } from '../../../support/event.ts';
import { captureLog } from '../../../support/log.ts';
import { storePerson } from '../../../support/people.ts';
import { allItems, events } from '../../../support/table.ts';

captureLog();
const isolde = '0009-9999-0000-0019';
const tomas = '0009-9999-0000-0027';
const sqs = mockClient(SQSClient);
/** The messages of a batch that SQS accepts. */
let takes: (index: number) => boolean;

beforeEach(async () => {
  await freshTable();
  process.env.RESEARCHERS_QUEUE_URL = 'http://localhost/researchers';
  takes = () => true;
  sqs.reset();
  sqs.on(SendMessageBatchCommand).callsFake(({ Entries }: { Entries: { Id: string }[] }) => ({
    Successful: Entries.filter((_, index) => takes(index)),
  }));
});

const library = sessionOf('workspace_member', 'library');
const post = (target: Target, url: string, body: unknown) => call(target, { url, body, authorizer: library });
const ingest = (body: unknown) => post(create, '/api/ingest', body);
const importPeople = (body: unknown) => post(importOrcid, '/api/import/orcid', body);
const get = (target: Target, url: string) => call(target, { url, authorizer: library });
const sent = () => sqs.commandCalls(SendMessageBatchCommand).flatMap(({ args }) => args[0].input.Entries ?? []);

describe.each([
  ['POST /api/ingest', ingest, { requested: 3 }],
  ['POST /api/import/orcid', importPeople, { names: {} }],
])('%s', (_, request, counted) => {
  test('202: a job for each distinct iD, in order, in the workspace of the caller', async () => {
    const { status, body } = await request({ orcid_ids: [carberry, isolde, `https://orcid.org/${carberry}`] });
    expect({ status, body }).toEqual({
      status: 202,
      body: {
        queued: 2,
        ...counted,
        skipped: [],
        erased: [],
        jobs: [carberry, isolde].map((orcid_id) => ({
          job_id: expect.any(String),
          orcid_id,
          status: 'queued',
          waiting_for: null,
          waiting_until: null,
          created_at: expect.any(Number),
          started_at: null,
          finished_at: null,
          attempts: 0,
          counts: { found: 0, created: 0, updated: 0, skipped: 0, failed: 0 },
          error_message: null,
          requested_by: 'user:curator@example.org',
          scope: 'record',
          retry_of: null,
          retried_by: null,
          dismissed_at: null,
          dismissed_by: null,
        })),
      },
    });
    expect(sent()).toHaveLength(2);
    const requested = await events();
    expect(requested.map(({ event_type, entity_id, actor_id }) => [event_type, entity_id, actor_id])).toEqual(
      Array(2).fill(['ingestion.requested', 'library', 'user:curator@example.org']),
    );
  });

  test('202: an active job is listed and not counted; with skip_existing, who was fetched before is left out', async () => {
    const first = await request({ orcid_ids: [carberry] });
    await saveOrcidPerson({ orcid: tomas, givenName: 'Ada', familyName: 'L', creditName: null, biography: null }, now);
    await addPerson(isolde, now);
    const again = await request({ orcid_ids: [tomas, isolde, carberry], skip_existing: true });
    expect(again.body).toMatchObject({ queued: 1, skipped: [tomas] });
    expect(again.body.jobs.map(({ orcid_id }: { orcid_id: string }) => orcid_id)).toEqual([isolde, carberry]);
    expect(again.body.jobs[1].job_id).toBe(first.body.jobs[0].job_id);
    expect((await request({ orcid_ids: [tomas] })).body.queued).toBe(1);
  });

  test('202 and 500: jobs that SQS does not take are failed, and not counted', async () => {
    takes = (index) => index === 0;
    const { body } = await request({ orcid_ids: [carberry, isolde] });
    expect(body).toMatchObject({ queued: 1, jobs: [{ status: 'queued' }, { status: 'failed' }] });
    takes = () => false;
    expect(await request({ orcid_ids: [tomas] })).toMatchObject({ status: 500, body: { code: 'internal_error' } });
  });

  test('400: what is wrong is named, and nothing is written', async () => {
    const wrong: [body: unknown, path: string][] = [
      [{}, 'orcid_ids'],
      [{ orcid_ids: [] }, 'orcid_ids'],
      [{ orcid_ids: Array(101).fill(carberry) }, 'orcid_ids'],
      [{ orcid_ids: [carberry, ''] }, 'orcid_ids.1'],
      [{ orcid_ids: [carberry], skip_existing: 'yes' }, 'skip_existing'],
    ];
    for (const [body, path] of wrong) {
      expect(await request(body)).toMatchObject({ status: 400, body: { details: { issues: [{ path }] } } });
    }
    expect(await allItems()).toEqual([]);
  });

  test('of eight requests at once for one researcher one makes the job, and all list it', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => request({ orcid_ids: [carberry] })));
    expect(answers.map((answer) => answer.status)).toEqual(Array(8).fill(202));
    expect(answers.reduce((sum, answer) => sum + answer.body.queued, 0)).toBe(1);
    expect(new Set(answers.map((answer) => answer.body.jobs[0].job_id)).size).toBe(1);
  });
});

describe('GET /api/ingest/status', () => {
  const ask = (orcids: string) => get(status, `/api/ingest/status?orcid_ids=${orcids}`);

  test('200: the latest job of each iD, in the order of the request', async () => {
    const { job } = await request(carberry);
    await beginJob(job.job_id, now);
    const { body } = await ask(`${isolde},%20${carberry},${isolde},,`);
    expect(body).toMatchObject({
      statuses: [
        { orcid_id: isolde, status: null },
        { orcid_id: carberry, status: 'processing', job_id: job.job_id },
      ],
    });
    expect(body.statuses[0]).toEqual({ orcid_id: isolde, status: null });
  });

  test('200: the names of those who are in the registry, as the answer of an import has them', async () => {
    await storePerson(isolde, 'Isolde', 'Beispiel');
    const names = { [isolde]: 'Isolde Beispiel' };
    expect((await importPeople({ orcid_ids: [carberry, isolde] })).body.names).toEqual(names);
    expect((await ask(`${isolde},${carberry}`)).body.names).toEqual(names);
  });

  test('400: no parameter, a blank one, a wrong iD, 101 iDs', async () => {
    const many = Array.from({ length: 101 }, (_, n) => n).join();
    for (const orcids of ['', '%20,', 'abc', `${carberry},0000-0002-1825-0098`, many]) {
      expect(await ask(orcids)).toMatchObject({ status: 400, body: { code: 'invalid_query' } });
    }
    const { status: answered, body } = await get(status, '/api/ingest/status');
    expect([answered, body.details.issues[0].path]).toEqual([400, 'orcid_ids']);
  });
});

const now = new Date();
const secondsAgo = (seconds: number) => new Date(Date.now() - seconds * 1000);
const request = (orcid: string, at = now) =>
  createJob({ orcid, requestedBy: 'somebody', workspace: 'primary_entity', requestId: 'request-1' }, at);

describe('GET /api/ingest/stuck', () => {
  const ask = (query = '') => get(stuck, `/api/ingest/stuck${query}`);

  test('200: queued jobs by their creation, others by their start, oldest first', async () => {
    const queued = (await request(carberry, secondsAgo(1000))).job;
    const begun = (await request(isolde, secondsAgo(2000))).job;
    await beginJob(begun.job_id, secondsAgo(950));
    const young = (await request(tomas, secondsAgo(2000))).job;
    await beginJob(young.job_id, secondsAgo(100));
    const ids = (body: { jobs: { job_id: string }[] }) => body.jobs.map(({ job_id }) => job_id);
    const byDefault = await ask();
    expect(byDefault).toMatchObject({ status: 200, body: { count: 2, threshold_seconds: 900 } });
    expect(ids(byDefault.body)).toEqual([queued.job_id, begun.job_id]);
    expect(ids((await ask('?threshold_seconds=980')).body)).toEqual([queued.job_id]);
    expect(ids((await ask('?threshold_seconds=60&limit=1')).body)).toEqual([queued.job_id]);
    expect((await ask('?threshold_seconds=60')).body.count).toBe(3);
    // Only she is in the registry.
    await storePerson(isolde, 'Isolde', 'Beispiel');
    expect((await ask()).body.names).toEqual({ [isolde]: 'Isolde Beispiel' });
  });

  test('400: what is out of range', async () => {
    const wrong = ['threshold_seconds=59', 'threshold_seconds=86401', 'threshold_seconds=', 'limit=0', 'limit=501'];
    for (const query of [...wrong, 'limit=x']) {
      expect(await ask(`?${query}`)).toMatchObject({ status: 400, body: { code: 'invalid_query' } });
    }
  });
});

describe('POST /api/ingest/stuck/{jobId}/force-fail', () => {
  const fail = (jobId: string, body: unknown) => post(forceFail, `/api/ingest/stuck/${jobId}/force-fail`, body);

  test('200: the job fails with an event in its own workspace that names the operator, and frees the researcher', async () => {
    const { job } = await request(carberry);
    const answer = await fail(job.job_id, { orcid_id: carberry });
    expect(answer).toMatchObject({
      status: 200,
      body: { success: true, job: { status: 'failed', error_message: 'Force-failed by operator' } },
    });
    expect((await events()).at(-1)).toMatchObject({
      event_type: 'ingestion.job.failed',
      entity_id: 'primary_entity',
      actor_id: 'user:curator@example.org',
      resource_id: job.job_id,
      message: 'Force-failed by operator',
    });
    expect((await request(carberry)).created).toBe(true);
  });

  test('200 and 404: of two at once one fails the job, with its own message', async () => {
    const { job } = await request(carberry);
    const messages = ['One', 'Two'];
    const answers = await Promise.all(
      messages.map((error_message) => fail(job.job_id, { orcid_id: carberry, error_message })),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 404]);
    const winner = messages[answers.findIndex((answer) => answer.status === 200)];
    expect(await getJob(job.job_id)).toMatchObject({ status: 'failed', error_message: winner });
    expect((await events()).filter(({ event_type }) => event_type === 'ingestion.job.failed')).toHaveLength(1);
  });

  test('404: an unknown job, the job of somebody else, a job that has ended', async () => {
    const { job } = await request(carberry);
    expect((await fail('no-such-job', { orcid_id: carberry })).status).toBe(404);
    expect((await fail(job.job_id, { orcid_id: isolde })).status).toBe(404);
    expect(await getJob(job.job_id)).toMatchObject({ status: 'queued' });
    await fail(job.job_id, { orcid_id: carberry });
    expect(await fail(job.job_id, { orcid_id: carberry })).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });

  test('400: what is wrong is named, and the job goes on', async () => {
    const { job } = await request(carberry);
    const wrong: [body: unknown, path: string][] = [
      [{}, 'orcid_id'],
      [{ orcid_id: 'x' }, 'orcid_id'],
      [{ orcid_id: carberry, error_message: ' ' }, 'error_message'],
      [{ orcid_id: carberry, error_message: 'x'.repeat(501) }, 'error_message'],
    ];
    for (const [body, path] of wrong) {
      expect(await fail(job.job_id, body)).toMatchObject({ status: 400, body: { details: { issues: [{ path }] } } });
    }
    expect(await getJob(job.job_id)).toMatchObject({ status: 'queued' });
  });
});
