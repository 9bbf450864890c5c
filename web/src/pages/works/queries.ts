import { queryOptions } from '@tanstack/react-query';
import { ApiError } from '../../api/api-error.ts';
import { answerOf, api, type Schema } from '../../api/client.ts';
import type { paths } from '../../api/schema.ts';
import type { WorksSearch } from './search.ts';

export type Work = Schema<'DashboardWork'>;
export type WorkItem = Schema<'CuratedWorkItem'>;
export type Patch = Schema<'JsonPatch'>;

/** Also the most that one bulk action takes. */
const perPage = 50;

/** The parameters of a page of the list. */
export const workQuery = ({ page = 1, ...search }: WorksSearch) =>
  ({
    q: '',
    sort: 'last_fetched_at',
    dir: 'desc',
    status: 'active',
    visibility: 'all',
    offset: 0,
    ...search,
    page,
    perPage,
  }) as const;

export const workList = (search: WorksSearch) => {
  const query = workQuery(search);
  return queryOptions({
    queryKey: ['works', 'list', query],
    queryFn: ({ signal }) => answerOf(api.GET('/api/works', { params: { query }, signal })),
  });
};

export interface ReadWork {
  work: Work;
  /** The version, for If-Match. */
  etag: string;
}

/** A work with its version. */
export const workDetail = (id: string) =>
  queryOptions({
    queryKey: ['works', 'work', id],
    queryFn: async ({ signal }): Promise<ReadWork> => {
      const call = api.GET('/api/works/{id}', { params: { path: { id } }, signal });
      const work = await answerOf(call);
      return { work, etag: (await call).response.headers.get('ETag') ?? '*' };
    },
    // Never another work's values in a form.
    placeholderData: undefined,
  });

/** A page of the edits of a work, newest first. */
export const readWorkEdits = (id: string, page: number, signal: AbortSignal) =>
  answerOf(api.GET('/api/work-edits/{id}', { params: { path: { id }, query: { page, perPage: 20 } }, signal }));

/** Changes a work only if it still has this version. Throws ApiError 412 otherwise. */
export const patchWork = (id: string, etag: string, body: Patch) =>
  answerOf(api.PATCH('/api/works/{id}', { params: { path: { id }, header: { 'If-Match': etag } }, body }));

type NewWork = paths['/api/works']['post']['requestBody']['content']['application/json'];

export const createWork = (body: NewWork) => answerOf(api.POST('/api/works', { body }));

export type BulkAction = 'delete' | 'restore' | 'hide' | 'show';

export const changeWorks = (ids: string[], action: BulkAction) =>
  answerOf(api.POST('/api/works/bulk', { body: { ids, action } }));

/** Changes a work as `changeWorks`. Throws if it is gone, or part of another record. */
export async function changeOne(id: string, action: BulkAction): Promise<void> {
  const { refused, not_found } = await changeWorks([id], action);
  const [problem] = refused;
  if (problem) throw refusal(409, 'conflict', problem.message);
  if (not_found.length > 0) throw refusal(404, 'not_found', 'There is no work with this id');
}

const refusal = (status: number, code: string, error: string) =>
  new ApiError(new Response(null, { status }), { error, code });

export const revertEdit = (id: string, edit: string) =>
  answerOf(api.POST('/api/work-edits/{id}', { params: { path: { id } }, body: { revert: edit } }));

export const linkPerson = (id: string, orcid: string) =>
  answerOf(api.POST('/api/works/{id}/researchers', { params: { path: { id } }, body: { orcid } }));

export const unlinkPerson = (id: string, orcid: string) =>
  answerOf(api.DELETE('/api/works/{id}/researchers/{orcid}', { params: { path: { id, orcid } } }));

/** Merges a work into another one, or attaches the DOI of a publication. */
export const mergeWork = (id: string, into: string) =>
  answerOf(api.POST('/api/works/{id}/merge', { params: { path: { id } }, body: { into } }));

/** Undoes `mergeWork`. */
export const separateWork = (id: string) => answerOf(api.DELETE('/api/works/{id}/merge', { params: { path: { id } } }));
