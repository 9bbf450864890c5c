import type { Proposal } from '../domain/proposals/proposal.ts';
import { inParallel } from '../runtime/in-parallel.ts';
import { retryIfStale, stale } from '../runtime/retry.ts';
import { deleteRecords } from '../site-tools/delete-records.ts';
import { findUser, listUsers } from '../storage/access/users.ts';
import { activityWorkspaces } from '../storage/activity.ts';
import { allLinksOf } from '../storage/duplicates/pairs.ts';
import { deleteLeftovers } from '../storage/erasure/leftovers.ts';
import { activityTraces, auditTraces, rewriteTrace } from '../storage/erasure/traces.ts';
import { deleteJob, existingJobs, latestJobIds } from '../storage/ingestion/delete-job.ts';
import { getJobs, listJobs } from '../storage/ingestion/job-list.ts';
import { keys, listShards } from '../storage/keys.ts';
import { publicationsNaming, rowIds } from '../storage/list-rows.ts';
import { getPerson } from '../storage/people.ts';
import { getProjects, saveProject } from '../storage/projects.ts';
import { getProposal, proposalsOf, proposalWrites } from '../storage/proposals/proposals.ts';
import { transact } from '../storage/table.ts';
import { worksOf } from '../storage/works.ts';
import { unlinkPublication } from './unlink.ts';

/** Who is erased. */
export interface Subject {
  orcid: string;
  pseudonym: string;
  now: Date;
  /** Only counts what is there. */
  dryRun: boolean;
  /** The workspaces of the jobs that were deleted. Their activity logs name the person. */
  workspaces: readonly string[];
  /** Stores workspaces of jobs before these are deleted; false if another request goes on with the erasure. */
  remember: (workspaces: readonly string[]) => Promise<boolean>;
}

/** What one call of a step did. */
interface Part {
  /** How many records were erased, or are there in a dry run. */
  count: number;
  /** Where the next call continues; undefined at the end. */
  next: string | undefined;
}

/** Erases a part of what there is of a person. Done again, it finds the rest. */
type Step = (subject: Subject, after: string | undefined) => Promise<Part>;

const jobsAtOnce = 20;
const recordsAtOnce = 25;
const writesAtOnce = 8;
const reason = 'It was deleted';

/** The steps in their order. */
export const stepNames = [
  'jobs',
  'proposals',
  'person',
  'works',
  'publications',
  'projects',
  'activity',
  'audit',
] as const;
export type StepName = (typeof stepNames)[number];

/**
 * What each step does. First the jobs, which write all others; then what a new link needs: questions for curators, and
 * the person. The logs are last, because the steps before may leave traces there.
 */
