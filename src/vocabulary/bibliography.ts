import * as z from 'zod';
import { Notice } from './integrity.ts';
import { type Limit, limits } from './limits.ts';
import { LocalizedText } from './locale.ts';
import { OpenAccessStatus } from './open-access-status.ts';
import { PartialDate } from './partial-date.ts';
import { Relation } from './relation.ts';
import { CreditRole } from './roles/credit-roles.ts';

/** An organization where an author worked, according to one source or several that agree. */
export const AuthorAffiliation = z.object({
  /** As printed in the publication. Null if the source has only the organization. */
  printed: z.string().nullable(),
  /** The organization's name at the source. Null if the source has only the printed text. */
  name: z.string().nullable(),
  /** ROR iD as a URL: `https://ror.org/021nxhr62`. */
  ror: z.string().nullable(),
  /** ISO 3166-1 code in upper case: `FR`. */
  country: z.string().nullable(),
});
export type AuthorAffiliation = z.output<typeof AuthorAffiliation>;

export const Author = z.object({
  /** As printed: "Given Family", or the name of a group. */
  name: z.string(),
  given: z.string().nullable(),
  family: z.string().nullable(),
  /** A generational suffix, such as "Jr.". */
  suffix: z.string().optional(),
  orcid: z.string().nullable(),
  affiliations: z.array(z.string()),
  /** Of the affiliations, if a source knows more about one than its text. */
  affiliation_details: z.array(AuthorAffiliation).optional(),
  /** True if a source says so. Sources do not say of others that they are not. */
  is_corresponding: z.boolean().optional(),
  /** Contributions in the terms of CRediT, if a source states them. */
  credit_roles: z.array(CreditRole).optional(),
});
export type Author = z.output<typeof Author>;

/** A person with a role other than author or editor. */
export const Contributor = Author.extend({
  /** Crossref's or DataCite's role in kebab-case: `translator`, `chair`, `data-collector`. */
  role: z.string(),
});
export type Contributor = z.output<typeof Contributor>;

/** An award as described by a source. The number is the funder's. */
export const Award = z.object({
  number: z.string().nullable(),
  title: z.string().nullable(),
  /** An http(s) URL, or `info:eu-repo/grantAgreement/…`. */
  uri: z.string().nullable(),
});
export type Award = z.output<typeof Award>;

export const Funder = z.object({
  /** Null if the source has only its identifier or an award. Stored as an empty text: see `storedPublication`. */
  name: z
    .string()
    .nullable()
    .overwrite((name) => name || null),
  /** The funder's DOI in the Open Funder Registry. */
  doi: z.string().nullable(),
  /** ROR iD as a URL: `https://ror.org/021nxhr62`. */
  ror: z.string().nullable().default(null),
  awards: z.array(z.string()),
  /** Awards that have a title or a URI. */
  award_details: z.array(Award).default([]),
});
export type Funder = z.output<typeof Funder>;

/** https://github.com/CrossRef/rest-api-doc/blob/master/api_format.md#work, `issn-type`. */
export const IssnType = z.object({ issn: z.string(), type: z.enum(['print', 'electronic', 'linking']) });
export type IssnType = z.output<typeof IssnType>;

/** A field of a publication: its form, and how it is merged, edited and limited. */
interface FieldDeclaration {
  /** Nullable, or a list. A default is needed if there are stored records without the field. */
  schema: z.ZodType;
  /** How the value is chosen among the sources: a rule of src/records/publications/merge-sources.ts. */
  merge: string;
  /** How editors write it. The API's schema (`inputs` in src/records/publications/fields.ts) and the dashboard's control follow. */
  edit: string;
  /** How much of a source's value is kept. Null for dates, numbers and terms, and for what is limited where it is read. */
  limit: Limit | null;
}

const text = z.string().nullable();
const texts = z.array(z.string());
// Of fields that older records lack.
const addedText = text.default(null);
const addedTexts = texts.default([]);
const addedDate = PartialDate.nullable().default(null);

