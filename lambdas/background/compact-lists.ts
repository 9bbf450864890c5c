import { curatorSpec } from '../../src/lists/curated-publications.ts';
import { duplicateSpec } from '../../src/lists/duplicates.ts';
import { type CompactionResult, compact } from '../../src/lists/load/compaction.ts';
import { peopleSpec } from '../../src/lists/people.ts';
import { projectSpec } from '../../src/lists/projects.ts';
import { proposalSpec } from '../../src/lists/proposals.ts';
import { publicationSpec } from '../../src/lists/publications.ts';
import { workSpec } from '../../src/lists/works.ts';
import { defineScheduledJob } from '../../src/queues/job.ts';
import { scheduledHandler } from '../../src/queues/worker.ts';
import { log } from '../../src/runtime/log.ts';

/** The lists, by the names that the log has for them. A row that cannot be read fails only its own. */
const lists: Record<string, () => Promise<CompactionResult>> = {
  publications: () => compact(publicationSpec),
  curatedPublications: () => compact(curatorSpec),
  works: () => compact(workSpec),
  people: () => compact(peopleSpec),
  projects: () => compact(projectSpec),
  duplicates: () => compact(duplicateSpec),
  proposals: () => compact(proposalSpec),
};

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
    const compacted: Record<string, CompactionResult> = {};
    const failed: string[] = [];
    // In sequence, so that only one collection at a time is in memory.
    for (const [list, run] of Object.entries(lists)) {
      try {
        compacted[list] = await run();
      } catch (error) {
        failed.push(list);
        log('error', 'A list was not compacted', { list, error });
      }
    }
    log('info', 'lists compacted', compacted);
    if (failed.length > 0) throw new Error(`Lists were not compacted: ${failed.join(', ')}`);
  },
});

export const handler = scheduledHandler(job);
