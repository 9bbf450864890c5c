import { RevocationEntry } from '../domain/access/revocation.ts';
import { getObject, listObjects, putObject } from '../runtime/bucket.ts';
import { inParallel } from '../runtime/in-parallel.ts';
import { log } from '../runtime/log.ts';
import { deleteRevocations, pendingRevocations } from '../storage/access/revocations.ts';
import { objectKeys } from '../storage/keys.ts';

/**
 * The ledger of revocations: objects of a bucket that functions can only add to, so that they outlive the table and
 * whoever deletes from it (docs/decisions/0143-restore.md).
 */

const objectsAtOnce = 8;
const bucket = 'LEDGER_BUCKET_NAME';

/**
 * Copies the entries of the table to the ledger, then deletes them from the table. A run that ends halfway copies some
 * again, under the same keys. Returns how many.
 */
export async function recordRevocations(): Promise<number> {
  const entries = await pendingRevocations();
  await inParallel(entries, objectsAtOnce, ({ at, id, revocations }) =>
    putObject(objectKeys.revocation(at, id), Buffer.from(JSON.stringify({ at, id, revocations })), bucket),
  );
  await deleteRevocations(entries);
  if (entries.length > 0) log('info', 'revocations recorded', { entries: entries.length });
  return entries.length;
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
