import { type SavedView, viewWithout } from '#src/curation/domain/saved-view.ts';
import { forgetPersonInIntake } from '#src/curation/intakes/forget-person.ts';
import { allSavedViews, changeViewsAt } from '#src/curation/saved-views/store.ts';
import { allLinksOf } from '#src/duplicates/store/pairs.ts';
import { knownWorkspaces } from '#src/identity/store/workspaces.ts';
import type { Proposal } from '#src/ingestion/proposals/domain/proposal.ts';
import { getProposal, getProposals, proposalIdsOf, proposalWrites } from '#src/ingestion/proposals/store/proposals.ts';
import { deleteJob, existingJobs } from '#src/ingestion/store/delete-job.ts';
import { getJobs, latestJobIds, listJobs } from '#src/ingestion/store/job-list.ts';
import { waitingMemberId } from '#src/records/groups/member.ts';
import { forgetInImports } from '#src/records/groups/store/imports.ts';
import { deleteGroupMember, getGroupMember } from '#src/records/groups/store/members.ts';
import { intakeIdsOf } from '#src/records/intakes/store/intakes.ts';
import { getPerson } from '#src/records/people/store/people.ts';
import { getProjects, saveProject } from '#src/records/projects/store/projects.ts';
import { workIdsOf } from '#src/records/publications/store/works.ts';
import { publicationsNaming, rowIds } from '#src/records/store/list-rows.ts';
import { inParallel } from '#src/runtime/in-parallel.ts';
import { retryIfStale, stale } from '#src/runtime/retry.ts';
import { keys, listShards } from '#src/table/keys.ts';
import { type Item, type Page, transact } from '#src/table/table.ts';
import { deleteRecords } from '../deletion/delete-records.ts';
import { deleteLeftovers } from './store/leftovers.ts';
import { activityTraces, auditTraces, rewriteTrace } from './store/traces.ts';
import { unlinkPublication, unlinkWork } from './unlink.ts';

export interface Subject {
  orcid: string;
  pseudonym: string;
  now: Date;
  dryRun: boolean;
  /** The workspaces of deleted jobs, whose activity logs name the person. */
  workspaces: readonly string[];
  /** Stores the workspaces of jobs before the jobs are deleted; false if another request continues the erasure. */
  remember: (workspaces: readonly string[]) => Promise<boolean>;
  /**
   * Processes records together, or separately if that fails. Failures are noted, and the pass is repeated. Returns the
   * records that are done.
   */
  attempt: (ids: readonly string[], task: (ids: string[]) => Promise<unknown>) => Promise<boolean[]>;
}

interface Part {
  /** The number of erased records, or of existing ones in a dry run. */
  count: number;
  /** Where the next call continues; undefined at the end. */
  next: string | undefined;
}

/** Erases a part of a person's data. Repeated calls find the rest. */
type Step = (subject: Subject, after: string | undefined) => Promise<Part>;

const jobsAtOnce = 20;
const recordsAtOnce = 25;
const writesAtOnce = 8;
const reason = 'It was deleted';

export const stepNames = [
  'jobs',
  'proposals',
  'person',
  'works',
  'publications',
  'projects',
  'views',
  'intakes',
  'activity',
  'audit',
] as const;
export type StepName = (typeof stepNames)[number];

/**
 * The steps. Jobs come first, because they write everything else; then questions for curators and the person, which new
 * links need. Logs come last, because other steps may leave traces there.
 */
