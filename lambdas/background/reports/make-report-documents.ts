import { makeDocuments } from '#src/curation/report-documents/make-documents.ts';
import { openRun } from '#src/curation/report-documents/run-document.ts';
import { defineScheduledJob } from '#src/table/queues/job.ts';
import { scheduledHandler } from '#src/table/queues/worker.ts';

const timeoutSeconds = 300;
/** Begins no document after this time. The largest one takes less than the rest. */
const beginForMs = 120_000;

export const job = defineScheduledJob({
  id: 'make-report-documents',
  summary: 'Makes documents of reports that are too large for a request',
  trigger: { kind: 'schedule', everyMinutes: 1 },
  impact: 'Large documents of reports are not made.',
  grants: [
    'open-report-documents:query',
    'open-report-documents:delete',
    'open-report-documents:batch',
    'report-documents:read',
    'report-documents:query',
    'report-documents:put',
    'report-documents:update',
    'report-documents:batch',
    'report-runs:read',
    'lists:groups',
    'lists:group-members',
    'lists:group-outputs',
    'setting:institution',
    'setting:groups',
  ],
  // A document of 20,000 outputs needs two thirds of it.
  memoryMb: 3008,
  timeoutSeconds,
  handle: ({ now }) => makeDocuments(openRun, now, Date.now() + beginForMs, (timeoutSeconds + 30) * 1000),
});

export const handler = scheduledHandler(job);
