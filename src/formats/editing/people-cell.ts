import { printedName } from '#src/matching/names/person-name.ts';
import type { Author, Contributor } from '#src/vocabulary/bibliography.ts';
import { peopleOf } from '../reading/entries/people.ts';
import { quoted } from './cell-text.ts';

/** A person as a cell has them. Whole names are of groups, or of people whose parts are not known. */
interface WrittenPerson {
  whole?: string;
  isQuoted: boolean;
  family: string | null;
  given: string | null;
  suffix?: string;
  orcid: string | null;
  role?: string;
}

type Person = Author & Partial<Pick<Contributor, 'role'>>;

const part = quoted(/[,;"\n[\]()]/);

/** `Family, Given, Jr. [0000-0002-1825-0097]`, a whole name, and a role as `(translator)`; affiliations are left out. */
function personText({ name, given, family, suffix, orcid, role }: Person): string {
  const parts = suffix ? [family ?? '', given ?? '', suffix] : [family ?? '', given ?? ''];
  const shown = family === null && given === null ? part(name) : parts.map(part).join(', ').trim();
  if (shown === '') return '';
  return [shown, ...(orcid ? [`[${orcid}]`] : []), ...(role ? [`(${role})`] : [])].join(' ');
}

export const peopleText = (people: readonly Person[]): string => people.map(personText).filter(Boolean).join('; ');

const token = /\s*(?:"((?:[^"]|"")*)"|((?!")[^,;]*?))\s*(?:\[([^\]]*)\])?\s*(?:\(([^()]*)\))?\s*([,;]|$)/y;

/** The people in a cell, as written; undefined if a quotation mark is open or something follows it. */
function cutPeople(cell: string): WrittenPerson[] | undefined {
  const people: WrittenPerson[] = [];
  let parts: { text: string; isQuoted: boolean }[] = [];
  token.lastIndex = 0;
  for (;;) {
    const found = token.exec(cell);
    if (!found) return undefined;
    const [, inQuotes, bare = '', orcid, role, end] = found;
    parts.push({ text: (inQuotes?.replaceAll('""', '"') ?? bare).trim(), isQuoted: inQuotes !== undefined });
    // An iD or a role ends a person, so that a comma behind it is a fault.
    if (end === ',' && (orcid !== undefined || role !== undefined)) return undefined;
    if (end === ',') continue;
    if (parts.length > 3) return undefined;
    const [first, second, third] = parts;
    const person = {
      isQuoted: first?.isQuoted === true,
      orcid: orcid?.trim() || null,
      ...(role && { role: role.trim() }),
    };
    const suffix = third && third.text !== '' ? { suffix: third.text } : {};
    if (second) people.push({ ...person, family: first?.text || null, given: second.text || null, ...suffix });
    else if (first && first.text !== '') people.push({ ...person, whole: first.text, family: null, given: null });
    parts = [];
    if (end === '') return people;
  }
}

/**
 * The people of a cell, in order. Those that the record has already keep what a cell does not show; where the number is
 * the same, so does the one at the place of a corrected name. Undefined if the cell cannot be read.
 */
export function peopleOfCell(cell: string, known: readonly Person[]): Person[] | undefined {
  const written = cutPeople(cell);
  if (!written) return undefined;
  const left = new Map<string, Person[]>();
  for (const person of known) left.set(personText(person), [...(left.get(personText(person)) ?? []), person]);
  const same = written.map((person) => left.get(personText(asPerson(person)))?.shift());
  const kept = new Set(same);
  const isSameNumber = written.length === known.length;
  return written.map((person, at) => {
    const before = same[at];
    if (before) return before;
    const corrected = known[at];
    return isSameNumber && corrected && !kept.has(corrected) ? renamedPerson(corrected, person) : newPerson(person);
  });
}

function asPerson({ whole, family, given, suffix, orcid, role }: WrittenPerson): Person {
  const parts = { family, given, ...(suffix !== undefined && { suffix }) };
  return { name: whole ?? printedName(parts), ...parts, orcid, affiliations: [], ...(role !== undefined && { role }) };
}

function newPerson(written: WrittenPerson): Person {
  const { whole, isQuoted, orcid, role } = written;
  const [read, ...more] = whole === undefined || isQuoted ? [] : peopleOf(whole);
  if (!read || more.length > 0) return asPerson(written);
  return { ...read, orcid, ...(role !== undefined && { role }) };
}

/** A printed name that is not made of its parts stays. */
function renamedPerson(before: Person, written: WrittenPerson): Person {
  const { name, given, family, suffix, orcid, role } = newPerson(written);
  const { name: nameBefore, given: _, family: __, suffix: ___, orcid: ____, role: _____, ...others } = before;
  const isPrinted = family !== null && before.family !== null && nameBefore !== printedName(before);
  const parts = { given, family, ...(suffix !== undefined && { suffix }) };
  return { name: isPrinted ? nameBefore : name, ...parts, orcid, ...others, ...(role !== undefined && { role }) };
}
