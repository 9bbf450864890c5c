import { randomUUID } from 'node:crypto';
import { groupMembers } from '#src/lists/groups/group-members.ts';
import {
  changedMember,
  emptyMember,
  type GroupMember,
  type GroupMembership,
  maxMemberships,
  overlappingMembership,
  waitingMemberId,
  withWaiting,
} from '#src/records/groups/member.ts';
import { dayBefore, dayTextOf, includesDay } from '#src/records/groups/periods.ts';
import { type GroupMemberChange, getGroupMembers } from '#src/records/groups/store/members.ts';
import { failedRow, type ResolvedRow, type RowFault, type RowResult, type RowsOfMember } from './import-rows.ts';
import { nameFit } from './staff-names.ts';

/** The changes that the rows of a member ask for. */
export interface MemberPlan {
  member_id: string;
  /** Theirs, and that of whoever waited with their staff id. Unchanged members are not among them. */
  changes: GroupMemberChange[];
  /** The ids of the memberships that the rows name. */
  kept: string[];
  results: RowResult[];
}

/** The changes that rows ask for, as things are now. */
export async function planRows(all: readonly RowsOfMember[], importId: string, now: Date): Promise<MemberPlan[]> {
  const waitingIds = all.flatMap(({ staff_id }) => (staff_id === undefined ? [] : waitingMemberId(staff_id)));
  const stored = await getGroupMembers([...new Set([...all.map(({ member_id }) => member_id), ...waitingIds])]);
  return all.map((rows) => planMember(rows, stored, importId, now));
}

function planMember(
  { member_id, staff_id, rows }: RowsOfMember,
  stored: ReadonlyMap<string, GroupMember>,
  importId: string,
  now: Date,
): MemberPlan {
  const before = stored.get(member_id);
  const own = before ?? emptyMember(member_id, now);
  const waits = staff_id === undefined ? undefined : stored.get(waitingMemberId(staff_id));
  const waiting = own.orcid === null ? own : waits;
  const about = waiting?.name ?? '';
  const fitOf = ({ name }: ResolvedRow) => nameFit(name, about ? [about] : []);
  if (rows.some((row) => fitOf(row) === 'other')) {
    const fault = `The staff id is that of ${about}`;
    const results = rows.map(({ line }) => failedRow(line, { fault, code: 'staff_id_taken', about }));
    return { member_id, changes: [], kept: [], results };
  }
  let memberships = waits ? withWaiting(own.memberships, waits.memberships) : own.memberships;
  const results: RowResult[] = [];
  const kept: string[] = [];
  for (const row of rows) {
    const applied = applyRow(memberships, row, importId, now);
    if ('fault' in applied) {
      results.push(failedRow(row.line, applied));
      continue;
    }
    memberships = applied.memberships;
    kept.push(applied.id);
    const isWaiting = own.orcid === null && applied.outcome === 'created';
    const outcome = isWaiting ? 'waiting' : applied.outcome;
    const differs = row.differs ?? (fitOf(row) === 'differs' ? about : undefined);
    const remark =
      differs === undefined
        ? { message: null, code: null, about: null }
        : { message: `The registry knows them as ${differs}`, code: 'name_differs' as const, about: differs };
    results.push({ line: row.line, outcome, ...remark });
  }
  const name = own.orcid === null ? (rows.findLast((row) => row.name?.trim())?.name?.trim() ?? own.name) : null;
  const after = changedMember(own, { memberships, name, staff_id: staff_id ?? own.staff_id }, now);
  const isChanged = memberships !== own.memberships || name !== own.name || after.staff_id !== own.staff_id;
  const changes = isChanged ? [{ before, after }] : [];
  if (waits) changes.push({ before: waits, after: changedMember(waits, { memberships: [] }, now) });
  return { member_id, changes, kept, results };
}

type Applied = { memberships: GroupMembership[]; id: string; outcome: 'created' | 'changed' | 'ended' | 'unchanged' };

