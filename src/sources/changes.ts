import * as z from 'zod';
import { parseDoi } from '#src/vocabulary/identifiers/doi.ts';
import { parseOrcidId } from '#src/vocabulary/identifiers/orcid-id.ts';
import type { AgencyName } from '#src/vocabulary/sources/declarations.ts';
import { lenient, validElements } from './fields/response-fields.ts';
import { askOrcid } from './orcid/ask.ts';
import { askCrossref, askDataCite } from './requests/agencies.ts';
import type { SourceCallOptions } from './requests/http.ts';
import { bodyOf } from './requests/source.ts';

/** Limit of records per request, set by OpenAlex: see `readCounts`. */
export const maxRecordsPerRequest = 100;

/**
 * The longest list of encoded DOIs in one request. OpenAlex refuses addresses of more than 4,094 characters
 * (https://github.com/J535D165/pyalex/issues/85).
 */
const maxListLength = 3_600;

/** Whether a DOI can be part of a list in a request. Others contain separators or quotation marks of lists. */
export const isListable = (doi: string): boolean => !/[,|"\\\s]/.test(doi);

/** Splits records into lists that fit into one request to any source, in order. All must be listable. */
export function splitIntoLists<T>(records: readonly T[], doiOf: (record: T) => string): T[][] {
  const lists: T[][] = [];
  let length = 0;
  for (const record of records) {
    const added = encodeURIComponent(`|${doiOf(record)}`).length;
    const last = lists.at(-1);
    if (last && last.length < maxRecordsPerRequest && length + added <= maxListLength) last.push(record);
    else lists.push([record]);
    length = lists.at(-1)?.length === 1 ? added : length + added;
  }
  return lists;
}

/** Asks an agency when these DOIs last changed, in milliseconds. Unchanged ones may be missing. */
type FindChanges = (
  dois: readonly string[],
  sinceMs: number,
  callOptions: SourceCallOptions,
) => Promise<Map<string, number>>;

const isoDate = (ms: number) => new Date(ms).toISOString().slice(0, 10);
const time = z.string().transform((written) => Date.parse(written));

const CrossrefList = z.looseObject({
  'message-type': z.literal('work-list'),
  message: z.looseObject({
    items: z
      .array(z.unknown())
      .pipe(validElements(z.looseObject({ DOI: z.string(), indexed: z.looseObject({ 'date-time': time }) }))),
  }),
});

/**
 * Crossref's works indexed since the day of `sinceMs`. A repeated filter matches any of its values
 * (https://github.com/CrossRef/rest-api-doc/issues/301), different filters must all match. The index date also changes
 * with citation counts (https://www.crossref.org/documentation/retrieve-metadata/rest-api/rest-api-filters/).
 */
const findIndexedWorks: FindChanges = async (dois, sinceMs, callOptions) => {
  const filter = [`from-index-date:${isoDate(sinceMs)}`, ...dois.map((doi) => `doi:${doi}`)].join(',');
  const query = { filter, select: 'DOI,indexed', rows: String(dois.length) };
  const response = await askCrossref({ path: '/works', query, lane: 'list', ...callOptions });
  const { items } = bodyOf('crossref', response, CrossrefList, 'list').message;
  return new Map(items.flatMap(({ DOI, indexed }) => entry(DOI, indexed['date-time'])));
};

const DataCiteList = z.looseObject({
  data: z
    .array(z.unknown())
    .pipe(validElements(z.looseObject({ id: z.string(), attributes: z.looseObject({ updated: time }) }))),
});

/**
 * When DataCite last updated these DOIs. `ids` takes a list of them
 * (https://github.com/datacite/lupo/blob/master/app/controllers/datacite_dois_controller.rb); `fields` omits the rest
 * of the records (https://support.datacite.org/docs/can-i-select-which-metadata-fields-to-retrieve-via-the-api).
 */
const findUpdatedDois: FindChanges = async (dois, _sinceMs, callOptions) => {
  const query = { ids: dois.join(','), 'fields[dois]': 'updated', 'page[size]': String(dois.length) };
  const accept = 'application/vnd.api+json';
  const response = await askDataCite({ path: '/dois', query, accept, ...callOptions });
  const { data } = bodyOf('datacite', response, DataCiteList, 'list');
  return new Map(data.flatMap(({ id, attributes }) => entry(id, attributes.updated)));
};

const entry = (written: string, changedMs: number): [string, number][] => {
  const doi = parseDoi(written);
  return doi && Number.isFinite(changedMs) ? [[doi, changedMs]] : [];
};

/** By agency: when records last changed, in one request for at most `maxRecordsPerRequest`. Throws like fetchJson. */
export const findChanges: Record<AgencyName, FindChanges> = {
  crossref: findIndexedWorks,
  datacite: findUpdatedDois,
};

const OrcidResults = z.looseObject({
  'num-found': z.int(),
  result: lenient(validElements(z.looseObject({ 'orcid-identifier': z.looseObject({ path: z.string() }) }))),
});

/**
 * The ORCID records among these, at most `maxRecordsPerRequest`, that have changed since a time. Any change counts,
 * because the dates of sections do not reveal removals. One request
 * (https://github.com/ORCID/ORCID-Source/blob/main/orcid-api-web/tutorial/search.md). Throws like fetchJson.
 */
export async function findModifiedRecords(
  orcids: readonly string[],
  sinceMs: number,
  callOptions: SourceCallOptions,
): Promise<Set<string>> {
  const since = new Date(sinceMs).toISOString();
  const q = `orcid:(${orcids.join(' OR ')}) AND profile-last-modified-date:[${since} TO *]`;
  const query = { q, rows: String(orcids.length) };
  const { result } = bodyOf('orcid', await askOrcid({ path: '/search', query, ...callOptions }), OrcidResults, 'list');
  return new Set((result ?? []).flatMap((one) => parseOrcidId(one['orcid-identifier'].path) ?? []));
}
