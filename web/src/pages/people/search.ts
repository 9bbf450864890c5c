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

/** The state of the person's publications. */
export const personSearch = searchParameters({
  page: pageNumber,
  sort: oneOf(['publication_date', 'title', 'cited_by_count']),
  dir: oneOf(['asc', 'desc']),
});
export type PersonSearch = SearchOf<typeof personSearch>;
