import * as z from 'zod';
import type { MemberCaller } from '#src/identity/callers/caller.ts';
import { ApiKeyRecord } from '#src/identity/domain/api-key.ts';
import { getApiKey, type StoredApiKey } from '#src/identity/store/api-keys.ts';
import { getUsage } from '#src/identity/store/usage.ts';
import { Problem } from '#src/runtime/errors.ts';

export const ApiKey = ApiKeyRecord.meta({ id: 'ApiKey' });

export const ApiKeyParams = z.object({
  keyHash: z.string().meta({ description: 'The `key_hash` of the key' }),
});

/** A new API key with its secret, which is never shown again. */
export const NewApiKey = z.object({
  key: ApiKey,
  secret: z
    .string()
    .meta({ description: 'The value for the `X-API-Key` header. It is not stored and cannot be read again.' }),
});

/** Route declaration fields shared by routes that issue a key. */
export const issuesApiKey = {
  grants: [
    'api-keys:write',
    'api-keys:update',
    'revocations:put',
    'audit:put',
    'secret:api-key-pepper',
    'gateway-keys',
  ],
  timeoutSeconds: 29,
} as const;

/** Route declaration fields shared by routes that change a key. */
export const changesApiKey = {
  grants: [
    'api-keys:read',
    'api-keys:update',
    'api-key-list:delete',
    'usage:read',
    'revocations:put',
    'audit:put',
    'gateway-keys',
  ],
  timeoutSeconds: 29,
} as const;

/** The key with this hash. Throws Problem `not_found` if there is none or it is deleted. */
export async function getApiKeyOr404(hash: string): Promise<StoredApiKey> {
  const key = await getApiKey(hash);
  if (!key || key.deleted_at !== null) throw new Problem('not_found', 'There is no API key with this hash');
  return key;
}

/** Adds a key's usage, which is stored separately. */
export function withUsage<K extends ApiKeyRecord>(
  key: K,
  usage: { requests: number; lastUsedAtMs: number } | undefined,
): K {
  return usage ? { ...key, request_count: usage.requests, last_used_at: usage.lastUsedAtMs } : key;
}

export const withCurrentUsage = async <K extends ApiKeyRecord>(key: K): Promise<K> =>
  withUsage(key, await getUsage(key.key_hash));

/** The administrator's name in `created_by`. */
export const nameOf = ({ email, subject }: MemberCaller): string => email ?? subject;
