import * as z from 'zod';
import { parseDoi } from '#src/vocabulary/identifiers/doi.ts';
import { plainText } from '#src/vocabulary/text/text.ts';
import { lenient, orcidOrNull, termOrNull, text, validElements } from '../fields/response-fields.ts';
import type { SourceCallOptions } from '../requests/http.ts';
import { bodyOf } from '../requests/source.ts';
import { askOpenAlex, openAlexKey } from './ask.ts';

/** A work in a list of OpenAlex, with the fields that suggestions need. */
export interface OpenAlexListRecord {
  openalexId: string;
  /** Works without a DOI are dropped. */
  doi: string;
  title: string | null;
  year: number | null;
  type: string | null;
  authors: { openalexId: string | null; orcid: string | null; rors: string[] }[];
}

/** A page of works, and the position of the next one; null at the end. */
export interface WorkPage {
  works: OpenAlexListRecord[];
  next: string | null;
}

/** Without a key, OpenAlex answers 401 to `cursor`, and lists end here. */
const maxKeyless = 10_000;
const pagePosition = /^page=(\d{1,3})$/;

const Works = z.looseObject({
  meta: z.looseObject({ next_cursor: text }),
  results: z.array(z.unknown()).pipe(
    validElements(
      z.looseObject({
        id: z.string(),
        doi: text,
        display_name: text,
        publication_year: lenient(z.int()),
        type: text,
        authorships: validElements(
          z.looseObject({
            author: lenient(z.looseObject({ id: text, orcid: text })),
            institutions: validElements(z.looseObject({ ror: text })),
          }),
        ),
      }),
    ),
  ),
});

const Authors = z.looseObject({
  results: z.array(z.unknown()).pipe(validElements(z.looseObject({ id: z.string(), orcid: z.string() }))),
});

const pageSize = 100;
/** OpenAlex's limit for one filter. */
export const maxFilterValues = 50;

/** The works with one of these institutions, by ROR iD, or authors, by OpenAlex's id. */
export type WorkFilter = { rors: readonly string[] } | { authorIds: readonly string[] };

/**
 * One page of works, at a position or from the start, in one request. With a key, positions are cursors
 * (https://developers.openalex.org/guides/page-through-results); without one, numbers of pages, and a list ends after
 * 10,000 works. Undefined if OpenAlex has no such list. Throws as fetchJson does.
 */
export async function listWorks(
  filter: WorkFilter,
  position: string | null,
  callOptions: SourceCallOptions,
): Promise<WorkPage | undefined> {
  const wanted =
    'rors' in filter
      ? `authorships.institutions.ror:${filter.rors.map((id) => `https://ror.org/${bareId(id)}`).join('|')}`
      : `authorships.author.id:${filter.authorIds.join('|')}`;
  const query = {
    filter: wanted,
    select: 'id,doi,display_name,publication_year,type,authorships',
    'per-page': String(pageSize),
  };
  const number = Number(pagePosition.exec(position ?? '')?.[1] ?? 0);
  // A cursor of a key that is gone leads nowhere: the list starts again.
  const isByPage = number > 0 || (await openAlexKey('list')) === undefined;
  const place: Record<string, string> = isByPage ? { page: String(Math.max(number, 1)) } : { cursor: position ?? '*' };
  const page = await readList('/works', { ...query, ...place }, Works, callOptions);
  if (!page) return undefined;
  const works = page.results.flatMap((work): OpenAlexListRecord[] => {
    const doi = work.doi ? parseDoi(work.doi) : undefined;
    if (doi === undefined) return [];
    return [
      {
        openalexId: bareId(work.id),
        doi,
        title: plainText(work.display_name ?? '').text || null,
        year: work.publication_year ?? null,
        type: termOrNull(work.type),
        authors: work.authorships.map(({ author, institutions }) => ({
          openalexId: author?.id ? bareId(author.id) : null,
          orcid: orcidOrNull(author?.orcid),
          rors: institutions.flatMap(({ ror }) => (ror ? bareId(ror) : [])),
        })),
      },
    ];
  });
  // OpenAlex also gives a cursor with the last full page. An empty page is the end.
  if (page.results.length === 0) return { works, next: null };
  if (!isByPage) return { works, next: page.meta.next_cursor ?? null };
  const next = Math.max(number, 1) + 1;
  const isLast = page.results.length < pageSize || next * pageSize > maxKeyless;
  return { works, next: isLast ? null : `page=${next}` };
}

/** OpenAlex's ids of authors by ORCID iD, at most 50 at once, in one request. Undefined as in `listWorks`. */
export async function listAuthorIds(
  orcids: readonly string[],
  callOptions: SourceCallOptions,
): Promise<Map<string, string> | undefined> {
  const query = { filter: `orcid:${orcids.join('|')}`, select: 'id,orcid', 'per-page': String(pageSize) };
  const page = await readList('/authors', query, Authors, callOptions);
  const found = page?.results.flatMap(({ id, orcid }) => {
    const iD = orcidOrNull(orcid);
    return iD ? [[bareId(id), iD] as const] : [];
  });
  return found && new Map(found);
}

async function readList<T extends z.ZodType>(
  path: string,
  query: Record<string, string>,
  schema: T,
  callOptions: SourceCallOptions,
): Promise<z.output<T> | undefined> {
  const response = await askOpenAlex('list', path, query, callOptions);
  if (response.status === 404) return undefined;
  return bodyOf('openalex', response, schema, `list of ${path.slice(1)}`);
}

/** `https://openalex.org/A5023888391` and `https://ror.org/021nxhr62` without the address. */
export const bareId = (id: string): string => id.replace(/^.*\//, '');
