import { resumeJobs } from '../../src/ingestion/resume.ts';
import { defineScheduledJob } from '../../src/queues/job.ts';
import { scheduled } from '../../src/queues/worker.ts';

/** What is left of the run's time then is enough for the jobs it is at. */
const resumeForMs = 90_000;

export const job = defineScheduledJob({
  id: 'resume-jobs',
  summary: 'Sends the messages of active jobs again that the queues have lost',
  trigger: { kind: 'schedule', everyMinutes: 60 },
  impact: 'An ingestion whose message was lost stays active, and its researcher cannot be ingested again.',
  grants: ['table:write', 'queue:researchers', 'queue:works', 'queues:count'],
  timeoutSeconds: 120,
  handle: ({ now }) => resumeJobs(now, Date.now() + resumeForMs),
});

export const handler = scheduled(job);
