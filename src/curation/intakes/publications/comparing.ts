import type { IntakeRow } from '#src/records/intakes/row.ts';
import { blockKeys, type Comparable, comparableOf, textIdsIn } from '#src/records/likeness/comparable.ts';
import { compare } from '#src/records/likeness/compare.ts';
import { publicationTypeOf } from '#src/records/orcid/work-types.ts';
import { identifierKey, parseIsbn } from '#src/vocabulary/identifiers/identifiers.ts';
import { yearOf } from '#src/vocabulary/partial-date.ts';

/** The compared fields of an entry: without a DOI it is compared as a work, with one as a publication. */
export function comparableRow(row: IntakeRow, orcids: readonly string[]): Comparable {
  const { doi, title, work_type, publication_date, data } = row;
  const [publication_type] = publicationTypeOf(work_type);
  const comparable = comparableOf({
    doi,
    title,
    subtitle: data.subtitle ?? null,
    year: yearOf(publication_date),
    authors: (data.authors ?? []).map(({ family, name }) => family ?? name),
    venue: data.container_title ?? null,
    type: doi === null ? work_type : (publication_type ?? null),
    orcids,
    volume: data.volume ?? null,
    issue: data.issue ?? null,
    pages: data.article_number ?? data.pages ?? null,
  });
  const ids = textIdsIn(data);
  return { ...comparable, entry: { ids, date: publication_date, enteredBy: null } };
}

const books: ReadonlySet<string> = new Set([
  'book',
  'edited-book',
  'monograph',
  'reference-book',
  'proceedings',
  'conference-proceedings',
]);

/** Whether an ISBN is that of the record itself: chapters have the one of their book. */
export const isBook = (type: string | null): boolean => type !== null && books.has(type);

/** The identifiers by which an entry is known, in the form of `identifierKey`. */
export function identifiersOfRow({ work_type, data }: IntakeRow): string[] {
  const { pmid, pmcid, arxiv_id, handle, eid, isbn } = data;
  const written = [pmid, pmcid, arxiv_id, handle, eid, ...(isBook(work_type) ? (isbn ?? []) : [])];
  return [...new Set(written.flatMap((each) => (typeof each === 'string' ? (identifierKey(each) ?? []) : [])))];
}

export const isIsbnKey = (key: string): boolean => parseIsbn(key) !== undefined;

/** Whether two entries of one file are certainly the same: all that is compared is equal. */
export function areCertainlySame(one: Comparable, other: Comparable): boolean {
  if (one.doi !== null && other.doi !== null && one.doi !== other.doi) return false;
  if (one.venue !== other.venue || JSON.stringify(one.place) !== JSON.stringify(other.place)) return false;
  const likeness = compare(one, other);
  const isAll = (['same_title', 'same_year'] as const).every((reason) => likeness?.reasons.includes(reason));
  return isAll && (likeness?.reasons.includes('same_authors') === true || isSamePeople(one, other));
}

const isSamePeople = (one: Comparable, other: Comparable) =>
  one.families.length > 0 && one.families.join('\n') === other.families.join('\n');

/** Entries by the blocks in which similar ones meet. */
export function blocksOf(comparable: Comparable): string[] {
  return blockKeys(comparable, 'all');
}

/** List rows lack the venue and more, so they are compared without it first. */
export const withoutVenue = (comparable: Comparable, ids: readonly string[]): Comparable => {
  const { place: _, ...rest } = comparable;
  return { ...rest, venue: anyVenue, entry: { ids: [...ids], date: null, enteredBy: null } };
};

export const anyVenue = 'any';
