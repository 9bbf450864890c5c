import * as z from 'zod';
import type { PublicationRow } from '../domain/publication-row.ts';
import { doiUrl } from '../domain/values/doi.ts';
import { inLocale } from '../domain/values/locale.ts';
import { searchEnvelope } from '../http/page-envelope.ts';

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
    last_fetched_at: z.int().meta({ description: 'Milliseconds since the epoch' }),
  })
  .meta({ id: 'PublicationListItem' });

/** The filter `is_retracted` in the response of a public list. */
export const retractedEcho = {
  is_retracted: z.boolean().optional().meta({ description: 'Only if the request has it' }),
};

/** The applied filter `is_retracted` as a public list repeats it. */
export const echoRetracted = (asked: 'true' | 'false' | null): { is_retracted?: boolean } =>
  asked === null ? {} : { is_retracted: asked === 'true' };

/** One page of publications, for all public lists. */
export const PublicationList = z
  .object({
    publications: z.array(PublicationListItem),
    ...searchEnvelope,
    sort: z.string(),
    dir: z.string(),
    q: z.string(),
    publication_type: z.string().nullable(),
    publication_year: z.int().nullable(),
    min_cited_by: z.int().nullable(),
    ...retractedEcho,
  })
  .meta({ id: 'PublicationList' });

/** Converts rows to list items, with titles in a language. */
export function publicationItems(
  rows: readonly PublicationRow[],
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
    last_fetched_at: row.last_fetched_at,
  }));
}
