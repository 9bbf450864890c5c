import { queryOptions } from '@tanstack/react-query';
import { answerOf, api, type Schema } from '../../api/client.ts';
import type { InstallationSearch } from './search.ts';

export type Installation = Schema<'DashboardInstallation'>;
export type Origin = Schema<'DashboardOrigin'>;
export type Credential = Schema<'InstallationCredential'>;
type Scope = Installation['scopes'][number];

/** The first key of all queries here: changing any part of an installation can change its status. */
export const key = 'installations';
const perPage = 20;
export const scopes = [
  'publications.read',
  'people.read',
  'works.read',
  'projects.read',
  'groups.read',
] as const satisfies readonly Scope[];
export const platforms = ['wordpress', 'drupal'] as const satisfies readonly Installation['platform'][];

export const installationList = ({ page = 1, status }: InstallationSearch) => {
  const query = { page, perPage, ...(status && { status }) };
  return queryOptions({
    queryKey: [key, 'list', query],
    queryFn: ({ signal }) => answerOf(api.GET('/api/installations', { params: { query }, signal })),
  });
};

export const installation = (id: string) =>
  queryOptions({
    queryKey: [key, id],
    queryFn: ({ signal }) => answerOf(api.GET('/api/installations/{id}', { params: { path: { id } }, signal })),
    // Never the previous installation.
    placeholderData: undefined,
  });

export const credentialList = (id: string) =>
  queryOptions({
    queryKey: [key, id, 'credentials'],
    queryFn: ({ signal }) =>
      answerOf(api.GET('/api/installations/{id}/credentials', { params: { path: { id } }, signal })),
    placeholderData: undefined,
  });

export const createInstallation = (body: {
  display_name: string;
  platform: Installation['platform'];
  scopes: Scope[];
}) => answerOf(api.POST('/api/installations', { body }));

export const changeInstallation = ({
  id,
  ...body
}: {
  id: string;
  display_name?: string;
  description?: string | null;
  scopes?: Scope[];
  status?: 'active' | 'disabled' | 'revoked' | 'archived';
}) => answerOf(api.PATCH('/api/installations/{id}', { params: { path: { id } }, body }));

export const addOrigin = ({ id, origin }: { id: string; origin: string }) =>
  answerOf(api.POST('/api/installations/{id}/origins', { params: { path: { id } }, body: { origin } }));

export const verifyOrigin = (path: { id: string; originId: string }) =>
  answerOf(api.POST('/api/installations/{id}/origins/{originId}/verify', { params: { path } }));

export const revokeOrigin = (path: { id: string; originId: string }) =>
  answerOf(api.DELETE('/api/installations/{id}/origins/{originId}', { params: { path } }));

/** Issues a credential. `expires_at` is in milliseconds since the epoch; null for no expiry. */
export const issueCredential = ({ id, expires_at }: { id: string; expires_at: number | null }) =>
  answerOf(api.POST('/api/installations/{id}/credentials', { params: { path: { id } }, body: { expires_at } }));

/** Issues a credential to replace another, which stays valid until it is revoked. */
export const rotateCredential = (path: { id: string; credentialId: string }) =>
  answerOf(
    api.POST('/api/installations/{id}/credentials/{credentialId}/rotate', {
      params: { path },
      body: { revoke_old: false },
    }),
  );

export const revokeCredential = (path: { id: string; credentialId: string }) =>
  answerOf(api.DELETE('/api/installations/{id}/credentials/{credentialId}', { params: { path } }));
