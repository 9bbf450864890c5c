import type { GroupRow } from '#src/records/groups/group.ts';
import { StaffId, waitingMemberId } from '#src/records/groups/member.ts';
import { dayTextOf } from '#src/records/groups/periods.ts';
import { orcidsOfStaff } from '#src/records/groups/store/members.ts';
import { namesOf } from '#src/records/people/person.ts';
import { getPeople } from '#src/records/people/store/people.ts';
import { parseOrcidId } from '#src/vocabulary/identifiers/orcid-id.ts';
import { earliestDay, isPartialDate, latestDay } from '#src/vocabulary/partial-date.ts';
import { foldForSearch } from '#src/vocabulary/text/fold.ts';
import { allGroups } from './groups.ts';
import { type KnownNames, knownNames, nameFit, sharedStaffIds } from './staff-names.ts';

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

/** Why rows fail, or, with `name_differs`, are to be looked at. */
export const rowFaults = [
  'no_person',
  'orcid_invalid',
  'person_unknown',
  'staff_id_invalid',
  'staff_id_taken',
  'staff_id_other',
  'staff_id_shared',
  'name_differs',
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
  /** Why it failed, or what is to be looked at. */
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
  /** The person whom the registry knows, if the row has another name for them that may be theirs. */
  differs: string | undefined;
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

/** Why a row fails. */
export interface RowFault {
  fault: string;
  code: (typeof rowFaults)[number];
  about?: string;
}

/** The result of a row that fails. */
export const failedRow = (line: number, { fault, code, about }: RowFault): RowResult => ({
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
  const people = await getPeople([...new Set([...orcids, ...holders.values()])]);
  const known = new Map(people.map((person) => [person.orcid, knownNames(namesOf(person))]));
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
        ...[who, group, period].flatMap((each) => ('fault' in each ? failedRow(row.line, each) : [])).slice(0, 1),
      );
      continue;
    }
    const { line, name, role, primary } = row;
    const { member_id, staff_id } = who;
    const of = members.get(member_id) ?? { member_id, staff_id, rows: [] };
    if (of.staff_id !== undefined && staff_id !== undefined && of.staff_id !== staff_id) {
      const fault = `Another row gives ${member_id} the staff id ${of.staff_id}`;
      failures.push(failedRow(line, { fault, code: 'staff_id_other', about: of.staff_id }));
      continue;
    }
    if (of.rows.length === maxRowsOfMember) {
      const fault = `Only ${maxRowsOfMember} rows of one person can be imported at once`;
      failures.push(failedRow(line, { fault, code: 'rows_of_person', about: String(maxRowsOfMember) }));
      continue;
    }
    of.staff_id ??= staff_id;
    of.rows.push({ line, name, role, primary, differs: who.differs, ...group, ...period });
    members.set(member_id, of);
  }
  return { members: [...members.values()], failures };
}

const sharedFault = ({ staff_id }: ImportRow, line: number): RowFault => ({
  fault: `Line ${line} has the staff id ${staff_id} with another name`,
  code: 'staff_id_shared',
  about: String(line),
});

function memberOf(
  { orcid, staff_id, name }: ImportRow,
  holders: ReadonlyMap<string, string>,
  known: ReadonlyMap<string, KnownNames>,
): { member_id: string; staff_id: string | undefined; differs: string | undefined } | RowFault {
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
  if (person === undefined) return { member_id: waitingMemberId(staff ?? ''), staff_id: undefined, differs: undefined };
  const names = known.get(person);
  if (!names) {
    const fault = `${person} is not in the registry: ingest their publications first`;
    return { fault, code: 'person_unknown', about: person };
  }
  const fit = nameFit(name, names);
  const shown = `${names[0] ?? ''} (${person})`;
  // An iD is nobody else's; a staff id may be reused.
  if (fit === 'other' && written === undefined) {
    return {
      fault: `The staff id ${staff} is that of ${shown}, not of ${name?.trim()}`,
      code: 'staff_id_taken',
      about: shown,
    };
  }
  return { member_id: person, staff_id: staff, differs: fit === 'fits' ? undefined : shown };
}

function groupFinder(groups: readonly GroupRow[]): (written: string) => { group_id: string } | RowFault {
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

function periodOf({ from, to }: ImportRow): Pick<ResolvedRow, 'starts_at' | 'ends_at'> | RowFault {
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
