import { findAllDuplicates } from '../../src/duplicates/find-all.ts';
import { defineScheduledJob } from '../../src/queues/job.ts';
import { scheduledHandler } from '../../src/queues/worker.ts';
import { log } from '../../src/runtime/log.ts';

const timeoutSeconds = 300;
/** Leaves 30 s to finish the pairs in progress. */
const findForMs = (timeoutSeconds - 30) * 1000;

export const job = defineScheduledJob({
  id: 'find-duplicates',
  summary: 'Finds the possible duplicates in the whole registry',
  trigger: { kind: 'schedule', everyMinutes: 360 },
  impact: 'The queue of possible duplicates lacks pairs that were not found when their records were stored.',
  grants: [
    'lists:curated-publications',
    'lists:works',
    'lists:duplicates',
    'publications:read',
    'works:read',
    'duplicates:write',
  ],
  memoryMb: 2048,
  timeoutSeconds,
  async handle({ now }) {
    log('info', 'Possible duplicates found', {
      ...(await findAllDuplicates({ now, deadlineMs: Date.now() + findForMs })),
    });
  },
});

export const handler = scheduledHandler(job);
