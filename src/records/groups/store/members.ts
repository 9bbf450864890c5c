import { auditWrites } from '#src/logbook/audit.ts';
import type { AuditedChange, ChangeContext } from '#src/logbook/domain/audit.ts';
import { retryIfStale, stale } from '#src/runtime/retry.ts';
import { keys } from '#src/table/keys.ts';
import { hasOlderShape, type RewriteResult } from '#src/table/rewrite.ts';
import {
  type AttemptTime,
  getItem,
  getItems,
  ifUnchanged,
  type Key,
  transact,
  type Write,
  type Writes,
  writesAt,
} from '#src/table/table.ts';
import { ifPersonExists } from '../../people/store/people.ts';
import { putRow, raiseEpoch } from '../../store/list-rows.ts';
import { GroupMember, groupMemberRow, groupMemberShape, staffIdOf } from '../member.ts';
import { ifGroupExists } from './groups.ts';
import { forgetInImports } from './imports.ts';

/** The key of all memberships of a member. */
export function groupMemberKey(id: string): Key {
  const staffId = staffIdOf(id);
  return staffId === undefined ? keys.groupsOfPerson(id) : keys.groupsOfStaff(staffId);
}

/** A member, or undefined. */
export async function getGroupMember(id: string): Promise<GroupMember | undefined> {
  const item = await getItem(groupMemberKey(id));
  return item && GroupMember.parse(item);
}

/** The existing members among these, by id. */
export async function getGroupMembers(ids: readonly string[]): Promise<Map<string, GroupMember>> {
  const items = await getItems(ids.map(groupMemberKey));
  return new Map(items.map((item) => GroupMember.parse(item)).map((member) => [member.id, member]));
}

/** The iDs of the people who have these staff ids. */
export async function orcidsOfStaff(staffIds: readonly string[]): Promise<Map<string, string>> {
  const items = await getItems(staffIds.map(keys.personOfStaff));
  return new Map(items.map(({ staff_id, orcid }) => [String(staff_id), String(orcid)]));
}

/** A member before and after a write; `before` is undefined if there was none. */
export interface GroupMemberChange {
  before: GroupMember | undefined;
  after: GroupMember;
}

/**
 * Writes members and their rows in one transaction, with `extraWrites` and audit records. False if one of them has
 * changed since it was read, somebody else has the staff id, or a person or a group that they join does not exist.
 */
export async function saveGroupMembers(
  changes: readonly GroupMemberChange[],
  {
    extraWrites = [],
    audit,
  }: { extraWrites?: Writes; audit?: { context: ChangeContext; changes: AuditedChange[] } | undefined } = {},
): Promise<boolean> {
  const records = audit && auditWrites(audit);
  const joined = new Set(changes.flatMap(groupsJoined));
  const failed = await transact((at) => [
    ...changes.flatMap((change) => memberWrites(change, at)),
    ...(changes.some(({ before, after }) => before && isForgotten(after)) ? [raiseEpoch('GROUP_MEMBER', at)] : []),
    ...[...joined].map(ifGroupExists),
    ...changes.flatMap((change) => identityWrites(change, changes)),
    ...writesAt(extraWrites, at),
    ...(records?.writes ?? []),
  ]);
  if (!failed) records?.log();
  return !failed;
}

/** The groups of which a member has more memberships than before. */
function groupsJoined({ before, after }: GroupMemberChange): string[] {
  const known = new Set(before?.memberships.map(({ id, group_id }) => `${id} ${group_id}`));
  return after.memberships.flatMap(({ id, group_id }) => (known.has(`${id} ${group_id}`) ? [] : group_id));
}

/** Somebody without an iD and memberships is forgotten. */
const isForgotten = ({ orcid, memberships }: GroupMember) => orcid === null && memberships.length === 0;

function memberWrites({ before, after }: GroupMemberChange, at: AttemptTime): Write[] {
  if (isForgotten(after)) {
    const row = { Delete: { Key: keys.groupMemberRow(after.id) } };
    return before ? [{ Delete: { Key: groupMemberKey(after.id), ...ifUnchanged(before) } }, row] : [];
  }
  const Item = { ...groupMemberKey(after.id), ...after, shape: groupMemberShape };
  return [
    { Put: { Item, ...ifUnchanged(before) } },
    putRow({ ...groupMemberRow(after), ...keys.groupMemberRow(after.id) }, at),
  ];
}

/** Who joins a group must exist, and nobody waits for an iD whose staff id is that of a person. */
function identityWrites({ before, after }: GroupMemberChange, all: readonly GroupMemberChange[]): Write[] {
  const { orcid, staff_id } = after;
  if (orcid === null) {
    const isTaken = all.some((other) => other.after.orcid !== null && other.after.staff_id === staff_id);
    if (isTaken || staff_id === null || after.memberships.length === 0) return [];
    return [{ ConditionCheck: { Key: keys.personOfStaff(staff_id), ConditionExpression: 'attribute_not_exists(pk)' } }];
  }
  const writes = [ifPersonExists(orcid)];
  const was = before?.staff_id ?? null;
  if (staff_id === was) return writes;
  if (was !== null) writes.push({ Delete: { Key: keys.personOfStaff(was) } });
  if (staff_id !== null) {
    const condition = {
      ConditionExpression: 'attribute_not_exists(pk) OR orcid = :orcid',
      ExpressionAttributeValues: { ':orcid': orcid },
    };
    writes.push({ Put: { Item: { ...keys.personOfStaff(staff_id), staff_id, orcid }, ...condition } });
  }
  return writes;
}

/**
 * Deletes what is stored of a member, and their row: of a person whose record is gone, or of somebody who waits. Only one
 * of two calls at once returns true.
 */
export function deleteGroupMember(id: string): Promise<boolean> {
  return retryIfStale(`The member ${id}`, async () => {
    const member = await getGroupMember(id);
    const row = await getItem(keys.groupMemberRow(id));
    if (!member && !row) return false;
    const staffId = member?.staff_id ?? row?.staff_id;
    const failed = await transact((at) => [
      { Delete: { Key: groupMemberKey(id), ...ifUnchanged(member) } },
      { Delete: { Key: keys.groupMemberRow(id) } },
      ...(staffIdOf(id) === undefined && staffId ? [forgetStaffId(String(staffId), id)] : []),
      raiseEpoch('GROUP_MEMBER', at),
    ]);
    return failed ? stale : true;
  });
}

/** Unless the staff id is that of somebody else by now. */
const forgetStaffId = (staffId: string, orcid: string): Write => ({
  Delete: {
    Key: keys.personOfStaff(staffId),
    ConditionExpression: 'attribute_not_exists(pk) OR orcid = :orcid',
    ExpressionAttributeValues: { ':orcid': orcid },
  },
});

/**
 * Rewrites a member of an older shape, with their row. Deletes a row whose member is gone, because an earlier release has
 * erased the person without knowing of it.
 */
export function rewriteGroupMember(id: string): Promise<RewriteResult> {
  return retryIfStale(`The member ${id}`, async () => {
    const item = await getItem(groupMemberKey(id));
    if (!item) {
      await forgetInImports(id);
      return (await deleteGroupMember(id)) ? 'rewritten' : 'gone';
    }
    if (!hasOlderShape(item, groupMemberShape)) return 'current';
    const before = GroupMember.parse(item);
    const after = { ...before, version: before.version + 1 };
    return (await transact((at) => memberWrites({ before, after }, at))) ? stale : 'rewritten';
  });
}
