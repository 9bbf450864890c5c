import { createHash } from 'node:crypto';
import { getProjects } from '#src/records/projects/store/projects.ts';
import { type PublicationRecord, shownPublication } from '#src/records/publications/publication.ts';
import { getPublications } from '#src/records/publications/store/publications.ts';
import { type ChangedRow, lastChangeOf, rowIds, rowsChangedAfter } from '#src/records/store/list-rows.ts';
import { inParallel } from '#src/runtime/in-parallel.ts';
import { listShards } from '#src/table/keys.ts';
import { hourlyPauses, PassRun } from '#src/table/passes/run.ts';
import { retryFailed, walk } from '#src/table/passes/walk.ts';
import { writeBoundMs } from '#src/table/table.ts';
import { Funder } from '#src/vocabulary/bibliography.ts';
import { type AwardMatch, awardsOfProject, keysOf, type ProjectAwards, sharedAwards } from '../domain/award-match.ts';
import { proposalId, propose } from '../store/proposals.ts';
import { continuedAfter, firstRowAt, positionOf, rowAt } from './changed-rows.ts';

/** Publications compared per run. */
const publicationsPerRun = 10_000;
const publicationsAtOnce = 100;

/**
 * Proposes to link publications and projects that share an award, as far as one run gets; the next run continues. Reads
 * only publications written since they were last compared, or all of them if the awards of projects have changed.
 * Throws at the end if a publication could not be compared.
 */
export async function findAwards(now: Date, deadlineMs: number): Promise<{ compared: number; proposed: number }> {
  const counts = { compared: 0, proposed: 0 };
  const run = await PassRun.continue({ pass: 'awards', now, deadlineMs, pauses: hourlyPauses });
  let read: Promise<ProjectAwards[]> | undefined;
  const projects = () => (read ??= allProjectAwards());
  const target = await fingerprintOf(run, projects);
  if (target === noAwards) return counts;
  const byKey = async () =>
    Map.groupBy(
      (await projects()).flatMap((project) => [...project.numbers.keys()].map((key) => ({ key, project }))),
      ({ key }) => key,
    );
  for (let shard = 0; shard < listShards; shard++) {
    const name = String(shard);
    let start: ChangedRow | undefined = continuedAfter(run.progressOf(name));
    const part = {
      name,
      target,
      isFeed: true,
      atOnce: 1,
      batchSize: publicationsAtOnce,
      findPage: async (after: string | undefined) => {
        if (counts.compared >= publicationsPerRun) return undefined;
        const { items, next } = await rowsChangedAfter(
          'PUB',
          shard,
          after === undefined ? firstRowAt(0) : (start ?? rowAt(after)),
        );
        start = undefined;
        const found = items.map((row) => ({ id: row.id, position: positionOf(row) }));
        return { items: found, next: next && positionOf(next) };
      },
      handle: async (dois: string[]) => {
        const records = [...(await getPublications(dois)).values()];
        const awards = await byKey();
        await inParallel(records, 10, async (record) => {
          for (const [project, matches] of matchesOf(record, awards)) {
            await proposeLink(record, project, matches, now);
            counts.proposed += 1;
          }
        });
        counts.compared += dois.length;
      },
    };
    await walk(run, part);
    await retryFailed(run, part);
  }
  run.throwIfFailed();
  return counts;
}

const noAwards = '';

/** A hash of the awards of all projects. Projects are read only if one was written since the last run. */
async function fingerprintOf(run: PassRun, projects: () => Promise<ProjectAwards[]>): Promise<string> {
  const stored = run.progressOf('projects');
  const changedMs = await lastChangeOf('PROJECT');
  const isSettled = stored !== undefined && changedMs < stored.saved_at - writeBoundMs;
  if (isSettled && stored.after === String(changedMs)) return stored.target;
  const awards = (await projects()).map(({ numbers, ...project }) => JSON.stringify([project, [...numbers]])).sort();
  const hash = createHash('sha256').update(awards.join('\n')).digest('hex');
  const target = awards.length === 0 ? noAwards : hash;
  await run.saveProgress('projects', {
    target,
    started_at: run.now.getTime(),
    after: String(changedMs),
    ended: true,
    rounds: 0,
  });
  return target;
}

function matchesOf(
  record: PublicationRecord,
  byKey: ReadonlyMap<string, { project: ProjectAwards }[]>,
): Map<ProjectAwards, AwardMatch[]> {
  if (record.deleted_at !== null) return new Map();
  const funders = Funder.array().safeParse(shownPublication(record).data.funders).data ?? [];
  const keys = funders.flatMap(({ awards, award_details }) =>
    [...awards, ...award_details.flatMap(({ number }) => number ?? [])].flatMap(keysOf),
  );
  const candidates = new Set(keys.flatMap((key) => byKey.get(key) ?? []).map(({ project }) => project));
  const found = [...candidates].map((project) => [project, sharedAwards(funders, project)] as const);
  return new Map(found.filter(([, matches]) => matches.length > 0));
}

function proposeLink(record: PublicationRecord, { id }: ProjectAwards, awards: AwardMatch[], now: Date): Promise<void> {
  const source = record.source === 'datacite' ? 'datacite' : 'crossref';
  const evidence = { source, seen_at: now.getTime(), seen: { awards } } as const;
  const subject = {
    doi: record.doi,
    orcids: [],
    project_id: id,
    period: null,
    membership: null,
    title: shownPublication(record).title,
  };
  return propose(proposalId('award', record.doi, id), { kind: 'award', ...subject, evidence }, now);
}

/** The awards of all existing projects that have any. */
async function allProjectAwards(): Promise<ProjectAwards[]> {
  const found: ProjectAwards[] = [];
  for (let shard = 0; shard < listShards; shard++) {
    for (let after: string | undefined; ; ) {
      const { items, next } = await rowIds('PROJECT', shard, after);
      for (const project of (await getProjects(items)).values()) {
        if (project.deleted_at !== null) continue;
        const awards = awardsOfProject(project);
        if (awards.numbers.size > 0) found.push(awards);
      }
      if (next === undefined) break;
      after = next;
    }
  }
  return found;
}
