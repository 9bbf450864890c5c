import { oneOf, pageNumber, type SearchOf, searchParameters, text, wholeNumber } from '../../search-parameters.ts';

export const pageSizes = [25, 50, 100] as const;

/**
 * The state of the list, kept in its address. Missing parameters have the API's defaults. Several values of a filter
 * are separated by `|`.
 */
export const publicationSearch = searchParameters({
  q: text,
  page: pageNumber,
  perPage: oneOf(pageSizes),
  sort: oneOf(['last_fetched_at', 'publication_date', 'cited_by_count', 'title', 'edit_count']),
  dir: oneOf(['asc', 'desc']),
  status: oneOf(['active', 'deleted', 'all']),
  visibility: oneOf(['all', 'visible', 'hidden']),
  versions: oneOf(['shown', 'superseded', 'all']),
  is_retracted: oneOf([true, false]),
  match_state: text,
  publication_type: text,
  publication_year: text,
  source: text,
  open_access_status: text,
  license: text,
  orcid_id: text,
  journal: text,
  publisher: text,
  language: text,
  integrity: text,
  missing: text,
  publication_year_from: wholeNumber,
  publication_year_to: wholeNumber,
  min_cited_by: wholeNumber,
  is_edited: oneOf([true, false]),
  group_id: text,
  subgroups: oneOf([false]),
  group_basis: oneOf(['at_publication', 'current', 'ever']),
  group_primary: oneOf([true]),
  search_in: oneOf(['everything', 'titles_and_authors']),
  include: oneOf(['works']),
  locale: text,
  output_type: text,
  publication_subtype: text,
  exclude_subtype: text,
  identifier: text,
  and_group_id: text,
  own_corresponding: text,
  funder: text,
  author_count: text,
  min_authors: wholeNumber,
  max_authors: wholeNumber,
  country_count: text,
  doi_hint: text,
  report_year: text,
  counted_year: text,
  counted_year_from: wholeNumber,
  counted_year_to: wholeNumber,
  year_of: oneOf(['first', 'issue']),
  created_from: text,
  retracted_from: text,
});

export type PublicationSearch = SearchOf<typeof publicationSearch>;
