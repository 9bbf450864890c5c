import { randomBytes, randomUUID } from 'node:crypto';
import type { ChangeContext } from '#src/logbook/domain/audit.ts';
import { env } from '#src/runtime/env.ts';
import { Problem } from '#src/runtime/errors.ts';
import { readSecret } from '#src/runtime/requests/secrets.ts';
import { type ApiKeyRecord, newApiKey } from '../domain/api-key.ts';
import { beginApiKey, finishApiKey, type KeyChange } from '../store/api-keys.ts';
import { GatewayUnavailable } from './gateway-api.ts';
import { putGatewayKey } from './gateway-keys.ts';
import { hashCredential, newCredential } from './secret.ts';
import { releaseKeyLease } from './sync-gateway.ts';

export interface IssuedKey {
  key: ApiKeyRecord;
  /** Not stored. The caller must show it, because it cannot be read again. */
  secret: string;
}

/**
 * Issues a key and, in the same transaction, applies `replace` to the key it replaces. The key becomes visible only
 * after API Gateway has accepted it; the sync job cleans up after a failure. Throws Problem `conflict` if the replaced
 * key has changed since it was read, `upstream_unavailable` if API Gateway does not accept the key.
 */
export async function issueApiKey(
  settings: Parameters<typeof newApiKey>[1],
  createdBy: string,
  context: ChangeContext,
  replace?: (successor: ApiKeyRecord) => KeyChange,
): Promise<IssuedKey> {
  const pepper = await readSecret(env('API_KEY_PEPPER_SECRET_ARN'));
  const secret = newCredential('prk', randomBytes(32));
  const hash = hashCredential(secret, pepper);
  const key = newApiKey({ secret, hash }, settings, createdBy, context.now.getTime());
  const leaseId = randomUUID();
  await beginApiKey(key, leaseId);
  try {
    const gatewayId = await putGatewayKey(hash, key.rate_limit_per_minute, null);
    const outcome = await finishApiKey(key, leaseId, gatewayId, replace?.(key), context);
    if (outcome === 'finished') return { key, secret };
    if (outcome === 'overtaken')
      throw new Error('The new API key was discarded by another process before it was finished');
    throw new Problem('conflict', 'This key was changed by another request. Read it, then try again');
  } catch (error) {
    await releaseKeyLease(hash, leaseId);
    if (!(error instanceof GatewayUnavailable)) throw error;
    const text = 'API Gateway did not accept the new key, so it was not created. Try again';
    throw new Problem('upstream_unavailable', text, { cause: error });
  }
}
