import { queryOptions } from '@tanstack/react-query';
import { answerOf, api, type Schema } from '../api/client.ts';

export interface ReadPublication {
  publication: Schema<'DashboardPublication'>;
  /** The version, for If-Match. */
  etag: string;
}

/** A publication with its version. */
export const publicationDetail = (id: string) =>
  queryOptions({
    queryKey: ['publications', 'detail', id],
    queryFn: async ({ signal }): Promise<ReadPublication> => {
      const call = api.GET('/api/publications/{id}', { params: { path: { id } }, signal });
      const publication = await answerOf(call);
      return { publication, etag: (await call).response.headers.get('ETag') ?? '*' };
    },
    // Never the previous publication, whose values would look like this one's.
    placeholderData: undefined,
  });

export const publicationEditsKey = (id: string) => ['publications', 'edits', id] as const;

/** A page of the edits of a publication, newest first. */
export const readPublicationEdits = (id: string, page: number, signal: AbortSignal) =>
  answerOf(api.GET('/api/publication-edits/{id}', { params: { path: { id }, query: { page, perPage: 20 } }, signal }));

export const publicationMatches = (id: string) =>
  queryOptions({
    queryKey: ['publications', 'matches', id],
    queryFn: ({ signal }) => answerOf(api.GET('/api/publication-matches/{id}', { params: { path: { id } }, signal })),
    placeholderData: undefined,
  });

/** Changes a publication only if it still has this version. Throws ApiError 412 otherwise. */
export const patchPublication = (id: string, etag: string, body: Schema<'JsonPatch'>) =>
  answerOf(api.PATCH('/api/publications/{id}', { params: { path: { id }, header: { 'If-Match': etag } }, body }));

/** Makes a DOI an alias of a publication, or merges it into that. */
export const attachAlias = (doi: string, publication: string) =>
  answerOf(api.POST('/api/aliases/{doi}', { params: { path: { doi } }, body: { publication } }));

/** Links a person of the registry to a publication. */
export const linkResearcher = (id: string, orcid: string) =>
  answerOf(api.POST('/api/publication-researchers/{id}', { params: { path: { id } }, body: { orcid } }));

/** Unlinks a person, whom sources do not link again. */
export const unlinkResearcher = (id: string, orcid: string) =>
  answerOf(api.DELETE('/api/publication-researchers/{id}', { params: { path: { id }, query: { orcid } } }));

/** Makes an alias a publication of its own. */
export const detachAlias = (doi: string) => answerOf(api.DELETE('/api/aliases/{doi}', { params: { path: { doi } } }));

/** Reverts an edit with a new edit. */
export const revertEdit = (id: string, edit: string) =>
  answerOf(api.POST('/api/publication-edits/{id}', { params: { path: { id } }, body: { revert: edit } }));
