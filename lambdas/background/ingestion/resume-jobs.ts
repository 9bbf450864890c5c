import { resumeJobs } from '#src/ingestion/resume.ts';
import { defineScheduledJob } from '#src/table/queues/job.ts';
import { scheduledHandler } from '#src/table/queues/worker.ts';

/** Starts no job after this time; the rest of the time-out is enough for the current ones. */
const resumeForMs = 90_000;

export const job = defineScheduledJob({
  id: 'resume-jobs',
  summary: 'Resends lost messages of active jobs',
  trigger: { kind: 'schedule', everyMinutes: 60 },
  impact: 'An ingestion whose message was lost stays active, and its researcher cannot be ingested again.',
  grants: [
    'jobs:end',
    'active-jobs:query',
    'pass-resume:query',
    'pass-resume:put',
    'pass-resume:batch',
    'queue:researchers',
    'queue:works',
    'queues:count',
  ],
  timeoutSeconds: 120,
  handle: ({ now }) => resumeJobs(now, Date.now() + resumeForMs),
});

export const handler = scheduledHandler(job);
