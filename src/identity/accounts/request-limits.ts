import { createHash } from 'node:crypto';
import { env } from '#src/runtime/env.ts';
import { Problem } from '#src/runtime/errors.ts';
import { networkOf } from '../domain/client-network.ts';
import { countRequest } from '../store/usage.ts';

const mailsPerMinute = 3;
const requestsPerMinute = 10;
const signInsPerMinute = 60;
const faultsPerDay = 100;
const replaysPerHour = 60;

/** Counts a reset request from an IP address. Throws Problem `rate_limited` if the limit per minute is exceeded. */
export async function enforceSenderLimit(ip: string | undefined, now: Date): Promise<void> {
  const client = bucketOf(networkOf(ip ?? ''));
  const { allowed, endsAtMs } = await countRequest(`reset-ip:${client}`, requestsPerMinute, now);
  if (allowed) return;
  throw limitReached(`The limit is ${requestsPerMinute} requests per minute from one IP address`, endsAtMs, now);
}

/**
 * Counts the start of a sign-in from an IP address. Throws Problem `rate_limited` above the limit per minute: each stores
 * an attempt, and nobody is known yet.
 */
export async function enforceSignInLimit(ip: string | undefined, now: Date): Promise<void> {
  const client = bucketOf(networkOf(ip ?? ''));
  const { allowed, endsAtMs } = await countRequest(`sign-in-ip:${client}`, signInsPerMinute, now);
  if (allowed) return;
  throw limitReached(`The limit is ${signInsPerMinute} sign-ins per minute from one IP address`, endsAtMs, now);
}

/** Counts a mail to an address. Returns false if the limit per minute is exceeded; clients must not see the result. */
export async function countMail(email: string, now: Date): Promise<boolean> {
  return (await countRequest(`reset:${bucketOf(email)}`, mailsPerMinute, now)).allowed;
}

/**
 * Counts an invitation by a person, identified by the `sub` of their tokens. Throws Problem `rate_limited` above the
 * daily limit: each may send a mail, and mail servers stop trusting a pool that sends too many.
 */
export async function enforceInvitationLimit(subject: string, now: Date): Promise<void> {
  const limit = env('INVITATIONS_PER_DAY');
  const { allowed, endsAtMs } = await countRequest(`invitations:${bucketOf(subject)}`, limit, now, 'day');
  if (allowed) return;
  throw limitReached(`The limit is ${limit} invitations per day (UTC): invite more tomorrow`, endsAtMs, now);
}

/** Counts a fault that the pages of a person report. Throws Problem `rate_limited` above the daily limit. */
export async function enforceFaultLimit(subject: string, now: Date): Promise<void> {
  const { allowed, endsAtMs } = await countRequest(`faults:${bucketOf(subject)}`, faultsPerDay, now, 'day');
  if (allowed) return;
  throw limitReached(`The limit is ${faultsPerDay} faults per day (UTC) from one person`, endsAtMs, now);
}

/** Counts a replay of a webhook's event by an installation. Throws Problem `rate_limited` above the hourly limit. */
export async function enforceReplayLimit(installationId: string, now: Date): Promise<void> {
  const { allowed, endsAtMs } = await countRequest(`replays:${installationId}`, replaysPerHour, now, 'hour');
  if (allowed) return;
  const instead = 'a sync gets everything that was missed at once';
  throw limitReached(`The limit is ${replaysPerHour} replays per hour of one installation: ${instead}`, endsAtMs, now);
}

/**
 * Hashes into about a million counters, so that many addresses cannot fill the table and no address is stored. A
 * collision shares a limit, which is rare and lasts a minute or a day at most.
 */
const bucketOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 5);

const limitReached = (text: string, endsAtMs: number, now: Date) =>
  new Problem('rate_limited', text, { retryAfterSeconds: Math.max(1, Math.ceil((endsAtMs - now.getTime()) / 1000)) });
