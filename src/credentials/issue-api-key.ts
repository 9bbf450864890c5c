import { randomBytes, randomUUID } from 'node:crypto';
import { type ApiKeyRecord, newApiKey } from '../domain/access/api-key.ts';
import type { ChangeContext } from '../domain/audit.ts';
import { Problem } from '../errors.ts';
import { env } from '../runtime/env.ts';
import { readSecret } from '../runtime/secrets.ts';
import { beginApiKey, finishApiKey, type KeyChange } from '../storage/access/api-keys.ts';
import { releaseKeyLease } from './align-gateway.ts';
import { GatewayUnavailable } from './gateway-api.ts';
import { putGatewayKey } from './gateway-keys.ts';
import { hashCredential, newCredential } from './secret.ts';

export interface IssuedKey {
  key: ApiKeyRecord;
  /** Stored nowhere: whoever asked for the key has to keep it. */
  secret: string;
}

/**
 * Makes a key, and in the same transaction changes the one it replaces to what `replace` makes of the new one. Nobody
 * sees the key before the gateway knows it: if that fails, or ends half-way, it has never counted, and the next run of
 * the job tidies up. Problem `conflict` when the replaced key has changed since it was read, `upstream_unavailable`
 * when API Gateway does not take the key.
 */
export async function issueApiKey(
  settings: Parameters<typeof newApiKey>[1],
  createdBy: string,
  by: ChangeContext,
  replace?: (successor: ApiKeyRecord) => KeyChange,
): Promise<IssuedKey> {
  const pepper = await readSecret(env('API_KEY_PEPPER_SECRET_ARN'));
  const secret = newCredential('prk', randomBytes(32));
  const hash = hashCredential(secret, pepper);
  const key = newApiKey({ secret, hash }, settings, createdBy, by.now.getTime());
  const leaseId = randomUUID();
  await beginApiKey(key, leaseId);
  try {
    const gatewayId = await putGatewayKey(hash, key.rate_limit_per_minute, null);
    const outcome = await finishApiKey(key, leaseId, gatewayId, replace?.(key), by);
    if (outcome === 'finished') return { key, secret };
    if (outcome === 'overtaken') throw new Error('A new API key was given up before it was finished');
    throw new Problem('conflict', 'Somebody else has changed this key at the same moment. Look at it, then try again');
  } catch (error) {
    await releaseKeyLease(hash, leaseId);
    if (!(error instanceof GatewayUnavailable)) throw error;
    const text = 'API Gateway did not take the new key, so none was made. Try again';
    throw new Problem('upstream_unavailable', text, { cause: error });
  }
}
