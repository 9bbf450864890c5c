import * as z from 'zod';
import { LocalizedText } from './values/locale.ts';
import { OpenAccessStatus } from './values/open-access-status.ts';

/**
 * The version of the shape of publications and their list rows, stored with each. Raise it when a field of either is added,
 * removed or gets another meaning; a field that is added has a `.default(...)`, which is how older ones are read.
 */
export const publicationShape = 4;

/** Where the bibliographic data is from. `orcid`: no DOI agency knows the DOI, only a researcher's ORCID record. */
export const publicationSources = ['crossref', 'datacite', 'orcid'] as const;

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
  superseded_by: z.string().nullable().default(null),
  /** The DOI of the publication that it was merged into. Only the row of a merged publication is left of it in lists. */
  merged_into: z.string().nullable().default(null),
  is_retracted: z.boolean().default(false),
  /** Whether the record has relations to others. Null in a row of an older shape. */
  has_relations: z.boolean().nullable().default(null),
  edit_count: z.int(),
  created_at: z.int(),
  last_fetched_at: z.int(),
  /** When the row was written. */
  changed: z.int(),
});
export type PublicationRow = z.output<typeof PublicationRow>;

/** The same row, with the fields that only the lists of curators read. */
export const CuratorRow = PublicationRow.extend({
  /** The names of the authors as shown, one a line; see `authorNamesOf` for how many. */
  author_names: z.string().default(''),
  /** Null in a row of an older shape. */
  source: z.enum(publicationSources).nullable().default(null),
  open_access_status: OpenAccessStatus.nullable().default(null),
  /** Whether a curator is asked which author a researcher is. Null in a row of an older shape. */
  has_open_match: z.boolean().nullable().default(null),
});
export type CuratorRow = z.output<typeof CuratorRow>;
