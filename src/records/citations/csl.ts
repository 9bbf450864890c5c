import * as z from 'zod';
import { Author, Contributor, Funder } from '#src/vocabulary/bibliography.ts';
import { arxivIdIn } from '#src/vocabulary/identifiers/arxiv.ts';
import { doiUrl } from '#src/vocabulary/identifiers/doi.ts';
import { inLocale } from '#src/vocabulary/locale.ts';
import { fromIsoDate, yearOf } from '#src/vocabulary/partial-date.ts';
import type { Relation } from '#src/vocabulary/relation.ts';
import type { CreditRole } from '#src/vocabulary/roles/credit-roles.ts';
import { shownPages } from '#src/vocabulary/text/pages.ts';
import {
  authorsOf,
  type Publication,
  type PublicationRecord,
  shownPublication,
  shownRelations,
} from '../publications/publication.ts';
import { thesisDegree } from '../publications/theses.ts';
import { type CslType, typeNamesOf } from './types.ts';

/** A person, or a group as a literal. The suffix is generational: "Jr.", "III". */
export type CslName = { family: string; given?: string; suffix?: string } | { literal: string };

/** Fields for which CSL has no member. Empty members are omitted. */
export interface CslCustom {
  relations?: Relation[];
  arxiv?: string;
  handle?: string;
  eid?: string;
  raids?: string[];
  license?: string;
  funding?: { name?: string; doi?: string; ror?: string; awards?: string[] }[];
  orcids?: { name: string; orcid: string }[];
  /** The contributions of authors, in the terms of CRediT. */
  credit?: { name: string; roles: CreditRole[] }[];
}

/**
 * `Family, Given, Suffix`. Most readers split a name of several words without a comma into given and family names, and take
 * what is before an only comma for a whole name, as is that of a group.
 */
export function nameForReaders(name: CslName): string {
  if ('literal' in name) return `${name.literal.replace(/\s*,\s*/g, ' ').trim()},`;
  const { family, given, suffix } = name;
  if (given) return [family, given, suffix].filter(Boolean).join(', ');
  const whole = [family, suffix].filter(Boolean).join(' ');
  return /\s/.test(whole) ? `${whole},` : whole;
}

/** The fields of a CSL-JSON 1.0.2 item that the registry provides. Empty ones are omitted. */
export interface CslItem {
  id: string;
  type: CslType;
  title?: string;
  /** The kind of a thesis: "Master's thesis". */
  genre?: string;
  author?: CslName[];
  editor?: CslName[];
  translator?: CslName[];
  chair?: CslName[];
  issued?: { 'date-parts': [number[]] };
  'container-title'?: string;
  'collection-title'?: string;
  'collection-number'?: string;
  publisher?: string;
  'publisher-place'?: string;
  edition?: string;
  version?: string;
  'event-title'?: string;
  'event-place'?: string;
  volume?: string;
  issue?: string;
  /** Of a report, a standard or a patent. */
  number?: string;
  page?: string;
  ISSN?: string;
  ISBN?: string;
  PMID?: string;
  PMCID?: string;
  DOI?: string;
  URL?: string;
  abstract?: string;
  language?: string;
  keyword?: string;
  status?: string;
  note?: string;
  /** Fields for which CSL has no member. */
  custom?: CslCustom;
}

export interface Citation {
  item: CslItem;
  publication: Publication;
  /** Subjects, which may contain commas, unlike those in `item.keyword`. */
  keywords: string[];
  /** There are authors after those of the item. */
  hasMoreAuthors?: true;
}

/** A text without the control characters that no format may contain. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: this removes them
export const clean = (value: string) => value.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, ' ').trim();

const text = z.string().transform(clean).pipe(z.string().min(1)).optional().catch(undefined);
const label = z
  .union([z.string(), z.number().transform(String)])
  .transform(clean)
  .pipe(z.string().min(1));
const texts = z.array(z.string()).catch([]);
const people = z.array(Author).catch([]);
const contributors = z.array(Contributor).catch([]);
const funders = z.array(Funder).catch([]);

/** The fields of `data` used in citations. Editors can set any value, so invalid ones are ignored. */
const CitedFields = z.object({
  subtitle: text,
  editors: people,
  contributors,
  container_title: text,
  series_title: text,
  publisher: text,
  institution: text,
  publication_place: text,
  edition: text,
  version: text,
  event_title: text,
  event_place: text,
  volume: text,
  issue: text,
  report_number: label.optional().catch(undefined),
  pages: text,
  article_number: text,
  issn: texts,
  isbn: texts,
  pmid: text,
  pmcid: text,
  handle: text,
  eid: text,
  raids: texts,
  arxiv_id: text,
  license: text,
  license_url: text,
  funders,
  abstract: text,
  language: text,
  subjects: texts,
  url: text,
});

