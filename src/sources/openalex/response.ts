import * as z from 'zod';
import { lenient, nonNegative, text, texts, validElements } from '../fields/response-fields.ts';

const displayed = z.looseObject({ display_name: z.string() });
const named = lenient(displayed);
const number = lenient(z.number());
const charge = lenient(z.looseObject({ value: number, currency: text, value_usd: number }));
const Location = z.looseObject({
  id: text,
  is_oa: lenient(z.boolean()),
  pdf_url: text,
  version: text,
  landing_page_url: text,
  license: text,
  raw_type: text,
  raw_source_name: text,
  source: lenient(
    z.looseObject({
      display_name: text,
      issn: texts,
      issn_l: text,
      host_organization_name: text,
      is_in_doaj: lenient(z.boolean()),
      type: text,
    }),
  ),
});

/** The fields used of https://docs.openalex.org/api-entities/works/work-object. */
export const OpenAlexRecord = z.looseObject({
  id: z.string(),
  doi: z.string().nullish(),
  title: text,
  display_name: text,
  publication_date: text,
  publication_year: lenient(z.int()),
  type: text,
  type_crossref: text,
  language: text,
  authorships: validElements(
    z.looseObject({
      author: lenient(z.looseObject({ display_name: text, orcid: text })),
      raw_author_name: text,
      raw_orcid: text,
      raw_affiliation_strings: texts,
      is_corresponding: lenient(z.boolean()),
      institutions: validElements(displayed.extend({ id: text, ror: text, country_code: text })),
      affiliations: validElements(z.looseObject({ raw_affiliation_string: text, institution_ids: texts })),
    }),
  ),
  biblio: lenient(z.looseObject({ volume: text, issue: text, first_page: text, last_page: text })),
  primary_location: lenient(Location),
  locations: validElements(Location),
  open_access: lenient(z.looseObject({ is_oa: lenient(z.boolean()), oa_status: text, oa_url: text })),
  cited_by_count: lenient(nonNegative),
  is_retracted: lenient(z.boolean()),
  fwci: number,
  topics: validElements(displayed.extend({ score: number, subfield: named, field: named, domain: named })),
  sustainable_development_goals: validElements(displayed.extend({ id: text, score: number })),
  ids: lenient(z.looseObject({ pmid: text, pmcid: text })),
  best_oa_location: lenient(z.looseObject({ landing_page_url: text, pdf_url: text })),
  apc_list: charge,
  apc_paid: charge,
  abstract_inverted_index: lenient(z.record(z.string(), validElements(z.int()))),
  // `awards` and `funders` since November 2025, `grants` before.
  awards: validElements(
    z.looseObject({ funder_display_name: text, funder_award_id: text, display_name: text, funder_id: text }),
  ),
  funders: validElements(z.looseObject({ id: text, display_name: text, ror: text })),
  grants: validElements(z.looseObject({ funder: text, funder_display_name: text, award_id: text })),
  keywords: validElements(displayed),
  counts_by_year: validElements(z.looseObject({ year: z.int(), cited_by_count: nonNegative })),
});
export type OpenAlexRecord = z.output<typeof OpenAlexRecord>;
