import { compareNames } from '#src/matching/compare-names.ts';
import type { PersonNames } from '#src/matching/match.ts';
import { namePartsOf } from '#src/matching/names/person-name.ts';
import { readName } from '#src/matching/person-name.ts';
import { defaultLocale } from '#src/vocabulary/locale.ts';
import { foldForSearch } from '#src/vocabulary/text/fold.ts';

const wordsOf = (name: string): Set<string> =>
  new Set(
    foldForSearch(name, defaultLocale)
      .split(/[^\p{L}\p{N}]+/u)
      .filter(Boolean),
  );

/** Whether two names may be of one person: a mistyped staff id must not give somebody else's name to who has it. */
export function shareWord(one: string, other: string): boolean {
  const known = wordsOf(one);
  return [...wordsOf(other)].some((word) => known.has(word));
}

/** All names by which a person is known, that which is shown first. */
export type KnownNames = readonly string[];

export const knownNames = ({ name, givenName, familyName, otherNames = [] }: PersonNames): KnownNames =>
  [name ?? '', [givenName, familyName].filter(Boolean).join(' '), ...otherNames].filter(Boolean);

/**
 * Whether a written name is one of a person's: `differs` if it may be, such as after a marriage, and `other` if it has no word
 * of any of them. A name that is missing fits.
 */
export function nameFit(written: string | undefined, known: KnownNames): 'fits' | 'differs' | 'other' {
  const name = written?.trim();
  if (!name || known.length === 0) return 'fits';
  const read = readWritten(name);
  if (known.some((each) => !isOther(read, readWritten(each)))) return 'fits';
  return known.some((each) => shareWord(each, name)) ? 'differs' : 'other';
}

interface StaffRow {
  line: number;
  staff_id?: string | undefined;
  name?: string | undefined;
}

/**
 * The rows whose staff id another row gives to somebody else, with a line that does. Nobody knows which is right, and one file has
 * one name of a person: stricter than `shareWord`, as two people may share a given name.
 */
export function sharedStaffIds(rows: readonly StaffRow[]): Map<StaffRow, number> {
  const byStaffId = Map.groupBy(
    rows.filter(({ staff_id }) => staff_id?.trim()),
    ({ staff_id }) => staff_id?.trim(),
  );
  const shared = new Map<StaffRow, number>();
  for (const all of byStaffId.values()) {
    const firstOf = new Map<string, StaffRow>();
    for (const row of all) if (row.name?.trim() && !firstOf.has(row.name.trim())) firstOf.set(row.name.trim(), row);
    const named = [...firstOf].map(([name, row]) => ({ row, ...readWritten(name) }));
    const otherThan = (name: string | undefined) => {
      const own = named.find((each) => each.name === name);
      return own && named.find((each) => isOther(own, each));
    };
    const conflict = named.find(({ name }) => otherThan(name));
    if (!conflict) continue;
    for (const row of all) shared.set(row, (otherThan(row.name?.trim()) ?? conflict).row.line);
  }
  return shared;
}

const readWritten = (name: string): ReadName => ({ name, read: readName({ name: null, ...namePartsOf(name) }) });

type ReadName = { name: string; read: ReturnType<typeof readName> };

/** Whether two names of a file are of two people. One with fewer words may be the same, such as without a second family name. */
function isOther(one: ReadName, other: ReadName): boolean {
  if (compareNames(one.read, other.read).grade !== 'different') return false;
  const [words, others] = [wordsOf(one.name), wordsOf(other.name)];
  const isWithin = (some: Set<string>, all: Set<string>) => [...some].every((word) => all.has(word));
  return !(isWithin(words, others) || isWithin(others, words));
}
