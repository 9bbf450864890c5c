import { parseOrcidId } from '../../../src/vocabulary/identifiers/orcid-id.ts';
import type { CreditRole } from '../../../src/vocabulary/roles/credit-roles.ts';
import { isSame } from './same.ts';

/** An author, editor or contributor of an answer, with whatever else the API tells of them. */
export interface Person {
  name: string;
  given?: string | null;
  family?: string | null;
  suffix?: string | null;
  orcid?: string | null;
  affiliations?: string[];
  affiliation_details?: { printed: string | null }[];
  is_corresponding?: boolean;
  credit_roles?: CreditRole[];
  role?: string;
}

/**
 * A person in the editor. A row stays that of its person, `was`, wherever it is moved and whatever is typed: of two
 * namesakes, each keeps their own iD.
 */
export interface PersonRow {
  key: number;
  was: Person | undefined;
  given: string;
  family: string;
  name: string;
  suffix: string;
  orcid: string;
  /** One per line. */
  affiliations: string;
  isCorresponding: boolean;
  /** Only contributors have one. */
  role: string;
}

type Fields = Omit<PersonRow, 'key' | 'was'>;

const fieldsOf = (person: Person | undefined): Fields => ({
  given: person?.given ?? '',
  family: person?.family ?? '',
  name: person?.name ?? '',
  suffix: person?.suffix ?? '',
  orcid: person?.orcid ?? '',
  affiliations: (person?.affiliations ?? []).join('\n'),
  isCorresponding: person?.is_corresponding ?? false,
  role: person?.role ?? '',
});

export const personRows = (people: unknown): PersonRow[] =>
  (Array.isArray(people) ? (people as Person[]) : []).map((was, key) => ({ key, was, ...fieldsOf(was) }));

/** Names pasted into the row at `index`: its own name, and a row for each further one after it. */
export function pastedRows(rows: readonly PersonRow[], index: number, names: readonly string[]): PersonRow[] {
  const { role = '' } = rows[index] ?? {};
  const pasted = rows.slice(0, index + 1).map((row, at) => (at === index ? { ...row, name: names[0] ?? '' } : row));
  return [...pasted, ...newRows(rows, names.slice(1), role), ...rows.slice(index + 1)];
}

/** New rows with keys of their own. */
export function newRows(rows: readonly PersonRow[], names: readonly string[], role: string): PersonRow[] {
  const first = rows.reduce((most, { key }) => Math.max(most, key), -1) + 1;
  return names.map((name, index) => ({ key: first + index, was: undefined, ...fieldsOf({ name, role }) }));
}

export function movedRow(rows: readonly PersonRow[], from: number, to: number): PersonRow[] {
  const moved = [...rows];
  moved.splice(to, 0, ...moved.splice(from, 1));
  return moved;
}

/** The name that the list shows: the printed one, until its parts are edited. */
export function shownName({ was, given, family, name }: PersonRow): string {
  const isRenamed = given !== (was?.given ?? '') || family !== (was?.family ?? '');
  const fromParts = [given, family]
    .map((part) => part.trim())
    .filter(Boolean)
    .join(' ');
  return (isRenamed && name === (was?.name ?? '') && fromParts) || name.trim() || fromParts;
}

/** The people of the rows. A row that was not changed is its person as read. */
export const peopleOf = (rows: readonly PersonRow[]): Person[] => rows.map(personOf);

function personOf({ key: _, was, ...row }: PersonRow): Person {
  if (was && isSame(fieldsOf(was), row)) return was;
  const textOf = (part: string) => part.trim() || null;
  const { name, given, family, suffix, orcid, isCorresponding, role } = row;
  const affiliations = row.affiliations.split('\n').flatMap((line) => line.trim() || []);
  // Details that sources give of an affiliation go with its text.
  const details = was?.affiliation_details?.filter(({ printed }) => printed === null || affiliations.includes(printed));
  return {
    ...(textOf(name) && { name: name.trim() }),
    given: textOf(given),
    family: textOf(family),
    ...(textOf(suffix) && { suffix: suffix.trim() }),
    orcid: parseOrcidId(orcid) ?? textOf(orcid),
    affiliations,
    ...(affiliations.length > 0 && details && { affiliation_details: details }),
    ...(isCorresponding && { is_corresponding: true }),
    // Not edited here: what was said of the person stays theirs.
    ...(was?.credit_roles && { credit_roles: was.credit_roles }),
    ...(role && { role }),
  } as Person; // without a name, the API makes it of its parts
}

const writtenParts = [
  'name',
  'given',
  'family',
  'suffix',
  'orcid',
  'affiliations',
  'affiliation_details',
  'is_corresponding',
  'credit_roles',
  'role',
] as const satisfies (keyof Person)[];

/** The part of a person that can be written. */
export const written = (person: Person): Person =>
  Object.fromEntries(
    writtenParts.flatMap((part) => (person[part] === undefined ? [] : [[part, person[part]]])),
  ) as unknown as Person;

export type PersonFault = 'name' | 'orcid';

export function personFaults({ name, given, family, orcid }: PersonRow): PersonFault[] {
  return [
    ...([name, given, family].some((part) => part.trim()) ? [] : ['name' as const]),
    ...(orcid.trim() === '' || parseOrcidId(orcid) ? [] : ['orcid' as const]),
  ];
}
