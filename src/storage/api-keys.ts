import { ApiKeyRecord } from '../domain/api-key.ts';
import { keys } from './keys.ts';
import { getItem, putIfAbsent } from './table.ts';

/** The key of this hash, whether or not it may be used; undefined when there is none. */
export async function getApiKey(hash: string): Promise<ApiKeyRecord | undefined> {
  const item = await getItem(keys.apiKey(hash));
  return item && ApiKeyRecord.parse(item);
}

/** Stores a new key; false when its hash is known already. */
export async function createApiKey(key: ApiKeyRecord): Promise<boolean> {
  return putIfAbsent({ ...keys.apiKey(key.key_hash), ...key });
}
