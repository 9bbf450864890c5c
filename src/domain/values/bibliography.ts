import * as z from 'zod';
import { Relation } from './relation.ts';

/** A text in one unknown language, or the same text by BCP 47 language tag; `und` is a text in no known language. */
export const LocalizedText = z.union([z.string(), z.record(z.string(), z.string())]);
export type LocalizedText = z.output<typeof LocalizedText>;

/** `YYYY`, `YYYY-MM` or `YYYY-MM-DD`, as precise as the source. */
export const PartialDate = z.string().regex(/^\d{4}(-\d{2}(-\d{2})?)?$/);

/** https://docs.openalex.org/api-entities/works/work-object#oa_status */
export const OpenAccessStatus = z.enum(['gold', 'hybrid', 'bronze', 'green', 'diamond', 'closed']);

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
  /** Crossref's vocabulary in kebab-case, for all sources: `journal-article`, `dataset`, … */
  publication_type: z.string().nullable(),
  container_title: z.string().nullable(),
  publisher: z.string().nullable(),
  volume: z.string().nullable(),
  issue: z.string().nullable(),
  pages: z.string().nullable(),
  article_number: z.string().nullable(),
  issn: z.array(z.string()),
  isbn: z.array(z.string()),
  abstract: z.string().nullable(),
  language: z.string().nullable(),
  license_url: z.string().nullable(),
  subjects: z.array(z.string()),
  funders: z.array(z.object({ name: z.string(), doi: z.string().nullable(), awards: z.array(z.string()) })),
  /** Other publications that this one is a version, part, correction, … of. */
  relations: z.array(Relation).default([]),
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
  publication_type: null,
  container_title: null,
  publisher: null,
  volume: null,
  issue: null,
  pages: null,
  article_number: null,
  issn: [],
  isbn: [],
  abstract: null,
  language: null,
  license_url: null,
  subjects: [],
  funders: [],
  relations: [],
  url: null,
  cited_by_count: null,
  is_retracted: null,
  open_access_status: null,
};
