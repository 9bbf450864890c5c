import { env } from './env.ts';

/** Items deleted after the configured number of days. */
type Kept = 'ACTIVITY' | 'AUDIT' | 'JOB_REPORT';

/** The attribute that makes DynamoDB delete an item; none without a retention period. */
export function expiry(kept: Kept, writtenAtMs: number): { expiresAtSeconds?: number } {
  const days = env(`${kept}_RETENTION_DAYS`);
  return days === undefined ? {} : { expiresAtSeconds: Math.ceil(writtenAtMs / 1000) + days * 86_400 };
}
