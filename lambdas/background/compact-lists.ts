import { curatorSpec } from '../../src/lists/curated-publications.ts';
import { duplicateSpec } from '../../src/lists/duplicates.ts';
import { compact } from '../../src/lists/load/compaction.ts';
import { peopleSpec } from '../../src/lists/people.ts';
import { projectSpec } from '../../src/lists/projects.ts';
import { proposalSpec } from '../../src/lists/proposals.ts';
import { publicationSpec } from '../../src/lists/publications.ts';
import { workSpec } from '../../src/lists/works.ts';
import { defineScheduledJob } from '../../src/queues/job.ts';
import { scheduledHandler } from '../../src/queues/worker.ts';
import { log } from '../../src/runtime/log.ts';

export const job = defineScheduledJob({
  id: 'compact-lists',
  summary: 'Writes the snapshots of the lists that functions load when they start',
  trigger: { kind: 'schedule', everyMinutes: 15 },
  impact: 'Functions that serve lists start more slowly and read more of the table every day.',
  grants: [
    'lists:publications',
    'lists:curated-publications',
    'lists:works',
    'lists:people',
    'lists:projects',
    'lists:duplicates',
    'lists:proposals',
    'lists:compact',
  ],
  memoryMb: 1024,
  timeoutSeconds: 300,
  async handle() {
    // In sequence, so that only one collection at a time is in memory.
    log('info', 'lists compacted', {
      publications: await compact(publicationSpec),
      curatedPublications: await compact(curatorSpec),
      works: await compact(workSpec),
      people: await compact(peopleSpec),
      projects: await compact(projectSpec),
      duplicates: await compact(duplicateSpec),
      proposals: await compact(proposalSpec),
    });
  },
});

export const handler = scheduledHandler(job);
