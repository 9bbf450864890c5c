import { countGrants } from '#src/responses/reports/grants.ts';
import { continueRuns, runGrants } from '#src/responses/reports/run.ts';
import { defineScheduledJob } from '#src/table/queues/job.ts';
import { scheduledHandler } from '#src/table/queues/worker.ts';

const timeoutSeconds = 300;
/** Leaves time for a step in progress. */
const workForMs = (timeoutSeconds - 60) * 1000;

export const job = defineScheduledJob({
  id: 'continue-report-runs',
  summary: 'Goes on with runs of reports that outlasted their request',
  trigger: { kind: 'schedule', everyMinutes: 5 },
  impact: 'Runs of large reports stay unfinished.',
  grants: ['open-report-runs:query', 'open-report-runs:batch', ...countGrants, ...runGrants],
  memoryMb: 1769,
  timeoutSeconds,
  handle: ({ now }) => continueRuns(now, Date.now() + workForMs),
});

export const handler = scheduledHandler(job);
