import * as z from 'zod';
import { count, lenient, listOf, text, texts } from '../fields/response-fields.ts';

const displayed = z.looseObject({ display_name: z.string() });
const Location = z.looseObject({
  version: text,
  landing_page_url: text,
  license: text,
  raw_type: text,
  raw_source_name: text,
  source: lenient(z.looseObject({ display_name: text, issn: texts, host_organization_name: text, type: text })),
});

/** The fields used of https://docs.openalex.org/api-entities/works/work-object. */
export const Work = z.looseObject({
  id: z.string(),
  doi: z.string().nullish(),
  title: text,
  display_name: text,
  publication_date: text,
  publication_year: lenient(z.int()),
  type: text,
  type_crossref: text,
  language: text,
  authorships: listOf(
    z.looseObject({
      author: lenient(z.looseObject({ display_name: text, orcid: text })),
      raw_author_name: text,
      raw_orcid: text,
      raw_affiliation_strings: texts,
      institutions: listOf(displayed),
    }),
  ),
  biblio: lenient(z.looseObject({ volume: text, issue: text, first_page: text, last_page: text })),
  primary_location: lenient(Location),
  locations: listOf(Location),
  open_access: lenient(z.looseObject({ is_oa: lenient(z.boolean()), oa_status: text, oa_url: text })),
  cited_by_count: lenient(count),
  is_retracted: lenient(z.boolean()),
  fwci: lenient(z.number()),
  topics: listOf(displayed),
  keywords: listOf(displayed),
  counts_by_year: listOf(z.looseObject({ year: z.int(), cited_by_count: count })),
});
export type Work = z.output<typeof Work>;
