import * as z from 'zod';
import { Notice } from './integrity.ts';
import { LocalizedText } from './locale.ts';
import { OpenAccessStatus } from './open-access-status.ts';
import { PartialDate } from './partial-date.ts';
import { Relation } from './relation.ts';
import { CreditRole } from './roles/credit-roles.ts';

/** A text field that older records lack. */
const addedText = z.string().nullable().default(null);

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

/** One source's metadata: plain text, dates as precise as given, canonical identifiers. Null or empty if unknown. */
export const Bibliography = z.object({
  title: LocalizedText.nullable(),
  /** The title with markup, if it has any. */
  title_html: z.string().nullable(),
  subtitle: z.string().nullable(),
  /** Other titles in unknown languages: original, translated, shorter and former ones. */
  alternative_titles: z.array(z.string()).default([]),
  authors: z.array(Author),
  editors: z.array(Author),
  contributors: z.array(Contributor).default([]),
  publication_date: PartialDate.nullable(),
  publication_year: z.int().nullable(),
  /** The dates that `publication_date` is chosen from, where a source distinguishes them. */
  date_online: PartialDate.nullable().default(null),
  date_print: PartialDate.nullable().default(null),
  date_posted: PartialDate.nullable().default(null),
  date_issued: PartialDate.nullable().default(null),
  /** Crossref's vocabulary in kebab-case, for all sources: `journal-article`, `dataset`, … */
  publication_type: z.string().nullable(),
  /** Refines the type: `preprint`, `working-paper`, … */
  publication_subtype: addedText,
  container_title: z.string().nullable(),
  /** The series of a book, or of the book that contains a chapter. */
  series_title: addedText,
  publisher: z.string().nullable(),
  publication_place: addedText,
  /** Where a thesis or report was written, or the body behind a standard. */
  institution: addedText,
  edition: addedText,
  version: addedText,
  volume: z.string().nullable(),
  issue: z.string().nullable(),
  pages: z.string().nullable(),
  article_number: z.string().nullable(),
  issn: z.array(z.string()),
  /** Which ISSN is the printed edition's and which the electronic one's. */
  issn_types: z.array(IssnType).default([]),
  isbn: z.array(z.string()),
  /** `1902.02534` or `hep-th/9901001`. */
  arxiv_id: addedText,
  /** PubMed: `17656783`. */
  pmid: addedText,
  /** PubMed Central: `PMC103984`. */
  pmcid: addedText,
  /** `11858/00-001M-0000-0010-8383-B` */
  handle: addedText,
  /** Scopus: `2-s2.0-84924388466`. */
  eid: addedText,
  /** The research activities whose output it is, by their RAiD names, which are DOIs: `10.83962/a1b2c3d4`. */
  raids: z.array(z.string()).default([]),
  event_title: addedText,
  event_place: addedText,
  event_date: PartialDate.nullable().default(null),
  abstract: z.string().nullable(),
  language: z.string().nullable(),
  license_url: z.string().nullable(),
  /** The licence by name, with its version only if the source states one: `cc-by-4.0`, `cc-by`. */
  license: addedText,
  subjects: z.array(z.string()),
  funders: z.array(Funder),
  /** Other publications that this one is a version, part, correction, … of. */
  relations: z.array(Relation).default([]),
  url: z.string().nullable(),
  cited_by_count: z.int().nullable(),
  /** Notices about it: retractions, corrections, expressions of concern, …, oldest first. */
  integrity: z.array(Notice).default([]),
  is_retracted: z.boolean().nullable(),
  open_access_status: OpenAccessStatus.nullable(),
});
export type Bibliography = z.output<typeof Bibliography>;

export const emptyBibliography: Bibliography = {
  title: null,
  title_html: null,
  subtitle: null,
  alternative_titles: [],
  authors: [],
  editors: [],
  contributors: [],
  publication_date: null,
  publication_year: null,
  date_online: null,
  date_print: null,
  date_posted: null,
  date_issued: null,
  publication_type: null,
  publication_subtype: null,
  container_title: null,
  series_title: null,
  publisher: null,
  publication_place: null,
  institution: null,
  edition: null,
  version: null,
  volume: null,
  issue: null,
  pages: null,
  article_number: null,
  issn: [],
  issn_types: [],
  isbn: [],
  arxiv_id: null,
  pmid: null,
  pmcid: null,
  handle: null,
  eid: null,
  raids: [],
  event_title: null,
  event_place: null,
  event_date: null,
  abstract: null,
  language: null,
  license_url: null,
  license: null,
  subjects: [],
  funders: [],
  relations: [],
  url: null,
  cited_by_count: null,
  integrity: [],
  is_retracted: null,
  open_access_status: null,
};
