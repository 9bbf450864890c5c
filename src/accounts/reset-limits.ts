import { createHash } from 'node:crypto';
import { Problem } from '../errors.ts';
import { countRequest } from '../storage/access/usage.ts';

const mailsPerMinute = 3;
const requestsPerMinute = 10;

/** Counts a request against what its sender may ask a minute; Problem `rate_limited` over it. */
export async function chargeSender(ip: string | undefined, now: Date): Promise<void> {
  const { allowed, minute } = await countRequest(`reset-ip:${bucketOf(ip ?? '')}`, requestsPerMinute, now);
  if (allowed) return;
  const seconds = Math.max(1, Math.ceil((minute + 1) * 60 - now.getTime() / 1000));
  throw new Problem('rate_limited', `Only ${requestsPerMinute} requests a minute may come from one address`, {
    retryAfterSeconds: seconds,
  });
}

/** Counts a mail against what an address may get a minute; false when it has had them. Nobody else is told. */
export async function chargeAddress(email: string, now: Date): Promise<boolean> {
  return (await countRequest(`reset:${bucketOf(email)}`, mailsPerMinute, now)).allowed;
}

/**
 * One of a million counters: whoever tries many addresses cannot fill the table, and it keeps nobody's. Two that share
 * one share its limit, which is rare and over within a minute.
 */
const bucketOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 5);
