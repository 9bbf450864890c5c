import { parseOrcidId } from '#src/vocabulary/identifiers/orcid-id.ts';
import { withoutJoining } from './groups.ts';
import {
  isGroupName,
  isInvertedName,
  isNobody,
  type NameParts,
  namePartsOf,
  printedName,
  withoutLifeDates,
  withoutNote,
  withSuffix,
} from './person-name.ts';
import { type Named, namedBy, namedWhole, peopleIn } from './several.ts';

/** The people of a name without parts; a group if its words are those of one and it has no iD. Nobody for a placeholder. */
export function readWhole(written: string, { hasOrcid = false }: { hasOrcid?: boolean } = {}): Named[] {
  const undated = withoutLifeDates(withoutNote(written));
  const text = withoutAdditions(isInvertedName(withoutAdditions(undated)) ? undated : withoutNote(written));
  if (text === '' || isNobody(text)) return [];
  const several = peopleIn(text, true);
  if (several === 'unclear') return [namedWhole(text)];
  if (several) return several;
  return !hasOrcid && isGroupName(text) ? [namedWhole(withoutJoining(written))] : [namedBy(namePartsOf(text))];
}

/** The people of a name that a source has in parts. */
export function readNameParts({ given, family, suffix }: NameParts): Named[] {
  const clean = (part: string | null) =>
    part === null ? null : withoutAdditions(withoutLifeDates(withoutNote(part))) || null;
  const parts = withSuffix({ given: clean(given), family: clean(family), ...(suffix !== undefined && { suffix }) });
  const several = peopleIn(printedName({ given: parts.given, family: parts.family }), true);
  if (several === 'unclear') return [namedWhole(printedName(parts))];
  return several ?? [namedBy(parts)];
}

/** A name without footnote marks and without a role behind it: "Kiln†", "Ann Kiln1,2", "Ann Kiln (Archaeologist)". */
export const withoutAdditions = (name: string): string => withoutMarks(withoutRole(withoutMarks(name)));

const signs = '[*†‡§¶#¹²³⁰⁴-⁹]';
const marksAtEnd = new RegExp(`[\\s,]{0,3}${signs}(?:[\\s,]{0,2}(?:${signs}|\\d{1,2}(?!\\d))){0,9}$`, 'u');
const numbersAtEnd = /(?<=\p{L}\.?)\d{1,2}(?:\s?[,;]\s?\d{1,2}){0,9}(?:\s?,)?$/u;

/** A group's number is part of its name. */
function withoutMarks(name: string): string {
  const unsigned = name.replace(new RegExp(`^${signs}{1,3}\\s{0,3}`, 'u'), '').replace(marksAtEnd, '');
  const bare = unsigned.replace(numbersAtEnd, '');
  return bare !== unsigned && isGroupName(bare) ? unsigned : bare;
}

/** Roles and professions of people, as the last word of a note. Other notes are affiliations and other names. */
const roles =
  /(?:^|[\s-])(?:\p{L}{3,}(?:ist|graphers?|grapher|tects?)|(?:corresponding |first |last |senior |lead )?(?:authors?|contact|contributor)|curator|editor|translator|illustrator|director|manager|surveyor|engineer|officer|researcher|consultant|assistant|student|professor|lecturer|coordinator|collector|technician|analyst|conservator|librarian|historian|supervisor|investigator|presenter|speaker|compiler|leader|adviser|advisor|excavator|potter)s?$/iu;

function withoutRole(name: string): string {
  const [, bare, note = ''] = /^(.*\S)\s{0,3}[([]([^()[\]]{2,80})[)\]]$/u.exec(name) ?? [];
  return bare !== undefined && roles.test(note.trim()) ? bare : name;
}

/** Whether a name has a role behind it, as only a person's has. */
export const hasRole = (name: string): boolean => withoutRole(name) !== name && !isGroupName(withoutRole(name));

/** An ORCID iD in a name, with its address, label and brackets. */
const iDInName =
  /[\s,;]{0,3}[([<]?\s?(?:ORCID(?:\s?iD)?\s?[:=]?\s?)?(?:https?:\/\/)?(?:(?:www\.)?orcid\.org\/)?((?:\d{4}-){3}\d{3}[\dX])\s?[)\]>]?/i;

/** A name without an ORCID iD in it, and the iD, which some registrants write in the place of the name. */
export function withoutOrcid(written: string): { text: string; orcid: string | null } {
  const found = /\d{4}-\d{4}-/.test(written) ? iDInName.exec(written) : null;
  if (!found) return { text: written, orcid: null };
  return { text: written.replace(found[0], ' ').trim(), orcid: parseOrcidId(found[1] ?? '') ?? null };
}
