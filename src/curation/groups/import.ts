import type { AuditedChange } from '#src/logbook/domain/audit.ts';
import { type GroupImport, type ImportedMember, importedMember, type importModes } from '#src/records/groups/import.ts';
import { changedMember, emptyMember, staffIdOf } from '#src/records/groups/member.ts';
import {
  getGroupImport,
  groupImportsFrom,
  ifNotUndone,
  importedMembers,
  importedMembersOf,
  importedMemberWrite,
  removeImportedMember,
  saveGroupImport,
} from '#src/records/groups/store/imports.ts';
import {
  type GroupMemberChange,
  getGroupMember,
  getGroupMembers,
  saveGroupMembers,
} from '#src/records/groups/store/members.ts';
import { Contention, Problem } from '#src/runtime/errors.ts';
import { inParallel } from '#src/runtime/in-parallel.ts';
import { persistent, retryIfStale, stale } from '#src/runtime/retry.ts';
import { endedMember, type MemberPlan, membersLeftOut, planRows } from './import-plan.ts';
import { type ImportRow, type RowResult, type RowsOfMember, resolveRows } from './import-rows.ts';
import type { MemberContext } from './members.ts';
import { groupsConcerned, reachOf, requireChangesWithin, requireWithin } from './reach.ts';

/**
 * A transaction has at most 100 writes: up to eight of each person, with that of whoever waited, a check of each group, one of
 * the import, and two of the rights of a steward.
 */
const maxWeight = 92;
const weightOfMember = 8;
const transactionsAtOnce = 2;

interface ImportRequest {
  import_id: string;
  mode: (typeof importModes)[number];
  rows: readonly ImportRow[];
  dry_run: boolean;
  /** Whether no more requests of this import follow: then, with `replace`, who is in no row leaves. */
  is_last: boolean;
}

export interface ImportedRows {
  results: RowResult[];
  /** How many memberships have ended because no row names them. */
  left: number;
}

/**
 * Imports memberships, a part of a file at a time. Each few people are one transaction, so repeating the call after an
 * error does the rest. A dry run writes nothing. Throws `forbidden` if a row, or an earlier one of the same import, is about
 * a group that is not a steward's.
 */
export async function importMembers(request: ImportRequest, context: MemberContext): Promise<ImportedRows> {
  const { import_id, mode, rows, dry_run, is_last } = request;
  const { now } = context;
  const { members, failures } = await resolveRows(rows);
  const groupIds = [...new Set(members.flatMap((each) => each.rows.map(({ group_id }) => group_id)))];
  if (dry_run) {
    const plans = await planRows(members, import_id, now);
    const reach = await reachOf(context.steward, now);
    await requireWithin(reach, groupIds);
    await requireChangesWithin(
      reach,
      plans.flatMap(({ changes }) => changes),
    );
    const kept = new Set(plans.flatMap((plan) => plan.kept));
    const left = mode === 'replace' && is_last ? await membersLeftOut(groupIds, kept, now) : [];
    return { results: inOrder(plans, failures), left: left.flatMap((each) => each.membership_ids).length };
  }
  const current = await beginImport(request, groupIds, context);
  const plans = await inParallel(packed(members), transactionsAtOnce, (pack) => importPack(pack, current, context));
  const left = mode === 'replace' && is_last ? await endOthers(current, context) : 0;
  return { results: inOrder(plans.flat(), failures), left };
}

const inOrder = (plans: readonly MemberPlan[], failures: readonly RowResult[]): RowResult[] =>
  [...plans.flatMap(({ results }) => results), ...failures].sort((one, other) => one.line - other.line);

/** Groups of people whose rows fit into one transaction. */
function packed(members: readonly RowsOfMember[]): RowsOfMember[][] {
  const packs: RowsOfMember[][] = [];
  const weightOf = (pack: readonly RowsOfMember[]) =>
    pack.length * weightOfMember + new Set(pack.flatMap(({ rows }) => rows.map(({ group_id }) => group_id))).size;
  for (const each of members) {
    const last = packs.at(-1);
    if (last && weightOf([...last, each]) <= maxWeight) last.push(each);
    else packs.push([each]);
  }
  return packs;
}

const endedAtOnce = 12;

/** Stores which groups an import is about. Throws `conflict` if it was undone, or has another mode. */
const beginImport = (
  { import_id: id, mode }: ImportRequest,
  groupIds: readonly string[],
  { now, steward, actor }: MemberContext,
): Promise<GroupImport> =>
  retryIfStale(
    `The import ${id}`,
    async () => {
      const before = await getGroupImport(id);
      if (before) requireNotUndone(before);
      if (before && before.mode !== mode) throw new Problem('conflict', `This import has the mode ${before.mode}`);
      const group_ids = [...new Set([...(before?.group_ids ?? []), ...groupIds])].sort();
      await requireWithin(await reachOf(steward, now), group_ids);
      if (before && group_ids.length === before.group_ids.length) return before;
      const begun = { id, mode, actor, created_at: now.getTime(), undone_at: null, undo_pending: false, version: 0 };
      const after = { ...(before ?? begun), group_ids, version: (before?.version ?? 0) + 1 };
      return (await saveGroupImport(after, before)) ? after : stale;
    },
    persistent,
  );

