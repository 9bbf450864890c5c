import { retryIfStale, stale } from '#src/runtime/retry.ts';
import { getItem, type Item, type Key } from './table.ts';

/** The result of rewriting a record in the current shape. `gone`: it was deleted and stays deleted. */
export type RewriteResult = 'rewritten' | 'current' | 'gone';

/** Whether an item has an older shape than this one. Items without a number are older than any shape. */
export const hasOlderShape = ({ shape }: Item, current: number): boolean =>
  typeof shape !== 'number' || shape < current;

/**
 * Rewrites a record of an older shape as the current schema reads it. Only its version changes, and its withdrawal time
 * if `save` says so. One read and at most one write per attempt; retried after concurrent writes, then throws
 * Contention.
 */
export function rewriteRecord<R extends { version: number }>(
  key: Key,
  shape: number,
  {
    parse,
    save,
  }: {
    parse: (item: Item) => R | undefined | Promise<R | undefined>;
    save: (record: R, before: R) => Promise<boolean>;
  },
): Promise<RewriteResult> {
  return retryIfStale(`The item ${key.pk}`, async () => {
    const item = await getItem(key);
    const before = item && (await parse(item));
    if (!before) return 'gone';
    if (!hasOlderShape(item, shape)) return 'current';
    return (await save({ ...before, version: before.version + 1 }, before)) ? 'rewritten' : stale;
  });
}
