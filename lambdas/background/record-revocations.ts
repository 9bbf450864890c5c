import { recordRevocations } from '#src/operations/recovery/ledger.ts';
import { defineScheduledJob } from '#src/table/queues/job.ts';
import { scheduledHandler } from '#src/table/queues/worker.ts';

/** Starts nothing after this time; the rest of the time-out is enough for the current copies. */
const recordForMs = 30_000;

export const job = defineScheduledJob({
  id: 'record-revocations',
  summary: 'Copies revoked credentials and removed rights out of the table, so that no restore brings them back',
  trigger: { kind: 'schedule', everyMinutes: 1 },
  impact: 'If the table is lost, anything revoked since may be valid again after a restore.',
  grants: ['revocations:query', 'revocations:batch', 'ledger:append'],
  timeoutSeconds: 60,
  handle: () => recordRevocations(Date.now() + recordForMs),
});

export const handler = scheduledHandler(job);
