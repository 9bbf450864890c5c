import type { Delivery } from '#src/table/queues/job.ts';
import { job } from '../../lambdas/background/ingestion/ingest-work.ts';

/** Handles one publication of a job as a batch of its own. The last one finishes the job. */
export async function ingestWork(jobId: string, doi: string, delivery: Delivery): Promise<void> {
  const message = { jobId, doi };
  await job.handle(message, delivery);
  await job.complete?.([message], delivery);
}