export const steps: Record<StepName, Step> = {
  jobs: async ({ orcid, dryRun, now, remember }) => {
    const { jobs, total } = await listJobs({ statuses: [], orcid }, { offset: 0, limit: jobsAtOnce }, now);
    // A job of an older version has no row, but the person leads to the latest one.
    const others = (await existingJobs(await latestJobIds([orcid]))).filter((id) =>
      jobs.every((job) => job.job_id !== id),
    );
    if (dryRun) return { count: total + others.length, next: undefined };
    const all = [...jobs, ...(await getJobs(others))];
    if (!(await remember(all.map(({ workspace }) => workspace)))) return { count: 0, next: '' };
    await inParallel(all, writesAtOnce, ({ job_id }) => deleteJob(job_id, reason, now, { isSecret: true }));
    return { count: all.length, next: total > jobs.length ? '' : undefined };
  },

  proposals: async ({ orcid, dryRun, now }) => {
    const proposals = await proposalsOf(orcid);
    if (dryRun) return { count: proposals.length, next: undefined };
    // A publication that was unlinked still has what the ORCID record said of it, and no list leads there.
    const unlinked = proposals.flatMap(({ kind, doi }) => (kind === 'unlink' && doi !== null ? [doi] : []));
    await inParallel(unlinked, writesAtOnce, (doi) => unlinkPublication(doi, orcid, now));
    const [shared, own] = [proposals.filter(concernsOthers), proposals.filter((each) => !concernsOthers(each))];
    await inParallel(shared, writesAtOnce, ({ id }) => takeOut(orcid, id));
    for (const ids of groups(own.map(({ id }) => id))) await deleteRecords('PROPOSAL', ids, () => {});
    return { count: proposals.length, next: undefined };
  },

  person: async ({ orcid, dryRun }) => {
    if (dryRun) return { count: (await getPerson(orcid)) ? 1 : 0, next: undefined };
    let count = 0;
    await deleteRecords('PERSON', [orcid], (deleted) => {
      count += deleted;
    });
    await deleteLeftovers(orcid);
    return { count, next: undefined };
  },

  works: async ({ orcid, dryRun }) => {
    const works = await worksOf(orcid);
    if (dryRun) return { count: works.length, next: undefined };
    const ids = works.map(({ id }) => id);
    const pairs = await inParallel(ids, writesAtOnce, async (id) => allLinksOf({ kind: 'work', id }));
    for (const some of groups(pairs.flat().map(({ pairId }) => pairId)))
      await deleteRecords('DUPLICATE', some, () => {});
    for (const some of groups(ids)) await deleteRecords('WORK', some, () => {});
    return { count: ids.length, next: undefined };
  },

  publications: async ({ orcid, dryRun, now }, after) => {
    const [shard, afterId] = placeOf(after);
    const ids = await publicationsNaming(orcid, shard, afterId);
    if (dryRun) return { count: ids.length, next: nextShard(shard) };
    const some = ids.slice(0, recordsAtOnce);
    const isUnlinked = await inParallel(some, writesAtOnce, (doi) => unlinkPublication(doi, orcid, now));
    const next = ids.length > some.length ? `${shard} ${some.at(-1)}` : nextShard(shard);
    return { count: isUnlinked.filter(Boolean).length, next };
  },

  projects: async ({ orcid, dryRun, now }, after) => {
    const [shard, afterId] = placeOf(after);
    const { items, next } = await rowIds('PROJECT', shard, afterId);
    const found = [...(await getProjects(items)).values()].filter((project) =>
      [...project.member_orcids, ...project.coordinator_orcids].includes(orcid),
    );
    if (!dryRun) await inParallel(found, writesAtOnce, ({ id }) => leaveProject(orcid, id, now));
    return { count: found.length, next: next === undefined ? nextShard(shard) : `${shard} ${next}` };
  },

  activity: async (subject, after) => {
    const { items, next } = await activityTraces(subject, await workspacesFor(subject), after);
    if (!subject.dryRun) await inParallel(items, writesAtOnce, (item) => rewriteTrace(subject, item));
    return { count: items.length, next };
  },

  audit: async (subject, after) => {
    const { items, next } = await auditTraces(subject, after);
    if (!subject.dryRun) await inParallel(items, writesAtOnce, (item) => rewriteTrace(subject, item));
    return { count: items.length, next };
  },
};

/** A suggested publication, or a project, concerns other people, too. */
const concernsOthers = ({ orcids }: Proposal): boolean => orcids.length > 1;

/** Takes a person out of a proposal that concerns others. */
function takeOut(orcid: string, id: string): Promise<void> {
  return retryIfStale(`The proposal ${id}`, async () => {
    const before = await getProposal(id);
    if (!before?.orcids.includes(orcid)) return;
    const { author_ids: _, ...seen } = before.evidence.seen;
    const after = {
      ...before,
      orcids: before.orcids.filter((each) => each !== orcid),
      evidence: { ...before.evidence, seen },
      version: before.version + 1,
    };
    const failed = await transact(() => [
      ...proposalWrites(after, before),
      { Delete: { Key: keys.proposalOf(orcid, id) } },
    ]);
    if (failed) return stale;
  });
}

/** Takes a person out of a project. The audit trail says only that they were erased. */
function leaveProject(orcid: string, id: string, now: Date): Promise<void> {
  const isOther = (each: string) => each !== orcid;
  return retryIfStale(`The project ${id}`, async () => {
    const before = (await getProjects([id])).get(id);
    if (!before) return;
    const after = {
      ...before,
      member_orcids: before.member_orcids.filter(isOther),
      coordinator_orcids: before.coordinator_orcids.filter(isOther),
      updated_at: now.getTime(),
      version: before.version + 1,
    };
    if (!(await saveProject(after, before))) return stale;
  });
}

/** Every workspace that is known. A log of an earlier version is found by the members of its workspace, or by jobs. */
async function workspacesFor({ workspaces }: Subject): Promise<string[]> {
  const users = await inParallel(await listUsers(), writesAtOnce, ({ email }) => findUser(email));
  const known = users.flatMap(({ memberships }) => memberships.map(({ workspace }) => workspace));
  return [...new Set([...(await activityWorkspaces()), ...workspaces, ...known])].sort();
}

const placeOf = (after = '0 '): [shard: number, afterId: string | undefined] => {
  const at = after.indexOf(' ');
  return [Number(after.slice(0, at)), after.slice(at + 1) || undefined];
};

const nextShard = (shard: number) => (shard + 1 < listShards ? `${shard + 1} ` : undefined);

const groups = <T>(all: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(all.length / recordsAtOnce) }, (_, n) =>
    all.slice(n * recordsAtOnce, (n + 1) * recordsAtOnce),
  );
