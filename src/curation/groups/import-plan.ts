import { randomUUID } from 'node:crypto';
import { groupMembers } from '#src/lists/groups/group-members.ts';
import type { GroupRow } from '#src/records/groups/group.ts';
import {
  changedMember,
  emptyMember,
  type GroupMember,
  type GroupMembership,
  maxMemberships,
  overlappingMembership,
  StaffId,
  waitingMemberId,
  withWaiting,
} from '#src/records/groups/member.ts';
import { dayBefore, dayTextOf, includesDay } from '#src/records/groups/periods.ts';
import { type GroupMemberChange, getGroupMembers, orcidsOfStaff } from '#src/records/groups/store/members.ts';
import { getPeople } from '#src/records/people/store/people.ts';
import { parseOrcidId } from '#src/vocabulary/identifiers/orcid-id.ts';
import { earliestDay, isPartialDate, latestDay } from '#src/vocabulary/partial-date.ts';
import { foldForSearch } from '#src/vocabulary/text/fold.ts';
import { allGroups } from './groups.ts';
import { sharedStaffIds, shareWord } from './staff-names.ts';

/** A row of a file, as written there. */
export interface ImportRow {
  line: number;
  orcid?: string | undefined;
  staff_id?: string | undefined;
  name?: string | undefined;
  group: string;
  from?: string | undefined;
  to?: string | undefined;
  role?: string | undefined;
  primary?: boolean | undefined;
}

export const rowOutcomes = ['created', 'changed', 'ended', 'unchanged', 'waiting', 'failed'] as const;

/** Why rows fail. */
export const rowFaults = [
  'no_person',
  'orcid_invalid',
  'person_unknown',
  'staff_id_invalid',
  'staff_id_taken',
  'staff_id_other',
  'staff_id_shared',
  'group_unknown',
  'group_ambiguous',
  'date_invalid',
  'order',
  'overlap',
  'overlaps',
  'rows_of_person',
  'memberships_of_person',
] as const;

export interface RowResult {
  line: number;
  outcome: (typeof rowOutcomes)[number];
  /** Why it failed. */
  message: string | null;
  code: (typeof rowFaults)[number] | null;
  /** The cell or the record of which `code` says it. */
  about: string | null;
}

/** A row whose person and group are known. */
export interface ResolvedRow extends Pick<ImportRow, 'line' | 'name' | 'role' | 'primary'> {
  group_id: string;
  starts_at: string | null | undefined;
  ends_at: string | null | undefined;
}

/** The rows of a person, or of somebody without an iD. */
export interface RowsOfMember {
  member_id: string;
  /** The staff id to give to the person. */
  staff_id: string | undefined;
  rows: ResolvedRow[];
}

/** All groups of a person are checked in one transaction. */
const maxRowsOfMember = 80;

interface Fault {
  fault: string;
  code: (typeof rowFaults)[number];
  about?: string;
}

const failed = (line: number, { fault, code, about }: Fault): RowResult => ({
  line,
  outcome: 'failed',
  message: fault,
  code,
  about: about ?? null,
});

/** Finds the people and groups of rows. Those of which one cannot be found have failed. */
export async function resolveRows(
  rows: readonly ImportRow[],
): Promise<{ members: RowsOfMember[]; failures: RowResult[] }> {
  const groupOf = groupFinder(await allGroups());
  const staffIds = rows.flatMap(({ staff_id }) => StaffId.safeParse(staff_id).data ?? []);
  const holders = await orcidsOfStaff([...new Set(staffIds)]);
  // Another row may say whose the staff id is.
  for (const { orcid, staff_id } of rows) {
    const [known, staff] = [parseOrcidId(orcid ?? ''), StaffId.safeParse(staff_id).data];
    if (known !== undefined && staff !== undefined && !holders.has(staff)) holders.set(staff, known);
  }
  const orcids = rows.flatMap(({ orcid }) => parseOrcidId(orcid ?? '') ?? []);
  const known = new Set((await getPeople([...new Set([...orcids, ...holders.values()])])).map(({ orcid }) => orcid));
  const members = new Map<string, RowsOfMember>();
  const failures: RowResult[] = [];
  const shared = sharedStaffIds(rows);
  for (const row of rows) {
    const other = shared.get(row);
    const who = other === undefined ? memberOf(row, holders, known) : sharedFault(row, other);
    const group = 'fault' in who ? who : groupOf(row.group);
    const period = 'fault' in group ? group : periodOf(row);
    if ('fault' in who || 'fault' in group || 'fault' in period) {
      failures.push(
        ...[who, group, period].flatMap((each) => ('fault' in each ? failed(row.line, each) : [])).slice(0, 1),
      );
      continue;
    }
    const { line, name, role, primary } = row;
    const of = members.get(who.member_id) ?? { ...who, rows: [] };
    if (of.staff_id !== undefined && who.staff_id !== undefined && of.staff_id !== who.staff_id) {
      const fault = `Another row gives ${who.member_id} the staff id ${of.staff_id}`;
      failures.push(failed(line, { fault, code: 'staff_id_other', about: of.staff_id }));
      continue;
    }
    if (of.rows.length === maxRowsOfMember) {
      const fault = `Only ${maxRowsOfMember} rows of one person can be imported at once`;
      failures.push(failed(line, { fault, code: 'rows_of_person', about: String(maxRowsOfMember) }));
      continue;
    }
    of.staff_id ??= who.staff_id;
    of.rows.push({ line, name, role, primary, ...group, ...period });
    members.set(who.member_id, of);
  }
  return { members: [...members.values()], failures };
}

