import * as z from 'zod';
import type { Author, Bibliography } from '#src/vocabulary/bibliography.ts';
import { parseArxivId } from '#src/vocabulary/identifiers/arxiv.ts';
import { parseEid, parseHandle, parseIsbn, parsePmcid, parsePmid } from '#src/vocabulary/identifiers/identifiers.ts';
import { authorsOf, type PublicationRecord, shownPublication } from '../publications/publication.ts';
import { statedVersions } from '../relations/stated.ts';
import { type WorkRecord, workPeople } from '../works/work.ts';
import { workAuthors, workDocument } from '../works/work-content.ts';
import { foldWords, isGeneric, mainTitle, significantWords, type Titled, titlesOf, wordsOfTitle } from './titles.ts';

/** Where an article is in its journal, reduced to what sources write alike. Absent where it is unknown. */
const Place = z.object({ volume: z.string().optional(), issue: z.string().optional(), page: z.string().optional() });
type Place = z.output<typeof Place>;

/**
 * The evidence that makes a pair with a work certain: identifiers of the text itself, as `pmid 123`, and of a work its
 * date and who entered it. Publications without identifiers have none.
 */
const Entry = z.object({
  ids: z.array(z.string()),
  /** The whole date of a work. */
  date: z.string().nullable(),
  enteredBy: z.string().nullable(),
});
type Entry = z.output<typeof Entry>;

/** The compared fields of a publication, or of a work without a DOI. Kept small, because every block has a copy. */
export const Comparable = z.object({
  /** Null for a work without a DOI. */
  doi: z.string().nullable(),
  /** The titles in all languages, folded, as `title` or `title: subtitle`. */
  titles: z.array(z.string()),
  year: z.int().nullable(),
  /** The last words of the first authors' family names, folded, in order. */
  families: z.array(z.string()),
  /** The journal, book or conference, folded; empty if unknown. */
  venue: z.string(),
  type: z.string().nullable(),
  /** The linked researchers, or the owner of a work. */
  orcids: z.array(z.string()),
  /** DOIs that it states are versions of it, or that it is a version of. Absent if there are none. */
  versions: z.array(z.string()).optional(),
  place: Place.optional(),
  entry: Entry.optional(),
});
export type Comparable = z.output<typeof Comparable>;

/** Bounds of a Comparable, and thus of the cost of reading a block. */
const maxTitles = 2;
const maxVenueLength = 60;
const maxFamilies = 6;
const maxFamilyLength = 24;
const maxOrcids = 10;
const maxVersions = 4;

export interface ComparableFields extends Titled {
  doi: string | null;
  year: number | null;
  /** Authors' printed or family names, in order. */
  authors: readonly string[];
  venue: string | null;
  type: string | null;
  orcids: readonly string[];
  volume?: string | null;
  issue?: string | null;
  /** Pages, or the number of an article that is paged by itself. */
  pages?: string | null;
}

export function comparableOf(described: ComparableFields): Comparable {
  return {
    doi: described.doi,
    titles: titlesOf(described).slice(0, maxTitles),
    year: described.year,
    families: described.authors.slice(0, maxFamilies).map(lastWord).filter(Boolean),
    venue: foldWords(described.venue ?? '').slice(0, maxVenueLength),
    type: described.type,
    orcids: described.orcids.slice(0, maxOrcids),
    ...placeOf(described),
  };
}

function placeOf({ volume, issue, pages }: ComparableFields): { place?: Place } {
  const place = {
    volume: numberOf(volume),
    issue: numberOf(issue),
    // Of `e0123456-e0123460` and `123456`, both give `123456`.
    page: numberOf(pages),
  };
  const known = Object.fromEntries(Object.entries(place).filter(([, value]) => value !== undefined));
  return Object.keys(known).length > 0 ? { place: known } : {};
}

/** The first number in a text, without leading zeros. */
const numberOf = (text: string | null | undefined): string | undefined =>
  /\d+/
    .exec(text ?? '')?.[0]
    .replace(/^0+(?=\d)/, '')
    .slice(0, 12);

/** The Comparable of a publication as shown. Undefined if it is deleted, or if lists show another version instead. */
export function comparablePublication(record: PublicationRecord): Comparable | undefined {
  return record.deleted_at !== null || record.superseded_by !== null ? undefined : comparableRecord(record);
}

