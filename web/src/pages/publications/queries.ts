import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from '../../api/client.ts';
import { partsOf, publicationParts, type Running } from '../../data/export-parts.ts';
import { joinExport } from '../../data/join-export.ts';
import { listParameters } from '../../data/publication-filters/counts.ts';
import type { PublicationSearch } from '../../data/publication-filters/search.ts';

export const standardPageSize = 50;

type ListParameters = ReturnType<typeof listParameters> & Record<'page' | 'perPage', number>;

/** A page of the list. The request is aborted when nothing needs it any more. */
export const publicationList = (search: PublicationSearch) => {
  const query = { ...listParameters(search), page: search.page ?? 1, perPage: search.perPage ?? standardPageSize };
  return queryOptions({
    queryKey: ['publications', 'list', query],
    queryFn: ({ signal }) => answerOf(api.GET('/api/publications', { params: { query }, signal })),
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
  const { offset: _, sort, dir, ...filters } = listParameters(search);
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
    const query = { ...listParameters(search), format, offset } as unknown as ListParameters;
    return api.GET('/api/publications', { params: { query }, parseAs: 'text', signal });
  }, onProgress);
  return joinExport(parts, format);
}

/** Some publications in an export format. */
export const exportSome = async (ids: readonly string[], format: ExportFormat, running: Running): Promise<string> =>
  joinExport(await publicationParts(ids, format, running), format);
