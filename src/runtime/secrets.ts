import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { env } from './env.ts';

const client = new SecretsManagerClient({});
const lifeMs = 5 * 60_000;
const cached = new Map<string, { value: Promise<string>; untilMs: number }>();

/**
 * The text of a secret, kept for five minutes per process so that a rotated one is taken up and Secrets Manager is not
 * asked for every request. Concurrent readers share one call; a failed one is not kept. Throws NoSecret without one.
 */
export function readSecret(arn: string, nowMs: number = Date.now()): Promise<string> {
  const held = cached.get(arn);
  if (held && held.untilMs > nowMs) return held.value;
  const value = fetchSecret(arn);
  cached.set(arn, { value, untilMs: nowMs + lifeMs });
  value.catch(() => {
    if (cached.get(arn)?.value === value) cached.delete(arn);
  });
  return value;
}

async function fetchSecret(arn: string): Promise<string> {
  try {
    const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId: arn }));
    if (SecretString) return SecretString;
  } catch (error) {
    // Told by its name: one that is to be deleted answers InvalidRequestException, and both classes cost bytes.
    const { name } = error as Error;
    if (name !== 'ResourceNotFoundException' && name !== 'InvalidRequestException') throw error;
  }
  throw new NoSecret();
}

/** A secret the service is configured with does not exist, or holds no text. */
export class NoSecret extends Error {
  // A literal: minified bundles rename classes.
  override name = 'NoSecret';

  constructor() {
    super('A secret the service is configured with does not exist or holds no text');
  }
}

/** The key OpenAlex accounts calls to; undefined when none is configured. */
export async function openAlexApiKey(): Promise<string | undefined> {
  const arn = env('OPENALEX_API_KEY_SECRET_ARN');
  return arn === undefined ? undefined : (await readSecret(arn)).trim();
}
