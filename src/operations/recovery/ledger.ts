import { RevocationEntry } from '#src/identity/domain/revocation.ts';
import { deleteRevocations, pendingRevocations } from '#src/identity/store/pending-revocations.ts';
import { inParallel } from '#src/runtime/in-parallel.ts';
import { log } from '#src/runtime/log.ts';
import { getObject, listObjects, putObject } from '#src/runtime/requests/bucket.ts';
import { objectKeys } from '#src/table/keys.ts';

/**
 * The ledger of revocations: objects in a bucket that functions can only add to, so that they survive the table and
 * anyone who deletes from it (docs/decisions/0143-restore.md).
 */

const objectsAtOnce = 8;
/** Few enough to take less than the half minute reserved for them, even if the bucket is slow. */
const entriesAtOnce = 16;
const bucket = 'LEDGER_BUCKET_NAME';

/**
 * Copies the entries of the table to the ledger, oldest first, and deletes them from the table in batches, until
 * `untilMs`; the next run continues. After a crash, some are copied again under the same keys.
 */
export async function recordRevocations(untilMs: number): Promise<void> {
  const entries = await pendingRevocations();
  let recorded = 0;
  while (recorded < entries.length && Date.now() < untilMs) {
    const batch = entries.slice(recorded, recorded + entriesAtOnce);
    await inParallel(batch, objectsAtOnce, ({ at, id, revocations }) =>
      putObject(objectKeys.revocation(at, id), Buffer.from(JSON.stringify({ at, id, revocations })), bucket),
    );
    await deleteRevocations(batch);
    recorded += batch.length;
  }
  if (entries.length > 0) log('info', 'revocations recorded', { recorded, pending: entries.length - recorded });
}

/** The entries of the ledger since a time in milliseconds, oldest first. Throws if one cannot be read. */
export async function readLedger(sinceMs: number): Promise<RevocationEntry[]> {
  const names = await listObjects(objectKeys.revocations, objectKeys.revocation(sinceMs, ''), bucket);
  return inParallel(names, objectsAtOnce, async (name) => {
    const body = await getObject(name, bucket);
    const parsed = RevocationEntry.safeParse(body && JSON.parse(new TextDecoder().decode(body)));
    if (!parsed.success) throw new Error(`The entry ${name} of the ledger of revocations cannot be read`);
    return parsed.data;
  });
}
