import * as z from 'zod';
import { getGroups } from '#src/records/groups/store/groups.ts';
import { getPeople } from '#src/records/people/store/people.ts';
import { getProjects } from '#src/records/projects/store/projects.ts';
import { LocalizedText } from '#src/vocabulary/locale.ts';

const names = z.record(z.string(), LocalizedText);

/** The names of people whom a page of a list mentions by ORCID iD. */
export const PeopleNames = names
  .optional()
  .meta({ description: 'The names of the people, by ORCID iD. People who are not in the registry are missing' });

/** The titles of projects that a page of a list mentions by id. */
export const ProjectTitles = names.optional().meta({ description: 'The titles of the projects, by id' });

/** The names of groups that a page of a list mentions by id. */
export const GroupNames = names.optional().meta({ description: 'The names of the groups, by id' });

export async function peopleNames(orcids: readonly string[]): Promise<z.output<typeof names>> {
  const people = await getPeople([...new Set(orcids)]);
  return Object.fromEntries(people.flatMap(({ orcid, name }) => (name === null ? [] : [[orcid, name]])));
}

export async function projectTitles(ids: readonly string[]): Promise<z.output<typeof names>> {
  const projects = await getProjects([...new Set(ids)]);
  return Object.fromEntries([...projects].map(([id, { title }]) => [id, title]));
}

export async function groupTitles(ids: readonly string[]): Promise<z.output<typeof names>> {
  const groups = await getGroups([...new Set(ids)]);
  return Object.fromEntries([...groups].map(([id, { name }]) => [id, name]));
}
