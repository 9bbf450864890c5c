import { type GroupContent, type GroupRecord, newGroup } from '#src/records/groups/group.ts';
import { changedMember, emptyMember, type GroupMembership } from '#src/records/groups/member.ts';
import { saveGroup, treeVersion } from '#src/records/groups/store/groups.ts';
import { getGroupMember, saveGroupMembers } from '#src/records/groups/store/members.ts';

export const now = new Date('2026-01-31T12:00:00Z');
export const context = { actor: 'user:ada@example.org', now, requestId: 'request-1' };

const aGroupRecord = (id: string, content: Partial<GroupContent> = {}): GroupRecord =>
  newGroup(
    id,
    {
      name: `The ${id}`,
      kind: null,
      parents: [],
      taken_over_by: null,
      ror: null,
      homepage: null,
      external_id: null,
      printed_names: [],
      visible: true,
      stewards: [],
      starts_at: null,
      ends_at: null,
      ...content,
    },
    now,
  );

export async function storeGroup(id: string, content: Partial<GroupContent> = {}): Promise<GroupRecord> {
  const record = aGroupRecord(id, content);
  const saved = await saveGroup(record, undefined, { tree: await treeVersion() });
  if (saved !== 'saved') throw new Error(`The group ${id} is ${saved}`);
  return record;
}

export const aMembership = (group_id: string, fields: Partial<GroupMembership> = {}): GroupMembership => ({
  id: `${group_id}-1`,
  group_id,
  starts_at: null,
  ends_at: null,
  role: null,
  is_primary: false,
  source: 'hand',
  import_id: null,
  created_at: now.getTime(),
  updated_at: now.getTime(),
  ...fields,
});

/** Stores the memberships of a person, or of somebody who waits. */
export async function storeMember(
  id: string,
  memberships: readonly GroupMembership[],
  fields: { staff_id?: string; name?: string } = {},
): Promise<void> {
  const before = await getGroupMember(id);
  const after = changedMember(before ?? emptyMember(id, now), { memberships: [...memberships], ...fields }, now);
  if (!(await saveGroupMembers([{ before, after }]))) throw new Error(`The member ${id} is not stored`);
}
