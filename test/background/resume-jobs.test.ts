import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { type SendMessageBatchCommandInput, SQSClient } from '@aws-sdk/client-sqs';
import { GetCommand, QueryCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { resumeJobs } from '../../src/ingestion/resume.ts';
import { requestJob } from '../../src/storage/ingestion/job-requests.ts';
import { addPendingWorks, finishWork } from '../../src/storage/ingestion/job-works.ts';
import { beginJob, getJob, markPlanned } from '../../src/storage/ingestion/jobs.ts';
import { refs } from '../../src/storage/keys.ts';
import { db, transact } from '../../src/storage/table.ts';
import { aSummary } from '../support/builders.ts';
import { freshTable } from '../support/engine.ts';
import { captureLog } from '../support/log.ts';

const lines = captureLog();
const requestedAt = new Date('2026-01-31T12:00:00Z');
const minutesLater = (minutes: number) => new Date(requestedAt.getTime() + minutes * 60_000);
const noLimit = Number.POSITIVE_INFINITY;
/** What each queue is said to hold. */
let queued: { researchers: number; works: number };
type BatchOrQueue = SendMessageBatchCommandInput | { QueueUrl: string };
let sentBatches: SendMessageBatchCommandInput[];
/** What SQS answers to a batch. */
let answerBatch: (batch: SendMessageBatchCommandInput) => { Successful: SendMessageBatchCommandInput['Entries'] };

beforeEach(() => {
  process.env.RESEARCHERS_QUEUE_URL = 'http://localhost/researchers';
  process.env.WORKS_QUEUE_URL = 'http://localhost/works';
  queued = { researchers: 0, works: 0 };
  sentBatches = [];
  answerBatch = ({ Entries }) => ({ Successful: Entries });
  // Not a mock of a library: those compare thousands of recorded calls with each other.
  jest.spyOn(SQSClient.prototype, 'send').mockImplementation((async ({ input }: { input: BatchOrQueue }) => {
    if ('Entries' in input) {
      sentBatches.push(input);
      return answerBatch(input);
    }
    return {
      Attributes: {
        ApproximateNumberOfMessages: String(input.QueueUrl?.endsWith('/works') ? queued.works : queued.researchers),
        ApproximateNumberOfMessagesDelayed: '0',
        ApproximateNumberOfMessagesNotVisible: '0',
      },
    };
  }) as never);
});

/** Every message sent since the start of the test. */
const sent = () => sentBatches.flatMap(({ Entries = [] }) => Entries.map(({ MessageBody }) => String(MessageBody)));
const jobIdsOf = (bodies: string[]) => new Set(bodies.map((body) => (JSON.parse(body) as { jobId: string }).jobId));

describe('the messages of a job', () => {
  beforeEach(async () => {
    await freshTable();
  });

  async function queuedJob(orcid: string): Promise<string> {
    const request = { orcid, requestedBy: 'somebody', workspace: 'primary_entity', requestId: 'request-1' };
    return (await requestJob(request, requestedAt)).job.job_id;
  }

  async function plannedJob(orcid: string, ...dois: string[]): Promise<string> {
    const jobId = await queuedJob(orcid);
    const job = await beginJob(jobId, requestedAt);
    if (!job) throw new Error('not begun');
    await addPendingWorks(
      jobId,
      dois.map((doi) => ({ doi, aliases: [], others: [], summary: aSummary() })),
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
      finishWork(
        job,
        { doi: '10.5555/2', aliases: [], others: [], summary: aSummary() },
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
    queued = { researchers: 0, works: 7 };
    await resumeJobs(minutesLater(60), noLimit);
    expect(sentBatches.map(({ QueueUrl }) => QueueUrl)).toEqual(['http://localhost/researchers']);
    queued = { researchers: 7, works: 0 };
    await resumeJobs(minutesLater(120), noLimit);
    expect(sentBatches.map(({ QueueUrl }) => QueueUrl)).toEqual([
      'http://localhost/researchers',
      'http://localhost/works',
    ]);
  });

  test('are sent again, although the queue is not empty, once their retention has passed', async () => {
    await plannedJob('a', '10.5555/1');
    queued.works = 1_000;
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
    answerBatch = ({ Entries }) => ({ Successful: sentBatches.length === 1 ? [] : Entries });
    await expect(resumeJobs(minutesLater(60), noLimit)).rejects.toThrow(
      'SQS did not accept 10 messages of resumed jobs',
    );
    expect(sent()).toHaveLength(30);
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

describe('2,500 jobs of 40 works', () => {
  const jobCount = 2_500;
  const worksOfEach = 40;
  /** When the messages of each job were last sent. */
  let sentAtMs: Map<string, number>;
  let nowMs: number;

  beforeEach(() => {
    process.env.TABLE_NAME = 'in-memory';
    sentAtMs = new Map(Array.from({ length: jobCount }, (_, n) => [`job-${n}`, requestedAt.getTime() + n]));
    nowMs = minutesLater(60).getTime();
    jest.spyOn(Date, 'now').mockImplementation(() => nowMs);
    const stored = (id: string) => ({
      job_id: id,
      orcid_id: id,
      status: 'processing',
      created_at: requestedAt.getTime(),
      messages_sent_at: sentAtMs.get(id),
      started_at: requestedAt.getTime(),
      finished_at: null,
      attempts: 1,
      counts: { found: 0, created: 0, updated: 0, skipped: 0, failed: 0 },
      error_message: null,
      requested_by: 'somebody',
      workspace: 'primary_entity',
      request_id: 'request-1',
      planned: true,
    });
    const idOf = (pk: unknown) => String(pk).replace('JOB#', '');
    const answerQuery = ({ ExpressionAttributeValues: values }: QueryCommand['input']) => {
      if (values?.[':pk'] !== refs.activeJobs) {
        const Items = Array.from({ length: worksOfEach }, (_, n) => ({
          doi: `10.5555/${n}`,
          aliases: [],
          summary: aSummary(),
        }));
        return { Items };
      }
      const due = [...sentAtMs].filter(([id, ms]) => refs.activeJob(ms, id).refSk < String(values[':before']));
      return { Items: due.sort(([, one], [, other]) => one - other).map(([id]) => stored(id)) };
    };
    const answerWrite = ({ TransactItems = [] }: TransactWriteCommand['input']) => {
      const { Key, ExpressionAttributeValues: values } = TransactItems[0]?.Update ?? {};
      const id = idOf(Key?.pk);
      if (sentAtMs.get(id) !== values?.[':readSentAt']) {
        const CancellationReasons = [{ Code: 'ConditionalCheckFailed' }];
        throw new TransactionCanceledException({ message: '', $metadata: {}, CancellationReasons });
      }
      sentAtMs.set(id, values?.[':messages_sent_at']);
      return {};
    };
    jest.spyOn(db, 'send').mockImplementation((async (command: unknown) => {
      if (command instanceof QueryCommand) return answerQuery(command.input);
      if (command instanceof GetCommand) return { Item: stored(idOf(command.input.Key?.pk)) };
      if (command instanceof TransactWriteCommand) return answerWrite(command.input);
      throw new Error('A call that the test does not know');
    }) as never);
  });

  /** Every call of SQS takes so long on the clock. */
  function sendingTakes(ms: number): void {
    answerBatch = ({ Entries }) => {
      nowMs += ms;
      return { Successful: Entries };
    };
  }

  test('are resumed in one run, each message once, and none of them right after', async () => {
    sendingTakes(5);
    await resumeJobs(new Date(nowMs), nowMs + 90_000);
    expect(sentBatches).toHaveLength((jobCount * worksOfEach) / 10);
    expect(new Set(sent()).size).toBe(jobCount * worksOfEach);
    sentBatches = [];
    queued.works = jobCount * worksOfEach;
    await resumeJobs(new Date(nowMs), nowMs + 90_000);
    queued.works = 0;
    await resumeJobs(new Date(nowMs), nowMs + 90_000);
    expect(sentBatches).toEqual([]);
  });

  test('what a run has no time for comes first in the next run with an empty queue', async () => {
    sendingTakes(100);
    const startMs = nowMs;
    await resumeJobs(new Date(nowMs), nowMs + 90_000);
    // The run ends with the jobs it is at: 25 of 40 works are 100 calls.
    expect(nowMs - startMs).toBeGreaterThanOrEqual(90_000);
    expect(nowMs - startMs).toBeLessThanOrEqual(90_000 + 100 * 100);
    const first = jobIdsOf(sent());
    sentBatches = [];

    nowMs = minutesLater(120).getTime();
    queued.works = 50_000;
    await resumeJobs(new Date(nowMs), nowMs + 90_000);
    expect(sentBatches).toEqual([]);

    nowMs = minutesLater(180).getTime();
    queued.works = 0;
    await resumeJobs(new Date(nowMs), nowMs + 90_000);
    const second = jobIdsOf(sent());
    expect(first.size + second.size).toBeLessThan(jobCount);
    expect([...second].filter((id) => first.has(id))).toEqual([]);
  });
});
