import { createHash } from 'node:crypto';
import { Problem } from '../errors.ts';
import { countRequest } from '../storage/access/usage.ts';

const mailsPerMinute = 3;
const requestsPerMinute = 10;

/** Counts a reset request of an IP address. Throws Problem `rate_limited` if the limit per minute is exceeded. */
export async function enforceSenderLimit(ip: string | undefined, now: Date): Promise<void> {
  const { allowed, minute } = await countRequest(`reset-ip:${bucketOf(ip ?? '')}`, requestsPerMinute, now);
  if (allowed) return;
  const seconds = Math.max(1, Math.ceil((minute + 1) * 60 - now.getTime() / 1000));
  throw new Problem('rate_limited', `The limit is ${requestsPerMinute} requests per minute from one IP address`, {
    retryAfterSeconds: seconds,
  });
}

/** Counts a mail to an address. Returns false if the limit per minute is exceeded; clients must not see the result. */
export async function countMail(email: string, now: Date): Promise<boolean> {
  return (await countRequest(`reset:${bucketOf(email)}`, mailsPerMinute, now)).allowed;
}

/**
 * Hashes into about a million counters, so that many addresses cannot fill the table and no address is stored. A
 * collision shares a limit, which is rare and lasts a minute at most.
 */
const bucketOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 5);
