import { finishErasures } from '#src/operations/erasure/finish-open.ts';
import { defineScheduledJob } from '#src/table/queues/job.ts';
import { scheduledHandler } from '#src/table/queues/worker.ts';

/** Starts nothing after this time; the rest of the time-out is enough for the current step. */
const eraseForMs = 60_000;

export const job = defineScheduledJob({
  id: 'finish-erasures',
  summary: 'Finishes erasures of people: the last pass, and interrupted ones',
  trigger: { kind: 'schedule', everyMinutes: 10 },
  impact: 'Data of a person who was to be erased is left.',
  grants: ['people:erase', 'unfinished-erasures:query', 'audit:put'],
  memoryMb: 1024,
  timeoutSeconds: 120,
  handle: ({ now }) => finishErasures(now, Date.now() + eraseForMs),
});

export const handler = scheduledHandler(job);
