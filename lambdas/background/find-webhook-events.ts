import { defineScheduledJob } from '#src/table/queues/job.ts';
import { scheduledHandler } from '#src/table/queues/worker.ts';
import { findWebhookEvents } from '#src/webhooks/find-events.ts';

/** Reads no more changes after this time; the rest of the time-out is enough for the current ones. */
const readForMs = 40_000;

export const job = defineScheduledJob({
  id: 'find-webhook-events',
  summary: 'Makes events of the changes of lists for webhooks, and asks for their delivery',
  trigger: { kind: 'schedule', everyMinutes: 1 },
  impact: 'Web sites with webhooks learn of changes only at their next sync.',
  grants: [
    'webhooks:query',
    'webhooks:write',
    'installations:query',
    'webhook-events:query',
    'webhook-events:put',
    'known-retractions:write',
    'known-retractions:batch',
    'untold-intakes:query',
    'untold-intakes:update',
    'untold-intakes:delete',
    'intakes:read',
    'intakes:query',
    'lists:publications',
    'lists:works',
    'lists:projects',
    'lists:people',
    'lists:groups',
    'lists:group-members',
    'lists:group-outputs',
    'queue:webhooks',
  ],
  // Holds the lists that webhooks are told of.
  memoryMb: 1024,
  timeoutSeconds: 60,
  handle: ({ now }) => findWebhookEvents(now, Date.now() + readForMs),
});

export const handler = scheduledHandler(job);
