import { log } from '#src/runtime/log.ts';
import { sleep } from '#src/runtime/sleep.ts';
import { isActiveFor } from './domain/cohort.ts';
import type { Rollout } from './domain/configuration.ts';
import { getRollout } from './store/configuration.ts';

/** The rollout as this process last read it. Routes that show or change it read the table instead. */

const maxAgeMs = 60_000;
/** Delays the next read after a failure, because each attempt delays a search. */
const retryAfterMs = 10_000;
const readTimeoutMs = 500;

type Held = { reading: Promise<Rollout | undefined>; readAtMs: number; maxAgeMs: number };
let held: Held | undefined;
let latest: Rollout | undefined;

/** Whether an entity (a workspace) has locale-aware search. Nobody has it for ten seconds after a failed read. */
export async function isLocaleSearchActive(entityId: string, nowMs: number): Promise<boolean> {
  const rollout = await servedRollout(nowMs);
  return rollout !== undefined && isActiveFor(rollout, entityId);
}

/** This process's last rollout, of any age; undefined before the first search, or if there is none. */
export const latestRollout = (): Rollout | undefined => latest;

function servedRollout(nowMs: number): Promise<Rollout | undefined> {
  const ageMs = held ? nowMs - held.readAtMs : Number.POSITIVE_INFINITY;
  if (held && ageMs >= 0 && ageMs < held.maxAgeMs) return held.reading;
  const reading = read(() => {
    if (held?.reading === reading) held.maxAgeMs = retryAfterMs;
  });
  held = { reading, readAtMs: nowMs, maxAgeMs };
  return reading;
}

async function read(onFailure: () => void): Promise<Rollout | undefined> {
  const end = new AbortController();
  const tooLate = sleep(readTimeoutMs, end.signal).then(() => {
    throw new Error(`The table did not answer within ${readTimeoutMs} ms`);
  });
  try {
    latest = await Promise.race([getRollout(), tooLate]);
    return latest;
  } catch (error) {
    log('error', 'The rollout was not read, so search is plain', { error });
    onFailure();
    return undefined;
  } finally {
    tooLate.catch(() => {});
    end.abort();
  }
}
