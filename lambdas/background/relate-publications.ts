import { defineScheduledJob } from '../../src/queues/job.ts';
import { scheduledHandler } from '../../src/queues/worker.ts';
import { relateRemaining } from '../../src/relations/relate.ts';

const timeoutSeconds = 120;

export const job = defineScheduledJob({
  id: 'relate-publications',
  summary: 'Compares the relations of publications whose writers were interrupted',
  trigger: { kind: 'schedule', everyMinutes: 5 },
  impact: 'Lists may show several versions of a publication.',
  grants: ['publications:store', 'relating:query'],
  timeoutSeconds,
  handle: ({ now }) => relateRemaining(now, Date.now() + (timeoutSeconds - 20) * 1000),
});

export const handler = scheduledHandler(job);
