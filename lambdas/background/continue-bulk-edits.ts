import { continueBulkEdits } from '#src/curation/bulk-edits/continue.ts';
import { defineScheduledJob } from '#src/table/queues/job.ts';
import { scheduledHandler } from '#src/table/queues/worker.ts';

const timeoutSeconds = 240;
/** Leaves 40 s for edits in progress, so that no two runs work on the same one. */
const editForMs = (timeoutSeconds - 40) * 1000;

export const job = defineScheduledJob({
  id: 'continue-bulk-edits',
  summary: 'Edits the publications of bulk edits that outlasted their request',
  trigger: { kind: 'schedule', everyMinutes: 5 },
  impact: 'Bulk edits stay unfinished.',
  grants: [
    'open-bulk-edits:query',
    'open-bulk-edits:delete',
    'open-bulk-edits:batch',
    'bulk-edits:query',
    'bulk-edits:read',
    'bulk-edits:put',
    'bulk-edits:update',
    'bulk-edits:delete',
    'publications:store',
    'journals:state',
    'people:read',
    'activity:put',
    'users:query',
    'sign-in',
  ],
  memoryMb: 1024,
  timeoutSeconds,
  handle: ({ now }) => continueBulkEdits(now, Date.now() + editForMs),
});

export const handler = scheduledHandler(job);
