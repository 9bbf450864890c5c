import * as z from 'zod';
import { eachOnce } from '#src/matching/names/each-once.ts';
import type { Author, AuthorAffiliation, Contributor } from '#src/vocabulary/bibliography.ts';
import { parseOrcidId } from '#src/vocabulary/identifiers/orcid-id.ts';
import { isIdentified } from '#src/vocabulary/sources/join-authors.ts';
import { joinedPages, shownPages, splitPages } from '#src/vocabulary/text/pages.ts';
import { plainText } from '#src/vocabulary/text/text.ts';
import { isNoName, isNoNumber, isNoTitle, isUnknownCode } from './placeholders.ts';

/**
 * An optional field of a response. A value of an undocumented type is read as missing, so that one odd field does not
 * make the whole record fail.
 */
export const lenient = <T extends z.ZodType>(schema: T) => schema.nullish().catch(undefined);

/** An optional text. */
export const text = lenient(z.string());

/** The valid elements of a list. A missing list is empty; a value outside a list is its only element. */
export const validElements = <T extends z.ZodType>(schema: T) =>
  z
    .array(z.unknown())
    .catch(({ value }) => (value === undefined || value === null ? [] : [value]))
    .transform((values) =>
      values.flatMap((value) => {
        const parsed = schema.safeParse(value);
        return parsed.success ? [parsed.data] : [];
      }),
    );

export const texts = validElements(z.string());

/** Plain text, or null if it is empty or a code for unknown information. */
export function textOrNull(written: string | null | undefined): string | null {
  const text = typeof written === 'string' ? plainText(written).text : '';
  return text === '' || isUnknownCode(text) ? null : text;
}

const unless = (isPlaceholder: (text: string) => boolean, written: string | null | undefined): string | null => {
  const text = textOrNull(written);
  return text === null || isPlaceholder(text) ? null : text;
};

/** The number of a volume, an issue or an article, without placeholders. */
export const labelOrNull = (written: string | null | undefined): string | null => unless(isNoNumber, written);

/** The name of a publisher, place or container, an edition or a version, without placeholders. */
export const nameOrNull = (written: string | null | undefined): string | null => unless(isNoName, written);

/** Pages as written, or from the first to the last, without placeholders: of `5-n/a`, `5-0` and `5-5`, the 5. */
export function pagesOrNull(written: string | null | undefined, lastPage?: string | null): string | null {
  const [one, other] = [textOrNull(written), textOrNull(lastPage)];
  const pages = one !== null && other !== null && one !== other ? joinedPages(one, other) : (one ?? other ?? '');
  const [first, last] = splitPages(pages);
  if (last === undefined) return isNoNumber(first) ? null : shownPages(pages);
  if (!isNoNumber(last)) return pages;
  if (isNoNumber(first)) return null;
  // `A-0` may be one page.
  return /^0+$/.test(last) && !/^\d+$/.test(first) ? pages : first;
}

/** An ISSN with its hyphen: `0264-3561` for `02643561` or an address of it. Anything else stays unchanged. */
const issnOf = (written: string): string =>
  written.replace(
    /^(?:ISSN:?\s{0,3}|https?:\S{1,60}\/)?(\d{4})[\p{Pd}\s]?(\d{3}[\dx])$/iu,
    (_, first: string, last: string) => `${first}-${last.toUpperCase()}`,
  );

/** The distinct ISSNs in order. */
export const distinctIssns = (written: readonly (string | null | undefined)[]): string[] => [
  ...new Set(distinctTexts(written).map(issnOf)),
];

/** The first title that is non-empty without its markup, and no placeholder. */
export function firstTitle(
  written: readonly (string | null | undefined)[],
): { text: string; html: string | null } | null {
  for (const candidate of written) {
    const read = candidate ? plainText(candidate) : null;
    if (read?.text && !isUnknownCode(read.text) && !isNoTitle(read.text)) return read;
  }
  return null;
}

/** The distinct plain texts in order, without empty ones. */
export function distinctTexts(written: readonly (string | null | undefined)[]): string[] {
  return [...new Set(written.flatMap((one) => textOrNull(one) ?? []))];
}

/**
 * A term of a source's vocabulary, such as a type or a role, in kebab-case: `journal-article` for `JOURNAL_ARTICLE`,
 * `data-collector` for `DataCollector`. Null for what cannot be one, such as other scripts or more than 50 characters.
 */
export function termOrNull(written: string | null | undefined): string | null {
  const term = (written ?? '')
    .trim()
    .slice(0, 100)
    .replace(/(?<=[a-z])(?=[A-Z])|[\s_]+/g, '-')
    .toLowerCase();
  return term.length <= 50 && /^[a-z]+(?:-[a-z]+)*$/.test(term) ? term : null;
}

/** The distinct names of affiliations, without placeholders. */
const affiliationsOf = (written: readonly string[]): string[] =>
  distinctTexts(written).filter((name) => !/^(?:none|n\/a|null|unknown|-)$/i.test(name));

/** The texts and details of affiliations. Details only if one says more than its text. */
export function withAffiliationDetails(
  found: readonly AuthorAffiliation[],
): Pick<Author, 'affiliations' | 'affiliation_details'> {
  const named = found.filter(({ printed, ror }) => printed !== null || ror !== null);
  const affiliations = affiliationsOf(named.flatMap(({ printed }) => printed ?? []));
  const known = new Set(affiliations);
  const distinct = new Map(
    named
      .filter(({ printed, ror }) => ror !== null || known.has(printed ?? ''))
      .map((each) => [JSON.stringify(each), each]),
  );
  const details = [...distinct.values()];
  return details.some(isIdentified) ? { affiliations, affiliation_details: details } : { affiliations };
}

/** Limit of stored contributors per record. */
const maxContributors = 1_000;

/** Contributors, each once per role, with the role in kebab-case. */
export function distinctContributors(named: readonly Contributor[]): Contributor[] {
  const distinct = new Map<string, Contributor>();
  for (const person of named) {
    const contributor = { ...person, role: termOrNull(person.role) ?? 'other' };
    distinct.set(JSON.stringify(contributor), contributor);
    if (distinct.size === maxContributors) break;
  }
  return eachOnce([...distinct.values()]);
}

/** Finds an ORCID iD in a text. Sources have bare iDs, URLs, and URLs within URLs. */
export function orcidOrNull(written: string | null | undefined): string | null {
  const found = /(?:\d{4}[\s-]?){3}\d{3}[\dx]/i.exec(written ?? '');
  return (found && parseOrcidId(found[0])) ?? null;
}

/** A non-negative count. */
export const nonNegative = z.int().min(0);
