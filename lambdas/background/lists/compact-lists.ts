import { proposalSpec } from '#src/curation/proposals/list.ts';
import { curatorSpec } from '#src/lists/curated-publications.ts';
import { duplicateSpec } from '#src/lists/duplicates.ts';
import { groupMemberSpec } from '#src/lists/groups/group-members.ts';
import { groupOutputSpec } from '#src/lists/groups/group-outputs.ts';
import { groupSpec } from '#src/lists/groups/groups.ts';
import { type CompactionResult, compact } from '#src/lists/load/compaction.ts';
import { type StoredSpec, snapshotKey } from '#src/lists/load/snapshot.ts';
import type { RowSchema } from '#src/lists/model/spec.ts';
import { curatedPeopleSpec, peopleByAnyNameSpec, peopleSpec } from '#src/lists/people.ts';
import { curatedProjectSpec, projectSpec } from '#src/lists/projects.ts';
import { publicationSpec } from '#src/lists/publications.ts';
import { curatedWorkSpec, workSpec } from '#src/lists/works.ts';
import { env } from '#src/runtime/env.ts';
import { log } from '#src/runtime/log.ts';
import { databaseSnapshots } from '#src/table/keys.ts';
import { defineScheduledJob } from '#src/table/queues/job.ts';
import { scheduledHandler } from '#src/table/queues/worker.ts';

const compacted = <Schema extends RowSchema>(spec: StoredSpec<Schema>) => ({
  key: snapshotKey(spec),
  snapshot: spec.snapshot ?? spec.collection,
  run: () => compact(spec),
});

/** The lists by log name. An unreadable row fails only its own list. */
const lists = {
  publications: compacted(publicationSpec),
  curatedPublications: compacted(curatorSpec),
  works: compacted(workSpec),
  curatedWorks: compacted(curatedWorkSpec),
  people: compacted(peopleSpec),
  peopleByAnyName: compacted(peopleByAnyNameSpec),
  curatedPeople: compacted(curatedPeopleSpec),
  projects: compacted(projectSpec),
  curatedProjects: compacted(curatedProjectSpec),
  duplicates: compacted(duplicateSpec),
  proposals: compacted(proposalSpec),
  groups: compacted(groupSpec),
  groupMembers: compacted(groupMemberSpec),
  groupOutputs: compacted(groupOutputSpec),
};

export const job = defineScheduledJob({
  id: 'compact-lists',
  summary: 'Writes the snapshots of the lists that functions load when they start',
  trigger: { kind: 'schedule', everyMinutes: 15 },
  // Functions of a new release then find snapshots with its schemas.
  runWhenChanged: Object.values(lists)
    .map(({ key }) => key)
    .join(' '),
  impact: 'Functions that serve lists start more slowly and read more of the table every day.',
  grants: [
    'lists:publications',
    'lists:curated-publications',
    'lists:works',
    'lists:people',
    'lists:projects',
    'lists:duplicates',
    'lists:proposals',
    'lists:groups',
    'lists:group-members',
    'lists:group-outputs',
    'lists:compact',
  ],
  // Making a snapshot takes more than serving it: 0.5 GB for 100,000 publications, 1.3 GB for 1,000,000.
  memoryMb: 2048,
  timeoutSeconds: 600,
  async handle() {
    const results: Record<string, CompactionResult> = {};
    const failed: string[] = [];
    // Nobody loads the lists that are in PostgreSQL.
    const left = env('LISTS_ENGINE') === 'postgres' ? databaseSnapshots : [];
    // In sequence, so that only one collection at a time is in memory.
    for (const [list, { run, snapshot }] of Object.entries(lists)) {
      if (left.includes(snapshot)) continue;
      try {
        results[list] = await run();
      } catch (error) {
        failed.push(list);
        log('error', 'A list was not compacted', { list, error });
      }
    }
    log('info', 'lists compacted', results);
    if (failed.length > 0) throw new Error(`Lists were not compacted: ${failed.join(', ')}`);
  },
});

export const handler = scheduledHandler(job);
