import { compareRemaining } from '#src/duplicates/find-later.ts';
import { relateRemaining } from '#src/duplicates/relations/relate.ts';
import { defineScheduledJob } from '#src/table/queues/job.ts';
import { scheduledHandler } from '#src/table/queues/worker.ts';

const timeoutSeconds = 120;
/** Leaves 20 s to finish the publications in progress. */
const relateForMs = (timeoutSeconds - 20) * 1000;

export const job = defineScheduledJob({
  id: 'relate-publications',
  summary: 'Compares publications that were changed many at once, or whose writers were interrupted, with others',
  trigger: { kind: 'schedule', everyMinutes: 5 },
  impact: 'Lists may show several versions of a publication, and possible duplicates are found late.',
  grants: ['publications:store', 'relating:query', 'uncompared:query', 'uncompared:delete'],
  timeoutSeconds,
  async handle({ now }) {
    const endMs = Date.now() + relateForMs;
    await relateRemaining(now, endMs);
    await compareRemaining(now, endMs);
  },
});

export const handler = scheduledHandler(job);