export const steps: Record<StepName, Step> = {
  jobs: async (subject, after) => {
    const { orcid, dryRun, now, remember } = subject;
    // The position is the number of jobs that could not be deleted.
    const offset = Number(after ?? 0);
    const { jobs, total } = await listJobs({ statuses: [], orcid }, { offset, limit: jobsAtOnce }, now);
    const listed = jobs.map(({ job_id }) => job_id);
    // Jobs of older versions have no row; the person leads to the latest one.
    const latest = offset > 0 ? [] : [...(await existingJobs(await latestJobIds([orcid]))).keys()];
    const unlisted = latest.filter((id) => !listed.includes(id));
    if (dryRun) return { count: total + unlisted.length, next: undefined };
    const all = [...jobs, ...(await getJobs(unlisted))];
    if (!(await remember(all.map(({ workspace }) => workspace)))) return { count: 0, next: String(offset) };
    const isDeleted = await attemptEach(subject, [...listed, ...unlisted], (id) =>
      deleteJob(id, reason, now, { isSecret: true }),
    );
    const left = listed.filter((_, index) => !isDeleted[index]).length;
    const next = total > offset + listed.length ? String(offset + left) : undefined;
    return { count: isDeleted.filter(Boolean).length, next };
  },

  proposals: async (subject) => {
    const { orcid, dryRun, now } = subject;
    const ids = await proposalIdsOf(orcid);
    if (dryRun) return { count: ids.length, next: undefined };
    const isDone: boolean[] = [];
    for (const group of groups(ids)) {
      const areDone = await subject.attempt(group, async (batch) => {
        const proposals = await getProposals(batch);
        await inParallel(proposals, writesAtOnce, async (proposal) => {
          const { id, kind, doi } = proposal;
          // An unlinked publication still has the ORCID record's data, and only the proposal leads to it.
          if (kind === 'unlink' && doi !== null) await unlinkPublication(doi, orcid, now);
          if (concernsOthers(proposal)) await takeOut(orcid, id);
        });
        const own = proposals.filter((each) => !concernsOthers(each)).map(({ id }) => id);
        await deleteRecords('PROPOSAL', own, () => {});
      });
      isDone.push(...areDone);
    }
    return { count: isDone.filter(Boolean).length, next: undefined };
  },

  person: async (subject) => {
    const { orcid, dryRun } = subject;
    if (dryRun) return { count: (await getPerson(orcid)) ? 1 : 0, next: undefined };
    if ((await existingJobs(await latestJobIds([orcid]))).size > 0) {
      throw new Error('Their latest job could not be deleted, and only the person leads to it');
    }
    let count = 0;
    // First: the memberships alone lead to the staff id.
    const staffId = (await getGroupMember(orcid))?.staff_id ?? undefined;
    for (const member of [orcid, ...(staffId === undefined ? [] : [waitingMemberId(staffId)])]) {
      await forgetInImports(member);
      if (member !== orcid) await deleteGroupMember(member);
    }
    await deleteRecords('PERSON', [orcid], (deleted) => {
      count += deleted;
    });
    await deleteGroupMember(orcid);
    await deleteLeftovers(orcid);
    return { count, next: undefined };
  },

  works: async (subject) => {
    const { orcid, now } = subject;
    const works = await workIdsOf(orcid);
    if (subject.dryRun) return { count: works.length, next: undefined };
    const isDone: boolean[] = [];
    for (const ids of groups(works)) {
      const areDone = await subject.attempt(ids, async (all) => {
        const unlinked = await inParallel(all, writesAtOnce, (id) => unlinkWork(id, orcid, now));
        const batch = all.filter((_, index) => !unlinked[index]);
        const links = await inParallel(batch, writesAtOnce, async (id) => allLinksOf({ kind: 'work', id }));
        // Only the work leads to its pairs.
        const pairs = links.flat().map(({ pairId }) => pairId);
        for (const group of groups(pairs)) await deleteRecords('DUPLICATE', group, () => {});
        await deleteRecords('WORK', batch, () => {});
      });
      isDone.push(...areDone);
    }
    return { count: isDone.filter(Boolean).length, next: undefined };
  },

  publications: async (subject, after) => {
    const { orcid, dryRun, now } = subject;
    const [shard, afterId] = placeOf(after);
    const ids = await publicationsNaming(orcid, shard, afterId);
    if (dryRun) return { count: ids.length, next: nextShard(shard) };
    const batch = ids.slice(0, recordsAtOnce);
    let count = 0;
    await attemptEach(subject, batch, async (doi) => {
      if (await unlinkPublication(doi, orcid, now)) count += 1;
    });
    const next = ids.length > batch.length ? `${shard} ${batch.at(-1)}` : nextShard(shard);
    return { count, next };
  },

  projects: async (subject, after) => {
    const { orcid, dryRun, now } = subject;
    const [shard, afterId] = placeOf(after);
    const { items, next } = await rowIds('PROJECT', shard, afterId);
    let count = 0;
    const leave = async (ids: string[]) => {
      const found = [...(await getProjects(ids)).values()].filter((project) =>
        [...project.member_orcids, ...project.coordinator_orcids].includes(orcid),
      );
      await inParallel(found, writesAtOnce, async ({ id }) => {
        if (!dryRun) await leaveProject(orcid, id, now);
        count += 1;
      });
    };
    await (dryRun ? leave(items) : subject.attempt(items, leave));
    return { count, next: next === undefined ? nextShard(shard) : `${shard} ${next}` };
  },

  views: async (subject, after) => {
    const left = (await workspacesFor(subject)).filter((each) => after === undefined || each > after);
    const [workspace] = left;
    if (workspace === undefined) return { count: 0, next: undefined };
    const next = left.length > 1 ? workspace : undefined;
    const without = (view: SavedView) => viewWithout(view, subject.orcid, subject.pseudonym);
    const holders = (await allSavedViews(workspace)).flatMap(({ key, views }) => {
      const named = views.filter((view) => without(view) !== view).length;
      return named > 0 ? [{ key, named }] : [];
    });
    const isDone = subject.dryRun
      ? holders.map(() => true)
      : await inParallel(holders, writesAtOnce, async ({ key }) => {
          const change = (views: SavedView[]) => views.flatMap((view) => without(view) ?? []);
          return (await subject.attempt([`${key.pk} ${key.sk}`], () => changeViewsAt(key, change))).every(Boolean);
        });
    return { count: holders.reduce((sum, { named }, index) => sum + (isDone[index] ? named : 0), 0), next };
  },

  intakes: async (subject, after) => {
    const intakes: string[] = [];
    for (const workspace of await workspacesFor(subject)) intakes.push(...(await intakeIdsOf(workspace)));
    const left = intakes.sort().filter((id) => after === undefined || id > after);
    const [id] = left;
    if (id === undefined) return { count: 0, next: undefined };
    let count = 0;
    const { dryRun } = subject;
    const forget = async () => {
      count = await forgetPersonInIntake(id, subject, { dryRun });
    };
    await (dryRun ? forget() : subject.attempt([`intake ${id}`], forget));
    return { count, next: left.length > 1 ? id : undefined };
  },

  activity: async (subject, after) => {
    const traces = await activityTraces(subject, await workspacesFor(subject), after);
    return rewrite(subject, traces);
  },

  audit: async (subject, after) => rewrite(subject, await auditTraces(subject, after)),
};