/** The Comparable of a source's data for a DOI. */
export function comparableBibliography(doi: string, described: Bibliography): Comparable {
  return comparableOf({
    doi,
    title: described.title,
    subtitle: described.subtitle,
    year: described.publication_year,
    authors: described.authors.map(({ family, name }) => family ?? name),
    venue: described.container_title,
    type: described.publication_type,
    orcids: [],
    volume: described.volume,
    issue: described.issue,
    pages: described.article_number ?? described.pages,
  });
}

/** The Comparable of a publication as shown, whether or not lists show it. */
export function comparableRecord(record: PublicationRecord): Comparable {
  const { title, publication_year, publication_type, data } = shownPublication(record);
  const textIn = (value: unknown) => (typeof value === 'string' ? value : null);
  const versions = statedVersions(record).slice(0, maxVersions);
  const comparable = comparableOf({
    doi: record.doi,
    title,
    subtitle: textIn(data.subtitle),
    year: publication_year,
    authors: authorsOf(record).map(({ family, name }) => family ?? name),
    venue: textIn(data.container_title),
    type: publication_type,
    orcids: record.researchers.map(({ orcid }) => orcid),
    volume: textIn(data.volume),
    issue: textIn(data.issue),
    pages: textIn(data.article_number) ?? textIn(data.pages),
  });
  const ids = textIdsIn(data);
  return {
    ...comparable,
    ...(versions.length > 0 && { versions }),
    ...(ids.length > 0 && { entry: { ids, date: null, enteredBy: null } }),
  };
}

/** The Comparable of a work. Undefined if it is deleted or has become a publication. */
export function comparableWork(work: WorkRecord): Comparable | undefined {
  if (work.deleted_at !== null) return undefined;
  const { source } = work;
  // One that no ORCID record lists is described by its edits alone.
  const added = source === null ? workDocument(work).data : {};
  const { volume, issue, pages } = source?.details?.cited ?? textsIn(added);
  // An edited title has its subtitle within.
  const subtitle = work.edits.title === undefined ? (source?.subtitle ?? null) : null;
  const comparable = comparableOf({
    doi: null,
    title: work.title,
    subtitle,
    year: work.publication_year,
    authors: (source ? (source.details?.authors ?? []) : workAuthors(work)).map(({ family, name }) => family ?? name),
    venue: work.journal_title,
    type: work.work_type,
    orcids: workPeople(work),
    ...(volume !== undefined && { volume }),
    ...(issue !== undefined && { issue }),
    ...(pages !== undefined && { pages }),
  });
  const entry = entryOf(work);
  return { ...comparable, entry: source === null ? { ...entry, ids: textIdsIn(added) } : entry };
}

/** The place of a work in its journal, from fields as edited. */
function textsIn({ volume, issue, pages, article_number }: Record<string, unknown>) {
  const text = (value: unknown) => (typeof value === 'string' ? value : undefined);
  return { volume: text(volume), issue: text(issue), pages: text(article_number) ?? text(pages) };
}

const asWritten = (value: string) => value.toLowerCase().replace(/[^a-z0-9./]+/g, '');

/**
 * Identifiers that two different texts never share, apart from the ISBN, which chapters share with their book; and how
 * they are written alike. Publications have the first six.
 */
const textIds: Record<string, (written: string) => string | undefined> = {
  pmid: parsePmid,
  pmc: (written) => parsePmcid(/^\d+$/.test(written) ? `PMC${written}` : written),
  handle: (written) => parseHandle(written)?.toLowerCase(),
  arxiv: parseArxivId,
  eid: parseEid,
  isbn: parseIsbn,
  wosuid: asWritten,
  bibcode: asWritten,
  mr: asWritten,
  zbl: asWritten,
  urn: asWritten,
  hal: asWritten,
};
const maxIds = 4;
const maxIdLength = 60;

/** `pmid 123`, `isbn 9783161484100`, of identifiers by type. */
function textIdsOf(identifiers: readonly (readonly [type: string, value: string])[]): string[] {
  const ids = identifiers.flatMap(([type, value]) => {
    const id = Object.hasOwn(textIds, type) ? textIds[type]?.(value) : undefined;
    return id ? [`${type} ${id}`] : [];
  });
  return [...new Set(ids)].filter((id) => id.length <= maxIdLength).slice(0, maxIds);
}

