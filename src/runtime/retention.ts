import { env } from './env.ts';

/** What is deleted after the days that the settings say. */
type Kept = 'ACTIVITY' | 'AUDIT' | 'JOB_REPORT';

/** The attribute that has DynamoDB delete an item which was written at a time; none if it is to stay. */
export function expiry(kept: Kept, writtenAtMs: number): { expiresAtSeconds?: number } {
  const days = env(`${kept}_RETENTION_DAYS`);
  return days === undefined ? {} : { expiresAtSeconds: Math.ceil(writtenAtMs / 1000) + days * 86_400 };
}
