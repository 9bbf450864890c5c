import { defineQueueJob } from '#src/table/queues/job.ts';
import { worker } from '#src/table/queues/worker.ts';
import { deliverEvents } from '#src/webhooks/deliver.ts';

const timeoutSeconds = 60;

export const job = defineQueueJob({
  id: 'deliver-webhooks',
  summary: 'Sends events to the webhooks of installations',
  trigger: { kind: 'queue', queue: 'webhooks', batchSize: 1, maxConcurrency: 5 },
  impact: 'Web sites with webhooks learn of changes only at their next sync.',
  grants: [
    'webhooks:query',
    'webhooks:write',
    'webhooks:update',
    'installations:query',
    'webhook-events:query',
    'webhook-events:put',
    'webhook-events:update',
    'webhook-events:batch',
    'queue:webhooks',
    'secret:api-key-pepper',
    'verification',
  ],
  timeoutSeconds,
  handle: (message, { signal }) => deliverEvents(message, { signal, leaseMs: timeoutSeconds * 1000 }),
});

export const handler = worker(job);
