import { failJob } from '#src/ingestion/store/jobs.ts';
import { defineQueueJob } from '#src/table/queues/job.ts';
import { worker } from '#src/table/queues/worker.ts';

export const job = defineQueueJob({
  id: 'fail-dead-researchers',
  summary: 'Marks ingestion jobs as failed when their message enters the DLQ',
  trigger: { kind: 'queue', queue: 'researchers', deadLetters: true, batchSize: 10, maxConcurrency: 2 },
  impact: 'A message entered the DLQ: an ingestion job failed after its last attempt.',
  grants: ['jobs:end'],
  timeoutSeconds: 30,
  async handle({ jobId }, { now }) {
    await failJob(jobId, 'The ORCID record could not be processed after several attempts', now);
  },
});

export const handler = worker(job);