function requireNotUndone({ undone_at }: GroupImport): void {
  if (undone_at !== null) throw new Problem('conflict', 'This import was undone: begin another one');
}

/** Imports the rows of some people in one transaction; after contention, each in their own. */
async function importPack(
  pack: readonly RowsOfMember[],
  current: GroupImport,
  context: MemberContext,
): Promise<MemberPlan[]> {
  try {
    return await retryIfStale(
      `The import ${current.id}`,
      async () => {
        const plans = await planRows(pack, current.id, context.now);
        const writes = plans.filter(({ changes }) => changes.length > 0 || current.mode === 'replace');
        if (writes.length === 0) return plans;
        const isSaved = await saveFound(
          writes.map(({ changes, member_id, kept }) => ({ member_id, changes, kept })),
          current,
          context,
        );
        return isSaved ? plans : stale;
      },
      persistent,
    );
  } catch (error) {
    if (!(error instanceof Contention) || pack.length === 1) throw error;
    const plans = await inParallel(pack, transactionsAtOnce, (each) => importPack([each], current, context));
    return plans.flat();
  }
}

/** Saves changes of members with what the import has found of each. */
async function saveFound(
  all: readonly { member_id: string; changes: GroupMemberChange[]; kept: string[] }[],
  current: GroupImport,
  { steward, ...context }: MemberContext,
): Promise<boolean> {
  const ids = all.flatMap(({ member_id, changes }) => [member_id, ...changes.map(({ after }) => after.id)]);
  const known = await importedMembersOf(current.id, [...new Set(ids)]);
  const found = all.flatMap(({ member_id, changes, kept }): ImportedMember[] => {
    const own = changes.find(({ after }) => after.id === member_id);
    const others = changes.filter((change) => change !== own);
    return [
      importedMember(known.get(member_id), { member_id, change: own, kept }),
      ...others.map((change) =>
        importedMember(known.get(change.after.id), { member_id: change.after.id, change, kept: [] }),
      ),
    ];
  });
  const changes = all.flatMap((each) => each.changes);
  const reach = await reachOf(steward, context.now);
  await requireChangesWithin(reach, changes);
  const isSaved = await saveGroupMembers(changes, {
    extraWrites: [
      ifNotUndone(current),
      ...found.map((each) => importedMemberWrite(current, each)),
      ...reach.conditions,
    ],
    ...(changes.length > 0 && { audit: { context, changes: [audited(current, changes)] } }),
  });
  const stored = isSaved ? undefined : await getGroupImport(current.id);
  if (stored) requireNotUndone(stored);
  return isSaved;
}

/** Who was changed by an import, without the names and staff ids of those who wait, which nothing would erase there. */
const audited = ({ id, mode }: GroupImport, changes: readonly GroupMemberChange[]): AuditedChange => ({
  action: 'group.members_changed',
  workspace: null,
  resource: null,
  after: { import: { id, mode, orcids: changes.flatMap(({ after }) => after.orcid ?? []), people: changes.length } },
});

/** Ends the memberships from earlier imports that no row names. */
async function endOthers(current: GroupImport, context: MemberContext): Promise<number> {
  const { now } = context;
  const kept = new Set((await importedMembers(current.id)).flatMap((each) => each.kept));
  const groupIds = (await getGroupImport(current.id))?.group_ids ?? current.group_ids;
  await requireWithin(await reachOf(context.steward, now), groupIds);
  const left = await membersLeftOut(groupIds, kept, now);
  const packs = Array.from({ length: Math.ceil(left.length / endedAtOnce) }, (_, n) =>
    left.slice(n * endedAtOnce, (n + 1) * endedAtOnce),
  );
  await inParallel(packs, transactionsAtOnce, (pack) =>
    retryIfStale(
      `The import ${current.id}`,
      async () => {
        const stored = await getGroupMembers(pack.map(({ member_id }) => member_id));
        const changes = pack.flatMap(({ member_id, membership_ids }) => {
          const before = stored.get(member_id);
          if (!before) return [];
          const after = endedMember(before, membership_ids, current.id, now);
          return [{ member_id, changes: [{ before, after }], kept: [] }];
        });
        return changes.length === 0 || (await saveFound(changes, current, context)) ? true : stale;
      },
      persistent,
    ),
  );
  return left.flatMap((each) => each.membership_ids).length;
}

