import { oneOf, pageNumber, type SearchOf, searchParameters, text } from '../../search-parameters.ts';

/** The state of the list. Missing parameters have the API's defaults. */
export const projectsSearch = searchParameters({
  q: text,
  status: oneOf(['active', 'deleted', 'all']),
  visibility: oneOf(['all', 'visible', 'hidden']),
  sort: oneOf(['updated_at', 'created_at', 'title', 'start_date', 'end_date']),
  dir: oneOf(['asc', 'desc']),
  page: pageNumber,
});
export type ProjectsSearch = SearchOf<typeof projectsSearch>;
