import * as z from 'zod';
import { peopleAt, type ResearcherLink } from '#src/matching/link.ts';
import { type Author, Funder } from '#src/vocabulary/bibliography.ts';
import { parseDoi } from '#src/vocabulary/identifiers/doi.ts';
import { isRetracting, Notice, standingNotices } from '#src/vocabulary/integrity.ts';
import { earliestDay, fromIsoDate, yearOf } from '#src/vocabulary/partial-date.ts';
import { correspondingKnown, correspondingPerson, countedRowFields, ReportYear } from './counted-row-fields.ts';

const CountedFields = z.object(countedRowFields);
export type CountedFields = z.output<typeof CountedFields>;

const maxFunders = 10;
const maxCorrespondingRors = 10;

/** All that reports count of an output: `data` as shown, in which edited fields may be any JSON. */
export function countedFieldsOf(
  data: Record<string, unknown>,
  authors: readonly Author[],
  people: { linked: readonly string[]; matched: ReadonlyMap<number, string> },
): CountedFields {
  const matched = new Set(people.matched.values());
  return {
    author_count: authors.length === 0 ? null : authors.length,
    unmatched_orcids: people.linked.filter((orcid) => !matched.has(orcid)),
    corresponding: correspondingOf(authors, people.matched),
    funders: [...new Set(fundersOf(data).flatMap((funder) => funderIdOf(funder) ?? []))].slice(0, maxFunders),
    country_count: countriesOf(authors).size || null,
    issue_year: yearOf(fromIsoDate(data.date_print) ?? fromIsoDate(data.date_issued)),
    report_year: ReportYear.catch(null).parse(data.report_year ?? null),
    retracted_on: retractedOn(data.integrity),
  };
}

/** The linked people by the author that they are, of a publication. */
export const matchedAuthors = (researchers: readonly ResearcherLink[]): ReadonlyMap<number, string> =>
  peopleAt(researchers, 'authors');

/** The linked people by the author that has their iD, of a work. */
export const authorsWithIds = (authors: readonly Author[], linked: readonly string[]): ReadonlyMap<number, string> =>
  new Map(authors.flatMap(({ orcid }, at) => (orcid !== null && linked.includes(orcid) ? [[at, orcid] as const] : [])));

export const countriesOf = (authors: readonly Author[]): Set<string> =>
  new Set(
    authors.flatMap(({ affiliation_details = [] }) => affiliation_details.flatMap(({ country }) => country ?? [])),
  );

export const fundersOf = ({ funders }: Record<string, unknown>): Funder[] => z.array(Funder).catch([]).parse(funders);

/** The id by which a funder is counted: its ROR iD as a URL, or else its DOI. Undefined for one that has only a name. */
export const funderIdOf = ({ ror, doi }: Pick<Funder, 'ror' | 'doi'>): string | undefined =>
  ror ?? (doi === null ? undefined : (parseDoi(doi) ?? doi));

/**
 * Who is a corresponding author: a linked person, somebody affiliated with a ROR iD, anybody. Which of these are the
 * institution's own depends on its settings, which may change, and is asked of the list.
 */
function correspondingOf(authors: readonly Author[], matched: ReadonlyMap<number, string>): string[] {
  const places = [...authors.keys()].filter((at) => authors[at]?.is_corresponding === true);
  if (places.length === 0) return [];
  const rors = places.flatMap((at) => (authors[at]?.affiliation_details ?? []).flatMap(({ ror }) => ror ?? []));
  return [
    correspondingKnown,
    ...(places.some((at) => matched.has(at)) ? [correspondingPerson] : []),
    ...[...new Set(rors)].slice(0, maxCorrespondingRors),
  ];
}

function retractedOn(integrity: unknown): string | null {
  const notices = standingNotices(z.array(Notice).catch([]).parse(integrity)).filter(isRetracting);
  const days = notices.flatMap(({ date }) => (date === null ? [] : earliestDay(date)));
  return days.sort()[0] ?? null;
}