/** The fields with a value: to find that one is invalid takes longer than to read all others, and most are null. */
export const withoutNulls = (data: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(data).filter(([, value]) => value !== null));

const genres: Record<string, string> = {
  'doctoral-thesis': 'Doctoral dissertation',
  'masters-thesis': "Master's thesis",
  'licentiate-thesis': 'Licentiate thesis',
  'bachelors-thesis': "Bachelor's thesis",
};

const retracted = 'Retracted';

/** The subject of a citation: a publication, or a work without a DOI in the same form. */
export interface Cited {
  id: string;
  doi: string | undefined;
  /** An address for those that state none. */
  url: string | undefined;
  publication: Publication;
  authors: Author[];
}

/** The citation of a publication, with the title in a locale. */
export function citationOf(record: PublicationRecord, locale: string): Citation {
  const { doi } = record;
  const publication = shownPublication(record);
  return cite({ id: doi, doi, url: doiUrl(doi), publication, authors: authorsOf(record) }, locale);
}

/** The citation of a publication or a work, with the title in a locale. */
export function cite({ id, doi, url, publication, authors }: Cited, locale: string): Citation {
  const { publication_type, is_retracted } = publication;
  const cited = CitedFields.parse(withoutNulls(publication.data));
  const type = typeNamesOf(publication_type).csl;
  const relations = shownRelations(publication);
  const item: { [Field in keyof CslItem]: CslItem[Field] | undefined } = {
    id,
    type,
    title: titleOf(publication, cited.subtitle, locale),
    genre: genres[thesisDegree(publication_type, publication.data.publication_subtype) ?? ''],
    author: names(authors),
    editor: names(citedEditors(type, cited.editors)),
    translator: names(cited.contributors.filter(({ role }) => role === 'translator')),
    chair: names(cited.contributors.filter(({ role }) => role === 'chair')),
    issued: issuedOf(publication),
    // Theses and reports are cited with the institution where they were written.
    publisher: ((type === 'thesis' || type === 'report') && cited.institution) || cited.publisher,
    'publisher-place': cited.publication_place,
    edition: cited.edition,
    version: cited.version,
    'event-title': cited.event_title,
    'event-place': cited.event_place,
    ...placeOf(type, cited),
    // Citation styles print the article number in place of pages.
    page: cited.pages === undefined ? cited.article_number : shownPages(cited.pages),
    ISSN: list(cited.issn),
    ISBN: list(cited.isbn),
    PMID: cited.pmid,
    PMCID: cited.pmcid,
    DOI: doi,
    URL: cited.url ?? url,
    abstract: cited.abstract,
    language: cited.language,
    keyword: list(cited.subjects),
    ...(is_retracted && { status: 'retracted', note: retracted }),
    custom: customOf(cited, relations, authors),
  };
  return { item: defined(item) as CslItem, publication, keywords: cleaned(cited.subjects) };
}

/** Works that are whole by themselves: what contains them is a series. */
const wholes: ReadonlySet<CslType> = new Set(['book', 'report', 'standard', 'thesis']);
/** Works whose number is not that of an issue. */
const numbered: ReadonlySet<CslType> = new Set(['report', 'standard', 'patent']);
/** Works whose editors are those who handled the manuscript, and are not cited. */
const articles: ReadonlySet<CslType> = new Set([
  'article',
  'article-journal',
  'article-magazine',
  'article-newspaper',
  'review',
  'review-book',
]);

/** The editors to cite: none of an article. */
export const citedEditors = <Editor>(type: CslType, editors: Editor[]): Editor[] => (articles.has(type) ? [] : editors);

/** Whether it is whole by itself, so that what contains it is a series. */
export const isWhole = (type: CslType): boolean => wholes.has(type);

/**
 * The container and its numbers. Styles cite a book with a `container-title` as a chapter, so the container of a whole
 * work is given as its series, and its only number is the one in the series.
 */