async function rewrite(subject: Subject, { items, next }: Page<Item>): Promise<Part> {
  if (subject.dryRun) return { count: items.length, next };
  const byKey = new Map(items.map((item) => [`${item.pk} ${item.sk}`, item]));
  const isDone = await attemptEach(subject, [...byKey.keys()], async (key) => {
    const item = byKey.get(key);
    if (item) await rewriteTrace(subject, item);
  });
  return { count: isDone.filter(Boolean).length, next };
}

/** Processes each record separately, several at once. */
async function attemptEach(
  { attempt }: Subject,
  ids: readonly string[],
  task: (id: string) => Promise<unknown>,
): Promise<boolean[]> {
  return (await inParallel(ids, writesAtOnce, (id) => attempt([id], () => task(id)))).flat();
}

/** A suggested publication or project also concerns other people. */
const concernsOthers = ({ orcids }: Proposal): boolean => orcids.length > 1;

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
    const failed = await transact((at) => [
      ...proposalWrites(after, before, at),
      { Delete: { Key: keys.proposalOf(orcid, id) } },
    ]);
    if (failed) return stale;
  });
}

/** Removes a person from a project. The audit trail records only that they were erased. */
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

/** All known workspaces. Logs of earlier versions are found by members or jobs. */
const workspacesFor = async ({ workspaces }: Subject): Promise<string[]> =>
  [...new Set([...(await knownWorkspaces()), ...workspaces])].sort();

const placeOf = (after = '0 '): [shard: number, afterId: string | undefined] => {
  const at = after.indexOf(' ');
  return [Number(after.slice(0, at)), after.slice(at + 1) || undefined];
};

const nextShard = (shard: number) => (shard + 1 < listShards ? `${shard + 1} ` : undefined);

const groups = <T>(all: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(all.length / recordsAtOnce) }, (_, n) =>
    all.slice(n * recordsAtOnce, (n + 1) * recordsAtOnce),
  );
