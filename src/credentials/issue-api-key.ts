import { randomBytes, randomUUID } from 'node:crypto';
import { type ApiKeyRecord, newApiKey } from '../domain/access/api-key.ts';
import type { ChangeContext } from '../domain/audit.ts';
import { env } from '../runtime/env.ts';
import { readSecret } from '../runtime/secrets.ts';
import { beginApiKey, finishApiKey, type KeyChange } from '../storage/access/api-keys.ts';
import { letGo } from './align-gateway.ts';
import { putGatewayKey } from './gateway-keys.ts';
import { hashCredential, newCredential } from './secret.ts';

export interface IssuedKey {
  key: ApiKeyRecord;
  /** Stored nowhere: whoever asked for the key has to keep it. */
  secret: string;
}

/**
 * Makes a key, and at the same time changes the one it replaces. Nobody sees it before the gateway knows it: if that
 * fails, or ends half-way, it has never counted, and the next run of the job tidies up. Throws KeyChanged when the
 * replaced key is not as it was read any more.
 */
export async function issueKey(
  settings: Parameters<typeof newApiKey>[1],
  createdBy: string,
  by: ChangeContext,
  replaced?: KeyChange,
): Promise<IssuedKey> {
  const pepper = await readSecret(env('API_KEY_PEPPER_SECRET_ARN'));
  const secret = newCredential('prk', randomBytes(32));
  const hash = hashCredential(secret, pepper);
  const key = newApiKey({ secret, hash }, settings, createdBy, by.now.getTime());
  const leaseId = randomUUID();
  await beginApiKey(key, leaseId);
  try {
    const gatewayId = await putGatewayKey(hash, key.rate_limit_per_minute, null);
    const outcome = await finishApiKey(key, leaseId, gatewayId, replaced, by);
    if (outcome === 'finished') return { key, secret };
    if (outcome === 'changed') throw new KeyChanged();
    throw new Error('A new API key was given up before it was finished');
  } catch (error) {
    await letGo(hash, leaseId);
    throw error;
  }
}

/** Somebody else has changed the replaced key at the same moment. */
export class KeyChanged extends Error {
  // A literal: minified bundles rename classes.
  override name = 'KeyChanged';
}