const sharedFault = ({ staff_id }: ImportRow, line: number): Fault => ({
  fault: `Line ${line} has the staff id ${staff_id} with another name`,
  code: 'staff_id_shared',
  about: String(line),
});

function memberOf(
  { orcid, staff_id }: ImportRow,
  holders: ReadonlyMap<string, string>,
  known: ReadonlySet<string>,
): { member_id: string; staff_id: string | undefined } | Fault {
  const [given, staff] = [orcid?.trim() || undefined, staff_id?.trim() || undefined];
  if (given === undefined && staff === undefined) {
    return { fault: 'It has neither an ORCID iD nor a staff id', code: 'no_person' };
  }
  if (staff !== undefined && !StaffId.safeParse(staff).success) {
    return { fault: 'Its staff id is not valid', code: 'staff_id_invalid', about: staff };
  }
  const holder = staff === undefined ? undefined : holders.get(staff);
  const written = given === undefined ? undefined : parseOrcidId(given);
  if (given !== undefined && written === undefined) {
    return { fault: `${given} is not an ORCID iD`, code: 'orcid_invalid', about: given };
  }
  if (written !== undefined && holder !== undefined && holder !== written) {
    return { fault: `The staff id ${staff} is that of ${holder}`, code: 'staff_id_taken', about: holder };
  }
  const person = written ?? holder;
  if (person === undefined) return { member_id: waitingMemberId(staff ?? ''), staff_id: undefined };
  if (!known.has(person)) {
    const fault = `${person} is not in the registry: ingest their publications first`;
    return { fault, code: 'person_unknown', about: person };
  }
  return { member_id: person, staff_id: staff };
}

function groupFinder(groups: readonly GroupRow[]): (written: string) => { group_id: string } | Fault {
  const byName = new Map<string, Set<string>>();
  const fold = (text: string) => foldForSearch(text.trim(), 'en');
  for (const { id, name } of groups)
    for (const text of typeof name === 'string' ? [name] : Object.values(name))
      byName.set(fold(text), (byName.get(fold(text)) ?? new Set()).add(id));
  const byId = new Set(groups.map(({ id }) => id));
  const byExternalId = new Map(
    groups.flatMap(({ id, external_id }) => (external_id === null ? [] : [[external_id, id]])),
  );
  return (written) => {
    const text = written.trim();
    const known = byId.has(text) ? text : byExternalId.get(text);
    if (known !== undefined) return { group_id: known };
    const [named, ...others] = byName.get(fold(text)) ?? [];
    if (named === undefined) return { fault: `There is no group ${text}`, code: 'group_unknown', about: text };
    if (others.length === 0) return { group_id: named };
    return { fault: `Several groups are called ${text}: use the id`, code: 'group_ambiguous', about: text };
  };
}

/** An empty cell leaves an end as it is, because most files lack ends that somebody has set in the registry. */
const openEnd = 'open';

function periodOf({ from, to }: ImportRow): Pick<ResolvedRow, 'starts_at' | 'ends_at'> | Fault {
  const [start, written] = [from?.trim() || undefined, to?.trim() || undefined];
  const isOpen = written?.toLowerCase() === openEnd;
  const end = isOpen ? undefined : written;
  for (const date of [start, end]) {
    if (date !== undefined && !(/^\d{4}(-\d{2}){0,2}$/.test(date) && isPartialDate(date))) {
      return { fault: `${date} is not a date such as 2026-01-31`, code: 'date_invalid', about: date };
    }
  }
  const starts_at = start === undefined ? undefined : earliestDay(start);
  if (isOpen) return { starts_at, ends_at: null };
  const ends_at = end === undefined ? undefined : lastDayOf(end);
  if (starts_at !== undefined && ends_at !== undefined && ends_at < starts_at)
    return { fault: 'It ends before it starts', code: 'order' };
  return { starts_at, ends_at };
}

/** `latestDay` counts every month as having 31 days. */
function lastDayOf(date: string): string {
  const [year = 0, month = 1, day = 1] = latestDay(date).split('-').map(Number);
  return dayTextOf(Math.min(Date.UTC(year, month - 1, day), Date.UTC(year, month, 0)));
}

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
  const isOther = ({ name }: ResolvedRow) => waiting?.name && name?.trim() && !shareWord(waiting.name, name);
  if (rows.some(isOther)) {
    const about = waiting?.name ?? '';
    const fault = `The staff id is that of ${about}`;
    const results = rows.map(({ line }) => failed(line, { fault, code: 'staff_id_taken', about }));
    return { member_id, changes: [], kept: [], results };
  }
  let memberships = waits ? withWaiting(own.memberships, waits.memberships) : own.memberships;
  const results: RowResult[] = [];
  const kept: string[] = [];
  for (const row of rows) {
    const applied = applyRow(memberships, row, importId, now);
    if ('fault' in applied) {
      results.push(failed(row.line, applied));
      continue;
    }
    memberships = applied.memberships;
    kept.push(applied.id);
    const isWaiting = own.orcid === null && applied.outcome === 'created';
    const outcome = isWaiting ? 'waiting' : applied.outcome;
    results.push({ line: row.line, outcome, message: null, code: null, about: null });
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
function applyRow(memberships: GroupMembership[], row: ResolvedRow, importId: string, now: Date): Applied | Fault {
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
