import * as z from 'zod';
import { LocalizedText } from '#src/vocabulary/locale.ts';
import { OpenAccessStatus } from '#src/vocabulary/open-access-status.ts';
import { agencyNames } from '#src/vocabulary/sources/declarations.ts';
import { countedRowFields } from '../counting/counted-row-fields.ts';
import { writeTimes } from './publicity.ts';

/**
 * Shape version stored with publications and their list rows. Raise it when a field of either is added, removed or
 * changes its meaning. An added field has a `.default(...)`, used when older ones are read.
 */
export const publicationShape = 11;

/** The source of the bibliographic data. `orcid`: known only from ORCID records, not to a DOI agency. */
export const publicationSources = [...agencyNames, 'orcid'] as const;

export const authorMatchStates = ['needs_attention', 'complete'] as const;

/** The list row of a publication, as public lists and their search read it. */
export const PublicationRow = z.object({
  doi: z.string(),
  title: LocalizedText.nullable(),
  publication_date: z.string().nullable(),
  publication_year: z.int().nullable(),
  publication_type: z.string().nullable(),
  cited_by_count: z.int().nullable(),
  author_match_state: z.enum(authorMatchStates),
  orcids: z.array(z.string()),
  visible: z.boolean(),
  deleted_at: z.string().nullable(),
  withdrawn_at: z.int().nullable(),
  /** See `leftOrcids` in publicity.ts. */
  left_orcids: z.array(z.string()).nullable().default(null),
  superseded_by: z.string().nullable().default(null),
  /** The DOI of the publication it was merged into. Lists keep only the row of a merged publication. */
  merged_into: z.string().nullable().default(null),
  is_retracted: z.boolean().default(false),
  /** The most serious notice that still applies: a kind of `noticeKinds`. */
  integrity: z.string().nullable().default(null),
  publication_subtype: z.string().nullable().default(null),
  /** Identifiers other than DOIs, in the form of `identifierKey`, one per line. */
  identifiers: z.string().default(''),
  open_access_status: OpenAccessStatus.nullable().default(null),
  /** By name, such as `cc-by-4.0`. Null in rows of an older shape, too. */
  license: z.string().nullable().default(null),
  /** The ISSN by which its journal is found. */
  journal: z.string().nullable().default(null),
  /** Null in rows of an older shape. */
  has_relations: z.boolean().nullable().default(null),
  /** Search engines see only pages with an abstract. Null in rows of an older shape. */
  has_abstract: z.boolean().nullable().default(null),
  edit_count: z.int(),
  created_at: z.int(),
  last_fetched_at: z.int(),
  ...writeTimes,
});
export type PublicationRow = z.output<typeof PublicationRow>;

/** The row with the fields that only curators' lists read. */
export const CuratorRow = PublicationRow.extend({
  /** Author names as shown, one per line, limited by `authorNamesOf`. */
  author_names: z.string().default(''),
  /** Null in rows of an older shape. */
  source: z.enum(publicationSources).nullable().default(null),
  /** Whether a curator must decide which author a researcher is. Null in rows of an older shape. */
  has_open_match: z.boolean().nullable().default(null),
  /** Whether a researcher's author is unclear because no authors are known. */
  authors_unknown: z.boolean().default(false),
  /** People of whom a curator has said that they are no authors. */
  not_author_orcids: z.array(z.string()).default([]),
  /** As shown, cut to what a search needs. */
  container_title: z.string().nullable().default(null),
  publisher: z.string().nullable().default(null),
  /** A BCP 47 tag. Null in rows of an older shape, too. */
  language: z.string().nullable().default(null),
  ...countedRowFields,
});
export type CuratorRow = z.output<typeof CuratorRow>;
