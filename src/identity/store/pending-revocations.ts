import { keys } from '#src/table/keys.ts';
import { deleteItems, query } from '#src/table/table.ts';
import { RevocationEntry } from '../domain/revocation.ts';

/** The entries not yet copied, oldest first. */
export async function pendingRevocations(): Promise<RevocationEntry[]> {
  const entries: RevocationEntry[] = [];
  const all = {
    ConsistentRead: true,
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': keys.revocationList },
  };
  for await (const item of query(all)) entries.push(RevocationEntry.parse(item));
  return entries;
}

/** Deletes entries that were copied. */
export const deleteRevocations = (entries: readonly RevocationEntry[]): Promise<void> =>
  deleteItems(entries.map(({ at, id }) => keys.revocation(at, id)));
