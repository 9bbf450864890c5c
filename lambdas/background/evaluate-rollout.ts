import { evaluateRollout } from '#src/lists/rollout/evaluate-rollout.ts';
import { defineScheduledJob } from '#src/table/queues/job.ts';
import { scheduledHandler } from '#src/table/queues/worker.ts';

export const job = defineScheduledJob({
  id: 'evaluate-rollout',
  summary: 'Disables locale-aware search if it fails or is slow',
  trigger: { kind: 'schedule', everyMinutes: 1 },
  impact: 'Locale-aware search stays on even if it fails or is slow.',
  grants: ['rollout:write', 'audit:put', 'metrics'],
  memoryMb: 256,
  timeoutSeconds: 30,
  handle: ({ now }) => evaluateRollout(now),
});

export const handler = scheduledHandler(job);
