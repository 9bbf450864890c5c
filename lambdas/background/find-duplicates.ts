import { findAllDuplicates } from '#src/duplicates/find-all.ts';
import { joinFor } from '#src/duplicates/merging/join.ts';
import { log } from '#src/runtime/log.ts';
import { defineScheduledJob } from '#src/table/queues/job.ts';
import { scheduledHandler } from '#src/table/queues/worker.ts';
import { defaultWorkspace } from '#src/vocabulary/workspace.ts';

const timeoutSeconds = 300;
/** Leaves 30 s to finish the pairs in progress. */
const findForMs = (timeoutSeconds - 30) * 1000;

/** Reported where nobody has requested anything. */
const join = joinFor({ workspace: defaultWorkspace, actor: null });

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
    'merges:check',
    'works:read',
    'duplicates:write',
    'duplicate-links:query',
    'duplicate-links:delete',
    'works:write',
    'groups:follow',
    'people:read',
    'activity:put',
    'pass-duplicates:query',
    'pass-duplicates:put',
    'pass-duplicates:batch',
  ],
  memoryMb: 2048,
  timeoutSeconds,
  async handle({ now }) {
    log('info', 'Possible duplicates found', {
      ...(await findAllDuplicates({ now, deadlineMs: Date.now() + findForMs, join })),
    });
  },
});

export const handler = scheduledHandler(job);
