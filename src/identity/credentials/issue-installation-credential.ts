import { randomBytes, randomUUID } from 'node:crypto';
import { env } from '#src/runtime/env.ts';
import { invalidField } from '#src/runtime/errors.ts';
import { readSecret } from '#src/runtime/requests/secrets.ts';
import type { CredentialRecord } from '../domain/installation.ts';
import { hashCredential, newCredential } from './secret.ts';

/** Creates a secret and the record to store for it. Throws Problem `invalid_body` if it would already be expired. */
export async function makeInstallationCredential(
  installationId: string,
  expires_at: number | null,
  now: Date,
): Promise<{ secret: string; record: CredentialRecord & { id: string } }> {
  if (expires_at !== null && expires_at <= now.getTime()) {
    throw invalidField('body', 'expires_at', 'must be in the future');
  }
  const secret = newCredential('pri', randomBytes(32));
  const record = {
    id: randomUUID(),
    hash: hashCredential(secret, await readSecret(env('API_KEY_PEPPER_SECRET_ARN'))),
    installation_id: installationId,
    last4: secret.slice(-4),
    active: true,
    created_at: now.getTime(),
    expires_at,
    revoked_at: null,
    rotated_from: null,
  };
  return { secret, record };
}
