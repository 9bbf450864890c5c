import { backfill } from '../../src/backfill/backfill.ts';
import { parts } from '../../src/backfill/parts.ts';
import { defineScheduledJob } from '../../src/queues/job.ts';
import { scheduled } from '../../src/queues/worker.ts';

const timeoutSeconds = 300;
/** What is left of the run's time then is enough for the records it is at. */
const rewriteForMs = (timeoutSeconds - 30) * 1000;

export const job = defineScheduledJob({
  id: 'backfill-records',
  summary: 'Rewrites the records of older versions in the shape of this one',
  trigger: { kind: 'schedule', everyMinutes: 15 },
  impact: 'What a new version adds to records stays empty in lists for those that nobody changes.',
  grants: ['table:write'],
  timeoutSeconds,
  handle: ({ now }) => backfill(parts, { now, deadlineMs: Date.now() + rewriteForMs }),
});

export const handler = scheduled(job);
