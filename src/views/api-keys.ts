import * as z from 'zod';
import type { MemberCaller } from '../auth/caller.ts';
import { ApiKeyRecord } from '../domain/access/api-key.ts';
import { Problem } from '../errors.ts';
import { getApiKey, type StoredApiKey } from '../storage/access/api-keys.ts';
import { usageOf } from '../storage/access/usage.ts';

/** A key as administrators see it. */
export const ApiKey = ApiKeyRecord.meta({ id: 'ApiKey' });

export const ApiKeyParams = z.object({
  keyHash: z.string().meta({ description: 'The `key_hash` of the key' }),
});

/** A key just made: the only time its secret is said. */
export const NewApiKey = z.object({
  key: ApiKey,
  secret: z.string().meta({ description: 'What clients send in `X-API-Key`. It is shown once and stored nowhere.' }),
});

/** The key of this hash, unless it is deleted. */
export async function existingKey(hash: string): Promise<StoredApiKey> {
  const key = await getApiKey(hash);
  if (!key || key.deleted_at !== null) throw new Problem('not_found', 'There is no API key with this hash');
  return key;
}

/** A key with what it was used for so far, which is counted elsewhere. */
export function withUsage<K extends ApiKeyRecord>(
  key: K,
  usage: { requests: number; lastUsedAtMs: number } | undefined,
): K {
  return usage ? { ...key, request_count: usage.requests, last_used_at: usage.lastUsedAtMs } : key;
}

export const withCurrentUsage = async <K extends ApiKeyRecord>(key: K): Promise<K> =>
  withUsage(key, await usageOf(key.key_hash));

/** Who somebody is in the records of what they did. */
export const nameOf = ({ email, subject }: MemberCaller): string => email ?? subject;
