import { runCanary } from '#src/operations/canary/canary.ts';
import { defineScheduledJob } from '#src/table/queues/job.ts';
import { scheduledHandler } from '#src/table/queues/worker.ts';

export const job = defineScheduledJob({
  id: 'canary',
  summary: 'Requests the public address like a visitor, and checks what ingestion needs without ingesting',
  trigger: { kind: 'schedule', everyMinutes: 5 },
  impact: 'The registry may be down for everybody, even if nobody is using it.',
  pages: true,
  grants: ['public-address', 'lists:publications', 'secret:api-key-pepper', 'queues:count'],
  // It holds a list, like the function it calls.
  memoryMb: 1024,
  timeoutSeconds: 60,
  handle: () => runCanary(),
});

export const handler = scheduledHandler(job);
