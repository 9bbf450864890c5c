import { countryCode } from '#src/vocabulary/country.ts';

/** The parts of a person's name. `suffix` is generational: "Jr.", "III". */
export interface NameParts {
  given: string | null;
  family: string | null;
  suffix?: string | undefined;
}

const suffix = /^(?:Jr|Sr|Jnr|Snr)\.?$|^(?:II|III|IV)$/;
/** Words that begin a family name, in lower case. */
const particles = new Set(
  `af al aus d' da das de de' degli dei del dela della delle den der des di do dos du e el la las le les lo los
  och of op 't 's ten ter thoe tot und van vom von y za zu zum zur`.split(/\s+/),
);
const groupWords =
  /\b(?:academ\w*|agency|alliance|association|board|cent(?:er|re|ro)s?|collaborat\w*|college|comit\w+|commission|committee|company|consorti\w*|council|department|faculty|federation|foundation|gesellschaft|group|grupo|gruppe|hospital|initiative|inc|institut\w*|investigators|laborator\w*|library|limited|ltd|gmbh|llc|ministry|museum|network|office|organi[sz]ation|panel|press|program\w*|project|registry|research|service\w*|societ\w*|staff|study|survey|task ?force|team|trial\w*|union|universi\w*|unit|working)\b/i;
/** Titles before a name: "Prof. Dr. Ann", or in the place of the given name. */
const honorifics =
  /^(?:(?:dr|prof|professor|mr|mrs|ms|sir)(?:\.\s{0,3}|\s{1,3}|$)|(?:doc|ing|mgr|dipl\.-ing)\.\s{0,3}){1,4}/iu;
/**
 * Degrees, which are no part of a name, though deposited as a suffix.
 * https://www.crossref.org/documentation/schema-library/markup-guide-metadata-segments/contributors/
 */
const degree =
  /^(?:ph\.?d|d\.?phil|m\.?d|m\.?sc|b\.?sc|d\.?sc|sc\.?d|m\.?phil|m\.?p\.?h|m\.?b\.?a|m\.?eng|b\.?eng|m\.?b\.?b\.?s|m\.?b\.?ch\.?b|pharm\.?d|psy\.?d|ed\.?d|ed\.?m|m\.?ed|j\.?d|d\.?d\.?s|d\.?m\.?d|d\.?v\.?m|d\.?n\.?p|d\.?o|r\.?n|b\.?s\.?n|m\.?s\.?n|m\.?s|m\.?a|b\.?a|b\.?s|p\.?e|frc[a-z]{1,4}|mrc[a-z]{1,4}|fac[a-z]{1,3}|faha|fesc|frs|esq|dr|prof|habil)\.?$/i;
const oneDegree = (written: string) => written.replace(/\bPh\.?\s{1,2}D\b/gi, 'PhD');
const areDegrees = (written: string) =>
  oneDegree(written)
    .split(/[\s,;/]+/)
    .filter(Boolean)
    .every((part) => degree.test(part));

/** Whether a name has words that only groups' names have. */
export const hasGroupWords = (name: string): boolean => groupWords.test(name);
export const isDegree = (written: string): boolean => areDegrees(written);
export const isSuffix = (written: string): boolean => suffix.test(written);
/** Whether a word begins a family name, in lower case: "van". */
export const isParticle = (word: string): boolean => particles.has(word);

/** Whether a name seems to be a group's, judging by its words. */
export const isGroupName = (name: string): boolean =>
  groupWords.test(name) || /[\d&@/]/.test(name) || (/^\p{Lu}{2,}$/u.test(name) && name.length > 1);

/** Whether a name is a person's, like "Carberry, J. S.", not a company's ("Kiln, S.A.") or place's ("Clay, D.C."). */
export const isNameWithInitials = (name: string): boolean =>
  /^[^,;()\d]{2,60},\s{1,3}\p{Lu}\.(?:[\s-]{0,2}\p{Lu}\.){0,4}$/u.test(name) &&
  !/,\s*(?:S\.\s?[AL]|[NB]\.\s?V|A\.\s?G|U\.\s?S|U\.\s?S\.\s?A|U\.\s?K|D\.\s?C)\.$/.test(name);

/** Legal forms and abbreviated places, which also follow a comma. */
const afterComma =
  /^(?:inc|ltd|llc|llp|plc|corp|co|gmbh|ag|kg|se|sa|s\.a|spa|srl|bv|nv|oy|ab|as|aps|pty|sarl|\p{Lu}{2,})\.?$/u;

/**
 * Whether an undescribed name is written "Family, Given", as DataCite recommends for people: one or two words and a few
 * capitalized ones, none of a group, legal form or place.
 * https://datacite-metadata-schema.readthedocs.io/en/4.6/properties/creator/#creatorname
 */
