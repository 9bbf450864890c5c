import { PersonRow, personShape } from '../domain/person.ts';
import { defaultLocale, inLocale } from '../domain/values/locale.ts';
import { defineList } from './define-list.ts';
import { listSpec } from './model/spec.ts';

/** What people can be queried by. */
export const peopleSpec = listSpec({
  collection: 'PERSON',
  schema: PersonRow,
  shape: personShape,
  id: ({ orcid }) => orcid,
  texts: ({ name, orcid }) => [name, orcid],
  sorts: {
    // All names in one language: otherwise the order of pages would depend on the reader's language.
    name: ({ name }) => inLocale(name, defaultLocale)?.toLowerCase() ?? null,
    last_fetched_at: (row) => row.last_fetched_at,
  },
  equals: { category: ({ category_ids }) => category_ids },
  atLeast: {},
  where: {},
});

/** Everybody the registry knows. Public lists query the `ids` of those with public publications only. */
export const people = defineList(peopleSpec);

/** The same people, found by their name in any language. */
export const peopleByAnyName = defineList({
  ...peopleSpec,
  texts: ({ name, orcid }) => [...(name !== null && typeof name === 'object' ? Object.values(name) : [name]), orcid],
});
