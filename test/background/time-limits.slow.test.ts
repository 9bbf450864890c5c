import {
  ChangeMessageVisibilityCommand,
  GetQueueAttributesCommand,
  SendMessageBatchCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { SQSRecord } from 'aws-lambda';
import { mockClient } from 'aws-sdk-client-mock';
import { resumeJobs } from '#src/ingestion/resume.ts';
import { addPendingItems, pendingDois } from '#src/ingestion/store/job-items.ts';
import { createJob } from '#src/ingestion/store/job-requests.ts';
import { beginJob, getJob, markPlanned } from '#src/ingestion/store/jobs.ts';
import { callLimits } from '#src/sources/requests/http.ts';
import { slotSecondsAhead } from '#src/sources/requests/pace.ts';
import { storeMarginMs } from '#src/table/queues/job.ts';
import { maxReceiveCount } from '#src/table/queues/messages.ts';
import { db } from '#src/table/table.ts';
import { declarationOf, type SourceName } from '#src/vocabulary/sources/declarations.ts';
import * as researcherWorker from '../../lambdas/background/ingestion/ingest-researcher.ts';
import * as workWorker from '../../lambdas/background/ingestion/ingest-work.ts';
import { readConfig } from '../../lib/config.ts';
import { aSummary, carberry, lovelace } from '../support/builders.ts';
import { freshTable } from '../support/engine.ts';
import { captureLog } from '../support/log.ts';
import { underRole } from '../support/roles.ts';
import { events } from '../support/table.ts';

const { job: researcherJob } = researcherWorker;
const { job: workJob } = workWorker;
const readResearchers = underRole(researcherJob, researcherWorker.handler);
const storeWorks = underRole(workJob, workWorker.handler);

const { sources } = readConfig(undefined);

describe('a full batch fits into the time limit even if every source takes as long as allowed', () => {
  /** The longest wait for the next slot: all requests in flight, of all instances, come first. */
  const slotWaitMs = (source: SourceName, copies: number) =>
    (declarationOf(source).maxInFlight * copies * 1000) / sources[source].requestsPerSecond;

  /** The longest duration of one of several concurrent calls: its own time and that of the calls before it. */
  function longestCallMs(source: SourceName, calls: number, copies: number): number {
    const slotMs = slotWaitMs(source, copies);
    const heldMs = callLimits.attempts * (callLimits.attemptMs + slotMs);
    const places = declarationOf(source).maxInFlight;
    const waitMs = calls <= places ? 0 : ((calls - 1) * heldMs) / places;
    return callLimits.totalMs + callLimits.attempts * slotMs + waitMs;
  }

  test('of works: one agency after the other, and OpenAlex meanwhile, then ORCID about what no agency knows', () => {
    const { batchSize, maxConcurrency } = workJob.trigger;
    const longest = (source: SourceName) => longestCallMs(source, batchSize, maxConcurrency);
    const availableMs = workJob.timeoutSeconds * 1000 - storeMarginMs;
    expect(longest('crossref') + longest('datacite') + longest('orcid')).toBeLessThan(availableMs);
    expect(longest('openalex')).toBeLessThan(availableMs);
  });

  test('of researchers: the person and the works at once', () => {
    const { batchSize, maxConcurrency } = researcherJob.trigger;
    const availableMs = researcherJob.timeoutSeconds * 1000 - storeMarginMs;
    expect(longestCallMs('orcid', 2 * batchSize, maxConcurrency)).toBeLessThan(availableMs);
  });

  test('all its attempts fit into the time of a call, also with the longest backoff', () => {
    let longestMs = 0;
    for (let attempt = 1; attempt <= callLimits.attempts; attempt++) {
      longestMs += callLimits.attemptMs + (attempt < callLimits.attempts ? callLimits.backoffMs * 2 ** attempt : 0);
    }
    expect(longestMs).toBeLessThanOrEqual(callLimits.totalMs);
  });

  test('Crossref gets at most three requests at once: what its polite pool takes', () => {
    expect(declarationOf('crossref').maxInFlight * workJob.trigger.maxConcurrency).toBeLessThanOrEqual(3);
  });

  test.each<[SourceName, number]>([
    ['orcid', researcherJob.trigger.maxConcurrency],
    ['crossref', workJob.trigger.maxConcurrency],
    ['datacite', workJob.trigger.maxConcurrency],
    ['openalex', workJob.trigger.maxConcurrency],
    ['orcid', workJob.trigger.maxConcurrency],
  ])('%s has a slot for every request in flight, even at one a second', (source, copies) => {
    expect(declarationOf(source).maxInFlight * copies).toBeLessThanOrEqual(slotSecondsAhead);
  });
});

describe('on a simulated clock', () => {
  const sqs = mockClient(SQSClient);
  const noMessages = {
    ApproximateNumberOfMessages: '0',
    ApproximateNumberOfMessagesDelayed: '0',
    ApproximateNumberOfMessagesNotVisible: '0',
  };
  const lines = captureLog();
  let jobId: string;
  let databaseCalls: number;
  /** Requests to each source: current, and the maximum at once. */
  let inFlight: Map<string, { now: number; most: number }>;
  /** A source's reaction to a request: resolves to a status, or hangs until it is cancelled. */
  let answer: (source: string, path: string) => Promise<number>;

  const hanging = () => new Promise<number>(() => undefined);
  const afterMs = (ms: number, status: number) =>
    new Promise<number>((resolve) => setTimeout(() => resolve(status), ms));

  beforeEach(async () => {
    await freshTable();
    sqs.reset();
    sqs.on(ChangeMessageVisibilityCommand).resolves({});
    for (const source of ['orcid', 'crossref', 'datacite', 'openalex'] as const) {
      process.env[`${source.toUpperCase()}_URL`] = `http://${source}.invalid`;
      process.env[`${source.toUpperCase()}_REQUESTS_PER_SECOND`] = String(sources[source].requestsPerSecond);
    }
    Object.assign(process.env, {
      OPENALEX_REQUESTS_PER_DAY: '0',
      SOURCES_CONTACT_EMAIL: '',
      WORKS_QUEUE_URL: 'http://localhost/works',
      RESEARCHERS_QUEUE_URL: 'http://localhost/researchers',
    });
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'clearImmediate', 'queueMicrotask', 'performance'] });
    jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      const controller = new AbortController();
      setTimeout(() => controller.abort(new DOMException('Too late', 'TimeoutError')), ms);
      return controller.signal;
    });
    databaseCalls = 0;
    const send = db.send.bind(db) as (...parameters: unknown[]) => Promise<unknown>;
    jest.spyOn(db, 'send').mockImplementation((async (...parameters: unknown[]) => {
      databaseCalls++;
      return send(...parameters).finally(() => databaseCalls--);
    }) as typeof db.send);
    inFlight = new Map();
    jest.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
      const { hostname, pathname } = new URL(String(input));
      const source = hostname.replace('.invalid', '');
      const counts = inFlight.get(source) ?? { now: 0, most: 0 };
      inFlight.set(source, counts);
      counts.now++;
      counts.most = Math.max(counts.most, counts.now);
      const cancelled = new Promise<never>((_, reject) => {
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
      });
      try {
        const status = await Promise.race([answer(source, pathname), cancelled]);
        return new Response('{}', { status });
      } finally {
        counts.now--;
      }
    });
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  /**
   * Advances the clock from timer to timer while nothing else is pending. Returns the task's duration on that clock.
   */
  async function timed<T>(task: () => Promise<T>): Promise<{ result: T; tookMs: number }> {
    const startMs = Date.now();
    let isDone = false;
    const running = task().finally(() => {
      isDone = true;
    });
    while (!isDone) {
      let quietTurns = 0;
      while (quietTurns < 3) {
        await new Promise((resolve) => setImmediate(resolve));
        quietTurns = databaseCalls === 0 ? quietTurns + 1 : 0;
      }
      if (!isDone) await jest.advanceTimersToNextTimerAsync();
    }
    return { result: await running, tookMs: Date.now() - startMs };
  }

  async function plan(works: number): Promise<SQSRecord[]> {
    const now = new Date();
    const request = { orcid: carberry, requestedBy: 'somebody', workspace: 'primary_entity', requestId: 'request-1' };
    jobId = (await createJob(request, now)).job.job_id;
    const job = await beginJob(jobId, now);
    if (!job) throw new Error('not begun');
    const dois = Array.from({ length: works }, (_, n) => `10.5555/${n}`);
    await addPendingItems(
      jobId,
      dois.map((doi) => ({ doi, aliases: [], others: [], summary: aSummary() })),
    );
    await markPlanned(job, now);
    return dois.map((doi) => record(doi, { jobId, doi }));
  }

  function record(messageId: string, message: object, receiveCount = 1): SQSRecord {
    const attributes = { ApproximateReceiveCount: String(receiveCount) };
    return { messageId, receiptHandle: messageId, body: JSON.stringify(message), attributes } as SQSRecord;
  }

  const nothingInFlight = () => [...inFlight.values()].every(({ now }) => now === 0) && databaseCalls === 0;
  const failures = async () => (await events()).filter(({ event_type }) => event_type === 'ingestion.work.failed');
  const timedOut = 'Crossref did not answer within 10 s (3 attempts)';

  test('a full batch and a hanging Crossref: each publication has all its attempts', async () => {
    answer = (source) => (source === 'crossref' ? hanging() : Promise.resolve(404));
    const records = await plan(workJob.trigger.batchSize);
    const { result, tookMs } = await timed(() => storeWorks({ Records: records }));
    expect(result.batchItemFailures).toEqual([]);
    expect((await failures()).map(({ message }) => message)).toEqual(
      records.map(() => expect.stringContaining(timedOut)),
    );
    expect(inFlight.get('crossref')?.most).toBe(1);
    expect(tookMs).toBeLessThan(workJob.timeoutSeconds * 1000 - storeMarginMs);
    expect(nothingInFlight()).toBe(true);
    const counts = { found: records.length, failed: records.length };
    expect(await getJob(jobId)).toMatchObject({ status: 'partial_failure', counts });
    // The end of a job is one log line with the reason; each publication has its own.
    expect(lines.filter(({ status }) => status === 'partial_failure')).toEqual([
      expect.objectContaining({
        level: 'warn',
        jobId,
        orcid: carberry,
        counts: expect.objectContaining(counts),
        reasons: { [timedOut]: records.length },
      }),
    ]);
    expect(lines.filter(({ reason }) => reason === timedOut)).toEqual(
      records.map(() => expect.objectContaining({ level: 'warn', jobId, source: 'crossref', doi: expect.any(String) })),
    );
  });

  test('a full batch, a Crossref that is slow to say no and a hanging DataCite: there is time for both', async () => {
    const calls = new Map<string, number>();
    answer = (source, path) => {
      if (source !== 'crossref') return hanging();
      const call = (calls.get(path) ?? 0) + 1;
      calls.set(path, call);
      return afterMs(9_900, call < callLimits.attempts ? 503 : 404);
    };
    const records = await plan(workJob.trigger.batchSize);
    const { result, tookMs } = await timed(() => storeWorks({ Records: records }));
    expect(result.batchItemFailures).toEqual([]);
    expect((await failures()).map(({ message }) => message)).toEqual(
      records.map(() => expect.stringContaining('DataCite did not answer within 10 s (3 attempts)')),
    );
    expect(tookMs).toBeLessThan(workJob.timeoutSeconds * 1000 - storeMarginMs);
  });

  describe('more works than there is time for: none fails', () => {
    async function storeTen(receiveCount: number) {
      answer = (source) => (source === 'crossref' ? hanging() : Promise.resolve(404));
      const records = await plan(10);
      for (const each of records) each.attributes.ApproximateReceiveCount = String(receiveCount);
      const { result, tookMs } = await timed(() => storeWorks({ Records: records }));
      expect(tookMs).toBeLessThan(workJob.timeoutSeconds * 1000);
      expect(nothingInFlight()).toBe(true);
      const left = await pendingDois(jobId);
      expect(left.length).toBeGreaterThan(0);
      const failed = await failures();
      expect(failed).toHaveLength(10 - left.length);
      for (const { message } of failed) expect(message).toContain(timedOut);
      return { left, returned: result.batchItemFailures.map(({ itemIdentifier }) => itemIdentifier).sort() };
    }

    test('the rest is delivered again a minute later', async () => {
      const { left, returned } = await storeTen(1);
      expect(returned).toEqual(left);
      const postponed = sqs.commandCalls(ChangeMessageVisibilityCommand).map(({ args }) => args[0].input);
      expect(postponed.map(({ VisibilityTimeout }) => VisibilityTimeout)).toEqual(
        left.map(() => callLimits.postponeSeconds),
      );
    });

    test('after the last delivery the rest is left to resume-jobs, not to the dead-letter queue', async () => {
      const { left, returned } = await storeTen(maxReceiveCount);
      expect(returned).toEqual([]);
      sqs.on(GetQueueAttributesCommand).resolves({ Attributes: noMessages });
      sqs.on(SendMessageBatchCommand).callsFake(({ Entries }) => ({ Successful: Entries }));
      jest.useRealTimers();
      await resumeJobs(new Date(Date.now() + 2 * 3_600_000), Number.POSITIVE_INFINITY);
      const sent = sqs.commandCalls(SendMessageBatchCommand).flatMap(({ args }) => args[0].input.Entries ?? []);
      expect(sent.map(({ MessageBody }) => JSON.parse(String(MessageBody)))).toEqual(
        left.map((doi) => ({ jobId, doi })),
      );
    });
  });

  test('a full batch of researchers and a hanging ORCID: each job fails for that reason', async () => {
    answer = hanging;
    const { batchSize } = researcherJob.trigger;
    const orcids = [carberry, lovelace, '0009-9999-0000-0019', '0009-9999-0000-0027'].slice(0, batchSize);
    expect(orcids).toHaveLength(batchSize);
    const records: SQSRecord[] = [];
    for (const orcid of orcids) {
      const { job } = await createJob({ orcid, requestedBy: 'x', workspace: 'w', requestId: 'r' }, new Date());
      records.push(record(job.job_id, { jobId: job.job_id }));
    }
    const { result, tookMs } = await timed(() => readResearchers({ Records: records }));
    expect(result.batchItemFailures).toEqual([]);
    for (const { messageId } of records) {
      expect(await getJob(messageId)).toMatchObject({
        status: 'failed',
        error_message: 'ORCID did not answer within 10 s (3 attempts)',
      });
    }
    expect(tookMs).toBeLessThan(researcherJob.timeoutSeconds * 1000 - storeMarginMs);
    expect(nothingInFlight()).toBe(true);
  });
});
