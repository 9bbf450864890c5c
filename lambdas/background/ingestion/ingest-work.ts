import { ingestWork } from '../../../src/ingestion/work.ts';
import { defineQueueJob } from '../../../src/queues/job.ts';
import { worker } from '../../../src/queues/worker.ts';

export const job = defineQueueJob({
  id: 'ingest-work',
  summary: 'Fetches one publication from its DOI agency and OpenAlex and stores it',
  // Crossref's polite pool allows three concurrent requests; each instance makes one at a time.
  trigger: { kind: 'queue', queue: 'works', batchSize: 3, maxConcurrency: 3 },
  impact: 'Publications of requested ingestions are not stored, and their jobs do not end.',
  grants: [
    'jobs:end',
    'job-works:put',
    'job-works:delete',
    'publications:ingest',
    'enrichments:put',
    'proposals:write',
    'people:write',
    'erasures:check',
    'sources',
    'secret:source-credentials',
  ],
  timeoutSeconds: 240,
  handle: ({ jobId, doi }, delivery) => ingestWork(jobId, doi, delivery),
});

export const handler = worker(job);
