import { oneOf, pageNumber, type SearchOf, searchParameters, text } from '../../search-parameters.ts';

export const affiliations = ['any', 'current', 'primary_entity', 'external'] as const;

/** The state of the list. Missing parameters have the API's defaults. */
export const peopleSearch = searchParameters({
  q: text,
  category: text,
  affiliation: oneOf(affiliations),
  sort: oneOf(['name', 'last_fetched_at']),
  dir: oneOf(['asc', 'desc']),
  page: pageNumber,
});
export type PeopleSearch = SearchOf<typeof peopleSearch>;

export const personSearch = searchParameters({ page: pageNumber });
