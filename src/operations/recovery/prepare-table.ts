import type { RevocationEntry } from '#src/identity/domain/revocation.ts';
import { apiKeyHashes, markUnsynced } from '#src/identity/store/api-keys.ts';
import { pendingRevocations } from '#src/identity/store/pending-revocations.ts';
import { beginEpoch, readEpoch } from '#src/records/store/list-rows.ts';
import { inParallel } from '#src/runtime/in-parallel.ts';
import { collections } from '#src/table/keys.ts';
import { type Application, applyRevocations } from './apply-revocations.ts';
import { eraseAgain } from './erase-again.ts';
import { readLedger } from './ledger.ts';

/**
 * Entries this long before the point in time are also applied: a transaction commits up to ten seconds after its time
 * stamp, and backups are accurate to the second.
 */
const ledgerMarginMs = 60_000;

const keysAtOnce = 8;

/** The entries that a table restored to a point in time may lack, from the ledger and those not yet copied there. */
async function revocationsSince(pointInTimeMs: number): Promise<RevocationEntry[]> {
  const sinceMs = pointInTimeMs - ledgerMarginMs;
  const [recorded, pending] = [await readLedger(sinceMs), await pendingRevocations()];
  return [...recorded, ...pending.filter(({ at }) => at >= sinceMs)];
}

/**
 * Repeats the revocations and erasures made since the table's point in time. Returns the changes, or those that a dry
 * run would make.
 */
export async function revokeSince(
  pointInTimeMs: number,
  lostEntries: readonly RevocationEntry[],
  application: Application,
): Promise<string[]> {
  const entries = [...(await revocationsSince(pointInTimeMs)), ...lostEntries];
  return [...(await applyRevocations(entries, application)), ...(await eraseAgain(entries, application))];
}

/**
 * Begins a new history of a restored or imported table: every reader of a list loads it again, clients' copies start
 * over, and every API key is compared with API Gateway. If repeated, copies start over again.
 */
export async function beginHistory(nowMs: number): Promise<void> {
  for (let after: string | undefined, isFirst = true; isFirst || after !== undefined; isFirst = false) {
    const page = await apiKeyHashes(after);
    await inParallel(page.items, keysAtOnce, (hash) => markUnsynced(hash, nowMs));
    after = page.next;
  }
  // Last, because these signal that the rest is done.
  for (const collection of collections) await beginEpoch(collection, nowMs);
}

/** Whether the table has begun a history since a time, in milliseconds. */
export async function hasBegunHistory(sinceMs: number): Promise<boolean> {
  for (const collection of collections) if ((await readEpoch(collection)) < sinceMs) return false;
  return true;
}
