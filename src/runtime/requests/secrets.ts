import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { sourceEnv } from '../env.ts';

const client = new SecretsManagerClient({});
const cacheTtlMs = 5 * 60_000;
const cached = new Map<string, { value: Promise<string>; untilMs: number }>();

/**
 * Reads a secret, cached for five minutes per process, so that rotation takes effect without a call per request.
 * Concurrent readers share one call; failures are not cached. Throws SecretNotFound if it does not exist or is empty.
 */
export function readSecret(arn: string, nowMs: number = Date.now()): Promise<string> {
  const held = cached.get(arn);
  if (held && held.untilMs > nowMs) return held.value;
  const value = fetchSecret(arn);
  cached.set(arn, { value, untilMs: nowMs + cacheTtlMs });
  value.catch(() => {
    if (cached.get(arn)?.value === value) cached.delete(arn);
  });
  return value;
}

async function fetchSecret(arn: string): Promise<string> {
  try {
    const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId: arn }));
    if (SecretString?.trim()) return SecretString;
  } catch (error) {
    // Compared by name, because importing the classes adds to the bundle. InvalidRequestException: scheduled for
    // deletion.
    const { name } = error as Error;
    if (name !== 'ResourceNotFoundException' && name !== 'InvalidRequestException') throw error;
  }
  throw new SecretNotFound();
}

export class SecretNotFound extends Error {
  // A literal: minified bundles rename classes.
  override name = 'SecretNotFound';

  constructor() {
    super('A configured secret does not exist or is empty');
  }
}

/** The credentials for a source as they are in its secret; undefined if none are configured. */
export async function sourceCredentials(source: string): Promise<string | undefined> {
  const arn = sourceEnv(source, 'CREDENTIALS_SECRET_ARN');
  return arn === undefined ? undefined : (await readSecret(arn)).trim();
}
