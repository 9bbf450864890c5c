import { isGroupName, isSuffix, type NameParts, withSuffix } from '#src/matching/names/person-name.ts';
import { type Named, namedBy, namedWhole } from '#src/matching/names/several.ts';
import { readWhole, withoutOrcid } from '#src/matching/names/written.ts';
import type { Author } from '#src/vocabulary/bibliography.ts';
import { parseOrcidId } from '#src/vocabulary/identifiers/orcid-id.ts';
import { plainText } from '#src/vocabulary/text/text.ts';

const authorOf = (named: Named, orcid: string | null = null): Author => ({
  name: named.name,
  given: named.given,
  family: named.family,
  ...(named.suffix && { suffix: named.suffix }),
  orcid,
  affiliations: [],
});

const clean = (part: string | undefined): string | null => plainText(part ?? '').text || null;

/** A person whose parts the file tells, or a group with a family name only. */
export function personOf(parts: { family?: string; given?: string; suffix?: string; orcid?: string }): Author[] {
  const [family, given, suffix] = [clean(parts.family), clean(parts.given), clean(parts.suffix)];
  if (family === null && given === null) return [];
  if (given === null && family !== null && isGroupName(family)) return [authorOf(namedWhole(family))];
  const named = namedBy(withSuffix({ given, family: family ?? given, ...(suffix !== null && { suffix }) }));
  const person = family === null ? { ...named, given: null } : named;
  return [authorOf(person, parseOrcidId(parts.orcid ?? '') ?? null)];
}

/** A group, whatever its name looks like. */
export const groupOf = (name: string): Author[] => {
  const text = clean(name);
  return text === null ? [] : [authorOf(namedWhole(text))];
};

/**
 * People by one name as written: `Family, Given`, `Family, Given, Jr.`, `Family, Jr., Given`, `Given Family`, the name of a
 * group, or several in one text. An ORCID iD beside the name is theirs.
 */
export function peopleOf(written: string): Author[] {
  if (written.length > maxNameCharacters) return groupOf(written.slice(0, 500));
  const { text, orcid } = withoutOrcid(clean(written) ?? '');
  const inDatabase = familyAndInitials(text);
  if (inDatabase) return inDatabase.map((named) => authorOf(named, orcid));
  const parts = text.split(',').map((part) => part.trim());
  const [first = '', second = '', third = '', ...more] = parts;
  if (parts.length > 1 && second === '' && third === '') return groupOf(first);
  const isParts = first !== '' && second !== '' && more.length === 0 && !isGroupName(text);
  if (isParts && (third === '' || isSuffix(second) || isSuffix(third)) && isOneFamily(first)) {
    const suffix = isSuffix(second) ? second : third;
    const given = isSuffix(second) ? third : second;
    const named: NameParts = { family: first, given: given || null, ...(suffix && { suffix }) };
    return [authorOf(namedBy(withSuffix(named)), orcid)];
  }
  return readWhole(text, { hasOrcid: orcid !== null }).map((named) => authorOf(named, orcid));
}

/** "Kiln A.B." or "Kiln A.B., van der Berg J.", as databases write names, several also as "Kiln AB, Berg J"; undefined for others. */
function familyAndInitials(text: string): Named[] | undefined {
  const names = text.split(',').map((name) => name.trim());
  const people = names.map((name) => {
    const [, family, given] =
      /^(\p{L}[^,;]{0,80}\p{Ll})\s((?:\p{Lu}\.[\s-]?){1,4}|\p{Lu}(?:-?\p{Lu}){0,2}\.?)$/u.exec(name) ?? [];
    if (!family || !given || isGroupName(name)) return undefined;
    // "Ann K" may be a given name with an initial.
    return given.includes('.') || names.length > 1 ? namedBy({ family, given: given.trim() }) : undefined;
  });
  return people.every((named) => named !== undefined) ? people : undefined;
}

/** Longer texts are no names, nor lists of them. */
const maxNameCharacters = 30_000;

/** Whether the text before a comma is a family name, not a whole one: "van der Berg", but not "Ann B. Kiln". */
const isOneFamily = (text: string): boolean => !/(?:^|\s)\p{Lu}\.(?:\s|$)/u.test(text) && text.split(/\s+/).length < 6;

/** Names in one text with a separator between them, as tables have them. */
export function peopleInList(cell: string, separator: string | undefined): Author[] {
  const written = cell.slice(0, 150_000);
  if (separator !== undefined) return written.split(separator).flatMap(peopleOf);
  const isDivided = /;|\|\|/.test(written);
  return isDivided ? peopleOfEach(written.split(/\s*(?:;|\|\|)\s*/)) : peopleOf(written);
}

/** "van der Clay AB" and "Kiln C Jr", with the initials behind the family name, as PubMed writes names. */
const inMedline = /^(\p{L}.*\S)\s(\p{Lu}(?:-?\p{Lu}){0,4})(?:\s(Jr|Sr|[1-9](?:st|nd|rd|th)|I{2,3}|IV))?$/u;

/**
 * People by one name each. If all end with one to three capitals, some with one and some with several, these are initials: "Kiln
 * AB", "Berg J". Several alone may be family names: "Wei LI".
 */
export function peopleOfEach(names: readonly string[]): Author[] {
  const written = names.map((name) => name.trim()).filter(Boolean);
  const initials = new Set(written.map((name) => /\p{Ll}\s(\p{Lu}(?:-?\p{Lu}){0,2})$/u.exec(name)?.[1]?.length));
  const isMedline = !initials.has(undefined) && initials.has(1) && initials.size > 1 && !written.some(isGroupName);
  return written.flatMap((name) => (isMedline ? peopleInMedline(name) : peopleOf(name)));
}

/** Names in a cell of PubMed's CSV, which ends with a full stop; groups are behind semicolons, with commas of their own. */
export function peopleInMedline(cell: string): Author[] {
  const parts = cell
    .slice(0, 150_000)
    .replace(/\.\s*$/, '')
    .split(/\s*;\s*/);
  return parts.flatMap((part) => {
    const names = part.split(/\s*,\s*/).map((name) => inMedline.exec(name) ?? name);
    if (names.every((name) => typeof name === 'string')) return groupOf(part);
    return names.flatMap((name) => {
      if (typeof name === 'string') return groupOf(name);
      const [, family = '', given = '', suffix] = name;
      return personOf({ family, given, ...(suffix !== undefined && { suffix }) });
    });
  });
}

/** `Name: iD; Name: iD`, as the product writes it, `Family, Given/iD` of Web of Science, or iDs in the order of the authors. */
export function withPrintedOrcids(authors: Author[], written: string | undefined): Author[] {
  if (written === undefined) return authors;
  const parts = written.split(/\s*[;|]\s*/).filter(Boolean);
  const byName = new Map(
    parts.flatMap((part): [string, string][] => {
      const [, name = '', id = ''] = /^(.*?)\s*[:/]\s*(\S+)$/.exec(part) ?? [];
      const orcid = parseOrcidId(id);
      return orcid === undefined ? [] : [[name.trim(), orcid]];
    }),
  );
  const isInOrder = parts.length === authors.length && parts.every((part) => parseOrcidId(part) !== undefined);
  return authors.map((author, at) => ({
    ...author,
    orcid:
      author.orcid ??
      byName.get(author.name) ??
      byName.get(`${author.family}, ${author.given}`) ??
      (isInOrder ? (parseOrcidId(parts[at] ?? '') ?? null) : null),
  }));
}
