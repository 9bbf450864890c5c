import { auditWrites } from '#src/logbook/audit.ts';
import type { ChangeContext } from '#src/logbook/domain/audit.ts';
import { keys } from '#src/table/keys.ts';
import { type RewriteResult, rewriteRecord } from '#src/table/rewrite.ts';
import { getItem, getItems, ifUnchanged, type Write } from '#src/table/table.ts';
import { isFromBeforeDepartures, type RecordWrite, transactWithRows, unchangedBy } from '../../store/list-rows.ts';
import {
  changesTree,
  GroupId,
  GroupRecord,
  GroupRow,
  groupChange,
  groupRow,
  groupShape,
  groupsAbove,
  stewardChanges,
} from '../group.ts';

/** The group with this id, even if hidden or deleted; undefined if there is none or the id is malformed. */
export async function getGroup(id: string): Promise<GroupRecord | undefined> {
  if (!GroupId.safeParse(id).success) return undefined;
  const item = await getItem(keys.group(id));
  return item && GroupRecord.parse(item);
}

/** The groups with these ids that exist, even if hidden or deleted, by id. */
export async function getGroups(ids: readonly string[]): Promise<Map<string, GroupRecord>> {
  const items = await getItems(ids.map(keys.group));
  return new Map(items.map((item) => GroupRecord.parse(item)).map((record) => [record.id, record]));
}

/** The version of the tree, which is read before the groups that a change of it is compared with. 0 before the first one. */
export const treeVersion = async (): Promise<number> => Number((await getItem(keys.groupTree()))?.version ?? 0);

/** The condition that the tree has the version that was read. */
export const ifSameTree = (read: number): Write => ({ ConditionCheck: { Key: keys.groupTree(), ...ifTreeHas(read) } });

const ifTreeHas = (read: number) => ({
  ConditionExpression: read === 0 ? 'attribute_not_exists(pk)' : 'version = :read',
  ...(read > 0 && { ExpressionAttributeValues: { ':read': read } }),
});

/** The id of the group with an external id. */
export async function groupWithExternalId(externalId: string): Promise<string | undefined> {
  const id = (await getItem(keys.groupWithExternalId(externalId)))?.group_id;
  return id === undefined ? undefined : String(id);
}

/**
 * Writes a group, its list row and, for a user's change, the audit record. `before` is the record that was read, `tree` the
 * version of the tree, if the write changes that, and `rights` the writes for changed stewards. `stale`: one of the first two
 * has changed. `refused`: a condition of `rights`, another group has the external id, or one above it does not exist.
 */
export async function saveGroup(
  record: GroupRecord,
  before: GroupRecord | undefined,
  {
    tree,
    rights,
    context,
  }: { tree?: number | undefined; rights?: readonly Write[]; context?: ChangeContext | undefined } = {},
): Promise<'saved' | 'stale' | 'refused'> {
  if (tree === undefined && changesTree(before, record)) throw new Error('The version of the tree is missing');
  const { named, removed } = stewardChanges(before, record);
  if (!rights && named.length + removed.length > 0) throw new Error('The writes for the stewards are missing');
  const records = context && auditWrites({ context, changes: [groupChange(before, record)] });
  const part = groupPart(record, before, [
    ...(tree === undefined ? [] : [raiseTree(tree)]),
    ...(records?.writes ?? []),
  ]);
  const known = new Set(before ? groupsAbove(before) : []);
  const added = groupsAbove(record).filter((id) => !known.has(id));
  const { outcome } = await transactWithRows(
    [part],
    [...externalIdWrites(record, before), ...added.map(ifGroupExists), ...(rights ?? [])],
  );
  if (outcome === 'saved') records?.log();
  return outcome;
}

/** The condition that a group exists, for a transaction that refers to it. */
export const ifGroupExists = (id: string): Write => ({
  ConditionCheck: {
    Key: keys.group(id),
    ConditionExpression: 'attribute_exists(pk) AND deleted_at = :none',
    ExpressionAttributeValues: { ':none': null },
  },
});

const groupPart = (
  record: GroupRecord,
  before: GroupRecord | undefined,
  also: readonly Write[] = [],
): RecordWrite<GroupRecord> => ({
  record,
  before,
  write: (stored) => ({
    writes: [
      { Put: { Item: { ...keys.group(record.id), ...stored, shape: groupShape }, ...ifUnchanged(before) } },
      ...also,
    ],
    row: { ...groupRow(stored), ...keys.groupRow(record.id) },
  }),
});

const raiseTree = (read: number): Write => ({
  Update: {
    Key: keys.groupTree(),
    UpdateExpression: 'SET version = :next',
    ...ifTreeHas(read),
    ExpressionAttributeValues: { ':next': read + 1, ...ifTreeHas(read).ExpressionAttributeValues },
  },
});

/** A deleted group gives its external id up. */
const externalIdOf = (record: GroupRecord | undefined) => (record?.deleted_at === null ? record.external_id : null);

function externalIdWrites(record: GroupRecord, before: GroupRecord | undefined): Write[] {
  const [was, is] = [externalIdOf(before), externalIdOf(record)];
  if (was === is) return [];
  const writes: Write[] = [];
  if (was !== null && was !== undefined) writes.push({ Delete: { Key: keys.groupWithExternalId(was) } });
  if (is !== null && is !== undefined) {
    const Item = { ...keys.groupWithExternalId(is), group_id: record.id };
    writes.push({ Put: { Item, ConditionExpression: 'attribute_not_exists(pk)' } });
  }
  return writes;
}

/** Rewrites a group of an older shape, with its list row, and returns the result. */
export function rewriteGroup(id: string): Promise<RewriteResult> {
  return rewriteRecord(keys.group(id), groupShape, {
    parse: (item) => GroupRecord.parse(item),
    save: async (record, before) => {
      const row = await getItem(keys.groupRow(id));
      const unchanged = unchangedBy(groupRow(record), row, GroupRow);
      const part = { ...groupPart(record, before), isRetold: isFromBeforeDepartures(row), unchanged };
      return (await transactWithRows([part])).outcome === 'saved';
    },
  });
}
