import * as z from 'zod';
import { shownAuthors } from '#src/records/publications/author-names.ts';
import { authorsOf, type PublicationRecord } from '#src/records/publications/publication.ts';
import type { PublicationRow } from '#src/records/publications/row.ts';
import { Author } from '#src/vocabulary/bibliography.ts';
import { doiUrl } from '#src/vocabulary/identifiers/doi.ts';
import { inLocale } from '#src/vocabulary/locale.ts';
import { includedCitation } from './citations.ts';

/** In an item only if there is a notice. */
export const standingNotice = z
  .string()
  .optional()
  .meta({
    description:
      'The most serious notice that applies, if there is one: `retraction`, `withdrawal`, `removal`, ' +
      '`partial-retraction`, `expression-of-concern`, `correction`, `clarification` or `addendum`',
  });

export const PublicationListItem = z
  .object({
    doi: z.string(),
    title: z.string().nullable(),
    doi_url: z.url(),
    publication_date: z.string().nullable().meta({ description: '`YYYY`, `YYYY-MM` or `YYYY-MM-DD`' }),
    publication_year: z.int().nullable(),
    publication_type: z.string().nullable(),
    cited_by_count: z.int().nullable(),
    is_retracted: z.boolean(),
    integrity: standingNotice,
    last_fetched_at: z.int().meta({ description: 'Milliseconds since the epoch' }),
    citation: includedCitation,
  })
  .meta({ id: 'PublicationListItem' });

const ifAsked = { description: 'Only if the request has it' };
const retractedEcho = { is_retracted: z.boolean().optional().meta(ifAsked) };

const onlyIfAsked = z.string().optional().meta(ifAsked);
export const recordEcho = {
  integrity: onlyIfAsked,
  publication_subtype: onlyIfAsked,
  exclude_subtype: onlyIfAsked,
  identifier: onlyIfAsked,
  journal: onlyIfAsked,
};

/** Echoes the applied filters by notices, subtypes and identifiers. */
export const echoRecordFilters = (asked: Record<keyof typeof recordEcho, readonly string[] | null>) =>
  Object.fromEntries(Object.entries(asked).flatMap(([name, values]) => (values ? [[name, values.join('|')]] : [])));

/** Echoes of the filters by whose the publications are. */
const ownersEcho = {
  orcid: onlyIfAsked,
  entity_id: onlyIfAsked,
  project_id: onlyIfAsked,
};

/** The echo of the years: a single one, or several. */
export const yearsEcho = {
  publication_year: z.int().nullable(),
  publication_years: z.array(z.int()).optional().meta({ description: 'Only if the request has several years' }),
  publication_year_unknown: z
    .boolean()
    .optional()
    .meta({ description: 'True if publications without a year are asked for' }),
};

/** Echoes of the filters of all public lists. */
export const publicFiltersEcho = {
  publication_type: z.string().nullable(),
  ...yearsEcho,
  publication_year_from: z.int().optional().meta(ifAsked),
  publication_year_to: z.int().optional().meta(ifAsked),
  output_type: onlyIfAsked,
  open_access_status: onlyIfAsked,
  license: onlyIfAsked,
  min_cited_by: z.int().nullable(),
  ...retractedEcho,
  ...recordEcho,
  ...ownersEcho,
};

/** Echoes the applied filter `is_retracted`. */
export const echoRetracted = (asked: 'true' | 'false' | null): { is_retracted?: boolean } =>
  asked === null ? {} : { is_retracted: asked === 'true' };

/** The fields of rows that list items show. */
export const publicationItemFields = [
  'doi',
  'title',
  'publication_date',
  'publication_year',
  'publication_type',
  'cited_by_count',
  'is_retracted',
  'integrity',
  'last_fetched_at',
] as const satisfies readonly (keyof PublicationRow)[];

/** Converts rows to list items, with titles in a language. */
export function publicationItems(
  rows: readonly Pick<PublicationRow, (typeof publicationItemFields)[number]>[],
  language: string,
): z.input<typeof PublicationListItem>[] {
  return rows.map((row) => ({
    doi: row.doi,
    title: inLocale(row.title, language),
    doi_url: doiUrl(row.doi),
    publication_date: row.publication_date,
    publication_year: row.publication_year,
    publication_type: row.publication_type,
    cited_by_count: row.cited_by_count,
    is_retracted: row.is_retracted,
    integrity: row.integrity ?? undefined,
    last_fetched_at: row.last_fetched_at,
  }));
}

/** The position of the first author of a response. */
export const authorsOffset = z
  .string()
  .regex(/^\d{1,9}$/, 'must be a whole number')
  .transform(Number)
  .optional()
  .transform((offset) => offset ?? 0)
  .meta({
    description:
      'The position of the first author to return. A response has 1,000 of them; `author_count` is the total ' +
      'number.',
    openapi: { type: 'integer', minimum: 0, default: 0 },
  });

/** `data` of a publication with only the response's authors. Authors edited in another form stay as they are. */
export function withShownAuthors(record: PublicationRecord, data: Record<string, unknown>, offset = 0) {
  const positions = record.researchers.map(({ author_position }) => author_position);
  const isList = z.array(Author).safeParse(data.authors).success;
  return isList ? { ...data, authors: shownAuthors(authorsOf(record), positions, offset) } : data;
}
