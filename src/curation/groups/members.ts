import { randomUUID } from 'node:crypto';
import { changeContext } from '#src/identity/callers/actor.ts';
import type { MemberCaller } from '#src/identity/callers/caller.ts';
import type { AuditedChange, ChangeContext } from '#src/logbook/domain/audit.ts';
import {
  changedMember,
  emptyMember,
  type GroupMember,
  type GroupMembership,
  maxMemberships,
  overlappingMembership,
  staffIdOf,
  waitingMemberId,
  withWaiting,
} from '#src/records/groups/member.ts';
import { type PeriodInMs, type StoredPeriod, toStoredPeriod } from '#src/records/groups/periods.ts';
import { getGroup } from '#src/records/groups/store/groups.ts';
import {
  type GroupMemberChange,
  getGroupMember,
  orcidsOfStaff,
  saveGroupMembers,
} from '#src/records/groups/store/members.ts';
import { namesOf } from '#src/records/people/person.ts';
import { getPerson } from '#src/records/people/store/people.ts';
import { invalidField, Problem } from '#src/runtime/errors.ts';
import { persistent, retryIfStale, stale } from '#src/runtime/retry.ts';
import { transact, type Writes, writesAt } from '#src/table/table.ts';
import { existingGroup } from './groups.ts';
import { reachOf, requireChangesWithin, requireWithin } from './reach.ts';
import { knownNames, nameFit, shareWord } from './staff-names.ts';

/** Who changes members: a steward has their address here, and may change only what concerns their groups. */
export interface MemberContext extends ChangeContext {
  steward: string | undefined;
}

/** The context of a change of members by this request. */
export const memberContext = (input: { caller: MemberCaller; now: Date; requestId: string }): MemberContext => ({
  ...changeContext(input),
  steward: input.caller.steward,
});

export interface MembershipFields extends PeriodInMs {
  role: string | null;
  is_primary: boolean;
}

type Given<Fields> = { [Name in keyof Fields]?: Fields[Name] | undefined };

export interface NewMember extends Given<MembershipFields> {
  orcid?: string | undefined;
  staff_id?: string | undefined;
  name?: string | undefined;
}

/** A membership, and whose it is. */
export interface MembershipOf {
  member: GroupMember;
  membership: GroupMembership;
}

/** The id of a membership in addresses. */
export const membershipId = ({ member, membership }: MembershipOf): string => `${member.id}~${membership.id}`;

const unknownMembership = () => new Problem('not_found', 'The group has no membership with this id');

function parsedId(id: string): { memberId: string; ownId: string } {
  const at = id.lastIndexOf('~');
  if (at <= 0) throw unknownMembership();
  return { memberId: id.slice(0, at), ownId: id.slice(at + 1) };
}

/** Adds a person to a group, or somebody without an iD, who waits for one. Throws a Problem if that cannot be. */
export function addMember(groupId: string, input: NewMember, context: MemberContext): Promise<MembershipOf> {
  const membership: GroupMembership = {
    id: randomUUID(),
    group_id: groupId,
    ...toStoredPeriod({ starts_at: input.starts_at ?? null, ends_at: input.ends_at ?? null }),
    role: input.role ?? null,
    is_primary: input.is_primary ?? false,
    source: 'hand',
    import_id: null,
    created_at: context.now.getTime(),
    updated_at: context.now.getTime(),
  };
  return retryIfStale(
    `The members of ${groupId}`,
    async () => {
      await existingGroup(groupId);
      const found = await identified(input, context.now);
      const changes = withMemberships(found, [...found.own.after.memberships, membership], context.now);
      requireAllowed(changes[0].after, membership);
      const isSaved = await save(changes, groupId, undefined, { member: changes[0].after, membership }, context);
      return isSaved ? { member: changes[0].after, membership } : stale;
    },
    persistent,
  );
}

/** A member who is to be changed, and the one whose staff id they get. */
interface Identified {
  own: GroupMemberChange;
  waiting: GroupMemberChange | undefined;
}

