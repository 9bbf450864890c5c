import * as z from 'zod';
import { omitWriteTimes, writeTimes } from '../publications/publicity.ts';
import { storedPeriod } from './group.ts';

/** Shape version stored with the memberships of a person and their list row. Raise it as `publicationShape`. */
export const groupMemberShape = 1;

/** A period in which somebody belongs to a group. */
export const GroupMembership = z.object({
  id: z.string(),
  group_id: z.string(),
  ...storedPeriod,
  role: z.string().nullable(),
  is_primary: z.boolean(),
  /** Where it comes from: `hand`, `import`, `orcid`, `affiliations`, `partner`, or another word of a later release. */
  source: z.string(),
  /** The import that made it. */
  import_id: z.string().nullable(),
  created_at: z.int(),
  updated_at: z.int(),
});
export type GroupMembership = z.output<typeof GroupMembership>;

/** The most memberships of one person: all are in one row. */
export const maxMemberships = 200;

/** All memberships of a person, or of somebody who has no iD yet and is known by a staff id. */
export const GroupMember = z.object({
  /** The iD, or `staff~` and the staff id. */
  id: z.string(),
  orcid: z.string().nullable(),
  staff_id: z.string().nullable(),
  /** Only of those without an iD. */
  name: z.string().nullable(),
  memberships: z.array(GroupMembership),
  updated_at: z.int(),
  /** Incremented by every write, which is conditional on the version it read. */
  version: z.int(),
});
export type GroupMember = z.output<typeof GroupMember>;

export const GroupMemberRow = GroupMember.omit({ version: true }).extend(writeTimes);
export type GroupMemberRow = z.output<typeof GroupMemberRow>;

const WrittenRow = GroupMemberRow.omit(omitWriteTimes);

export function groupMemberRow(member: GroupMember): z.output<typeof WrittenRow> & { shape: number } {
  return { ...WrittenRow.parse(member), shape: groupMemberShape };
}

/** A number or name by which the institution knows a person, as part of a key. */
export const StaffId = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._@+-]{0,63}$/, {
    error: 'must be 1 to 64 letters, digits, dots, hyphens, underscores, plus or at signs, the first a letter or digit',
  });

const waitingPrefix = 'staff~';

export const waitingMemberId = (staffId: string): string => `${waitingPrefix}${staffId}`;

/** The staff id of a member without an iD; undefined for the others. */
export const staffIdOf = (memberId: string): string | undefined =>
  memberId.startsWith(waitingPrefix) ? memberId.slice(waitingPrefix.length) : undefined;

export const emptyMember = (id: string, now: Date): GroupMember => ({
  id,
  orcid: staffIdOf(id) === undefined ? id : null,
  staff_id: staffIdOf(id) ?? null,
  name: null,
  memberships: [],
  updated_at: now.getTime(),
  version: 0,
});

/** The member after a change. */
export const changedMember = (
  member: GroupMember,
  change: Partial<Pick<GroupMember, 'staff_id' | 'name' | 'memberships'>>,
  now: Date,
): GroupMember => ({ ...member, ...change, updated_at: now.getTime(), version: member.version + 1 });

type Period = Pick<GroupMembership, 'starts_at' | 'ends_at'>;

/** Whether two periods share a day. Days are compared as texts. */
const overlap = (one: Period, other: Period): boolean =>
  !isBefore(one.ends_at, other.starts_at) && !isBefore(other.ends_at, one.starts_at);

const isBefore = (end: string | null, start: string | null) => end !== null && start !== null && end < start;

/** Another membership of the same group that shares a day with this one. */
export const overlappingMembership = (
  memberships: readonly GroupMembership[],
  { id, group_id, ...period }: GroupMembership,
): GroupMembership | undefined =>
  memberships.find((each) => each.id !== id && each.group_id === group_id && overlap(each, period));

/**
 * The memberships of a person who gets those of somebody without an iD. One that shares days with one of their own in the
 * same group is left out.
 */
export function withWaiting(own: readonly GroupMembership[], waiting: readonly GroupMembership[]): GroupMembership[] {
  const all = [...own];
  for (const each of waiting) if (!overlappingMembership(all, each)) all.push(each);
  return all;
}
