import { giveUpWork } from '../../src/ingestion/work.ts';
import { defineQueueJob } from '../../src/queues/job.ts';
import { worker } from '../../src/queues/worker.ts';

export const job = defineQueueJob({
  id: 'fail-dead-works',
  summary: 'Records the publications no worker could handle as failed, so that their jobs end',
  trigger: { kind: 'queue', queue: 'works', deadLetters: true, batchSize: 10, maxConcurrency: 2 },
  impact: 'A publication was given up after its last attempt: the workers fail on it.',
  grants: ['table:write'],
  timeoutSeconds: 30,
  handle: ({ jobId, doi }, { now }) => giveUpWork(jobId, doi, now),
});

export const handler = worker(job);
