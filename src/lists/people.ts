import { PersonRow, personShape } from '#src/records/people/person.ts';
import { defaultLocale, inLocale } from '#src/vocabulary/locale.ts';
import { defineList } from './define-list.ts';
import { listSpec } from './model/spec.ts';

export const peopleSpec = /* @__PURE__ */ listSpec({
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
export const people = /* @__PURE__ */ defineList(peopleSpec);

export const curatedPeopleSpec = /* @__PURE__ */ listSpec({
  ...peopleSpec,
  variant: 'curators',
  texts: ({ name, other_names, orcid }) => [name, ...other_names, orcid],
  anyLanguage: true,
});

/** All people for curators, who find them by every name that they have. */
export const curatedPeople = /* @__PURE__ */ defineList(curatedPeopleSpec);

export const peopleByAnyNameSpec = /* @__PURE__ */ listSpec({ ...peopleSpec, variant: 'any-name', anyLanguage: true });

/** All people, searched by name in any language if there is no match in the requested one. */
export const peopleByAnyName = /* @__PURE__ */ defineList(peopleByAnyNameSpec);
