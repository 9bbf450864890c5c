import { beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { IngestionJob, ItemOutcome } from '#src/ingestion/domain/job.ts';
import * as works from '#src/ingestion/store/job-items.ts';
import { createJob } from '#src/ingestion/store/job-requests.ts';
import * as jobs from '#src/ingestion/store/jobs.ts';
import { keys, prefixes } from '#src/table/keys.ts';
import { putItem, query, transact } from '#src/table/table.ts';
import { aSummary, carberry, lovelace } from '../../support/builders.ts';
import { freshTable, indexCaughtUp } from '../../support/engine.ts';
import { captureLog } from '../../support/log.ts';
import { events } from '../../support/table.ts';

const now = new Date('2026-01-31T12:00:00Z');
const request = { orcid: carberry, requestedBy: 'somebody', workspace: 'primary_entity', requestId: 'request-1' };
const work = (doi: string) => ({ doi, aliases: [], grouped: [], replaces: [], others: [], summary: aSummary() });

captureLog();
let job: IngestionJob;
beforeAll(() => freshTable());
beforeEach(async () => {
  await freshTable();
  ({ job } = await createJob(request, now));
});

const finish = (doi: string, outcome: ItemOutcome) =>
  transact(works.finishItem(job, work(doi), { outcome, ...(outcome === 'failed' && { message: 'gone' }) }, now));

describe('requesting', () => {
  test('a job is queued with its event', async () => {
    expect(await jobs.getJob(job.job_id)).toMatchObject({ status: 'queued', orcid_id: carberry, attempts: 0 });
    expect(await events()).toMatchObject([{ event_type: 'ingestion.requested', resource_id: job.job_id }]);
  });

  test('a second request while it is active gets the same job', async () => {
    const second = await createJob(request, now);
    expect(second).toMatchObject({ created: false, job: { job_id: job.job_id } });
    await jobs.beginJob(job.job_id, now);
    expect((await createJob(request, now)).created).toBe(false);
    expect((await createJob({ ...request, orcid: lovelace }, now)).created).toBe(true);
  });

  test('of many at once exactly one makes a job', async () => {
    await freshTable();
    const all = await Promise.all(Array.from({ length: 8 }, () => createJob(request, now)));
    expect(all.filter(({ created }) => created)).toHaveLength(1);
    expect(new Set(all.map((each) => each.job.job_id)).size).toBe(1);
  });

  test('when it has ended, the next request makes a new one', async () => {
    await jobs.failJob(job.job_id, 'No reason', now);
    expect((await createJob(request, now)).created).toBe(true);
  });
});

describe('beginning', () => {
  test('moves it to processing once and counts every attempt', async () => {
    await jobs.beginJob(job.job_id, now);
    const again = await jobs.beginJob(job.job_id, new Date(now.getTime() + 1000));
    expect(again).toMatchObject({ status: 'processing', attempts: 2, started_at: now.getTime() });
    expect((await events()).map(({ event_type }) => event_type)).toEqual([
      'ingestion.requested',
      'ingestion.job.started',
    ]);
  });

  test('a failed job cannot be revived', async () => {
    await jobs.failJob(job.job_id, 'Force-failed by operator', now);
    expect(await jobs.beginJob(job.job_id, now)).toBeUndefined();
    expect((await jobs.getJob(job.job_id))?.status).toBe('failed');
  });

  test('an unknown job is none', async () => {
    expect(await jobs.beginJob('no-such-job', now)).toBeUndefined();
  });
});

describe('ending', () => {
  const plan = async (...dois: string[]) => {
    const begun = await jobs.beginJob(job.job_id, now);
    if (!begun) throw new Error('not begun');
    job = begun;
    await works.addPendingItems(job.job_id, dois.map(work));
  };
  test('not before the list is complete, even while it is empty', async () => {
    await plan();
    await jobs.finishJobIfDone(job.job_id, now);
    expect((await jobs.getJob(job.job_id))?.status).toBe('processing');
  });

  test('not while a publication is on the list', async () => {
    await plan('10.5555/a', '10.5555/b');
    await jobs.markPlanned(job, now);
    await finish('10.5555/a', 'created');
    await jobs.finishJobIfDone(job.job_id, now);
    expect((await jobs.getJob(job.job_id))?.status).toBe('processing');
    expect(await works.pendingDois(job.job_id)).toEqual(['10.5555/b']);
  });

  test.each<[ItemOutcome, string]>([
    ['updated', 'completed'],
    ['failed', 'partial_failure'],
  ])('the last publication %s: %s, with counts, once', async (outcome, status) => {
    await plan('10.5555/a', '10.5555/b');
    await jobs.markPlanned(job, now);
    await finish('10.5555/a', 'created');
    await finish('10.5555/b', outcome);
    await Promise.all([1, 2, 3].map(() => jobs.finishJobIfDone(job.job_id, now)));
    const ended = await jobs.getJob(job.job_id);
    expect(ended).toMatchObject({ status, finished_at: now.getTime(), counts: { found: 2, created: 1, [outcome]: 1 } });
    const last = (await events()).filter(({ event_type }) => event_type === `ingestion.job.${status}`);
    expect(last).toHaveLength(1);
    await indexCaughtUp();
    expect(await jobs.activeJobsSentBefore(new Date(now.getTime() + 1))).toEqual([]);
  });

  test('a publication finished twice counts once', async () => {
    await plan('10.5555/a');
    expect(await finish('10.5555/a', 'created')).toBeUndefined();
    expect((await finish('10.5555/a', 'updated'))?.has(0)).toBe(true);
  });

  test('a failed publication is an event and a report that expires', async () => {
    await plan('10.5555/a');
    await finish('10.5555/a', 'failed');
    expect((await events()).at(-1)).toMatchObject({ event_type: 'ingestion.work.failed', severity: 'warn' });
    const reports: unknown[] = [];
    const all = query({
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
      ExpressionAttributeValues: { ':pk': `JOB#${job.job_id}`, ':prefix': prefixes.finishedWork },
    });
    for await (const item of all) reports.push(item);
    // 31 January + 90 days, in seconds.
    expect(reports).toMatchObject([{ outcome: 'failed', message: 'gone', expiresAtSeconds: 1_777_636_800 }]);
  });

  test('failing says why, and only an active job can fail', async () => {
    expect(await jobs.failJob(job.job_id, 'Locked', now)).toMatchObject({ status: 'failed', error_message: 'Locked' });
    expect(await jobs.failJob(job.job_id, 'Again', now)).toBeUndefined();
    expect(await jobs.getJob(job.job_id)).toMatchObject({ status: 'failed', error_message: 'Locked' });
    expect((await events()).at(-1)).toMatchObject({
      event_type: 'ingestion.job.failed',
      severity: 'error',
      message: 'Locked',
    });
  });

  test('eight attempts that begin at once are all counted', async () => {
    await Promise.all(Array.from({ length: 8 }, () => jobs.beginJob(job.job_id, now)));
    expect(await jobs.getJob(job.job_id)).toMatchObject({ status: 'processing', attempts: 8 });
  });

  test('one that can never be written is Contention, not an endless loop', async () => {
    jest.spyOn(Math, 'random').mockReturnValue(0);
    const pointer = { ...keys.latestJob(job.orcid_id), job_id: 'another', active: true };
    await putItem(pointer);
    await plan();
    await jobs.markPlanned(job, now);
    const contention = expect.objectContaining({ name: 'Contention' });
    await expect(jobs.finishJobIfDone(job.job_id, now)).rejects.toEqual(contention);
    await expect(jobs.failJob(job.job_id, 'No reason', now)).rejects.toEqual(contention);
    await expect(createJob(request, now)).rejects.toEqual(contention);
    jest.restoreAllMocks();
  });

  test('a publication that fails after the job was ended leaves it ended', async () => {
    await plan('10.5555/a');
    await jobs.markPlanned(job, now);
    await jobs.failJob(job.job_id, 'Force-failed by operator', now);
    await finish('10.5555/a', 'created');
    await jobs.finishJobIfDone(job.job_id, now);
    expect(await jobs.getJob(job.job_id)).toMatchObject({
      status: 'failed',
      error_message: 'Force-failed by operator',
    });
  });
});

test('active jobs by when their messages were sent, the longest ago first', async () => {
  const older = new Date(now.getTime() - 60_000);
  const { job: second } = await createJob({ ...request, orcid: lovelace }, older);
  await indexCaughtUp();
  const ids = (await jobs.activeJobsSentBefore(new Date(now.getTime() + 1))).map(({ read }) => read().job_id);
  expect(ids).toEqual([second.job_id, job.job_id]);
  expect((await jobs.activeJobsSentBefore(now)).map(({ id }) => id)).toEqual([second.job_id]);
});