/**
 * The fields of a publication, in the order in which they are stored: docs/contributing/add-a-field.md. Texts are plain, dates
 * as precise as given, identifiers canonical.
 */
export const publicationFields = {
  title: { schema: LocalizedText.nullable(), merge: 'first', edit: 'localized', limit: limits.title },
  /** The title with markup, if it has any. */
  title_html: { schema: text, merge: 'markup', edit: 'markup', limit: { characters: 8_000, isWhole: true } },
  subtitle: { schema: text, merge: 'subtitle', edit: 'text', limit: { characters: 2_000 } },
  /** Other titles in unknown languages: original, translated, shorter and former ones. */
  alternative_titles: { schema: addedTexts, merge: 'first', edit: 'lines', limit: { characters: 2_000, entries: 20 } },
  authors: {
    schema: z.array(Author),
    merge: 'authors',
    edit: 'people',
    limit: { entries: 25_000, totalCharacters: 12_000_000, each: limits.person },
  },
  editors: {
    schema: z.array(Author),
    merge: 'first',
    edit: 'people',
    limit: { entries: 1_000, totalCharacters: 300_000, each: limits.person },
  },
  contributors: {
    schema: z.array(Contributor).default([]),
    merge: 'first',
    edit: 'contributors',
    limit: { entries: 1_000, totalCharacters: 300_000, each: limits.person },
  },
  publication_date: { schema: PartialDate.nullable(), merge: 'precise', edit: 'date', limit: null },
  publication_year: { schema: z.int().nullable(), merge: 'year', edit: 'year', limit: null },
  /** The dates that `publication_date` is chosen from, where a source distinguishes them. */
  date_online: { schema: addedDate, merge: 'first', edit: 'date', limit: null },
  date_print: { schema: addedDate, merge: 'first', edit: 'date', limit: null },
  date_posted: { schema: addedDate, merge: 'first', edit: 'date', limit: null },
  date_issued: { schema: addedDate, merge: 'first', edit: 'date', limit: null },
  /** Crossref's vocabulary in kebab-case, for all sources: `journal-article`, `dataset`, … */
  publication_type: { schema: text, merge: 'specific', edit: 'type', limit: null },
  /** Refines the type: `preprint`, `working-paper`, … */
  publication_subtype: { schema: addedText, merge: 'subtype', edit: 'term', limit: null },
  container_title: { schema: text, merge: 'host', edit: 'text', limit: limits.line },
  /** The series of a book, or of the book that contains a chapter. */
  series_title: { schema: addedText, merge: 'first', edit: 'text', limit: limits.line },
  publisher: { schema: text, merge: 'first', edit: 'text', limit: limits.line },
  publication_place: { schema: addedText, merge: 'first', edit: 'text', limit: limits.line },
  /** Where a thesis or report was written, or the body behind a standard. */
  institution: { schema: addedText, merge: 'first', edit: 'text', limit: limits.line },
  edition: { schema: addedText, merge: 'first', edit: 'text', limit: limits.label },
  version: { schema: addedText, merge: 'first', edit: 'text', limit: limits.label },
  volume: { schema: text, merge: 'first', edit: 'text', limit: limits.label },
  issue: { schema: text, merge: 'first', edit: 'text', limit: limits.label },
  pages: { schema: text, merge: 'pages', edit: 'text', limit: limits.label },
  article_number: { schema: text, merge: 'first', edit: 'text', limit: limits.label },
  issn: { schema: texts, merge: 'first', edit: 'lines', limit: { ...limits.identifier, entries: 50 } },
  /** Which ISSN is the printed edition's and which the electronic one's. */
  issn_types: {
    schema: z.array(IssnType).default([]),
    merge: 'first',
    edit: 'detail',
    limit: { entries: 50, each: { issn: limits.identifier } },
  },
  isbn: { schema: texts, merge: 'first', edit: 'lines', limit: { ...limits.identifier, entries: 200 } },
  /** `1902.02534` or `hep-th/9901001`. */
  arxiv_id: { schema: addedText, merge: 'first', edit: 'text', limit: limits.identifier },
  /** PubMed: `17656783`. */
  pmid: { schema: addedText, merge: 'first', edit: 'text', limit: limits.identifier },
  /** PubMed Central: `PMC103984`. */
  pmcid: { schema: addedText, merge: 'first', edit: 'text', limit: limits.identifier },
  /** `11858/00-001M-0000-0010-8383-B` */
  handle: { schema: addedText, merge: 'first', edit: 'text', limit: { characters: 200, isWhole: true } },
  /** Scopus: `2-s2.0-84924388466`. */
  eid: { schema: addedText, merge: 'first', edit: 'text', limit: limits.identifier },
  /** The research activities whose output it is, by their RAiD names, which are DOIs: `10.83962/a1b2c3d4`. */
  raids: { schema: addedTexts, merge: 'first', edit: 'dois', limit: { ...limits.identifier, entries: 50 } },
  event_title: { schema: addedText, merge: 'first', edit: 'text', limit: limits.line },
  event_place: { schema: addedText, merge: 'first', edit: 'text', limit: limits.line },
  event_date: { schema: addedDate, merge: 'first', edit: 'date', limit: null },
  abstract: { schema: text, merge: 'first', edit: 'long', limit: { characters: 50_000 } },
  language: { schema: text, merge: 'first', edit: 'language', limit: null },
  license_url: { schema: text, merge: 'first', edit: 'url', limit: limits.address },
  /** The licence by name, with its version only if the source states one: `cc-by-4.0`, `cc-by`. */
  license: { schema: addedText, merge: 'license', edit: 'text', limit: limits.identifier },
  subjects: {
    schema: texts,
    merge: 'first',
    edit: 'lines',
    limit: { characters: 500, entries: 500, totalCharacters: 100_000 },
  },
  funders: { schema: z.array(Funder), merge: 'funders', edit: 'funders', limit: limits.funders },
  /** Other publications that this one is a version, part, correction, … of. */
  relations: { schema: z.array(Relation).default([]), merge: 'union', edit: 'relations', limit: null },
  url: { schema: text, merge: 'first', edit: 'url', limit: limits.address },
  cited_by_count: { schema: z.int().nullable(), merge: 'first', edit: 'shown', limit: null },
  /** Notices about it: retractions, corrections, expressions of concern, …, oldest first. */
  integrity: { schema: z.array(Notice).default([]), merge: 'notices', edit: 'shown', limit: null },
  is_retracted: { schema: z.boolean().nullable(), merge: 'retracted', edit: 'boolean', limit: null },
  open_access_status: { schema: OpenAccessStatus.nullable(), merge: 'first', edit: 'access', limit: null },
} as const satisfies Record<string, FieldDeclaration>;

type Fields = typeof publicationFields;
export type BibliographyField = keyof Fields;
export type MergeRuleName = Fields[BibliographyField]['merge'];
export type EditKind = Fields[BibliographyField]['edit'];

/** An object with a value for each field. */
export function ofEachField<Value>(of: (field: Fields[BibliographyField]) => Value): Record<BibliographyField, Value> {
  const values = Object.entries(publicationFields).map(([name, field]) => [name, of(field)]);
  return Object.fromEntries(values) as Record<BibliographyField, Value>;
}

/** One source's metadata. Null or empty if unknown. */
export const Bibliography = z.object(
  ofEachField(({ schema }) => schema) as { [Name in BibliographyField]: Fields[Name]['schema'] },
);
export type Bibliography = z.output<typeof Bibliography>;

export const emptyBibliography = ofEachField(({ schema }) => (schema.isNullable() ? null : [])) as Bibliography;

/** Fields at the top level of a publication that are repeated in `data`. */
export const promotedFields = [
  'title',
  'publication_date',
  'publication_year',
  'publication_type',
  'is_retracted',
  'open_access_status',
] as const satisfies BibliographyField[];
export type PromotedField = (typeof promotedFields)[number];
