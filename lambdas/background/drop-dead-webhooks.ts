import { log } from '#src/runtime/log.ts';
import { defineQueueJob } from '#src/table/queues/job.ts';
import { worker } from '#src/table/queues/worker.ts';

export const job = defineQueueJob({
  id: 'drop-dead-webhooks',
  summary:
    'Logs deliveries of webhooks that failed each time for a reason of ours; find-webhook-events asks for them again',
  trigger: { kind: 'queue', queue: 'webhooks', deadLetters: true, batchSize: 10, maxConcurrency: 2 },
  impact: 'Web sites with webhooks learn of changes only at their next sync.',
  grants: [],
  timeoutSeconds: 30,
  handle: async (message) => log('error', 'The delivery of a webhook failed each time', message),
});

export const handler = worker(job);
