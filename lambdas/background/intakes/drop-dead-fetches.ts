import { log } from '#src/runtime/log.ts';
import { defineQueueJob } from '#src/table/queues/job.ts';
import { worker } from '#src/table/queues/worker.ts';

export const job = defineQueueJob({
  id: 'drop-dead-fetches',
  summary: 'Logs files whose fetching was ended each time; resume-intakes asks for them again',
  trigger: { kind: 'queue', queue: 'fetches', deadLetters: true, batchSize: 10, maxConcurrency: 2 },
  impact: 'New DOIs of a file that is taken in are not fetched.',
  grants: [],
  timeoutSeconds: 30,
  handle: async (message) => log('error', 'The fetching of an intake was ended each time', message),
});

export const handler = worker(job);
