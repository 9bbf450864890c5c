import { queryOptions } from '@tanstack/react-query';
import { answerOf, api, type Schema } from '../../api/client.ts';
import type { ProjectsSearch } from './search.ts';

export type Project = Schema<'Project'>;
export type Patch = Schema<'JsonPatch'>;

const perPage = 50;

/** The parameters of a page of the list. */
export const projectQuery = ({ page = 1, ...search }: ProjectsSearch) =>
  ({
    q: '',
    sort: 'updated_at',
    dir: 'desc',
    status: 'active',
    visibility: 'all',
    ...search,
    page,
    perPage,
  }) as const;

export const projectList = (search: ProjectsSearch) => {
  const query = projectQuery(search);
  return queryOptions({
    queryKey: ['projects', 'list', query],
    queryFn: ({ signal }) => answerOf(api.GET('/api/projects', { params: { query }, signal })),
  });
};

export const projectDetail = (id: string) =>
  queryOptions({
    queryKey: ['projects', 'project', id],
    queryFn: ({ signal }) => answerOf(api.GET('/api/projects/{id}', { params: { path: { id } }, signal })),
    // Never another project's values in a form.
    placeholderData: undefined,
  });

export const patchProject = (id: string, body: Patch): Promise<Project> =>
  answerOf(api.PATCH('/api/projects/{id}', { params: { path: { id } }, body }));
