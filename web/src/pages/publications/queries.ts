import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from '../../api/client.ts';
import { partsOf, publicationParts, type Running } from '../../data/export-parts.ts';
import { joinExport } from '../../data/join-export.ts';
import type { PublicationSearch } from './search.ts';

export const standardPageSize = 50;

/** The filters with several values, which the API counts. */
export const countedFilters = [
  'publication_type',
  'publication_year',
  'match_state',
  'source',
  'open_access_status',
  'license',
  'integrity',
  'missing',
  'journal',
  'publisher',
  'language',
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

/** The number of publications per group, and of those without any (null), after applying the other filters. */
export const groupCounts = (search: PublicationSearch) => {
  const query = { ...parameters({ ...search, group_id: undefined }), facets: 'group', page: 1, perPage: 1 };
  return queryOptions({
    queryKey: ['publications', 'counts', query],
    queryFn: async ({ signal }) => {
      const { facets } = await answerOf(api.GET('/api/publications', { params: { query }, signal }));
      return (facets?.group ?? []).map(({ value, count }) => ({ value: value == null ? null : String(value), count }));
    },
  });
};

/** The formats of exports, with the extension and the media type of a file. */
export const exportFormats = {
  bibtex: { extension: 'bib', type: 'application/x-bibtex' },
  ris: { extension: 'ris', type: 'application/x-research-info-systems' },
  'csl-json': { extension: 'json', type: 'application/json' },
  csv: { extension: 'csv', type: 'text/csv;charset=utf-8' },
} as const;
export type ExportFormat = keyof typeof exportFormats;

/** The ids of all publications that a search finds. */
export async function idsOfSearch(search: PublicationSearch, { signal, onProgress }: Running): Promise<string[]> {
  const { offset: _, sort, dir, ...filters } = parameters(search);
  const ids = new Set<string>();
  for (let [page, pages] = [1, 1]; page <= pages; page++) {
    const query = { ...filters, page };
    const answer = await answerOf(api.GET('/api/publications/ids', { params: { query }, signal }));
    for (const id of answer.ids) ids.add(id);
    pages = answer.pages;
    onProgress(ids.size);
  }
  return [...ids];
}

/**
 * All publications of a search in an export format. The API returns at most 1,000 at once; the parts are joined.
 */
export async function exportPublications(
  search: PublicationSearch,
  format: ExportFormat,
  { signal, onProgress }: Running,
): Promise<string> {
  const parts = await partsOf((offset) => {
    // Without a page, an export has all items from `offset` on.
    const query = { ...parameters(search), format, offset } as unknown as ListParameters;
    return api.GET('/api/publications', { params: { query }, parseAs: 'text', signal });
  }, onProgress);
  return joinExport(parts, format);
}

/** Some publications in an export format. */
export const exportSome = async (ids: readonly string[], format: ExportFormat, running: Running): Promise<string> =>
  joinExport(await publicationParts(ids, format, running), format);
