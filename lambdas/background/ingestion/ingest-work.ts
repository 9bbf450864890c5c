import { completeJob, ingestItem } from '#src/ingestion/job-item.ts';
import { inParallel } from '#src/runtime/in-parallel.ts';
import { gathering } from '#src/runtime/in-turn.ts';
import { defineQueueJob } from '#src/table/queues/job.ts';
import { worker } from '#src/table/queues/worker.ts';

const jobsAtOnce = 5;

export const job = defineQueueJob({
  id: 'ingest-work',
  summary: 'Fetches one publication from its DOI agency and OpenAlex and stores it',
  // Crossref's polite pool allows three concurrent requests; each instance makes one at a time.
  trigger: { kind: 'queue', queue: 'works', batchSize: 3, maxConcurrency: 3 },
  impact: 'Publications of requested ingestions are not stored, and their jobs do not end.',
  grants: [
    'jobs:end',
    'job-items:put',
    'job-items:delete',
    'publications:ingest',
    'enrichments:put',
    'proposals:write',
    'people:write',
    'erasures:check',
    'sources',
    'secret:source-credentials',
  ],
  timeoutSeconds: 240,
  // The messages of a batch are mostly of one job.
  handle: ({ jobId, doi }, delivery) => gathering(delivery.signal, () => ingestItem(jobId, doi, delivery)),
  async complete(messages, { now }) {
    await inParallel(new Set(messages.map(({ jobId }) => jobId)), jobsAtOnce, (jobId) => completeJob(jobId, now));
  },
});

export const handler = worker(job);
