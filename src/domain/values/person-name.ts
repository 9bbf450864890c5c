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
const honorific = /^(?:dr|prof|professor|mr|mrs|ms|sir)\.?\s+/i;

/** Whether a name seems to be a group's, judging by its words. */
export const isGroupName = (name: string): boolean =>
  groupWords.test(name) || /[\d&@/]/.test(name) || (/^\p{Lu}{2,}$/u.test(name) && name.length > 1);

/** Whether a name is a person's, like "Carberry, J. S.", not a company's ("Kiln, S.A.") or place's ("Clay, D.C."). */
export const isNameWithInitials = (name: string): boolean =>
  /^[^,;()\d]{2,60},\s{1,3}\p{Lu}\.(?:[\s-]{0,2}\p{Lu}\.){0,4}$/u.test(name) &&
  !/,\s*(?:S\.\s?[AL]|[NB]\.\s?V|A\.\s?G|U\.\s?S|U\.\s?S\.\s?A|U\.\s?K|D\.\s?C)\.$/.test(name);

/** "Given Family" with the suffix, as printed. */
export const printedName = ({ given, family, suffix }: NameParts): string =>
  [given, family, suffix].filter(Boolean).join(' ');

/**
 * The parts of a printed name: "Family, Given" or "Given Family", where the family name is the last word with the
 * particles before it: "Jan van der Berg". A single word is the family name.
 */
export function namePartsOf(printed: string): NameParts {
  const [first = '', ...pieces] = printed.split(',').flatMap((part) => part.trim() || []);
  const generation = pieces.find((part) => suffix.test(part));
  const given = pieces.filter((part) => part !== generation).join(', ');
  if (given) return withSuffix({ given, family: first, suffix: generation });
  const words = first.replace(honorific, '').trim().split(/\s+/);
  const last =
    generation === undefined && words.length > 2 && suffix.test(words.at(-1) ?? '') ? words.pop() : generation;
  let start = words.length - 1;
  while (start > 1 && particles.has(words[start - 1] ?? '')) start--;
  const parts = { given: words.slice(0, start).join(' ') || null, family: words.slice(start).join(' ') };
  return last === undefined ? parts : { ...parts, suffix: last };
}

/** Separates the generational suffix, which sources also put in the family or given name. */
export function withSuffix({ given, family, suffix: known }: NameParts): NameParts {
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

/** Placeholders for missing names: Wolters Kluwer's "&NA;", libraries' "[s.n.]" (sine nomine), a final "et al.". */
export const isPlaceholderName = (name: string): boolean =>
  /^(?:&(?:amp;)?NA;|\[s\. ?n\.\]|\[?unknown(?: (?:authors?|creators?))?\]?|\[?no (?:value|name|authors?(?: listed)?)\]?|n\/a|et\.? al\.?|and others|-+|\.+)$/i.test(
    name.trim(),
  );
