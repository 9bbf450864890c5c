import { curatorSpec } from '../curated-publications.ts';
import { duplicateSpec } from '../duplicates.ts';
import { curatedPeopleSpec, peopleByAnyNameSpec, peopleSpec } from '../people.ts';
import { curatedProjectSpec, projectSpec } from '../projects.ts';
import { publicationSpec } from '../publications.ts';
import { curatedWorkSpec, workSpec } from '../works.ts';
import { listOf } from './list.ts';

/** How the lists of the registry are stored in PostgreSQL. */

export const publicationList = listOf({
  name: 'publications',
  spec: publicationSpec,
  multiple: ['orcid', 'identifier'],
  long: ['title'],
});

export const curatedPublicationList = listOf({
  name: 'curated_publications',
  spec: curatorSpec,
  multiple: ['orcid_id', 'identifier', 'not_author', 'missing'],
  long: ['title'],
});

const people = { multiple: ['category'], long: ['name'] } as const;
const projects = { multiple: ['funding_currency'] } as const;

export const lists = [
  publicationList,
  curatedPublicationList,
  listOf({ name: 'works', spec: workSpec }),
  listOf({
    name: 'curated_works',
    spec: curatedWorkSpec,
    multiple: ['orcid_id', 'identifier'],
    long: ['title'],
  }),
  listOf({ name: 'people', spec: peopleSpec, ...people }),
  listOf({ name: 'curated_people', spec: curatedPeopleSpec, ...people }),
  listOf({ name: 'people_by_any_name', spec: peopleByAnyNameSpec, ...people }),
  listOf({ name: 'projects', spec: projectSpec, ...projects }),
  listOf({ name: 'curated_projects', spec: curatedProjectSpec, multiple: ['programme'], long: ['title'] }),
  listOf({ name: 'duplicates', spec: duplicateSpec, multiple: ['record'] }),
];
