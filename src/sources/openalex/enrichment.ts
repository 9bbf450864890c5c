import type * as z from 'zod';
import type { OpenAlexJournal } from '#src/records/journals/statements.ts';
import type { Bibliography } from '#src/vocabulary/bibliography.ts';
import { parseDoi } from '#src/vocabulary/identifiers/doi.ts';
import { OpenAccessStatus } from '#src/vocabulary/open-access-status.ts';
import { webUrl } from '#src/vocabulary/web-url.ts';
import { distinctIssns, distinctTexts, textOrNull } from '../fields/response-fields.ts';
import { type Cut, withinLimits } from '../limits/cut.ts';
import { enrichmentLimits } from '../limits/fields.ts';
import type { OpenAlexRecord } from './response.ts';

/** Additional data from OpenAlex, as plain JSON. Null or empty if it has no value. */
export type OpenAlexEnrichment = {
  openalex_id: string;
  cited_by_count: number | null;
  is_oa: boolean | null;
  oa_status: Bibliography['open_access_status'];
  oa_url: string | null;
  /** Field-weighted citation impact: 1 is the world average for field, type and year. */
  fwci: number | null;
  topics: string[];
  /** Topics with the subfields, fields and domains that contain them: https://docs.openalex.org/api-entities/topics */
  topic_details: {
    name: string;
    subfield: string | null;
    field: string | null;
    domain: string | null;
    score: number | null;
  }[];
  /** https://docs.openalex.org/api-entities/works/work-object#sustainable_development_goals */
  sustainable_development_goals: { id: string | null; name: string; score: number | null }[];
  /** Article processing charges: the price, and what was paid if it is known. */
  apc_list: OpenAlexCharge | null;
  apc_paid: OpenAlexCharge | null;
  locations: OpenAlexLocation[];
  /** The journal, conference or book series in which it appeared. */
  journal: z.output<typeof OpenAlexJournal> | null;
  keywords: string[];
  counts_by_year: { year: number; cited_by_count: number }[];
};

interface OpenAlexCharge {
  value: number | null;
  currency: string | null;
  value_usd: number | null;
}

/** Where a copy of the work is: https://docs.openalex.org/api-entities/works/work-object/location-object */
interface OpenAlexLocation {
  url: string | null;
  pdf_url: string | null;
  host: string | null;
  host_type: string | null;
  /** `published`, `accepted` or `submitted`. */
  version: string | null;
  /** As OpenAlex names it, which has no versions: `cc-by`, `publisher-specific-oa`. */
  license: string | null;
  is_oa: boolean | null;
  /** Whether OpenAlex calls it the best open copy. */
  is_best: boolean;
}

/** Where a DOI is. If copies were merged under another DOI, only this copy's own location describes it. */
export function locationOf(work: OpenAlexRecord, doi: string): OpenAlexRecord['primary_location'] {
  const held = parseDoi(work.doi ?? '');
  return held !== undefined && held !== doi
    ? work.locations.find((place) => parseDoi(place.landing_page_url ?? '') === doi)
    : work.primary_location;
}

/** Repositories and platforms of books may have an ISSN, too, but works do not appear in them. */
const journalTypes: ReadonlySet<string> = new Set(['journal', 'conference', 'book series']);

function journalAt(location: OpenAlexRecord['primary_location']): z.output<typeof OpenAlexJournal> | null {
  const { display_name, type, issn_l, issn = [], host_organization_name, is_in_doaj } = location?.source ?? {};
  if (!type || !journalTypes.has(type)) return null;
  return {
    name: textOrNull(display_name),
    type,
    issn_l: distinctIssns([issn_l])[0] ?? null,
    issn: distinctIssns(issn),
    publisher: textOrNull(host_organization_name),
    is_in_doaj: is_in_doaj ?? null,
  };
}

/** OpenAlex's data beyond the bibliography, for the publication with a DOI. */
export function enrichmentOf(work: OpenAlexRecord, doi: string): Cut<OpenAlexEnrichment> {
  const { open_access: access } = work;
  const enrichment: OpenAlexEnrichment = {
    openalex_id: (textOrNull(work.id) ?? '').replace(/^.*\//, ''),
    cited_by_count: work.cited_by_count ?? null,
    is_oa: access?.is_oa ?? null,
    oa_status: statusOf(work),
    oa_url: webUrl(access?.oa_url),
    fwci: work.fwci ?? null,
    topics: distinctTexts(work.topics.map(({ display_name }) => display_name)),
    topic_details: work.topics.flatMap(({ display_name, score, subfield, field, domain }) => {
      const name = textOrNull(display_name);
      const [within, of, group] = [subfield, field, domain].map((each) => textOrNull(each?.display_name));
      return name === null
        ? []
        : [{ name, subfield: within ?? null, field: of ?? null, domain: group ?? null, score: score ?? null }];
    }),
    sustainable_development_goals: work.sustainable_development_goals.flatMap(({ id, display_name, score }) => {
      const name = textOrNull(display_name);
      return name === null ? [] : [{ id: webUrl(id), name, score: score ?? null }];
    }),
    apc_list: chargeOf(work.apc_list),
    apc_paid: chargeOf(work.apc_paid),
    locations: locationsOf(work),
    journal: journalAt(locationOf(work, doi)),
    keywords: distinctTexts(work.keywords.map(({ display_name }) => display_name)),
    counts_by_year: work.counts_by_year.map(({ year, cited_by_count }) => ({ year, cited_by_count })),
  };
  return withinLimits(enrichment, enrichmentLimits);
}

function chargeOf(charge: OpenAlexRecord['apc_list']): OpenAlexCharge | null {
  if (!charge) return null;
  const currency = /^[A-Z]{3}$/.exec(charge.currency ?? '')?.[0] ?? null;
  return { value: charge.value ?? null, currency, value_usd: charge.value_usd ?? null };
}

function locationsOf({ locations, best_oa_location: best }: OpenAlexRecord): OpenAlexLocation[] {
  const isBest = ({ landing_page_url, pdf_url }: OpenAlexRecord['locations'][number]) =>
    Boolean(best) && landing_page_url === best?.landing_page_url && (pdf_url ?? null) === (best?.pdf_url ?? null);
  const found = locations.findIndex(isBest);
  return locations.map(({ landing_page_url, pdf_url, source, version, license, is_oa }, index) => ({
    url: webUrl(landing_page_url),
    pdf_url: webUrl(pdf_url),
    host: textOrNull(source?.display_name),
    host_type: textOrNull(source?.type),
    version: /^(published|accepted|submitted)Version$/.exec(version ?? '')?.[1] ?? null,
    license: licenseIn(license),
    is_oa: is_oa ?? null,
    is_best: index === found,
  }));
}

/** OpenAlex's names of licences have no versions, so they do not tell which one it is. */
export const licenseIn = (license: string | null | undefined): string | null =>
  /^[a-z][a-z\d.+-]{1,60}$/.exec(license?.trim().toLowerCase() ?? '')?.[0] ?? null;

export const statusOf = ({ open_access }: OpenAlexRecord): Bibliography['open_access_status'] =>
  OpenAccessStatus.safeParse(open_access?.oa_status).data ?? null;
