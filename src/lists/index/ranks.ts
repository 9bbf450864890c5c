import { type Bitset, has } from '../sets/bitset.ts';

const blockSlots = 1_024;

/** Prefix counts: the number of a set's slots before each counted block of an order; initially `[0]`. */
export type Ranks = number[];

/**
 * The slots of a set at ranks `first` to `end` (exclusive) of an order. Earlier blocks are skipped by their counts, so
 * a far page costs no more than a near one. Appends new counts to `ranks`.
 */
export function slotsAtRanks(bits: Bitset, order: Int32Array, first: number, end: number, ranks: Ranks): number[] {
  while ((ranks.at(-1) ?? 0) <= first && ranks.length * blockSlots < order.length) {
    const block = order.subarray((ranks.length - 1) * blockSlots, ranks.length * blockSlots);
    ranks.push((ranks.at(-1) ?? 0) + countIn(bits, block));
  }
  let block = ranks.length - 1;
  while ((ranks[block] ?? 0) > first) block--;
  const slots: number[] = [];
  let rank = ranks[block] ?? 0;
  for (let index = block * blockSlots; rank < end && index < order.length; index++) {
    const slot = order[index] ?? 0;
    if (has(bits, slot) && rank++ >= first) slots.push(slot);
  }
  return slots;
}

/** Branch-free, because membership of a slot is unpredictable. */
function countIn(bits: Bitset, slots: Int32Array): number {
  let total = 0;
  for (const slot of slots) total += ((bits[slot >>> 5] ?? 0) >>> (slot & 31)) & 1;
  return total;
}
