import { answerOf, api, type Schema } from '../../api/client.ts';

export type ApiKey = Schema<'ApiKey'>;
export type Scope = ApiKey['scopes'][number];

export const scopes = ['ingest', 'membership.update'] as const satisfies readonly Scope[];

/** The editable fields of a key. */
export type KeySettings = Pick<ApiKey, 'client_name' | 'scopes' | 'rate_limit_per_minute'>;

/** A new key with its secret. */
export type MadeKey = Awaited<ReturnType<typeof createApiKey>>;

/** Makes a key, whose secret the page then keeps. */
export type MakeKey = (act: () => Promise<MadeKey>) => Promise<MadeKey>;

/** Creates a key. `expires_at` is in milliseconds since the epoch; null for no expiry. */
export const createApiKey = (body: KeySettings & { expires_at: number | null }) =>
  answerOf(api.POST('/api/site-tools/api-keys', { body }));

/** Changes the settings of a key, or enables or disables it. */
export const changeApiKey = ({ keyHash, ...body }: { keyHash: string; active?: boolean } & Partial<KeySettings>) =>
  answerOf(api.PATCH('/api/site-tools/api-keys/{keyHash}', { params: { path: { keyHash } }, body }));

/** Creates a key to replace another, which stays valid until it is disabled. */
export const rotateApiKey = (keyHash: string) =>
  answerOf(
    api.POST('/api/site-tools/api-keys/{keyHash}/rotate', {
      params: { path: { keyHash } },
      body: { revoke_old: false },
    }),
  );

export const deleteApiKey = (keyHash: string) =>
  answerOf(api.DELETE('/api/site-tools/api-keys/{keyHash}', { params: { path: { keyHash } } }));
