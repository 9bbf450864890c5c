import * as z from 'zod';
import type { ListPage } from '#src/lists/model/page.ts';
import type { PersonRow } from '#src/records/people/person.ts';
import type { ProjectRow } from '#src/records/projects/project.ts';
import type { CuratorRow } from '#src/records/publications/row.ts';
import type { CuratorWorkRow } from '#src/records/works/work-row.ts';
import { inLocale } from '#src/vocabulary/locale.ts';

const total = z.int().meta({ description: 'All that match' });

/** The matches of the dashboard's search box, found without reading any record. */
export const FoundInRegistry = z
  .object({
    q: z.string(),
    limit: z.int(),
    publications: z.array(
      z.object({
        id: z.string().meta({ description: 'The DOI' }),
        title: z.string().nullable(),
        authors: z.array(z.string()).meta({ description: 'The first three' }),
        container_title: z.string().nullable(),
        publication_year: z.int().nullable(),
        visible: z.boolean(),
      }),
    ),
    total_publications: total,
    people: z.array(z.object({ orcid: z.string(), name: z.string().nullable() })),
    total_people: total,
    projects: z.array(z.object({ id: z.string(), title: z.string().nullable() })),
    total_projects: total,
    works: z.array(
      z.object({
        id: z.string(),
        title: z.string().nullable(),
        authors: z.array(z.string()).meta({ description: 'The first three' }),
        publication_year: z.int().nullable(),
      }),
    ),
    total_works: total,
  })
  .meta({ id: 'FoundInRegistry' });

const maxAuthors = 3;

interface Found {
  publications: ListPage<CuratorRow>;
  people: ListPage<PersonRow>;
  projects: ListPage<ProjectRow>;
  works: ListPage<CuratorWorkRow>;
}

const authorsOf = (names: string) => (names === '' ? [] : names.split('\n').slice(0, maxAuthors));

/** The results of the search box, in a language. */
export const foundItems = ({ publications, people, projects, works }: Found, language: string) => ({
  publications: publications.rows.map((row) => ({
    id: row.doi,
    title: inLocale(row.title, language),
    authors: authorsOf(row.author_names),
    container_title: row.container_title,
    publication_year: row.publication_year,
    visible: row.visible,
  })),
  total_publications: publications.total,
  people: people.rows.map(({ orcid, name }) => ({ orcid, name: inLocale(name, language) })),
  total_people: people.total,
  projects: projects.rows.map(({ id, title }) => ({ id, title: inLocale(title, language) })),
  total_projects: projects.total,
  works: works.rows.map((row) => ({
    id: row.id,
    title: inLocale(row.title, language),
    authors: authorsOf(row.author_names),
    publication_year: row.publication_year,
  })),
  total_works: works.total,
});
