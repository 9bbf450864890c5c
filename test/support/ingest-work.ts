import { job } from '../../lambdas/background/ingestion/ingest-work.ts';
import type { Delivery } from '../../src/queues/job.ts';

/** Handles one publication of a job as a batch of its own. The last one finishes the job. */
export async function ingestWork(jobId: string, doi: string, delivery: Delivery): Promise<void> {
  const message = { jobId, doi };
  await job.handle(message, delivery);
  await job.complete?.([message], delivery);
}
