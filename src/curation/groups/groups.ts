import { randomUUID } from 'node:crypto';
import { groupMembers } from '#src/lists/groups/group-members.ts';
import { groupOutputs } from '#src/lists/groups/group-outputs.ts';
import { groups } from '#src/lists/groups/groups.ts';
import type { ChangeContext } from '#src/logbook/domain/audit.ts';
import {
  changedGroup,
  changesTree,
  deletedGroup,
  type GroupRecord,
  type GroupRow,
  groupIdsFor,
  groupsAbove,
  newGroup,
} from '#src/records/groups/group.ts';
import { contentChange, type GroupPatch, type NewGroup, newContent } from '#src/records/groups/input.ts';
import { groupPlace } from '#src/records/groups/place.ts';
import { getGroup, groupWithExternalId, saveGroup, treeVersion } from '#src/records/groups/store/groups.ts';
import { cycleOf, groupTree, levelsOf, maxGroupLevels } from '#src/records/groups/tree.ts';
import { Contention, invalidField, Problem } from '#src/runtime/errors.ts';
import { persistent, retryIfStale, stale } from '#src/runtime/retry.ts';
import type { Write } from '#src/table/table.ts';
import { givenBack, type Naming, rightsFor, stewardWrites, withdrawalWrites } from './stewards.ts';

const unknownGroup = () => new Problem('not_found', 'There is no group with this id');

/** The group with this id. Throws `not_found` if there is none or it is deleted. */
export async function existingGroup(id: string): Promise<GroupRecord> {
  const group = await getGroup(id);
  if (!group || group.deleted_at !== null) throw unknownGroup();
  return group;
}

const all = { page: 1, per_page: Number.MAX_SAFE_INTEGER, q: '', dir: 'asc', where: [] } as const;

/** All groups that are not deleted, also those written just now. */
export const allGroups = async (): Promise<GroupRow[]> =>
  (await groups.find({ ...all, sort: 'name', equals: { deleted: 'false' } }, 0)).rows;

/**
 * Creates a group. Without an id, it gets the first free one made from its name. Throws `conflict` if its id or external
 * id is taken, even by a deleted group, or if groups would belong to each other in a circle.
 */
export async function createGroup(
  { id, ...input }: NewGroup,
  context: ChangeContext,
  naming?: Naming,
): Promise<GroupRecord> {
  const content = newContent(input, context.now);
  const ids = id === undefined ? groupIdsFor(input.name, randomUUID().slice(0, 8)) : [id];
  for (const candidate of ids) {
    const record = newGroup(candidate, content, context.now);
    const created = await retryIfStale(
      `The group ${candidate}`,
      async () => {
        if (await getGroup(candidate)) return undefined;
        return (await write(record, undefined, context, naming)) ?? stale;
      },
      persistent,
    );
    if (created) return created;
  }
  if (id === undefined) throw new Contention(`Every id of ${ids[0]}`);
  throw new Problem('conflict', `There is already a group with the id ${id}. It may be hidden or deleted`);
}

/**
 * Changes a group. Throws `not_found`, what `precondition` throws, and `conflict` if its external id is taken, or if
 * groups would belong to each other in a circle. `patch` may be made of the record, and is then made again after a concurrent
 * write. With `alsoWrite` in the same transaction.
 */
export const changeGroup = (
  id: string,
  patch: GroupPatch | ((record: GroupRecord) => Promise<GroupPatch>),
  context: ChangeContext,
  precondition: (record: GroupRecord) => void,
  naming?: Naming,
  alsoWrite?: (after: GroupRecord) => readonly Write[],
): Promise<GroupRecord> =>
  retryIfStale(
    `The group ${id}`,
    async () => {
      const before = await existingGroup(id);
      precondition(before);
      const asked = typeof patch === 'function' ? await patch(before) : patch;
      const after = changedGroup(before, contentChange(asked, before, context.now), context.now);
      if (after.starts_at !== null && after.ends_at !== null && after.ends_at < after.starts_at) {
        throw invalidField('body', 'ends_at', 'must be later than the start of the group');
      }
      return after === before ? before : ((await write(after, before, context, naming, alsoWrite?.(after))) ?? stale);
    },
    persistent,
  );

