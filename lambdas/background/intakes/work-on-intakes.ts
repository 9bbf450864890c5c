import { workOnIntake } from '#src/curation/intakes/work.ts';
import { defineQueueJob } from '#src/table/queues/job.ts';
import { send } from '#src/table/queues/queue.ts';
import { worker } from '#src/table/queues/worker.ts';

export const job = defineQueueJob({
  id: 'work-on-intakes',
  summary: 'Checks files that are taken in, applies what was decided about them, and undoes that',
  trigger: { kind: 'queue', queue: 'intakes', batchSize: 1, maxConcurrency: 2 },
  impact: 'Files that are taken in are not checked, applied or undone.',
  grants: [
    'intakes:query',
    'intakes:read',
    'intakes:update',
    'open-intakes:delete',
    'untold-intakes:update',
    'undone-outputs:read',
    'undone-outputs:put',
    'queue:intakes',
    'queue:fetches',
    'publications:store',
    'journals:state',
    'works:curate',
    'works:store',
    'work-people:delete',
    'people:check',
    'people:write',
    'projects:write',
    'groups:curate',
    'lists:people',
    'lists:groups',
    'lists:curated-publications',
    'lists:works',
    'erasures:read',
    'groups:read',
    'groups:check',
    'audit:put',
    'activity:put',
    'users:query',
    'sign-in',
  ],
  memoryMb: 3008,
  timeoutSeconds: 300,
  async handle({ intakeId }, { now, signal }) {
    const next = await workOnIntake(intakeId, { now, signal });
    // If it is not sent, the schedule sends it.
    if (next) await send(next.queue, [{ intakeId }], next.afterMs / 1000);
  },
});

export const handler = worker(job);
