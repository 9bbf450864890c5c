import { resumeJobs } from '../../src/ingestion/resume.ts';
import { defineScheduledJob } from '../../src/queues/job.ts';
import { scheduled } from '../../src/queues/worker.ts';

export const job = defineScheduledJob({
  id: 'resume-jobs',
  summary: 'Sends again what the queues have lost: the messages of jobs that have been active for an hour',
  trigger: { kind: 'schedule', everyMinutes: 60 },
  impact: 'An ingestion whose message was lost stays active, and its researcher cannot be ingested again.',
  grants: ['table:write', 'queue:researchers', 'queue:works'],
  timeoutSeconds: 120,
  handle: ({ now }) => resumeJobs(now),
});

export const handler = scheduled(job);
