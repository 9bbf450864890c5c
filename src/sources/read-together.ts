import * as z from 'zod';
import { log } from '#src/runtime/log.ts';
import { declarationOf } from '#src/vocabulary/sources/declarations.ts';
import { isListable, splitIntoLists } from './changes.ts';
import { parseCrossrefRecord } from './crossref/record.ts';
import { asksAlways } from './enrichments.ts';
import { readListed } from './openalex/record.ts';
import { askCrossref } from './requests/agencies.ts';
import type { SourceTimeLimits } from './requests/http.ts';
import { bodyOf, isNoAnswer, type ReadAnswer, type ReadBefore } from './requests/source.ts';

/** Whole records of Crossref with their references are large, and an answer has ten seconds. */
const crossrefRecordsAtOnce = 40;

const likelyElsewhere: ReadonlySet<string> = new Set(declarationOf('datacite').likelyPrefixes ?? []);

/**
 * Reads many DOIs from Crossref and OpenAlex by lists, which takes a fortieth of the requests. Lists do not have every DOI,
 * and a source may refuse them: the rest has to be asked for one by one. Never throws for a source.
 */
export async function readTogether(dois: readonly string[], timeLimits: SourceTimeLimits): Promise<ReadBefore> {
  const listable = [...new Set(dois)].filter(isListable);
  const ofCrossref = listable.filter((doi) => !likelyElsewhere.has(doi.slice(0, doi.indexOf('/'))));
  const [crossref, openalex] = await Promise.all([
    readLists(ofCrossref, crossrefRecordsAtOnce, (some) => readCrossrefList(some, timeLimits)),
    asksAlways().includes('openalex')
      ? readLists(listable, Number.POSITIVE_INFINITY, (some) => readOpenAlexList(some, timeLimits))
      : new Map(),
  ]);
  return { crossref, openalex };
}

/** Reads DOIs list by list, until a source does not answer one. */
async function readLists<Answer>(
  dois: readonly string[],
  atOnce: number,
  read: (dois: readonly string[]) => Promise<ReadonlyMap<string, Answer>>,
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
  timeLimits: SourceTimeLimits,
): Promise<Map<string, ReadAnswer<'crossref'>>> {
  const query = { filter: dois.map((doi) => `doi:${doi}`).join(','), rows: String(dois.length) };
  const response = await askCrossref({ path: '/works', query, lane: 'list', ...timeLimits });
  // The cuts are those of any of the works.
  if (response.status === 404 || response.cuts.length > 0) return new Map();
  const { items } = bodyOf('crossref', response, CrossrefRecords, 'list of works').message;
  return new Map(
    items.flatMap((raw) => {
      const answer = parseCrossrefRecord(raw);
      return answer && dois.includes(answer.doi) ? [[answer.doi, answer] as const] : [];
    }),
  );
}

/** Works with as many authors as a list has may have more. */
async function readOpenAlexList(
  dois: readonly string[],
  timeLimits: SourceTimeLimits,
): Promise<Map<string, ReadAnswer<'openalex'>>> {
  const listed = [...(await readListed(dois, timeLimits))];
  return new Map(
    listed.flatMap(([doi, { answer, areAuthorsCut }]) =>
      areAuthorsCut || !dois.includes(doi) ? [] : [[doi, answer] as const],
    ),
  );
}
