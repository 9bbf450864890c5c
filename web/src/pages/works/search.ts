import { oneOf, pageNumber, type SearchOf, searchParameters, text, wholeNumber } from '../../search-parameters.ts';

/** The state of the list. Missing parameters have the API's defaults. */
export const worksSearch = searchParameters({
  q: text,
  identifier: text,
  orcid_id: text,
  group_id: text,
  subgroups: oneOf([false]),
  group_basis: oneOf(['at_publication', 'current', 'ever']),
  group_primary: oneOf([true]),
  work_type: text,
  publication_year_from: wholeNumber,
  publication_year_to: wholeNumber,
  origin: oneOf(['orcid', 'curator']),
  status: oneOf(['active', 'deleted', 'all']),
  visibility: oneOf(['all', 'visible', 'hidden']),
  sort: oneOf(['last_fetched_at', 'publication_date', 'publication_year', 'title', 'edit_count']),
  dir: oneOf(['asc', 'desc']),
  page: pageNumber,
});
export type WorksSearch = SearchOf<typeof worksSearch>;
