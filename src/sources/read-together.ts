import * as z from 'zod';
import { log } from '#src/runtime/log.ts';
import { doiPrefix } from '#src/vocabulary/identifiers/doi.ts';
import { declarationOf } from '#src/vocabulary/sources/declarations.ts';
import { isListable, splitIntoLists } from './changes.ts';
import { parseCrossrefRecord } from './crossref/record.ts';
import { parseDoiRecord } from './datacite/doi-record.ts';
import { asksAlways } from './enrichments.ts';
import { readListed } from './openalex/record.ts';
import { askCrossref, askDataCite } from './requests/agencies.ts';
import type { SourceCallOptions } from './requests/http.ts';
import { bodyOf, isNoAnswer, type ReadAnswer, type ReadBefore } from './requests/source.ts';

/** Whole records are large, Crossref's with their references, and an answer has ten seconds. */
const [crossrefRecordsAtOnce, dataCiteRecordsAtOnce] = [40, 50];

const likelyOfDataCite: ReadonlySet<string> = new Set(declarationOf('datacite').likelyPrefixes ?? []);

/**
 * Reads many DOIs from their agencies and OpenAlex by lists, which takes a fortieth of the requests. Lists do not have every DOI,
 * and a source may refuse them: the rest has to be asked for one by one. Never throws for a source.
 */
export async function readTogether(dois: readonly string[], callOptions: SourceCallOptions): Promise<ReadBefore> {
  const listable = [...new Set(dois)].filter(isListable);
  const asksOpenAlex = asksAlways().includes('openalex');
  const [agencies, openalex] = await Promise.all([
    readAgencies(listable, callOptions),
    readLists(asksOpenAlex ? listable : [], (some) => readOpenAlexList(some, callOptions)),
  ]);
  return { ...agencies, openalex };
}

/** DataCite is asked for what is likely to be there, and for what Crossref does not have. */
async function readAgencies(dois: readonly string[], callOptions: SourceCallOptions) {
  const ofCrossref = dois.filter((doi) => !likelyOfDataCite.has(doiPrefix(doi)));
  const readCrossref = (some: readonly string[]) => readCrossrefList(some, callOptions);
  const crossref = await readLists(ofCrossref, readCrossref, crossrefRecordsAtOnce);
  const others = dois.filter((doi) => !crossref.has(doi));
  const datacite = await readLists(others, (some) => readDataCiteList(some, callOptions), dataCiteRecordsAtOnce);
  return { crossref, datacite };
}

/** Reads DOIs list by list, until a source does not answer one. */
async function readLists<Answer>(
  dois: readonly string[],
  read: (dois: readonly string[]) => Promise<ReadonlyMap<string, Answer>>,
  atOnce = Number.POSITIVE_INFINITY,
): Promise<Map<string, Answer>> {
  const found = new Map<string, Answer>();
  const lists = splitIntoLists(dois, (doi) => doi).flatMap((list) => partsOf(list, atOnce));
  for (const list of lists) {
    try {
      for (const [doi, answer] of await read(list)) found.set(doi, answer);
    } catch (error) {
      if (!isNoAnswer(error)) throw error;
      log('info', 'A source did not answer a list of DOIs, which are asked for one by one', { error });
      break;
    }
  }
  return found;
}

function partsOf<T>(all: readonly T[], size: number): T[][] {
  if (all.length <= size) return [[...all]];
  return Array.from({ length: Math.ceil(all.length / size) }, (_, part) => all.slice(part * size, (part + 1) * size));
}

const CrossrefRecords = z.looseObject({
  'message-type': z.literal('work-list'),
  message: z.looseObject({ items: z.array(z.unknown()) }),
});

/** Whole works: a repeated filter matches any of its values (https://github.com/CrossRef/rest-api-doc/issues/301). */
async function readCrossrefList(
  dois: readonly string[],
  callOptions: SourceCallOptions,
): Promise<Map<string, ReadAnswer<'crossref'>>> {
  const query = { filter: dois.map((doi) => `doi:${doi}`).join(','), rows: String(dois.length) };
  const response = await askCrossref({ path: '/works', query, lane: 'list', ...callOptions });
  // The cuts are those of any of the works.
  if (response.status === 404 || response.cuts.length > 0) return new Map();
  const { items } = bodyOf('crossref', response, CrossrefRecords, 'list of works').message;
  return answersOf(
    dois,
    items.flatMap((raw) => parseCrossrefRecord(raw) ?? []),
  );
}

const DataCiteRecords = z.looseObject({ data: z.array(z.unknown()) });

/** Whole records, with the parameter of single ones: only XML and usage are left out of lists. */
async function readDataCiteList(
  dois: readonly string[],
  callOptions: SourceCallOptions,
): Promise<Map<string, ReadAnswer<'datacite'>>> {
  const query = { ids: dois.join(','), 'page[size]': String(dois.length), affiliation: 'true' };
  const response = await askDataCite({ path: '/dois', query, accept: 'application/vnd.api+json', ...callOptions });
  if (response.status === 404 || response.cuts.length > 0) return new Map();
  const { data } = bodyOf('datacite', response, DataCiteRecords, 'list of DOIs');
  return answersOf(
    dois,
    data.flatMap((raw) => parseDoiRecord(raw) ?? []),
  );
}

/** By DOI, of the DOIs that were asked for. */
const answersOf = <Answer extends { doi: string }>(dois: readonly string[], answers: readonly Answer[]) =>
  new Map(answers.flatMap((answer) => (dois.includes(answer.doi) ? [[answer.doi, answer] as const] : [])));

/** Works with as many authors as a list has may have more, and a cut has to be told of with the work that has it. */
async function readOpenAlexList(
  dois: readonly string[],
  callOptions: SourceCallOptions,
): Promise<Map<string, ReadAnswer<'openalex'>>> {
  const listed = [...(await readListed(dois, callOptions)).values()];
  return answersOf(
    dois,
    listed.flatMap(({ answer, areAuthorsCut, isListCut }) => (areAuthorsCut || isListCut ? [] : answer)),
  );
}
