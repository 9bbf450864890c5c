import { defineQueueJob } from '../../src/queues/job.ts';
import { worker } from '../../src/queues/worker.ts';
import { failJob } from '../../src/storage/jobs.ts';

export const job = defineQueueJob({
  id: 'fail-dead-researchers',
  summary: 'Ends the jobs whose message no worker could handle',
  trigger: { kind: 'queue', queue: 'researchers', deadLetters: true, batchSize: 10, maxConcurrency: 2 },
  impact: 'An ingestion was given up after its last attempt: the workers fail on it.',
  grants: ['table:write'],
  timeoutSeconds: 30,
  async handle({ jobId }, { now }) {
    await failJob(jobId, 'The ORCID record could not be processed after several attempts', now);
  },
});

export const handler = worker(job);
