import { backfill } from '#src/operations/backfill/backfill.ts';
import { parts } from '#src/operations/backfill/parts.ts';
import { defineScheduledJob } from '#src/table/queues/job.ts';
import { scheduledHandler } from '#src/table/queues/worker.ts';

const timeoutSeconds = 300;
/** Leaves 30 s to finish the records in progress. */
const rewriteForMs = (timeoutSeconds - 30) * 1000;

export const job = defineScheduledJob({
  id: 'backfill-records',
  summary: 'Rewrites records of older versions in the current shape',
  trigger: { kind: 'schedule', everyMinutes: 15 },
  impact: 'Fields that a new version adds stay empty in lists for records that are not edited or fetched again.',
  grants: ['records:rewrite'],
  timeoutSeconds,
  // Functions of the previous release would write older shapes again.
  isUpdatedLast: true,
  handle: ({ now }) => backfill(parts, { now, deadlineMs: Date.now() + rewriteForMs }),
});

export const handler = scheduledHandler(job);
