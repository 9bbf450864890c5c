import { oneOf, pageNumber, type SearchOf, searchParameters, text } from '../../search-parameters.ts';

export const jobViews = ['active', 'stuck', 'failed', 'dismissed', 'all'] as const;

export const ingestionSearch = searchParameters({ view: oneOf(jobViews), orcid: text, page: pageNumber });
export type IngestionSearch = SearchOf<typeof ingestionSearch>;

export const outcomes = ['pending', 'created', 'updated', 'skipped', 'failed'] as const;

export const jobSearch = searchParameters({ outcome: oneOf(outcomes), page: pageNumber });
export type JobSearch = SearchOf<typeof jobSearch>;
