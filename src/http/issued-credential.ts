import { randomBytes, randomUUID } from 'node:crypto';
import { hashCredential, newCredential } from '../credentials.ts';
import type { CredentialRecord, Installation } from '../domain/installation.ts';
import { env } from '../env.ts';
import { readSecret } from '../secrets.ts';
import { refusal, shownCredential, withId } from './installation-answers.ts';

/** A new secret and what is stored of it. */
export async function newCredentialOf(
  installationId: string,
  expires_at: number | null,
  now: Date,
): Promise<{ secret: string; record: CredentialRecord & { id: string } }> {
  if (expires_at !== null && expires_at <= now.getTime()) {
    throw refusal({ field: 'expires_at', refused: 'must be in the future' });
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

/** The answer that shows a new credential, this one time with its secret. */
export const issuedCredential = ({ credentials }: Installation, id: string, secret: string) => ({
  credential: shownCredential(withId(credentials, id)),
  secret,
});
