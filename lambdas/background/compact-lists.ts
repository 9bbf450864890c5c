import { compact } from '../../src/lists/collection.ts';
import { publicationSpec } from '../../src/lists/publications.ts';
import { log } from '../../src/log.ts';
import { defineScheduledJob } from '../../src/queues/job.ts';
import { scheduled } from '../../src/queues/worker.ts';

export const job = defineScheduledJob({
  id: 'compact-lists',
  summary: 'Saves the rows of the lists as they are, for functions to begin with',
  trigger: { kind: 'schedule', everyMinutes: 15 },
  impact: 'Functions that list begin slower and read more, and more so every day.',
  grants: ['lists', 'lists:compact'],
  memoryMb: 1024,
  timeoutSeconds: 300,
  async handle() {
    for (const spec of [publicationSpec]) {
      const saved = await compact(spec);
      log('info', 'list compacted', { collection: spec.collection, ...saved });
    }
  },
});

export const handler = scheduled(job);
