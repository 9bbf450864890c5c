import { beforeEach, expect, test } from '@jest/globals';
import type { SQSEvent } from 'aws-lambda';
import { addPendingItems, itemsOfJob } from '#src/ingestion/store/job-items.ts';
import { createJob } from '#src/ingestion/store/job-requests.ts';
import { beginJob, getJob, markPlanned } from '#src/ingestion/store/jobs.ts';
import * as failDeadResearchers from '../../lambdas/background/ingestion/fail-dead-researchers.ts';
import * as failDeadWorks from '../../lambdas/background/ingestion/fail-dead-works.ts';
import * as ingestResearcher from '../../lambdas/background/ingestion/ingest-researcher.ts';
import { aSummary } from '../support/builders.ts';
import { freshTable } from '../support/engine.ts';
import { captureLog } from '../support/log.ts';
import { underRole } from '../support/roles.ts';

captureLog();
const now = new Date('2026-01-31T12:00:00Z');
const doi = '10.5555/pots';
const researcherFailed = underRole(failDeadResearchers.job, failDeadResearchers.handler);
const readResearcher = underRole(ingestResearcher.job, ingestResearcher.handler);
const workFailed = underRole(failDeadWorks.job, failDeadWorks.handler);

beforeEach(async () => {
  await freshTable();
});

/** A started job in the table. */
async function begunJob() {
  const request = { orcid: '0000-0002-1825-0097', requestedBy: 'somebody', workspace: 'library', requestId: 'one' };
  const { job_id } = (await createJob(request, now)).job;
  const job = await beginJob(job_id, now);
  if (!job) throw new Error('no job');
  return job;
}

const eventOf = (message: object) =>
  ({
    Records: [{ messageId: 'one', body: JSON.stringify(message), attributes: { ApproximateReceiveCount: '1' } }],
  }) as unknown as SQSEvent;

test('a message about a researcher that nobody can handle ends the job as failed, also if it comes twice', async () => {
  const { job_id: jobId } = await begunJob();
  for (const _ of [1, 2]) {
    expect(await researcherFailed(eventOf({ jobId }))).toEqual({ batchItemFailures: [] });
    expect(await getJob(jobId)).toMatchObject({ status: 'failed' });
  }
});

test('a message about a work that nobody can handle is recorded as its failure, and the job ends', async () => {
  const job = await begunJob();
  const { job_id: jobId } = job;
  await addPendingItems(jobId, [{ doi, aliases: [], others: [], summary: aSummary() }]);
  await markPlanned(job, now);
  for (const _ of [1, 2]) {
    expect(await workFailed(eventOf({ jobId, doi }))).toEqual({ batchItemFailures: [] });
    expect(await getJob(jobId)).toMatchObject({ status: 'partial_failure', counts: { found: 1, failed: 1 } });
    expect(await itemsOfJob(jobId)).toMatchObject([{ id: doi, finished: { outcome: 'failed' } }]);
  }
});

test('a message of a job that was deleted discards what the job has left', async () => {
  await addPendingItems('gone', [{ doi, aliases: [], others: [], summary: aSummary() }]);
  expect(await readResearcher(eventOf({ jobId: 'gone' }))).toEqual({ batchItemFailures: [] });
  expect(await itemsOfJob('gone')).toEqual([]);
});
