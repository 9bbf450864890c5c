import { alignKeys } from '../../src/credentials/align-gateway.ts';
import { defineScheduledJob } from '../../src/queues/job.ts';
import { scheduled } from '../../src/queues/worker.ts';

/** What is left of the run's time then is enough for the key it is at. */
const newKeysForMs = 30_000;

export const job = defineScheduledJob({
  id: 'align-api-keys',
  summary: 'Finishes what API Gateway was not told of API keys that were made, changed or revoked',
  trigger: { kind: 'schedule', everyMinutes: 5 },
  impact:
    'An API key whose limit was changed while API Gateway did not answer may be refused, or held to its old limit.',
  grants: ['table:write', 'gateway-keys'],
  timeoutSeconds: 90,
  handle: ({ now }) => alignKeys(now, Date.now() + newKeysForMs),
});

export const handler = scheduled(job);
