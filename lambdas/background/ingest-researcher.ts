import { ingestResearcher } from '../../src/ingestion/researcher.ts';
import { defineQueueJob } from '../../src/queues/job.ts';
import { worker } from '../../src/queues/worker.ts';

export const job = defineQueueJob({
  id: 'ingest-researcher',
  summary: 'Reads the ORCID record of a job and lists its publications',
  trigger: { kind: 'queue', queue: 'researchers', batchSize: 4, maxConcurrency: 2 },
  impact: 'Requested ingestions do not start, and new publications do not appear.',
  grants: ['table:write', 'queue:works', 'sources'],
  timeoutSeconds: 120,
  handle: ({ jobId }, delivery) => ingestResearcher(jobId, delivery),
});

export const handler = worker(job);
