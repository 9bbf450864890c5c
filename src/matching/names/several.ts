import {
  hasGroupWords,
  isDegree,
  isInvertedName,
  isNameWithInitials,
  isParticle,
  isSuffix,
  type NameParts,
  namePartsOf,
  printedName,
  withoutDegreesBehind,
} from './person-name.ts';

/** A name as read: of a person with parts, of a group, or of several people who cannot be told apart. */
export interface Named extends NameParts {
  name: string;
}

export const namedWhole = (name: string): Named => ({ name, given: null, family: null });
export const namedBy = (parts: NameParts): Named => ({ name: printedName(parts), ...parts });

const others = /[\s,;]{0,3}(?:\bet\.?\s?al\b\.?|\band (?:others|colleagues)\b\.?|\bu\.\s?a\.|& al\b\.?)\s{0,3}$/i;
const and = /\s{1,3}(?:and|und|et|&)\s{1,3}/i;
const mostPeople = 1_000;

/**
 * The people of a name that lists several: "Ann E. Kiln, Bob W. Clay", "Kiln A B; Clay C", "Ann Kiln et al.". Undefined
 * for one name. `unclear` if it names several who cannot be told apart, such as "Ann and Bob Kiln". `isPerson`: it is
 * no company's.
 */
export function peopleIn(written: string, isPerson: boolean): Named[] | 'unclear' | undefined {
  if (!/[;,&]|\s(?:and|und|et|for|on behalf of)\s|\bet\.?\s?al\b|\bu\.\s?a\./i.test(written)) return undefined;
  const text = written.replace(others, '').trim();
  if (hasGroupWords(text)) return isPerson ? withGroup(text) : undefined;
  if (text.includes(';')) return divided(text) ?? 'unclear';
  const pieces = text.split(',').flatMap((piece) => piece.trim() || []);
  const known = pieces.filter((piece) => !isSuffix(piece) && !isDegree(piece));
  if (known.length > 1) {
    const listed = inCommas(known, isPerson);
    if (listed) return listed;
  } else if (and.test(text) && !/\bvon und zu\b/i.test(text)) {
    const people = parsed(text.split(and));
    if (people && (isPerson || people.every(hasInitial))) return people;
    return isPerson ? 'unclear' : undefined;
  }
  return text !== written.trim() && text !== '' ? [namedBy(namePartsOf(text))] : undefined;
}

/** "Ann Kiln on behalf of the Clay Study Group": a person and a group. */
function withGroup(text: string): Named[] | undefined {
  const [, person = '', group = ''] = /^(.{3,100}?),?\s(?:on behalf of|for)\s(?:the\s)?(.{3,300})$/i.exec(text) ?? [];
  const parts = hasGroupWords(person) ? undefined : onePerson(person);
  return parts && hasGroupWords(group) ? [parts, namedWhole(group)] : undefined;
}

function divided(text: string): Named[] | undefined {
  const pieces = text.split(';').flatMap((piece) => piece.trim().replace(/^(?:and|und|et|&)\s/i, '') || []);
  return parsed(pieces);
}

function inCommas(known: readonly string[], isPerson: boolean): Named[] | undefined {
  const last = known.at(-1) ?? '';
  const ends = last.split(/(?:^|\s)(?:and|und|et|&)\s/i).flatMap((piece) => piece.trim() || []);
  const pieces = [...known.slice(0, -1), ...ends];
  const isJoined = ends.length > 1 || ends[0] !== last;
  if (pieces.every((piece) => familyFirst(piece))) return parsed(pieces);
  const [first = ''] = pieces;
  // A family name has no initial before its last word.
  const isCertain = isJoined || /(?:^|[\s.])\p{Lu}\.?\s\p{L}{2,}/u.test(first) || (isPerson && pieces.length > 2);
  if (isCertain && pieces.every(isGivenFirst)) return parsed(pieces);
  return pieces.length > 3 ? alternating(pieces) : undefined;
}

/** "Kiln, A. B., Clay, C." */
function alternating(pieces: readonly string[]): Named[] | undefined {
  const isInitials = (piece: string) => /^(?:\p{Lu}\.?[\s-]?){1,4}$/u.test(piece);
  const isAlternating = pieces.length % 2 === 0 && pieces.every((piece, at) => isInitials(piece) === (at % 2 === 1));
  if (!isAlternating) return undefined;
  return pieces.flatMap((family, at) => (at % 2 === 0 ? namedBy({ given: pieces[at + 1] ?? null, family }) : []));
}

function parsed(pieces: readonly string[]): Named[] | undefined {
  if (pieces.length === 0 || pieces.length > mostPeople) return undefined;
  const people = pieces.flatMap((piece) => onePerson(piece) ?? []);
  return people.length === pieces.length ? people : undefined;
}

/** One person of a list; undefined for what is not certainly the whole name of a person. */
function onePerson(piece: string): Named | undefined {
  const initials = familyFirst(piece);
  if (initials) return namedBy(initials);
  const isInverted = isNameWithInitials(piece) || isInvertedName(piece);
  if (!isInverted && !isGivenFirst(piece)) return undefined;
  return namedBy(namePartsOf(isInverted ? piece : withoutDegreesBehind(piece)));
}

/** "Kiln A B": a family name, then nothing but initials. */
function familyFirst(piece: string): NameParts | undefined {
  const [, family, given] =
    /^((?:\p{Ll}+\s){0,2}\p{Lu}[\p{L}\p{M}'’-]*[\p{Ll}\p{M}][\p{L}\p{M}'’-]*(?:\s\p{Lu}[\p{L}\p{M}'’-]+[\p{Ll}\p{M}])?)\s((?:\p{Lu}\.?[\s-]?){1,3})$/u.exec(
      piece,
    ) ?? [];
  return family && given ? { given: given.trim(), family } : undefined;
}

/** "Ann E. van Kiln": two to six capitalized words, initials or particles. */
function isGivenFirst(piece: string): boolean {
  const words = withoutDegreesBehind(piece).split(/\s+/);
  const isWord = (word: string) => /^[\p{Lu}\p{Lo}][\p{L}\p{M}.'’-]*$/u.test(word) || isParticle(word);
  const [last = ''] = words.slice(-1);
  return (
    words.length > 1 && words.length < 7 && words.every(isWord) && /[\p{L}\p{M}]{2}/u.test(last) && !isParticle(last)
  );
}

const hasInitial = ({ given }: NameParts) => /(?:^|[\s.-])\p{Lu}(?:\.|\s|$)/u.test(given ?? '');