function placeOf(type: CslType, cited: z.output<typeof CitedFields>) {
  const { container_title, series_title, volume, issue, report_number } = cited;
  const isNumbered = numbered.has(type);
  const number = isNumbered ? (report_number ?? issue) : undefined;
  const series = series_title ?? (isWhole(type) ? container_title : undefined);
  if (!isWhole(type) || series === undefined) {
    const container = isWhole(type) ? undefined : container_title;
    const issueOf = isNumbered ? undefined : issue;
    return { 'container-title': container, 'collection-title': series, volume, issue: issueOf, number };
  }
  const inSeries = isNumbered ? undefined : issue;
  return {
    'collection-title': series,
    'collection-number': inSeries ?? volume,
    volume: inSeries === undefined ? undefined : volume,
    number,
  };
}

function customOf(
  cited: z.output<typeof CitedFields>,
  relations: Relation[],
  authors: readonly Author[],
): CslCustom | undefined {
  const eprint = relations.find(({ type, doi }) => type === 'has-preprint' && arxivIdIn(doi) !== undefined);
  const custom = {
    relations: relations.length > 0 ? relations : undefined,
    arxiv: cited.arxiv_id ?? (eprint && arxivIdIn(eprint.doi)),
    handle: cited.handle,
    eid: cited.eid,
    raids: notEmpty(cleaned(cited.raids)),
    license: cited.license_url ?? cited.license,
    funding: notEmpty(cited.funders.map(fundingOf)),
    orcids: notEmpty(
      authors.flatMap(({ name, orcid }) => (orcid === null ? [] : { name: clean(name), orcid: clean(orcid) })),
    ),
    credit: notEmpty(
      authors.flatMap(({ name, credit_roles: roles = [] }) => (roles.length === 0 ? [] : { name: clean(name), roles })),
    ),
  };
  return Object.values(custom).some((value) => value !== undefined) ? defined(custom) : undefined;
}

function fundingOf({ name, doi, ror, awards }: Funder) {
  const of = (value: string | null) => clean(value ?? '') || undefined;
  return defined({ name: of(name), doi: of(doi), ror: of(ror), awards: notEmpty(cleaned(awards)) });
}

const notEmpty = <T>(list: T[]): T[] | undefined => (list.length > 0 ? list : undefined);

type Defined<T> = { [Member in keyof T]?: Exclude<T[Member], undefined> };
const defined = <T extends object>(members: T): Defined<T> =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Defined<T>;

/** The title in the locale. The subtitle is not translated, so only the original title gets it. */
function titleOf({ title, data }: Publication, subtitle: string | undefined, locale: string): string | undefined {
  const shown = clean(inLocale(title, locale) ?? '');
  if (!shown) return subtitle;
  const original = typeof title === 'string' ? title : (title?.[String(data.language)] ?? title?.und);
  const isWhole = subtitle === undefined || shown.toLowerCase().includes(subtitle.toLowerCase());
  if (isWhole || shown !== clean(original ?? '')) return shown;
  return /[?!.]$/.test(shown) ? `${shown} ${subtitle}` : `${shown.replace(/\s*:$/, '')}: ${subtitle}`;
}

const names = (authors: Author[]): CslName[] | undefined =>
  notEmpty(authors.flatMap((author) => cslName(author) ?? []));

type Named = Pick<Author, 'name' | 'given' | 'family'> & { suffix?: string | null | undefined };

/** The name of a person, or of a group as a literal; undefined if it is empty. */
export function cslName({ name, ...parts }: Named): CslName | undefined {
  const [family, given, suffix] = [parts.family, parts.given, parts.suffix].map((part) => clean(part ?? ''));
  if (family) return { family, ...(given && { given }), ...(suffix && { suffix }) };
  const literal = clean(name);
  return literal ? { literal } : undefined;
}

/** The date as precise as known, or only the year if an editor set a year that differs from the date. */
function issuedOf({ publication_date, publication_year }: Publication): CslItem['issued'] {
  const date = fromIsoDate(publication_date);
  const parts = date?.split('-').map(Number);
  if (parts && (publication_year === null || yearOf(date) === publication_year)) return { 'date-parts': [parts] };
  return publication_year === null ? undefined : { 'date-parts': [[publication_year]] };
}

const cleaned = (values: string[]) => values.map(clean).filter(Boolean);

function list(values: string[]): string | undefined {
  const texts = cleaned(values);
  return texts.length > 0 ? texts.join(', ') : undefined;
}
