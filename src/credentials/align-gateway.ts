import { randomUUID } from 'node:crypto';
import { type ApiKeyRecord, limitAtGateway } from '../domain/access/api-key.ts';
import { log } from '../runtime/log.ts';
import { retryIfStale, stale } from '../runtime/retry.ts';
import { getApiKey, leaseApiKey, markAligned, releaseApiKey, unalignedApiKeys } from '../storage/access/api-keys.ts';
import { planFor, putGatewayKey, removeGatewayKey } from './gateway-keys.ts';

/** Whether a change of a key is one the gateway has to know of. */
export function concernsGateway(before: ApiKeyRecord, after: ApiKeyRecord): boolean {
  const [was, is] = [before, after].map((key) => {
    const limit = limitAtGateway(key);
    return limit === undefined ? undefined : planFor(limit);
  });
  return was !== is;
}

/**
 * Brings a key in step with the gateway if it is not: by the table, which is right. One at a time does that for a key.
 * Whoever does looks once more whether the key has changed meanwhile, since the other left it at that.
 */
export async function alignKey(hash: string, nowMs: number): Promise<void> {
  const leaseId = randomUUID();
  if (!(await leaseApiKey(hash, leaseId, nowMs))) return;
  try {
    await retryIfStale(`The API key ${hash}`, async () => {
      const key = await getApiKey(hash);
      if (key?.lease_id !== leaseId) return undefined;
      const limit = limitAtGateway(key);
      let gatewayId: string | null = null;
      if (limit === undefined) await removeGatewayKey(hash, key.gateway_id);
      else gatewayId = await putGatewayKey(hash, limit, key.gateway_id);
      return (await markAligned(key, leaseId, gatewayId)) ? undefined : stale;
    });
  } catch (error) {
    await releaseKeyLease(hash, leaseId);
    throw error;
  }
}

/** Leaves a key to the next run; without that it would wait until the lease is over. */
export async function releaseKeyLease(hash: string, leaseId: string): Promise<void> {
  await releaseApiKey(hash, leaseId).catch((cause: unknown) => {
    log('warn', 'The lease of an API key was not released', { keyHash: hash, cause });
  });
}

/** The same for a change that holds anyhow: what the gateway does not take now it is told by the next run. */
export async function alignIfPossible(hash: string, nowMs: number): Promise<void> {
  await alignKey(hash, nowMs).catch((cause: unknown) => {
    log('error', 'the gateway is not in step with an API key', { keyHash: hash, cause });
  });
}

/** Brings all keys in step, and throws at the end when that was not possible for some. */
export async function alignKeys(now: Date, untilMs: number): Promise<void> {
  const failures: unknown[] = [];
  let aligned = 0;
  for (const hash of await unalignedApiKeys()) {
    if (Date.now() > untilMs) break;
    try {
      await alignKey(hash, now.getTime());
      aligned++;
    } catch (cause) {
      failures.push(cause);
      log('error', 'the gateway is not in step with an API key', { keyHash: hash, cause });
    }
  }
  if (aligned > 0) log('info', 'API keys in step with the gateway', { keys: aligned });
  if (failures.length > 0) throw new Error(`The gateway is not in step with ${failures.length} API keys`);
}
