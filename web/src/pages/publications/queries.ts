import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from '../../api/client.ts';
import type { PublicationSearch } from './search.ts';

export const standardPageSize = 50;

/** The filters with several values, which the API counts. */
export const countedFilters = [
  'publication_type',
  'publication_year',
  'match_state',
  'source',
  'open_access_status',
  'integrity',
  'missing',
  'journal',
  'publisher',
] as const;
export type CountedFilter = (typeof countedFilters)[number];

/** The API parameters of the list, without its page. */
function parameters({ page: _, perPage: __, ...search }: PublicationSearch) {
  return {
    q: '',
    search_in: 'everything',
    sort: 'last_fetched_at',
    dir: 'desc',
    status: 'active',
    visibility: 'all',
    versions: 'shown',
    ...search,
    offset: 0,
  } as const;
}

type ListParameters = ReturnType<typeof parameters> & Record<'page' | 'perPage', number>;

/** A page of the list. The request is aborted when nothing needs it any more. */
export const publicationList = (search: PublicationSearch) => {
  const query = { ...parameters(search), page: search.page ?? 1, perPage: search.perPage ?? standardPageSize };
  return queryOptions({
    queryKey: ['publications', 'list', query],
    queryFn: ({ signal }) => answerOf(api.GET('/api/publications', { params: { query }, signal })),
  });
};

/** The number of publications per value of a filter, after applying the other filters. */
export const filterCounts = (search: PublicationSearch, filter: CountedFilter) => {
  const query = { ...parameters({ ...search, [filter]: undefined }), facets: filter, page: 1, perPage: 1 };
  return queryOptions({
    queryKey: ['publications', 'counts', query],
    queryFn: async ({ signal }) => {
      const { facets } = await answerOf(api.GET('/api/publications', { params: { query }, signal }));
      return facets?.[filter] ?? [];
    },
  });
};

export const exportFormats = { bibtex: 'bib', ris: 'ris', 'csl-json': 'json', csv: 'csv' } as const;
export type ExportFormat = keyof typeof exportFormats;

/**
 * All publications of a search in an export format. The API returns at most 1,000 at once; the parts are joined.
 * `onProgress` is told how many there are so far.
 */
export async function exportPublications(
  search: PublicationSearch,
  format: ExportFormat,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (done: number) => void },
): Promise<Blob> {
  const parts: string[] = [];
  let isTruncated = true;
  for (let offset = 0; isTruncated; ) {
    // Without a page, an export has all items from `offset` on.
    const query = { ...parameters(search), format, offset } as unknown as ListParameters;
    const call = api.GET('/api/publications', { params: { query }, parseAs: 'text', signal });
    parts.push((await answerOf<unknown>(call)) as string);
    const { response } = await call;
    isTruncated = response.headers.get('X-Export-Truncated') === 'true';
    const next = /[?&]offset=(\d+)/.exec(response.headers.get('Link') ?? '')?.[1];
    if (isTruncated && (next === undefined || Number(next) <= offset)) throw new Error('The export has no next part');
    offset = Number(next);
    if (isTruncated) onProgress(offset);
  }
  return new Blob([joined(parts, format)]);
}

function joined(parts: readonly string[], format: ExportFormat): string {
  if (format === 'csl-json') return JSON.stringify(parts.flatMap((part) => JSON.parse(part) as unknown[]));
  // Each part of a CSV begins with the column names.
  if (format === 'csv') return parts.map((part, index) => (index ? part.slice(part.indexOf('\n') + 1) : part)).join('');
  return parts.join('\n');
}