/** Saves a group if what it says can hold. Undefined if something has changed meanwhile: read again. */
async function write(
  record: GroupRecord,
  before: GroupRecord | undefined,
  context: ChangeContext,
  naming: Naming | undefined,
  also: readonly Write[] = [],
): Promise<GroupRecord | undefined> {
  const tree = changesTree(before, record) ? await checkedTree(record, before) : undefined;
  // Last, because somebody may be invited for it.
  const rights = await stewardWrites(before, record, naming);
  const saved = await saveGroup(record, before, { tree, rights: [...rights, ...also], context });
  if (saved === 'saved') return record;
  const { external_id } = record;
  if (saved === 'refused' && external_id !== null) {
    const owner = await groupWithExternalId(external_id);
    if (owner !== undefined && owner !== record.id) {
      throw new Problem('conflict', `The group ${owner} has this external id`, { details: { group_id: owner } });
    }
  }
  return undefined;
}

/** The version of the tree that can take a group. The version comes first: the list is at least as new. */
async function checkedTree(record: GroupRecord, before: GroupRecord | undefined): Promise<number> {
  const version = await treeVersion();
  const others = (await allGroups()).filter(({ id }) => id !== record.id);
  const known = new Set([...others.map(({ id }) => id), ...(before ? groupsAbove(before) : [])]);
  for (const [index, { id }] of record.parents.entries()) {
    if (id === record.id || !known.has(id)) {
      throw invalidField('body', `parents.${index}.id`, id === record.id ? 'must be another group' : 'is no group');
    }
  }
  const { taken_over_by } = record;
  if (taken_over_by !== null && (taken_over_by === record.id || !known.has(taken_over_by))) {
    throw invalidField('body', 'taken_over_by', taken_over_by === record.id ? 'must be another group' : 'is no group');
  }
  const tree = groupTree([...others, record].map(groupPlace));
  const cycle = cycleOf(tree, record.id);
  if (cycle) {
    const text = `These groups would belong to each other in a circle: ${cycle.join(', ')}`;
    throw new Problem('conflict', text, { details: { groups: cycle } });
  }
  if (levelsOf(tree, record.id) > maxGroupLevels) {
    throw new Problem('conflict', `There would be more than ${maxGroupLevels} levels of groups`);
  }
  return version;
}

/**
 * Deletes a group that nothing belongs to or has belonged to. Throws `not_found`, what `precondition` throws, and `conflict`
 * if it is not empty.
 */
export async function deleteGroup(
  id: string,
  context: ChangeContext,
  precondition: (record: GroupRecord) => void,
): Promise<void> {
  await retryIfStale(
    `The group ${id}`,
    async () => {
      const before = await existingGroup(id);
      precondition(before);
      await requireEmpty(id);
      const deleted = deletedGroup(before, context.now);
      const held = await rightsFor(before);
      const rights = await withdrawalWrites(before.stewards, id);
      if ((await saveGroup(deleted, before, { rights, context })) !== 'saved') return stale;
      // Nobody can join it now. Somebody may have since it was found empty.
      try {
        await requireEmpty(id);
      } catch (error) {
        const restored = { ...before, version: deleted.version + 1 };
        if ((await saveGroup(restored, deleted, { rights: await givenBack(held, id), context })) !== 'saved')
          return stale;
        throw error;
      }
      return true;
    },
    persistent,
  );
}

async function requireEmpty(id: string): Promise<void> {
  const one = { ...all, per_page: 1 };
  const [members, below, outputs] = await Promise.all([
    groupMembers.find({ ...one, sort: 'updated_at', equals: { group: id } }, 0),
    groups.find({ ...one, sort: 'name', equals: { parent: id, deleted: 'false' } }, 0),
    groupOutputs.find({ ...one, sort: 'changed', equals: { group: id } }, 0),
  ]);
  const left = [
    ...(members.total > 0 ? [`${members.total} members`] : []),
    ...(below.total > 0 ? [`${below.total} groups`] : []),
    ...(outputs.total > 0 ? [`${outputs.total} outputs by hand`] : []),
  ];
  if (left.length === 0) return;
  throw new Problem('conflict', `The group has or had ${left.join(', ')}: end it instead, by setting ends_at`);
}