/** For stewards, who may undo few of all: this many times as many imports are read for one answer. */
const mostReads = 5;

/**
 * Some of the imports that the caller may undo, newest first, and where to continue: there may be more even if there are none
 * here. Stewards see who has begun one only if it was they.
 */
export async function earlierImports(
  { after, limit }: { after: string | undefined; limit: number },
  { steward, actor, now }: Pick<MemberContext, 'steward' | 'actor' | 'now'>,
): Promise<{ imports: GroupImport[]; next: string | undefined }> {
  const reach = await reachOf(steward, now);
  let next = after;
  for (let reads = 1; ; reads++) {
    const page = await groupImportsFrom(next, limit);
    // One without groups has changed nothing.
    const all = page.imports.filter(({ group_ids }) => group_ids.length > 0);
    const outside = new Set(await reach.outside(all.flatMap(({ group_ids }) => group_ids)));
    const imports = all
      .filter(({ group_ids }) => !group_ids.some((id) => outside.has(id)))
      .map((each) => (steward === undefined || each.actor === actor ? each : { ...each, actor: null }));
    next = page.next;
    if (imports.length > 0 || next === undefined || reads === mostReads) return { imports, next };
  }
}

export interface UndoResult {
  restored: number;
  /** The people whom somebody has changed since, and who stay as they are. */
  left: string[];
}

/**
 * Undoes an import: everybody has the memberships of before, except those whom somebody has changed since. A steward can undo
 * what is only about their groups.
 */
export async function undoImport(id: string, context: MemberContext): Promise<UndoResult> {
  const current = await markUndone(id, context);
  // People with an iD first: until then, nobody can wait with their staff ids.
  const all = (await importedMembers(id)).sort((one, other) => rank(one) - rank(other));
  const [people, waiting] = [all.filter((each) => rank(each) === 0), all.filter((each) => rank(each) === 1)];
  const outcomes = [];
  for (const some of [people, waiting]) {
    outcomes.push(
      ...(await inParallel(some, 4, async (found) => [found, await restore(found, current, context)] as const)),
    );
  }
  await noteUndone(id);
  return {
    restored: outcomes.filter(([, outcome]) => outcome === 'restored').length,
    left: outcomes.flatMap(([{ member_id }, outcome]) => (outcome === 'left' ? [member_id] : [])),
  };
}

const rank = ({ member_id }: ImportedMember) => (staffIdOf(member_id) === undefined ? 0 : 1);

const markUndone = (id: string, { now, steward }: MemberContext): Promise<GroupImport> =>
  retryIfStale(
    `The import ${id}`,
    async () => {
      const before = await getGroupImport(id);
      if (!before) throw new Problem('not_found', 'There is no import with this id, or it is older than 90 days');
      await requireWithin(await reachOf(steward, now), before.group_ids);
      if (before.undone_at !== null) return before;
      const after = { ...before, undone_at: now.getTime(), undo_pending: true, version: before.version + 1 };
      return (await saveGroupImport(after, before)) ? after : stale;
    },
    persistent,
  );

/** Notes that an undo has come to its end: of one that was cut off, the rest can be found and done. */
const noteUndone = (id: string): Promise<unknown> =>
  retryIfStale(
    `The import ${id}`,
    async () => {
      const before = await getGroupImport(id);
      if (!before?.undo_pending) return true;
      const after = { ...before, undo_pending: false, version: before.version + 1 };
      return (await saveGroupImport(after, before)) ? true : stale;
    },
    persistent,
  );

/** The note of the import about a member goes with the restoring, so that a repeated undo does the rest. */
const restore = (
  found: ImportedMember,
  current: GroupImport,
  { steward, ...context }: MemberContext,
): Promise<'restored' | 'left' | 'unchanged'> =>
  retryIfStale(
    `The member ${found.member_id}`,
    async () => {
      const { member_id, before: was, version } = found;
      if (version === null) return 'unchanged';
      const before = await getGroupMember(member_id);
      // Version 0: the import has left nothing of them.
      if ((before?.version ?? 0) !== version) return 'left';
      const base = before ?? emptyMember(member_id, context.now);
      const content = was ?? { memberships: [], name: null, staff_id: base.orcid === null ? base.staff_id : null };
      const change = { before, after: changedMember(base, content, context.now) };
      const reach = await reachOf(steward, context.now);
      if ((await reach.outside(groupsConcerned(change))).length > 0) return 'left';
      const isSaved = await saveGroupMembers([change], {
        extraWrites: [removeImportedMember(current.id, member_id), ...reach.conditions],
        audit: { context, changes: [audited(current, [change])] },
      });
      return isSaved ? 'restored' : stale;
    },
    persistent,
  );
