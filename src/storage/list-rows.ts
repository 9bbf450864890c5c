import { type Key, updateIf, type Write } from './table.ts';

/**
 * The write of a list row. `changed` is when it was written, in milliseconds by this process's clock: readers look for
 * rows changed since they last looked, so it has to be made at the very moment of writing.
 */
export function putRow(row: Key): Write {
  return { Put: { Item: { ...row, changed: Date.now() } } };
}

/** Says in a list row that its publication was fetched, unless the row says so of a later time, or is gone. */
export async function touchRow(key: Key, fetchedAtMs: number): Promise<void> {
  await updateIf(() => ({
    Key: key,
    UpdateExpression: 'SET last_fetched_at = :fetched, changed = :now',
    ConditionExpression: 'last_fetched_at < :fetched',
    ExpressionAttributeValues: { ':fetched': fetchedAtMs, ':now': Date.now() },
  }));
}
