import { randomUUID } from 'node:crypto';
import { log } from '#src/runtime/log.ts';
import { retryIfStale, stale } from '#src/runtime/retry.ts';
import { type ApiKeyRecord, gatewayRateLimit } from '../domain/api-key.ts';
import { getApiKey, leaseApiKey, markSynced, releaseApiKey, unsyncedApiKeys } from '../store/api-keys.ts';
import { planFor, putGatewayKey, removeGatewayKey } from './gateway-keys.ts';

/** Whether a key's change must be copied to API Gateway. */
export function affectsGateway(before: ApiKeyRecord, after: ApiKeyRecord): boolean {
  const [was, is] = [before, after].map((key) => {
    const limit = gatewayRateLimit(key);
    return limit === undefined ? undefined : planFor(limit);
  });
  return was !== is;
}

/**
 * Copies a key from the table to API Gateway if they differ. A lease lets only one process do so at a time. Syncs again
 * if the key has changed meanwhile, because other processes skip a leased key.
 */
export async function syncKey(hash: string, nowMs: number): Promise<void> {
  const leaseId = randomUUID();
  if (!(await leaseApiKey(hash, leaseId, nowMs))) return;
  try {
    await retryIfStale(`The API key ${hash}`, async () => {
      const key = await getApiKey(hash);
      if (key?.lease_id !== leaseId) return undefined;
      const limit = gatewayRateLimit(key);
      let gatewayId: string | null = null;
      if (limit === undefined) await removeGatewayKey(hash, key.gateway_id);
      else gatewayId = await putGatewayKey(hash, limit, key.gateway_id);
      return (await markSynced(key, leaseId, gatewayId)) ? undefined : stale;
    });
  } catch (error) {
    await releaseKeyLease(hash, leaseId);
    throw error;
  }
}

/** Releases a lease early, so that the next run need not wait until it expires. */
export async function releaseKeyLease(hash: string, leaseId: string): Promise<void> {
  await releaseApiKey(hash, leaseId).catch((cause: unknown) => {
    log('warn', 'The lease of an API key was not released', { keyHash: hash, cause });
  });
}

/** Like `syncKey`, but only logs errors: the change is already stored, and the next run syncs it. */
export async function trySyncKey(hash: string, nowMs: number): Promise<void> {
  await syncKey(hash, nowMs).catch((cause: unknown) => {
    log('error', 'an API key could not be synced with API Gateway', { keyHash: hash, cause });
  });
}

/** Syncs all keys that need it until `untilMs`. Throws at the end if any failed. */
export async function syncKeys(now: Date, untilMs: number): Promise<void> {
  const failures: unknown[] = [];
  let synced = 0;
  for (const hash of await unsyncedApiKeys()) {
    if (Date.now() > untilMs) break;
    try {
      await syncKey(hash, now.getTime());
      synced++;
    } catch (cause) {
      failures.push(cause);
      log('error', 'an API key could not be synced with API Gateway', { keyHash: hash, cause });
    }
  }
  if (synced > 0) log('info', 'API keys synced with API Gateway', { keys: synced });
  if (failures.length > 0) throw new Error(`${failures.length} API keys could not be synced with API Gateway`);
}