/** Who is named by an iD, a staff id or both. Both: whoever waits with the staff id is the person with the iD. */
async function identified(
  { orcid, staff_id, name }: Pick<NewMember, 'orcid' | 'staff_id' | 'name'>,
  now: Date,
): Promise<Identified> {
  if (orcid === undefined && staff_id === undefined) throw invalidField('body', 'orcid', 'or staff_id is required');
  const holder = staff_id === undefined ? undefined : (await orcidsOfStaff([staff_id])).get(staff_id);
  if (orcid !== undefined && holder !== undefined && holder !== orcid) {
    throw new Problem('conflict', `The staff id is that of ${holder}`, { details: { orcid: holder } });
  }
  const person = orcid ?? holder;
  if (person === undefined) {
    const id = waitingMemberId(staff_id ?? '');
    const before = await getGroupMember(id);
    if (!before && !name) throw invalidField('body', 'name', 'is required of somebody without an iD');
    if (before?.name && name && !shareWord(before.name, name)) {
      const text = `The staff id ${staff_id} is that of ${before.name}: give that name, or another staff id`;
      throw new Problem('conflict', text, { details: { name: before.name } });
    }
    return {
      own: { before, after: { ...(before ?? emptyMember(id, now)), name: name ?? before?.name ?? null } },
      waiting: undefined,
    };
  }
  const known = await getPerson(person);
  if (!known) {
    throw invalidField('body', 'orcid', 'is not the iD of a person in the registry: ingest their publications first');
  }
  if (orcid === undefined && nameFit(name, knownNames(namesOf(known))) === 'other') {
    const text = `The staff id ${staff_id} is that of ${person}, who has another name: give the iD, or another staff id`;
    throw new Problem('conflict', text, { details: { orcid: person } });
  }
  const before = await getGroupMember(person);
  const own = before ?? emptyMember(person, now);
  const after = { ...own, staff_id: staff_id ?? own.staff_id };
  const waits = staff_id === undefined ? undefined : await getGroupMember(waitingMemberId(staff_id));
  if (!waits) return { own: { before, after }, waiting: undefined };
  const memberships = withWaiting(after.memberships, waits.memberships);
  return {
    own: { before, after: { ...after, memberships } },
    waiting: { before: waits, after: changedMember(waits, { memberships: [] }, now) },
  };
}

/** The changes of a member, theirs first. */
const withMemberships = (
  { own, waiting }: Identified,
  memberships: GroupMembership[],
  now: Date,
): [GroupMemberChange, ...GroupMemberChange[]] => {
  const { staff_id, name } = own.after;
  const base = own.before ?? { ...own.after, version: 0 };
  const after = changedMember(base, { staff_id, name, memberships }, now);
  return [{ before: own.before, after }, ...(waiting ? [waiting] : [])];
};

/** Throws `conflict` if a membership shares days with another one of the same group, or there are too many. */
function requireAllowed({ memberships }: GroupMember, membership: GroupMembership): void {
  const other = overlappingMembership(memberships, membership);
  if (other) {
    const text = 'They are a member of this group at the same time already: change that membership instead';
    throw new Problem('conflict', text, { details: { membership_id: other.id } });
  }
  if (memberships.length > maxMemberships) {
    throw new Problem('conflict', `Somebody can have at most ${maxMemberships} memberships`);
  }
}

export interface MemberPatch extends Given<MembershipFields> {
  /** The iD of somebody who waits for one. */
  orcid?: string | undefined;
}

/**
 * Changes a membership. With an iD, all memberships of somebody who waits become those of the person, in one transaction.
 * Throws a Problem if that cannot be.
 */
export function changeMembership(
  groupId: string,
  id: string,
  patch: MemberPatch,
  context: MemberContext,
): Promise<MembershipOf> {
  const { memberId, ownId } = parsedId(id);
  return retryIfStale(
    `The member ${memberId}`,
    async () => {
      const { now } = context;
      const before = await existingMembership(groupId, memberId, ownId);
      const membership = patched(before.membership, patch, now);
      const { orcid } = patch;
      const staffId = staffIdOf(memberId);
      if (orcid !== undefined && staffId === undefined) {
        throw invalidField('body', 'orcid', 'can be given only to somebody who has no iD');
      }
      const found: Identified =
        orcid === undefined
          ? { own: { before: before.member, after: before.member }, waiting: undefined }
          : await identified({ orcid, staff_id: staffId }, now);
      const changed = found.own.after.memberships.map((each) => (each.id === ownId ? membership : each));
      const isLeftOut = !changed.includes(membership);
      const changes = withMemberships(found, changed, now);
      const own = changes[0].after;
      if (isLeftOut) throw new Problem('conflict', 'The person is a member of this group at the same time already');
      requireAllowed(own, membership);
      const result = { member: own, membership };
      return (await save(changes, groupId, before, result, context)) ? result : stale;
    },
    persistent,
  );
}

function patched(stored: GroupMembership, patch: MemberPatch, now: Date): GroupMembership {
  const { starts_at, ends_at, role, is_primary } = patch;
  const membership = {
    ...stored,
    ...(role !== undefined && { role }),
    ...(is_primary !== undefined && { is_primary }),
    ...(starts_at !== undefined && { starts_at: toStoredPeriod({ starts_at, ends_at: null }).starts_at }),
    ...(ends_at !== undefined && { ends_at: toStoredPeriod({ starts_at: null, ends_at }).ends_at }),
    updated_at: now.getTime(),
  };
  if (membership.starts_at !== null && membership.ends_at !== null && membership.ends_at < membership.starts_at) {
    throw invalidField('body', 'ends_at', 'must be later than the start of the membership');
  }
  return membership;
}

