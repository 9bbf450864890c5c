import {
  type AwardMatch,
  awardsOfProject,
  keysOf,
  type ProjectAwards,
  sharedAwards,
} from '../domain/proposals/award-match.ts';
import { mergePublication, type PublicationRecord } from '../domain/publication.ts';
import { Funder } from '../domain/values/bibliography.ts';
import { inParallel } from '../runtime/in-parallel.ts';
import { listShards } from '../storage/keys.ts';
import { rowIds } from '../storage/list-rows.ts';
import { getProjects } from '../storage/projects.ts';
import { proposalId, propose } from '../storage/proposals/proposals.ts';
import { getPublications } from '../storage/publications.ts';
import { readProgress, saveProgress } from './progress.ts';

/** Publications compared in one run. */
const publicationsPerRun = 10_000;
const publicationsAtOnce = 100;

/**
 * Compares the awards of publications with those of projects, and proposes to link those that share one, as far as one run
 * goes; the next run continues, and starts over after the end.
 */
export async function findAwards(now: Date, untilMs: number): Promise<{ compared: number; proposed: number }> {
  const counts = { compared: 0, proposed: 0 };
  const projects = await allProjectAwards();
  if (projects.length === 0) return counts;
  const byKey = Map.groupBy(
    projects.flatMap((project) => [...project.numbers.keys()].map((key) => ({ key, project }))),
    ({ key }) => key,
  );
  let at = await readProgress('awards', now, 0);
  while (at.step !== null && counts.compared < publicationsPerRun && Date.now() < untilMs) {
    const { items, next } = await rowIds('PUB', at.step, at.after ?? undefined);
    for (let start = 0; start < items.length; start += publicationsAtOnce) {
      const records = [...(await getPublications(items.slice(start, start + publicationsAtOnce))).values()];
      await inParallel(records, 10, async (record) => {
        for (const [project, matches] of matchesOf(record, byKey)) {
          await proposeLink(record, project, matches, now);
          counts.proposed += 1;
        }
      });
      counts.compared += records.length;
    }
    const isShardDone = next === undefined;
    const step = isShardDone ? (at.step + 1 < listShards ? at.step + 1 : null) : at.step;
    at = { ...at, step, after: isShardDone ? null : next };
    await saveProgress('awards', at);
  }
  return counts;
}

function matchesOf(
  record: PublicationRecord,
  byKey: ReadonlyMap<string, { project: ProjectAwards }[]>,
): Map<ProjectAwards, AwardMatch[]> {
  if (record.deleted_at !== null) return new Map();
  const funders = Funder.array().safeParse(mergePublication(record).data.funders).data ?? [];
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
  const about = { doi: record.doi, orcids: [], project_id: id, period: null, title: mergePublication(record).title };
  return propose(proposalId('award', record.doi, id), { kind: 'award', ...about, evidence }, now);
}

/** The awards of all projects that have some and are not deleted. */
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
