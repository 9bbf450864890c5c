import { beforeEach, expect, jest, test } from '@jest/globals';
import { createJob } from '#src/ingestion/store/job-requests.ts';
import { beginJob, getJob } from '#src/ingestion/store/jobs.ts';
import { keys, shardOf } from '#src/table/keys.ts';
import { db } from '#src/table/table.ts';
import * as clear from '../../../../lambdas/dashboard/site-tools/clear-stuck-jobs.ts';
import { carberry, lovelace } from '../../../support/builders.ts';
import { freshTable } from '../../../support/engine.ts';
import { call, sessionOf } from '../../../support/event.ts';
import { captureLog } from '../../../support/log.ts';
import { storePerson } from '../../../support/people.ts';
import { allItems, auditRecords, events } from '../../../support/table.ts';

captureLog();
beforeEach(() => freshTable());

const third = '0000-0001-5109-3700';
const ago = (seconds: number) => new Date(Date.now() - seconds * 1000);
const post = (body?: unknown) =>
  call(clear, { url: '/api/site-tools/clear-stuck-jobs', body, authorizer: sessionOf('superadmin') });

async function queued(orcid: string, seconds: number): Promise<string> {
  const request = { orcid, requestedBy: 'somebody', workspace: 'library', requestId: 'request-1' };
  return (await createJob(request, ago(seconds))).job.job_id;
}
async function processing(orcid: string, createdSeconds: number, startedSeconds: number): Promise<string> {
  const id = await queued(orcid, createdSeconds);
  await beginJob(id, ago(startedSeconds));
  return id;
}

test('200: fails the jobs that were created, or once started were started, before the threshold', async () => {
  const waiting = await queued(carberry, 1000);
  const working = await processing(lovelace, 5000, 2000);
  const fresh = await processing(third, 5000, 800);
  await storePerson(carberry, 'Josiah', 'Carberry');
  const { status, body } = await post();
  expect(status).toBe(200);
  expect(body).toMatchObject({ dryRun: false, complete: true, totals: { found: 2, cleared: 2 } });
  expect(body.jobs).toMatchObject([
    { job_id: working, orcid_id: lovelace, status: 'processing', cleared: true },
    { job_id: waiting, orcid_id: carberry, status: 'queued', cleared: true },
  ]);
  expect(body.names).toEqual({ [carberry]: 'Josiah Carberry' });
  expect(Math.abs(body.jobs[0].age_seconds - 2000)).toBeLessThan(60);
  expect(body.shards[shardOf(carberry)]).toMatchObject({ ok: true, count: 1, left: 0 });
  for (const id of [waiting, working]) {
    expect(await getJob(id)).toMatchObject({ status: 'failed', error_message: 'Cleared by operator' });
    expect(await beginJob(id, new Date())).toBeUndefined();
  }
  expect((await getJob(fresh))?.status).toBe('processing');
  const failed = (await events()).filter(({ event_type }) => event_type === 'ingestion.job.failed');
  expect(failed.map(({ resource_id }) => resource_id).sort()).toEqual([waiting, working].sort());
  const changedBy = { actor_id: `user:${sessionOf('superadmin').email}` };
  expect(failed).toEqual([expect.objectContaining(changedBy), expect.objectContaining(changedBy)]);
  const records = (await auditRecords()).sort(({ resource_id }) => (resource_id === waiting ? -1 : 1));
  const after = { status: 'failed', error_message: 'Cleared by operator' };
  expect(records).toMatchObject([
    {
      ...changedBy,
      action: 'job.failed',
      resource_id: waiting,
      workspace_id: 'library',
      before: { status: 'queued' },
      after,
    },
    { ...changedBy, action: 'job.failed', resource_id: working, before: { status: 'processing' }, after },
  ]);
  expect((await post({ thresholdSeconds: 900 })).body.totals).toEqual({ found: 0, cleared: 0 });
});

test('200: a dry run reports what a run would do and changes nothing', async () => {
  await queued(carberry, 100);
  const before = await allItems();
  const counted = (await post({ thresholdSeconds: 60, dryRun: true })).body;
  expect(await allItems()).toEqual(before);
  expect(counted).toMatchObject({ dryRun: true, totals: { found: 1, cleared: 1 }, complete: true });
  const done = (await post({ thresholdSeconds: 60, reason: 'Too slow' })).body;
  expect(counted.shards).toEqual(done.shards);
  expect(counted.totals).toEqual(done.totals);
  expect((await getJob(done.jobs[0].job_id))?.error_message).toBe('Too slow');
});

test('200: two at once, each job is failed by one of them', async () => {
  await queued(carberry, 1000);
  const answers = await Promise.all([post(), post()]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(answers.reduce((sum, { body }) => sum + body.totals.cleared, 0)).toBe(1);
  expect((await events()).filter(({ event_type }) => event_type === 'ingestion.job.failed')).toHaveLength(1);
  expect(await auditRecords()).toHaveLength(1);
});

test('500: a job that cannot be failed is told with what became of the others, and the next call continues', async () => {
  const broken = await queued(carberry, 1000);
  const other = await queued(lovelace, 1000);
  const send = db.send.bind(db) as (command: object) => Promise<unknown>;
  const spy = jest.spyOn(db, 'send').mockImplementation((async (command: { input: unknown }) => {
    const isWrite = 'TransactItems' in (command.input as object);
    if (isWrite && JSON.stringify(command.input).includes(keys.job(broken).pk)) throw new Error('broken');
    return send(command);
  }) as never);
  const { status, body } = await post();
  spy.mockRestore();
  expect({ status, code: body.code }).toEqual({ status: 500, code: 'internal_error' });
  expect(body.details.totals).toEqual({ found: 2, cleared: 1 });
  expect(body.details.complete).toBe(false);
  expect(body.details.shards[shardOf(carberry)]).toMatchObject({
    ok: false,
    count: 0,
    left: 1,
    error: expect.any(String),
  });
  expect((await getJob(other))?.status).toBe('failed');
  expect((await getJob(broken))?.status).toBe('queued');
  expect((await post()).body.totals).toEqual({ found: 1, cleared: 1 });
});
