import { publicationSearch } from '../../data/publication-filters/search.ts';
import { type SearchOf, searchParameters, text } from '../../search-parameters.ts';

const ofNew = searchParameters({ template: text });

/** A template, or the filters of a list of publications that a report is made of. */
export const newReportSearch = (search: Readonly<Record<string, unknown>>) => ({
  ...publicationSearch(search),
  ...ofNew(search),
});

/** The run that another one is compared with. */
export const runSearch = searchParameters({ since: text });
export type RunSearch = SearchOf<typeof runSearch>;
