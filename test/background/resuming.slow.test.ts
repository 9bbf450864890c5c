import { beforeEach, describe, expect, test } from '@jest/globals';
import { addPendingItems, finishItem } from '#src/ingestion/store/job-items.ts';
import { createJob } from '#src/ingestion/store/job-requests.ts';
import { beginJob, getJob, markPlanned } from '#src/ingestion/store/jobs.ts';
import { transact } from '#src/table/table.ts';
import { aSummary } from '../support/builders.ts';
import { freshTable } from '../support/engine.ts';
import { allItems } from '../support/table.ts';
import { lines, minutesLater, noLimit, requestedAt, resumeJobs, sent, sqs } from './resume-jobs-fixture.ts';

describe('the messages of a job', () => {
  beforeEach(async () => {
    await freshTable();
  });

  async function queuedJob(orcid: string): Promise<string> {
    const request = { orcid, requestedBy: 'somebody', workspace: 'primary_entity', requestId: 'request-1' };
    return (await createJob(request, requestedAt)).job.job_id;
  }

  async function plannedJob(orcid: string, ...dois: string[]): Promise<string> {
    const jobId = await queuedJob(orcid);
    const job = await beginJob(jobId, requestedAt);
    if (!job) throw new Error('not begun');
    await addPendingItems(
      jobId,
      dois.map((doi) => ({ doi, aliases: [], grouped: [], replaces: [], others: [], summary: aSummary() })),
    );
    await markPlanned(job, requestedAt);
    return jobId;
  }

  test('of unfinished work are sent again when the queue is empty', async () => {
    const waiting = await queuedJob('a');
    const jobId = await plannedJob('b', '10.5555/1', '10.5555/2', '10.5555/3');
    const job = await getJob(jobId);
    if (!job) throw new Error('no job');
    await transact(
      finishItem(
        job,
        { doi: '10.5555/2', aliases: [], grouped: [], replaces: [], others: [], summary: aSummary() },
        { outcome: 'created' },
        requestedAt,
      ),
    );
    await resumeJobs(minutesLater(60), noLimit);
    expect(sent().map((body) => JSON.parse(body))).toEqual([
      { jobId: waiting },
      { jobId, doi: '10.5555/1' },
      { jobId, doi: '10.5555/3' },
    ]);
    expect(lines.at(-1)).toMatchObject({ level: 'warn', resumed: 2, waiting: 2, lost: 2 });
  });

  test('are not sent again within the hour, by this run or the next', async () => {
    await plannedJob('a', '10.5555/1');
    await resumeJobs(minutesLater(40), noLimit);
    expect(sent()).toEqual([]);
    await resumeJobs(minutesLater(60), noLimit);
    await resumeJobs(minutesLater(61), noLimit);
    expect(sent()).toHaveLength(1);
    await resumeJobs(minutesLater(120), noLimit);
    expect(sent()).toHaveLength(2);
  });

  test('are not sent again while their own queue is not empty', async () => {
    await queuedJob('a');
    await plannedJob('b', '10.5555/1');
    sqs.queued = { researchers: 0, works: 7 };
    await resumeJobs(minutesLater(60), noLimit);
    expect(sqs.batches.map(({ QueueUrl }) => QueueUrl)).toEqual(['http://localhost/researchers']);
    sqs.queued = { researchers: 7, works: 0 };
    await resumeJobs(minutesLater(120), noLimit);
    expect(sqs.batches.map(({ QueueUrl }) => QueueUrl)).toEqual([
      'http://localhost/researchers',
      'http://localhost/works',
    ]);
  });

  test('are sent again, although the queue is not empty, once their retention has passed', async () => {
    await plannedJob('a', '10.5555/1');
    sqs.queued.works = 1_000;
    await resumeJobs(minutesLater(4 * 24 * 60 - 1), noLimit);
    expect(sent()).toHaveLength(0);
    await resumeJobs(minutesLater(4 * 24 * 60 + 1), noLimit);
    expect(sent()).toHaveLength(1);
  });

  test('are sent once by two runs at once', async () => {
    for (let n = 0; n < 30; n++) await plannedJob(`orcid-${n}`, '10.5555/1', '10.5555/2');
    await Promise.all([resumeJobs(minutesLater(60), noLimit), resumeJobs(minutesLater(60), noLimit)]);
    expect(sent()).toHaveLength(60);
    expect(new Set(sent()).size).toBe(60);
  });

  test('are not sent when nothing is left: the job ends', async () => {
    const jobId = await plannedJob('a');
    await resumeJobs(minutesLater(60), noLimit);
    expect(sent()).toEqual([]);
    expect((await getJob(jobId))?.status).toBe('completed');
  });

  test('that SQS rejects fail the run after all others were sent', async () => {
    for (let n = 0; n < 3; n++)
      await plannedJob(`orcid-${n}`, ...Array.from({ length: 10 }, (_, doi) => `10.5555/${doi}`));
    sqs.answer = ({ Entries }) => ({ Successful: sqs.batches.length === 1 ? [] : Entries });
    await expect(resumeJobs(minutesLater(60), noLimit)).rejects.toThrow(
      'SQS did not accept 10 messages of resumed jobs',
    );
    expect(sent()).toHaveLength(30);
  });

  test('that cannot be read keep no other job from being resumed, and are read again after growing pauses', async () => {
    const broken = await plannedJob('a', '10.5555/1');
    for (let n = 0; n < 60; n++) await plannedJob(`orcid-${n}`, '10.5555/1');
    const Key = { pk: `JOB#${broken}`, sk: 'PENDING#10.5555/1' };
    await transact([{ Update: { Key, UpdateExpression: 'REMOVE doi' } }]);
    await expect(resumeJobs(minutesLater(60), noLimit)).rejects.toThrow(`1 records failed`);
    expect(sent()).toHaveLength(60);
    const failures = () => lines.filter(({ message }) => message === 'Record failed');
    expect(failures()).toMatchObject([{ pass: 'resume', kind: 'job', id: broken, attempts: 1 }]);
    for (let hours = 2; hours <= 8; hours++) await resumeJobs(minutesLater(60 * hours), noLimit).catch(() => {});
    expect(failures().map(({ attempts }) => attempts)).toEqual([1, 2, 3, 4]);
    await transact([
      { Update: { Key, UpdateExpression: 'SET doi = :doi', ExpressionAttributeValues: { ':doi': '10.5555/1' } } },
    ]);
    await resumeJobs(minutesLater(60 * 24), noLimit);
    expect(sent().filter((body) => body.includes(broken))).toHaveLength(1);
    expect((await allItems()).filter(({ pk }) => pk === 'PASS#resume')).toEqual([]);
  });

  test('of a job that cannot be read keep no other job from being resumed', async () => {
    const broken = await queuedJob('a');
    await queuedJob('b');
    const Key = { pk: `JOB#${broken}`, sk: 'RECORD' };
    await transact([{ Update: { Key, UpdateExpression: 'REMOVE orcid_id' } }]);
    await expect(resumeJobs(minutesLater(60), noLimit)).rejects.toThrow(`job ${broken}: ZodError`);
    expect(sent()).toHaveLength(1);
  });

  test('of a job that was stored without the time of its messages count from its request', async () => {
    const jobId = await plannedJob('a', '10.5555/1');
    const Key = { pk: `JOB#${jobId}`, sk: 'RECORD' };
    await transact([{ Update: { Key, UpdateExpression: 'REMOVE messages_sent_at' } }]);
    await resumeJobs(minutesLater(60), noLimit);
    await resumeJobs(minutesLater(61), noLimit);
    expect(sent()).toHaveLength(1);
  });
});
