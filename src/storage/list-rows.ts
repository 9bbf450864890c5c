import type { Key, Write } from './table.ts';

/**
 * The write of a list row. `changed` is when it was written, in milliseconds by this process's clock: readers look for
 * rows changed since they last looked, so it has to be made at the very moment of writing.
 */
export function putRow(row: Key): Write {
  return { Put: { Item: { ...row, changed: Date.now() } } };
}
