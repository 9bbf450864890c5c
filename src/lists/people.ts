import { PersonRow, personShape } from '../domain/person.ts';
import { defaultLocale, inLocale } from '../domain/values/locale.ts';
import { defineList } from './define-list.ts';
import { listSpec } from './model/spec.ts';

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
  equals: { category: ({ category_ids }) => category_ids, slug: ({ slug }) => slug },
  atLeast: { last_fetched_at: (row) => row.last_fetched_at },
  where: {},
});

/** All people in the registry. Public lists query only the `ids` of those with public publications. */
export const people = defineList(peopleSpec);

export const curatedPeopleSpec = listSpec({
  ...peopleSpec,
  texts: ({ name, other_names, orcid }) => [name, ...other_names, orcid],
  anyLanguage: true,
});

/** The same people for curators, found by every name that they have. */
export const curatedPeople = defineList(curatedPeopleSpec);

export const peopleByAnyNameSpec = listSpec({ ...peopleSpec, anyLanguage: true });

/** The same people, searched by name in any language if there is no match in the requested one. */
export const peopleByAnyName = defineList(peopleByAnyNameSpec);
