import { groupRows, packRowGroup } from '../sections/row-group.ts';
import type { Rows } from './rows.ts';

/** Smaller groups are joined with the next one, so that many compactions do not leave many small groups. */
const leastRows = groupRows / 4;

export interface PackedGroup {
  rows: number;
  bytes: Uint8Array;
}

/**
 * The groups of rows in an order. A group of the snapshot in which nothing has changed is taken as it is: most are, if
 * the order is the same.
 */
export function packGroups<Row extends object>(
  rows: Rows<Row>,
  order: Int32Array,
  fields: readonly string[],
): PackedGroup[] {
  const groups: PackedGroup[] = [];
  let changed: number[] = [];
  const packChanged = () => {
    // Of about the same size.
    const parts = Math.ceil(changed.length / groupRows);
    for (let part = 0; part < parts; part++) {
      const [from, to] = [part, part + 1].map((n) => Math.round((n * changed.length) / parts));
      const packed = changed.slice(from, to).map((slot) => rows.row(slot));
      groups.push({ rows: packed.length, bytes: packRowGroup(fields, packed) });
    }
    changed = [];
  };
  for (let place = 0; place < order.length; ) {
    const slot = order[place] ?? 0;
    const stored = changed.length === 0 || changed.length >= leastRows ? rows.base?.groupFrom(slot) : undefined;
    if (stored && stored.rows >= leastRows && isUnchanged(order, place, stored.rows)) {
      packChanged();
      groups.push(stored);
      place += stored.rows;
    } else {
      changed.push(slot);
      place++;
    }
    if (changed.length >= 8 * groupRows) packChanged();
  }
  packChanged();
  return groups;
}

/** Whether the rows from a place of the order on are in successive slots. */
function isUnchanged(order: Int32Array, place: number, rows: number): boolean {
  const first = order[place] ?? 0;
  for (let n = 1; n < rows; n++) if (order[place + n] !== first + n) return false;
  return true;
}
