import { log } from '#src/runtime/log.ts';
import { defineQueueJob } from '#src/table/queues/job.ts';
import { worker } from '#src/table/queues/worker.ts';

export const job = defineQueueJob({
  id: 'drop-dead-intakes',
  summary: 'Logs files whose job was ended each time; resume-intakes asks for them again',
  trigger: { kind: 'queue', queue: 'intakes', deadLetters: true, batchSize: 10, maxConcurrency: 2 },
  impact: 'A file that is taken in is not getting on.',
  grants: [],
  timeoutSeconds: 30,
  handle: async (message) => log('error', 'The job of an intake was ended each time', message),
});

export const handler = worker(job);
