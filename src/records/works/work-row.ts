import * as z from 'zod';
import { LocalizedText } from '#src/vocabulary/locale.ts';
import { countedRowFields } from '../counting/counted-row-fields.ts';
import { writeTimes } from '../publications/publicity.ts';

/** Shape version stored with works and their list rows. Raise it as `publicationShape`. */
export const workShape = 4;

/** The list row of a work, as public lists read it. Its fields are those of the record, with `changed`. */
export const WorkRow = z.object({
  id: z.string(),
  orcid: z.string(),
  /** The people it is linked to. Null in rows of an older shape: then the owner of the ORCID record. */
  orcids: z.array(z.string()).nullable().default(null),
  title: LocalizedText.nullable(),
  work_type: z.string().nullable(),
  publication_date: z.string().nullable(),
  publication_year: z.int().nullable(),
  href: z.string(),
  visible: z.boolean(),
  deleted_at: z.string().nullable(),
  merged_into: z.string().nullable().default(null),
  withdrawn_at: z.int().nullable().default(null),
  created_at: z.int(),
  last_fetched_at: z.int(),
  ...writeTimes,
});
export type WorkRow = z.output<typeof WorkRow>;

/** The people of a work. */
export const workOrcids = ({ orcids, orcid }: Pick<WorkRow, 'orcids' | 'orcid'>): readonly string[] =>
  orcids ?? (orcid === '' ? [] : [orcid]);

/** Where a work is from: an ORCID record, or a curator who added it by hand. */
export const workOrigins = ['orcid', 'curator'] as const;

/** The row with the fields that only curators' lists read. */
export const CuratorWorkRow = WorkRow.extend({
  /** Names of authors, one per line. */
  author_names: z.string().default(''),
  origin: z.enum(workOrigins).default('orcid'),
  edit_count: z.int().default(0),
  /** In the form of `identifierKey`, one per line. */
  identifiers: z.string().default(''),
  /** The first valid ISSN. */
  journal: z.string().nullable().default(null),
  publisher: z.string().nullable().default(null),
  license: z.string().nullable().default(null),
  ...countedRowFields,
});
export type CuratorWorkRow = z.output<typeof CuratorWorkRow>;
