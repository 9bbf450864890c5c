import { syncKeys } from '#src/identity/credentials/sync-gateway.ts';
import { defineScheduledJob } from '#src/table/queues/job.ts';
import { scheduledHandler } from '#src/table/queues/worker.ts';

/** Starts no key after this time; the rest of the time-out is enough for the current one. */
const newKeysForMs = 30_000;

export const job = defineScheduledJob({
  id: 'sync-api-keys',
  summary: 'Syncs API keys with API Gateway if a call failed when they were created, changed or revoked',
  trigger: { kind: 'schedule', everyMinutes: 5 },
  impact: 'API keys that were changed while API Gateway did not answer may be rejected or keep their old limit.',
  grants: ['unsynced-keys:query', 'api-keys:read', 'api-keys:update', 'gateway-keys'],
  timeoutSeconds: 90,
  handle: ({ now }) => syncKeys(now, Date.now() + newKeysForMs),
});

export const handler = scheduledHandler(job);