/** A row without dates is about the membership of today, if there is one. */
function applyRow(memberships: GroupMembership[], row: ResolvedRow, importId: string, now: Date): Applied | RowFault {
  const { group_id, starts_at, ends_at, primary } = row;
  const role = row.role?.trim() || undefined;
  const today = dayTextOf(now.getTime());
  const inGroup = memberships.filter((each) => each.group_id === group_id);
  const wanted = { starts_at: starts_at ?? null, ends_at: ends_at ?? null };
  const isDated = starts_at !== undefined || ends_at !== undefined;
  const current = inGroup.filter((each) =>
    isDated ? shareDays(each, wanted) : each.ends_at === null || each.ends_at >= today,
  );
  if (current.length > 1) return { fault: 'It overlaps with several memberships of this group', code: 'overlaps' };
  const [known] = current;
  const time = now.getTime();
  if (!known) {
    if (memberships.length >= maxMemberships) {
      const fault = `Somebody can have at most ${maxMemberships} memberships`;
      return { fault, code: 'memberships_of_person', about: String(maxMemberships) };
    }
    // Who comes back without a date comes back today.
    const start = starts_at ?? (inGroup.length > 0 && ends_at === undefined ? today : null);
    const added: GroupMembership = {
      id: randomUUID(),
      group_id,
      starts_at: start,
      ends_at: ends_at ?? null,
      role: role ?? null,
      is_primary: primary ?? false,
      source: 'import',
      import_id: importId,
      created_at: time,
      updated_at: time,
    };
    return { memberships: [...memberships, added], id: added.id, outcome: 'created' };
  }
  const changed = {
    ...known,
    ...(starts_at !== undefined && { starts_at }),
    ...(ends_at !== undefined && { ends_at }),
    ...(role !== undefined && { role }),
    ...(primary !== undefined && { is_primary: primary }),
  };
  if (overlappingMembership(memberships, changed))
    return { fault: 'It overlaps with another membership of this group', code: 'overlap' };
  const isSame = (['starts_at', 'ends_at', 'role', 'is_primary'] as const).every(
    (name) => changed[name] === known[name],
  );
  if (isSame) return { memberships, id: known.id, outcome: 'unchanged' };
  const isEnded = changed.ends_at !== known.ends_at && changed.ends_at !== null;
  const replaced = memberships.map((each) =>
    each === known ? { ...changed, import_id: importId, updated_at: time } : each,
  );
  return { memberships: replaced, id: known.id, outcome: isEnded ? 'ended' : 'changed' };
}

const shareDays = (one: GroupMembership, other: Pick<GroupMembership, 'starts_at' | 'ends_at'>): boolean =>
  overlappingMembership([one], { ...one, ...other, id: '' }) !== undefined;

const everybody = {
  page: 1,
  per_page: Number.MAX_SAFE_INTEGER,
  q: '',
  sort: 'updated_at',
  dir: 'asc',
  where: [],
} as const;

/** The members whose imported memberships of these groups no row names, and which end with that. */
export async function membersLeftOut(
  groupIds: readonly string[],
  kept: ReadonlySet<string>,
  now: Date,
): Promise<{ member_id: string; membership_ids: string[] }[]> {
  if (groupIds.length === 0) return [];
  const { rows } = await groupMembers.find({ ...everybody, equals: { group: [...groupIds] } }, 0);
  const named = new Set(groupIds);
  const today = dayTextOf(now.getTime());
  return rows.flatMap(({ id, memberships }) => {
    const left = memberships.filter(
      (each) => named.has(each.group_id) && each.source === 'import' && includesDay(each, today) && !kept.has(each.id),
    );
    return left.length === 0 ? [] : [{ member_id: id, membership_ids: left.map((each) => each.id) }];
  });
}

/** The member without memberships from today on; of one that has begun today, nothing is left. */
export function endedMember(
  before: GroupMember,
  membershipIds: readonly string[],
  importId: string,
  now: Date,
): GroupMember {
  const yesterday = dayBefore(dayTextOf(now.getTime()));
  const memberships = before.memberships.flatMap((each) => {
    if (!membershipIds.includes(each.id)) return each;
    if (each.starts_at !== null && each.starts_at > yesterday) return [];
    return { ...each, ends_at: yesterday, import_id: importId, updated_at: now.getTime() };
  });
  return changedMember(before, { memberships }, now);
}
