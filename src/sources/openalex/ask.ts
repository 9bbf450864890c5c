import { SecretNotFound, sourceCredentials } from '#src/runtime/requests/secrets.ts';
import type { Lane } from '#src/vocabulary/sources/declarations.ts';
import { fetchJson, type SourceCallOptions, type SourceResponse } from '../requests/http.ts';
import { pause, pauseWithoutCredentials } from '../requests/quota.ts';

/**
 * Sends a request with the key, if there is one. Throws like fetchJson: SourcePaused if the quota is used up, if
 * OpenAlex refuses us, or if the key is configured and cannot be read.
 */
export async function askOpenAlex(
  lane: Lane,
  path: string,
  query: Record<string, string>,
  callOptions: SourceCallOptions,
): Promise<SourceResponse> {
  const key = await openAlexKey(lane);
  const credentials = key === undefined ? undefined : { name: 'authorization', value: `Bearer ${key}` };
  return fetchJson('openalex', { path, query, lane, credentials, ...callOptions });
}

/** The key; undefined if none is configured. A missing secret counts like a key that OpenAlex refuses. */
export async function openAlexKey(lane: Lane): Promise<string | undefined> {
  try {
    return await sourceCredentials('openalex');
  } catch (error) {
    if (!(error instanceof SecretNotFound)) throw error;
    throw await pause('openalex', lane, pauseWithoutCredentials(Date.now()), Date.now());
  }
}