/** Removes a membership, as if it had never been. Throws `not_found`. */
export function removeMembership(groupId: string, id: string, context: MemberContext): Promise<true> {
  const { memberId, ownId } = parsedId(id);
  return retryIfStale(
    `The member ${memberId}`,
    async () => {
      const before = await existingMembership(groupId, memberId, ownId);
      const memberships = before.member.memberships.filter((each) => each.id !== ownId);
      const after = changedMember(before.member, { memberships }, context.now);
      return (await save([{ before: before.member, after }], groupId, before, undefined, context)) ? true : stale;
    },
    persistent,
  );
}

async function existingMembership(groupId: string, memberId: string, ownId: string): Promise<MembershipOf> {
  await existingGroup(groupId);
  const member = await getGroupMember(memberId);
  const membership = member?.memberships.find((each) => each.id === ownId && each.group_id === groupId);
  if (!member || !membership) throw unknownMembership();
  return { member, membership };
}

/** Saves members with the audit record of one membership. Throws `forbidden` if a steward may not. */
async function save(
  changes: readonly GroupMemberChange[],
  groupId: string,
  before: MembershipOf | undefined,
  after: MembershipOf | undefined,
  { steward, ...context }: MemberContext,
  extraWrites: Writes = [],
): Promise<boolean> {
  const reach = await reachOf(steward, context.now);
  await requireWithin(reach, [groupId]);
  await requireChangesWithin(reach, changes);
  const change: AuditedChange = {
    action: 'group.members_changed',
    workspace: null,
    resource: groupId,
    ...(before && { before: { members: [auditedMember(before)] } }),
    ...(after && { after: { members: [auditedMember(after)] } }),
  };
  return saveGroupMembers(changes, {
    extraWrites: (at) => [...reach.conditions, ...writesAt(extraWrites, at)],
    audit: { context, changes: [change] },
  });
}

/** Nothing erases the names and staff ids of those without an iD from the audit trail. */
const auditedMember = ({ member, membership }: MembershipOf) => {
  const { id, starts_at, ends_at, role, is_primary } = membership;
  return { id, orcid: member.orcid, starts_at, ends_at, role, is_primary };
};

/** A membership that somebody else claims. */
export interface ClaimedMembership extends StoredPeriod {
  orcid: string;
  group_id: string;
  source: string;
}

/** Only administrators decide what is claimed. */
const byAdministrator = (context: ChangeContext): MemberContext => ({ ...context, steward: undefined });

/**
 * Adds a membership that a person has been said to have, in one attempt and one transaction with other writes. Returns its
 * id; undefined after a concurrent change. Throws `conflict` if the person or the group is gone, or they are a member then.
 */
export async function addClaimed(
  { orcid, ...claimed }: ClaimedMembership,
  context: ChangeContext,
  extraWrites: (id: string) => Writes,
): Promise<string | undefined> {
  const group = await getGroup(claimed.group_id);
  if (!group || group.deleted_at !== null) throw new Problem('conflict', 'The group is deleted');
  if (!(await getPerson(orcid))) throw new Problem('conflict', 'The person is not in the registry any more');
  const nowMs = context.now.getTime();
  const times = { created_at: nowMs, updated_at: nowMs };
  const membership = { id: randomUUID(), ...claimed, role: null, is_primary: false, import_id: null, ...times };
  const before = await getGroupMember(orcid);
  const own = before ?? emptyMember(orcid, context.now);
  const after = changedMember(own, { memberships: [...own.memberships, membership] }, context.now);
  requireAllowed(after, membership);
  const result = { member: after, membership };
  const writes = extraWrites(membership.id);
  const isSaved = await save(
    [{ before, after }],
    claimed.group_id,
    undefined,
    result,
    byAdministrator(context),
    writes,
  );
  return isSaved ? membership.id : undefined;
}

/**
 * Removes what `addClaimed` has added, in one attempt and one transaction with other writes; false after a concurrent change.
 * One that is gone stays so. Throws `conflict` if it has been changed since: the change is somebody's word, too.
 */
export async function removeClaimed(
  orcid: string,
  id: string,
  context: ChangeContext,
  extraWrites: Writes,
): Promise<boolean> {
  const member = await getGroupMember(orcid);
  const membership = member?.memberships.find((each) => each.id === id);
  if (!member || !membership) return (await transact(extraWrites)) === undefined;
  if (membership.updated_at !== membership.created_at) {
    throw new Problem('conflict', 'The membership has been changed since: remove it from the group instead');
  }
  const memberships = member.memberships.filter((each) => each !== membership);
  const after = changedMember(member, { memberships }, context.now);
  return save(
    [{ before: member, after }],
    membership.group_id,
    { member, membership },
    undefined,
    byAdministrator(context),
    extraWrites,
  );
}
