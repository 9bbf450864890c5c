import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { env } from './env.ts';

const client = new SecretsManagerClient({});
const lifeMs = 5 * 60_000;
const cached = new Map<string, { value: Promise<string>; untilMs: number }>();

/**
 * The text of a secret, kept for five minutes per process so that a rotated one is taken up and Secrets Manager is not
 * asked for every request. Concurrent readers share one call; a failed one is not kept.
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
  const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId: arn }));
  if (!SecretString) throw new Error('A secret the service is configured with holds no text');
  return SecretString;
}

/** The key OpenAlex accounts calls to; undefined when none is configured. */
export async function openAlexApiKey(): Promise<string | undefined> {
  const arn = env('OPENALEX_API_KEY_SECRET_ARN');
  return arn === undefined ? undefined : (await readSecret(arn)).trim();
}
