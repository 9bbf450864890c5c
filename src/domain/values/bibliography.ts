import * as z from 'zod';

/** A text in one unknown language, or the same text by BCP 47 language tag; `und` is a text in no known language. */
export const LocalizedText = z.union([z.string(), z.record(z.string(), z.string())]);
export type LocalizedText = z.output<typeof LocalizedText>;

/** `YYYY`, `YYYY-MM` or `YYYY-MM-DD`, as precise as the source. */
export const PartialDate = z.string().regex(/^\d{4}(-\d{2}(-\d{2})?)?$/);

/** https://docs.openalex.org/api-entities/works/work-object#oa_status */
export const OpenAccessStatus = z.enum(['gold', 'hybrid', 'bronze', 'green', 'diamond', 'closed']);

/** A text that older records do not have. */
const addedText = z.string().nullable().default(null);

/** One author as named by a source. */
export const Author = z.object({
  /** As it would be printed: "Given Family", or the name of a group. */
  name: z.string(),
  given: z.string().nullable(),
  family: z.string().nullable(),
  orcid: z.string().nullable(),
  affiliations: z.array(z.string()),
});
export type Author = z.output<typeof Author>;

/**
 * The metadata of one publication from one source, normalized: plain text without markup, dates as precise as given,
 * canonical identifiers. Null or empty if the source has no value.
 */
export const Bibliography = z.object({
  title: LocalizedText.nullable(),
  /** The title with markup, if it has any. */
  title_html: z.string().nullable(),
  subtitle: z.string().nullable(),
  authors: z.array(Author),
  editors: z.array(Author),
  publication_date: PartialDate.nullable(),
  publication_year: z.int().nullable(),
  /** The dates that `publication_date` is chosen from, where a source tells them apart. */
  date_online: PartialDate.nullable().default(null),
  date_print: PartialDate.nullable().default(null),
  date_posted: PartialDate.nullable().default(null),
  date_issued: PartialDate.nullable().default(null),
  /** Crossref's vocabulary in kebab-case, for all sources: `journal-article`, `dataset`, … */
  publication_type: z.string().nullable(),
  /** What kind of its type: `preprint`, `working-paper`, … */
  publication_subtype: addedText,
  container_title: z.string().nullable(),
  /** The series of a book or of the book that a chapter is in. */
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
  /** Those of `issn` whose kind is known. */
  issn_print: z.array(z.string()).default([]),
  issn_electronic: z.array(z.string()).default([]),
  isbn: z.array(z.string()),
  /** `1902.02534` or `hep-th/9901001`. */
  arxiv_id: addedText,
  event_title: addedText,
  event_place: addedText,
  event_date: PartialDate.nullable().default(null),
  abstract: z.string().nullable(),
  language: z.string().nullable(),
  license_url: z.string().nullable(),
  subjects: z.array(z.string()),
  funders: z.array(z.object({ name: z.string(), doi: z.string().nullable(), awards: z.array(z.string()) })),
  /** URL of the publication. */
  url: z.string().nullable(),
  cited_by_count: z.int().nullable(),
  is_retracted: z.boolean().nullable(),
  open_access_status: OpenAccessStatus.nullable(),
});
export type Bibliography = z.output<typeof Bibliography>;

/** An empty bibliography for a source to fill in. */
export const emptyBibliography: Bibliography = {
  title: null,
  title_html: null,
  subtitle: null,
  authors: [],
  editors: [],
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
  issn_print: [],
  issn_electronic: [],
  isbn: [],
  arxiv_id: null,
  event_title: null,
  event_place: null,
  event_date: null,
  abstract: null,
  language: null,
  license_url: null,
  subjects: [],
  funders: [],
  url: null,
  cited_by_count: null,
  is_retracted: null,
  open_access_status: null,
};
