import { PersonRow, personShape } from '../domain/person.ts';
import { defaultLocale, inLocale } from '../domain/values/locale.ts';
import { defineList } from './define-list.ts';
import { listSpec } from './model/spec.ts';

/** The filters, sorts and search texts of people. */
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
  atLeast: { last_fetched_at: (row) => row.last_fetched_at },
  where: {},
});

/** All people in the registry. Public lists query only the `ids` of those with public publications. */
export const people = defineList(peopleSpec);

/** What people can be queried by if their name is searched in all languages. */
export const peopleByAnyNameSpec = listSpec({ ...peopleSpec, anyLanguage: true });

/** The same people, searched by their name in any language. */
export const peopleByAnyName = defineList(peopleByAnyNameSpec);