/** Identifiers of a publication's text from its fields as shown. */
export function textIdsIn({ pmid, pmcid, handle, arxiv_id, eid, isbn }: Record<string, unknown>): string[] {
  const books = Array.isArray(isbn) ? isbn.map((each) => ['isbn', each] as const) : [];
  const all = [
    ['pmid', pmid],
    ['pmc', pmcid],
    ['handle', handle],
    ['arxiv', arxiv_id],
    ['eid', eid],
    ...books,
  ] as const;
  return textIdsOf(all.flatMap(([type, value]) => (typeof value === 'string' ? [[type, value] as const] : [])));
}

function entryOf({ source, publication_date }: WorkRecord): Entry {
  const own = (source?.identifiers ?? []).filter(
    ({ type, relationship }) => relationship === 'self' || type === 'isbn',
  );
  return {
    ids: textIdsOf(own.map(({ type, value }) => [type, value])),
    date: publication_date,
    enteredBy: source?.entered_by ?? null,
  };
}

/**
 * The last word of a name, equal for printed and family name: "Ludwig van Beethoven" and "van Beethoven" give
 * "beethoven".
 */
const lastWord = (name: string) => (foldWords(name).split(' ').at(-1) ?? '').slice(0, maxFamilyLength);

/** The family names of a whole list of authors, folded and sorted, with umlauts written in either way. */
export const familiesOf = (authors: readonly Pick<Author, 'family' | 'name'>[]): string[] =>
  authors.map(({ family, name }) => withoutUmlauts(lastWord(family ?? name))).sort();

/** Equal for "müller", folded to "muller", and "mueller". */
export const withoutUmlauts = (family: string) => family.replace(/([aou])e/g, '$1');

/** Words of a key that are not likely to be mistyped together. */
const keyWords = 2;
/** Researchers of a publication that have blocks of their own, except in a pass through the whole registry. */
const maxOwnBlocks = 3;

/** `stored`: the blocks that have a copy. `read`: those read when a record is stored. `all`: those of a pass. */
export type BlockUse = 'stored' | 'read' | 'all';

/**
 * The keys of the blocks in which a record is found. Equal titles meet in the block of the title without its subtitle.
 * Similar ones of one researcher or first author meet in that of the first or the last significant words, or of the
 * initials of all: a misspelling or an added word hardly ever changes all three. Each stored block costs a write, so
 * publications have few. A generic title is combined with author and year, so that no block holds all editorials.
 */
export function blockKeys(comparable: Comparable, use: BlockUse): string[] {
  const { titles, year, orcids, doi, entry } = comparable;
  const [first = ''] = comparable.families;
  const author = doi === null ? orcids.join(' ') : first;
  const ofTitles = titles.map((title) => {
    if (isGeneric(title)) return `heading ${title} ${author} ${year}`;
    const main = mainTitle(title);
    return `title ${wordsOfTitle(isGeneric(main) ? title : main).join('')}`;
  });
  const [title = ''] = titles;
  if (title === '' || isGeneric(title)) return [...new Set(ofTitles)];
  const words = significantWords(title);
  // Short titles get one word at each end, because the first and the last words must not overlap.
  const count = words.length < 2 * keyWords ? 1 : keyWords;
  const start = `first ${words.slice(0, count).join(' ')}`;
  const end = `last ${words.slice(-count).join(' ')}`;
  const initials = `initials ${words.map((word) => word[0]).join('')}`;
  const isWhole = use !== 'stored';
  const ofPerson = isWhole || doi === null ? [start, end, initials] : [start, end];
  // Where a researcher is linked, their block has the last words. The initials of an author have no stored block.
  const ofStored = isWhole || orcids.length === 0 ? [start, end] : [start];
  const ofAuthor = use === 'all' ? [start, end, initials] : ofStored;
  const ids = use === 'all' ? (entry?.ids ?? []) : [];
  const people = orcids.slice(0, use === 'all' ? maxOrcids : maxOwnBlocks);
  return [
    ...new Set([
      ...ofTitles,
      ...(first === '' ? [] : ofAuthor.map((key) => `${first} ${key}`)),
      ...people.flatMap((orcid) => ofPerson.map((key) => `${orcid} ${key}`)),
      ...ids.map((id) => `id ${id}`),
    ]),
  ];
}
