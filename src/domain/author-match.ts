import type { Author } from './values/bibliography.ts';

/** The names of a person. */
export interface PersonNames {
  orcid: string;
  name: string | null;
  givenName: string | null;
  familyName: string | null;
}

export interface MatchEvidence {
  /** Index into the authors. */
  position: number;
  evidence: 'orcid' | 'name';
}

/**
 * Finds the author of a publication that is this person, or null if there is no match or more than one. An author with
 * the person's ORCID iD matches; otherwise the only author without an iD whose family and given names agree.
 */
export function matchAuthor(authors: Author[], person: PersonNames): MatchEvidence | null {
  const byId = authors.findIndex(({ orcid }) => orcid === person.orcid);
  if (byId >= 0) return { position: byId, evidence: 'orcid' };
  const known = splitName(person);
  if (!known) return null;
  const candidates = authors.flatMap((author, position) => {
    const name = author.orcid === null ? splitName(author) : null;
    return name && name.family === known.family && givenNamesAgree(name.given, known.given) ? [position] : [];
  });
  const [position] = candidates;
  return candidates.length === 1 && position !== undefined ? { position, evidence: 'name' } : null;
}

interface Name {
  family: string;
  given: string[];
}

function splitName(
  named: { name: string | null } & ({ given: string | null; family: string | null } | PersonNames),
): Name | null {
  const given = 'givenName' in named ? named.givenName : named.given;
  const family = 'familyName' in named ? named.familyName : named.family;
  if (family) return { family: fold(family), given: words(given ?? '') };
  if (!named.name) return null;
  if (named.name.includes(',')) {
    const [last = '', first = ''] = named.name.split(',');
    return { family: fold(last), given: words(first) };
  }
  const all = words(named.name);
  const last = all.pop();
  return last ? { family: last, given: all } : null;
}

/**
 * Whether two lists of given names can belong to the same person: each word equals the other or is its initial. A
 * missing middle name is accepted, a missing first name is not.
 */
function givenNamesAgree(one: string[], other: string[]): boolean {
  if (one.length === 0 || other.length === 0) return false;
  const shared = Math.min(one.length, other.length);
  return one.slice(0, shared).every((name, index) => {
    const against = other[index] ?? '';
    return (
      name === against ||
      (isInitial(name) && against.startsWith(name)) ||
      (isInitial(against) && name.startsWith(against))
    );
  });
}

const isInitial = (word: string) => word.length === 1;

/** Letters and digits without accents or case: "O’Brien-Söderström" equals "OBrien Soderstrom". */
const fold = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/ø/g, 'o')
    .replace(/ł/g, 'l')
    .replace(/[^\p{L}\p{N}]+/gu, '');

/** "J.-P. Marie" becomes j, p, marie. */
const words = (text: string) =>
  text
    .split(/[\s.\-\u2010-\u2013]+/)
    .map(fold)
    .filter(Boolean);
