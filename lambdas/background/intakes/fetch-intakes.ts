import { workOnIntake } from '#src/curation/intakes/work.ts';
import { defineQueueJob } from '#src/table/queues/job.ts';
import { send } from '#src/table/queues/queue.ts';
import { worker } from '#src/table/queues/worker.ts';

export const job = defineQueueJob({
  id: 'fetch-intakes',
  summary: 'Fetches the new DOIs of files that are taken in from their sources',
  // Sources are asked at their own pace, however many files there are.
  trigger: { kind: 'queue', queue: 'fetches', batchSize: 1, maxConcurrency: 2 },
  impact: 'New DOIs of files that are taken in are not fetched.',
  grants: [
    'intakes:query',
    'intakes:read',
    'intakes:update',
    'open-intakes:delete',
    'untold-intakes:update',
    'queue:intakes',
    'queue:fetches',
    'publications:ingest',
    'groups:read',
    'enrichments:put',
    'proposals:write',
    'sources',
    'secret:source-credentials',
  ],
  memoryMb: 1024,
  timeoutSeconds: 300,
  async handle({ intakeId }, { now, signal }) {
    const next = await workOnIntake(intakeId, { now, signal, queue: 'fetches' });
    // If it is not sent, the schedule sends it.
    if (next) await send(next.queue, [{ intakeId }], next.afterMs / 1000);
  },
});

export const handler = worker(job);