export function isInvertedName(name: string): boolean {
  const [family = '', given = '', ...more] = name.split(',').map((part) => part.trim());
  if (
    !more.every((part) => suffix.test(part)) ||
    name.length > 80 ||
    isGroupName(name) ||
    countryCode(given) !== undefined
  )
    return false;
  const isWords = (text: string, most: number) =>
    /^[\p{L}\p{M}.'’\s-]+$/u.test(text) && /\p{Lu}|\p{Lo}/u.test(text) && text.split(/\s+/).length <= most;
  const isFamily =
    isWords(family, 2) || (isWords(family, 4) && particles.has(family.split(/\s+/)[0]?.toLowerCase() ?? ''));
  const isGiven = (word: string) => (/^[\p{Lu}\p{Lo}]/u.test(word) ? !afterComma.test(word) : particles.has(word));
  return isFamily && isWords(given, 4) && given.split(/\s+/).every(isGiven);
}

/**
 * A person's name without the dates of a life, which library catalogues write after a comma (MARC 100, $d): "Guth,
 * Wilhelm, 1888-1980"; others write them in brackets.
 */
export const withoutLifeDates = (name: string): string =>
  name
    .replace(new RegExp(`,\\s{0,3}${lifeDates}[.,]?\\s{0,3}$`, 'u'), '')
    .replace(new RegExp(`\\s{0,3}\\(${lifeDates}\\)$`, 'u'), '');

const before = '(?:(?:ca|b|d|fl|geb|gest|active)\\.?\\s?)';
const lifeDates = `(?:${before}?\\d{4}\\??\\s?[-–]\\s?(?:${before}?\\d{4}\\??)?|${before}\\d{4})`;

/** "Given Family" with the suffix, as printed. */
export const printedName = ({ given, family, suffix }: NameParts): string =>
  [given, family, suffix].filter(Boolean).join(' ');

/**
 * The parts of a printed name: "Family, Given" or "Given Family", where the family name is the last word with the
 * particles before it: "Jan van der Berg". A single word is the family name.
 */
export function namePartsOf(printed: string): NameParts {
  const [first = '', ...all] = printed.split(',').flatMap((part) => part.trim() || []);
  const pieces = all.filter((part) => !areDegrees(part));
  const generation = pieces.find((part) => suffix.test(part));
  const hasDegrees = pieces.length < all.length;
  const given = withoutDegreesBehind(pieces.filter((part) => part !== generation).join(', '), hasDegrees);
  if (given) return withSuffix({ given, family: first, suffix: generation });
  const words = withoutDegreesBehind(first.replace(honorifics, '').trim(), hasDegrees).split(/\s+/);
  const last =
    generation === undefined && words.length > 2 && suffix.test(words.at(-1) ?? '') ? words.pop() : generation;
  let start = words.length - 1;
  while (start > 1 && particles.has(words[start - 1] ?? '')) start--;
  const parts = { given: words.slice(0, start).join(' ') || null, family: words.slice(start).join(' ') };
  return last === undefined ? parts : { ...parts, suffix: last };
}

/**
 * Separates the generational suffix, which sources also put in the family or given name, and drops titles and degrees.
 */
export function withSuffix(parts: NameParts): NameParts {
  const { given, family, suffix: known } = withoutTitles(parts);
  // The suffix is in the place of the family name, which is then the last given name.
  const [, names, last] = (family !== null && suffix.test(family) && /^(.{1,200})\s(\S+)$/.exec(given ?? '')) || [];
  if (names && last)
    return { given: names, family: last.replace(/(?<=\p{Ll})\.$/u, ''), suffix: known ?? family ?? '' };
  const [shortFamily, ofFamily] = cutSuffix(family);
  const [shortGiven, ofGiven] = shortFamily === null ? [given, undefined] : cutSuffix(given);
  const generation = known ?? ofFamily ?? ofGiven;
  // A suffix in two places is kept once.
  const isSame = (found: string | undefined) => found === undefined || bare(found) === bare(generation ?? '');
  return {
    given: isSame(ofGiven) ? shortGiven : given,
    family: isSame(ofFamily) ? shortFamily : family,
    ...(generation !== undefined && { suffix: generation }),
  };
}

/** "Dr." as a given name leaves the whole name in the family name. */
function withoutTitles({ given, family, suffix: known }: NameParts): NameParts {
  const cut = (name: string | null) => name && (name.replace(honorifics, '').trim() || null);
  const shortGiven = cutDegrees(cut(given));
  const shortFamily = cutDegrees(family);
  const left = known && withoutDegrees(known);
  const isWhole = given !== null && shortGiven === null && /\s/.test(shortFamily ?? '');
  const parts = isWhole ? namePartsOf(shortFamily ?? '') : { given: shortGiven, family: shortFamily };
  return { ...parts, ...(left && { suffix: left }) };
}

const withoutDegrees = (suffix: string) =>
  oneDegree(suffix)
    .split(/[,;]\s{0,3}|\s+/)
    .filter((part) => part && !areDegrees(part))
    .join(' ');

/** A name without degrees behind a comma or a space. */
function cutDegrees(name: string | null): string | null {
  if (name === null) return null;
  const [first = '', ...rest] = name.split(',');
  const others = rest.filter((part) => !areDegrees(part));
  return [withoutDegreesBehind(first, others.length < rest.length), ...others].join(',').trim() || null;
}

/** Degrees that are no initials or names, in their usual case. */
const certainDegree =
  /^(?:Ph\.?D|D\.?Phil|Dr\.?PH|M\.?Sc|B\.?Sc|D\.?Sc|M\.?Phil|MPH|MBA|M\.?Eng|MB\.?BS|MBChB|Pharm\.?D|Psy\.?D|Ed\.?D|Ed\.?M|DVM|FRC[A-Z]{1,4}|MRC[A-Z]{1,4}|FACS|FAHA|FESC)\.?$/;

/** A name without the degrees behind its words. With degrees after a comma, "MD" before it is one as well. */
export function withoutDegreesBehind(name: string, areCertain = true): string {
  let hasDegrees = areCertain;
  const words = oneDegree(name).trim().split(/\s+/);
  const isDegreeWord = (word: string) =>
    certainDegree.test(word) || (degree.test(word) && /\p{Lu}\.?\p{Lu}/u.test(word) && hasDegrees);
  let isCut = false;
  while (words.length > 1 && isDegreeWord(words.at(-1) ?? '')) {
    words.pop();
    isCut = true;
    hasDegrees = true;
  }
  return isCut ? words.join(' ').replace(/,$/, '') : name;
}

const bare = (written: string) => written.replace('.', '').toLowerCase();

function cutSuffix(name: string | null): [rest: string | null, suffix: string | undefined] {
  const place = name?.search(/,?\s[^\s,]+$/) ?? -1;
  const last = name?.slice(place).replace(/^,?\s+/, '') ?? '';
  return name !== null && place > 0 && suffix.test(last) ? [name.slice(0, place).trimEnd(), last] : [name, undefined];
}

export interface ListedName extends NameParts {
  affiliations: string[];
}

/** One "Family, Given (Affiliation)" of a list. */
const listed = /^([^,;()]{1,200}),\s*([^,;()]{1,200}?)(?:\s*\(([^()]{1,300})\))?$/;
/** A note of the role, or a person's number at figshare, as opposed to an affiliation. */
const note = /\s?\((?:(?:eds?|editors?|hrsg|hg|trans|transl|red)\.?|\d{1,12})\)$/i;

/**
 * The people listed in one name field: "Family, Given; Family, Given", each optionally with an affiliation in
 * parentheses. Undefined for anything else, such as one plain name.
 */
export function listedNames(written: string): ListedName[] | undefined {
  const parts = written.split(';').map((part) => part.trim());
  if (parts.length === 1 && !written.endsWith(')')) return undefined;
  if (parts.length > 1_000) return undefined;
  const names = parts
    .filter((part) => part !== '')
    .map((part) => {
      const [, family = '', given = '', affiliation] = listed.exec(part) ?? [];
      return family === ''
        ? undefined
        : { ...withSuffix({ family, given }), affiliations: affiliation ? [affiliation] : [] };
    });
  return names.some((name) => name === undefined) ? undefined : (names as ListedName[]);
}

/** The name without a note, as in "Carberry, Josiah (Ed.)" or figshare's "Josiah Carberry (15649)". */
export const withoutNote = (name: string): string => name.replace(note, '');

/**
 * Placeholders for missing names: Wolters Kluwer's "&NA;", libraries' "[s.n.]" (sine nomine), a final "et al.".
 */
export const isPlaceholderName = (name: string): boolean =>
  /^(?:&(?:amp;)?NA;|\[s\. ?n\.\]|[[(]?unknown(?: (?:authors?|creators?))?[\])]?|[[(]?no (?:value|name(?: supplied| given| provided)?|authors?(?: listed| supplied| given)?)[\])]?|n\/a|not (?:available|applicable|provided|specified)|none|null|undefined|et\.? al\.?|and others|-+|\.+)$/i.test(
    name.trim(),
  );

/** Whether a whole name names nobody: a placeholder, or "NA" alone, which with a given name is a Korean family name. */
export const isNobody = (printed: string): boolean =>
  isPlaceholderName(printed) || /^N\.?A\.?(?: N\.?A\.?)?$/.test(printed.trim());
