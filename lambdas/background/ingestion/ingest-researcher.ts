import { ingestResearcher } from '#src/ingestion/researcher.ts';
import { discardDeletedJob } from '#src/ingestion/store/delete-job.ts';
import { defineQueueJob } from '#src/table/queues/job.ts';
import { worker } from '#src/table/queues/worker.ts';

export const job = defineQueueJob({
  id: 'ingest-researcher',
  summary: 'Reads the ORCID record of a job and lists its publications',
  trigger: { kind: 'queue', queue: 'researchers', batchSize: 4, maxConcurrency: 2 },
  impact: 'Requested ingestions do not start, and new publications do not appear.',
  grants: [
    'jobs:end',
    'job-items:put',
    'job-items:batch',
    'people:write',
    'erasures:check',
    'affiliations:query',
    'works:store',
    'merges:check',
    'proposals:write',
    'proposals:list',
    'people:check',
    'lists:groups',
    'setting:institution',
    'setting:groups',
    'queue:works',
    'sources',
    'secret:source-credentials',
  ],
  memoryMb: 512,
  timeoutSeconds: 120,
  async handle({ jobId }, delivery) {
    await ingestResearcher(jobId, delivery);
    // A reset may have deleted the job while its list was being written.
    await discardDeletedJob(jobId);
  },
});

export const handler = worker(job);
