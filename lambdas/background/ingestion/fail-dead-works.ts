import { failItem } from '#src/ingestion/job-item.ts';
import { defineQueueJob } from '#src/table/queues/job.ts';
import { worker } from '#src/table/queues/worker.ts';

export const job = defineQueueJob({
  id: 'fail-dead-works',
  summary: 'Marks publications as failed when their message enters the DLQ, so that their jobs end',
  trigger: { kind: 'queue', queue: 'works', deadLetters: true, batchSize: 10, maxConcurrency: 2 },
  impact: 'A message entered the DLQ: a publication was not stored after its last attempt.',
  grants: ['jobs:end', 'job-items:put', 'job-items:delete'],
  timeoutSeconds: 30,
  handle: ({ jobId, doi }, { now }) => failItem(jobId, doi, now),
});

export const handler = worker(job);
