import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { GetCommand, QueryCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { keys, refs } from '#src/table/keys.ts';
import { db } from '#src/table/table.ts';
import { aSummary } from '../support/builders.ts';
import { minutesLater, requestedAt, resumeJobs, sent, sqs } from './resume-jobs-fixture.ts';

const jobIdsOf = (bodies: string[]) => new Set(bodies.map((body) => (JSON.parse(body) as { jobId: string }).jobId));
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
      if (values?.[':pk'] === keys.passPartition('resume')) return { Items: [] };
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

  /** Every SQS call takes this long on the clock. */
  function sendingTakes(ms: number): void {
    sqs.answer = ({ Entries }) => {
      nowMs += ms;
      return { Successful: Entries };
    };
  }

  test('are resumed in one run, each message once, and none of them right after', async () => {
    sendingTakes(5);
    await resumeJobs(new Date(nowMs), nowMs + 90_000);
    expect(sqs.batches).toHaveLength((jobCount * worksOfEach) / 10);
    expect(new Set(sent()).size).toBe(jobCount * worksOfEach);
    sqs.batches = [];
    sqs.queued.works = jobCount * worksOfEach;
    await resumeJobs(new Date(nowMs), nowMs + 90_000);
    sqs.queued.works = 0;
    await resumeJobs(new Date(nowMs), nowMs + 90_000);
    expect(sqs.batches).toEqual([]);
  });

  test('what a run has no time for comes first in the next run with an empty queue', async () => {
    sendingTakes(100);
    const startMs = nowMs;
    await resumeJobs(new Date(nowMs), nowMs + 90_000);
    // The run ends after the current jobs: 25 of 40 works are 100 calls.
    expect(nowMs - startMs).toBeGreaterThanOrEqual(90_000);
    expect(nowMs - startMs).toBeLessThanOrEqual(90_000 + 100 * 100);
    const first = jobIdsOf(sent());
    sqs.batches = [];

    nowMs = minutesLater(120).getTime();
    sqs.queued.works = 50_000;
    await resumeJobs(new Date(nowMs), nowMs + 90_000);
    expect(sqs.batches).toEqual([]);

    nowMs = minutesLater(180).getTime();
    sqs.queued.works = 0;
    await resumeJobs(new Date(nowMs), nowMs + 90_000);
    const second = jobIdsOf(sent());
    expect(first.size + second.size).toBeLessThan(jobCount);
    expect([...second].filter((id) => first.has(id))).toEqual([]);
  });
});
