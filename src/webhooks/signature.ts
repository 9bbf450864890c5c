import { createHmac } from 'node:crypto';
import type { Webhook } from './domain/webhook.ts';

/**
 * The signing secret of a webhook, in the form of Standard Webhooks: `whsec_` and 32 bytes in base64. It is derived from
 * the pepper, so that no signing secret is stored, and the table alone does not reveal any.
 */
export function signingSecret({ id }: Pick<Webhook, 'id'>, generation: number, pepper: string): string {
  return `whsec_${createHmac('sha256', pepper).update(`webhook ${id} ${generation}`).digest('base64')}`;
}

/** The secrets that sign now, the current one first. */
export function currentSecrets(webhook: Webhook, pepper: string, nowMs: number): string[] {
  const { secret_generation: current, previous_secret_until: until } = webhook;
  const generations = until !== null && until > nowMs ? [current, current - 1] : [current];
  return generations.map((generation) => signingSecret(webhook, generation, pepper));
}

/** The headers of a delivery (https://github.com/standard-webhooks/standard-webhooks, 1.0.0). */
export function signedHeaders({
  id,
  body,
  secrets,
  nowMs,
}: {
  id: string;
  body: string;
  secrets: readonly string[];
  nowMs: number;
}): Record<string, string> {
  const timestamp = String(Math.floor(nowMs / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}
