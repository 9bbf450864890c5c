import * as z from 'zod';
import { parseDoi } from '#src/vocabulary/identifiers/doi.ts';
import { lenient, text, validElements } from '../fields/response-fields.ts';
import { boundedBibliography } from '../limits/cut.ts';
import type { SourceCallOptions } from '../requests/http.ts';
import { bodyOf, type SourceAnswer, SourceAnswerMalformed } from '../requests/source.ts';
import { askOpenAlex } from './ask.ts';
import { bibliographyOf, openAlexRelations } from './bibliography.ts';
import { enrichmentOf, type OpenAlexEnrichment } from './enrichment.ts';
import { OpenAlexRecord } from './response.ts';

export interface OpenAlexAnswer extends SourceAnswer<'openalex'> {
  /** The requested DOI. Of several copies of a work, only the data of this one counts. */
  asked: string;
  enrichment: OpenAlexEnrichment;
}

/**
 * Reads a DOI from OpenAlex by the address that costs nothing: as `/works/https://doi.org/…`, it is billed as a list.
 * Undefined if it is unknown there. Throws like fetchJson.
 */
export async function readEnrichment(
  doi: string,
  callOptions: SourceCallOptions = {},
): Promise<OpenAlexAnswer | undefined> {
  const response = await askOpenAlex('single', `/works/doi:${encodeURIComponent(doi)}`, {}, callOptions);
  if (response.status === 404) return undefined;
  const work = bodyOf('openalex', response, OpenAlexRecord, 'work');
  const held = (work.doi && parseDoi(work.doi)) || doi;
  if (!response.redirected && !isAbout(work, doi))
    throw new SourceAnswerMalformed('openalex', 'returned a different work');
  return answerOf(work, doi, held, response.body, response.cuts);
}

/** Parses a work that OpenAlex sent earlier for the requested `doi`; undefined if it is not one. */
export function parseEnrichment(doi: string, raw: unknown): OpenAlexAnswer | undefined {
  const { data: work } = OpenAlexRecord.safeParse(raw);
  return work && answerOf(work, doi, (work.doi && parseDoi(work.doi)) || doi, raw);
}

function answerOf(
  work: OpenAlexRecord,
  asked: string,
  held: string,
  raw: unknown,
  cutBefore?: string[],
): OpenAlexAnswer {
  const described = { ...bibliographyOf(work, asked), relations: openAlexRelations(work, held) };
  const { bibliography, cuts } = boundedBibliography(described, cutBefore);
  const enrichment = enrichmentOf(work, asked);
  return {
    source: 'openalex',
    asked,
    doi: held,
    bibliography,
    cuts: [...cuts, ...enrichment.cuts],
    enrichment: enrichment.value,
    raw,
  };
}

/** A kind of identifier by which OpenAlex finds works: PubMed or PubMed Central. */
export type PubmedIdentifier = 'pmid' | 'pmcid';

/**
 * The DOIs of works by their identifiers of one kind, as digits, if OpenAlex knows them. Requests a hundred at once (https://developers.openalex.org/guides/filtering). The filters take digits:
 * https://github.com/ourresearch/openalex-elastic-api, `test_works_pmid_…` and `test_works_pmcid_…`.
 */
export async function findDois(
  kind: PubmedIdentifier,
  ids: readonly string[],
  callOptions: SourceCallOptions,
): Promise<Map<string, string>> {
  const dois = new Map<string, string>();
  for (let start = 0; start < ids.length; start += idsAtOnce) {
    const filter = `${kind}:${ids.slice(start, start + idsAtOnce).join('|')}`;
    const query = { filter, select: 'id,doi,ids', 'per-page': String(idsAtOnce), ...everything };
    const response = await askOpenAlex('list', '/works', query, callOptions);
    if (response.status === 404) break;
    for (const { doi, ids: known } of bodyOf('openalex', response, Found, 'list of works').results) {
      const id = /(?<!\d)(\d+)\/?$/.exec(known?.[kind] ?? '')?.[1];
      const parsed = doi ? parseDoi(doi) : undefined;
      if (id && parsed) dois.set(id, parsed);
    }
  }
  return dois;
}

const idsAtOnce = 100;

/** Lists leave out the extended index otherwise, which single requests answer from: https://docs.openalex.org/how-to-use-the-api/xpac */
const everything = { include_xpac: 'true' };

/** An answer from a list, which has at most the first hundred authors of a work. */
export interface ListedAnswer {
  answer: OpenAlexAnswer;
  areAuthorsCut: boolean;
  /** Whether the list has a text or list that was cut, of this work or another one. */
  isListCut: boolean;
}

/** The fields read, for lists: OpenAlex rejects a list with a field that it no longer has. */
const listedFields =
  'id,doi,ids,title,display_name,publication_date,publication_year,type,language,authorships,biblio,primary_location,' +
  'locations,best_oa_location,open_access,cited_by_count,counts_by_year,fwci,is_retracted,topics,keywords,' +
  'sustainable_development_goals,apc_list,apc_paid,abstract_inverted_index,awards,funders';

/** https://docs.openalex.org/api-entities/works/work-object#is_authors_truncated */
const maxListedAuthors = 100;

/**
 * Reads at most 100 DOIs in one request, by DOI
 * (https://docs.openalex.org/how-to-use-the-api/get-lists-of-entities/filter-entity-lists#addition-or). Works that
 * OpenAlex has under another DOI are missing. Throws as fetchJson does.
 */
export async function readListed(
  dois: readonly string[],
  callOptions: SourceCallOptions,
): Promise<Map<string, ListedAnswer>> {
  const query = {
    filter: `doi:${dois.join('|')}`,
    select: listedFields,
    'per-page': String(dois.length),
    ...everything,
  };
  const response = await askOpenAlex('list', '/works', query, callOptions);
  return new Map(
    bodyOf('openalex', response, Listed, 'list of works').results.flatMap((raw) => {
      const { data: work } = OpenAlexRecord.safeParse(raw);
      const doi = work && parseDoi(work.doi ?? '');
      if (!doi) return [];
      const areAuthorsCut = work.authorships.length >= maxListedAuthors;
      return [
        [doi, { answer: answerOf(work, doi, doi, raw), areAuthorsCut, isListCut: response.cuts.length > 0 }] as const,
      ];
    }),
  );
}

const Listed = z.looseObject({ results: z.array(z.unknown()).pipe(validElements(z.looseObject({}))) });

const Found = z.looseObject({
  results: z
    .array(z.unknown())
    .pipe(validElements(z.looseObject({ doi: text, ids: lenient(z.looseObject({ pmid: text, pmcid: text })) }))),
});

/** OpenAlex merges copies of a work under one DOI. Its locations have the DOIs of the others. */
function isAbout(work: OpenAlexRecord, doi: string): boolean {
  const places = work.locations.map(({ landing_page_url }) => landing_page_url);
  return [work.doi, ...places].some((address) => address && parseDoi(address) === doi);
}
