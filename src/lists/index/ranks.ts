import { type Bitset, countBetween, has } from '../sets/bitset.ts';

const blockSlots = 1_024;

/** Prefix counts: the number of a set's slots before each counted block of an order; initially `[0]`. */
export type Ranks = number[];

/**
 * The slots of a set at ranks `first` to `end` (exclusive) of an order. Earlier blocks are skipped by their counts, so
 * a far page costs no more than a near one. Appends new counts to `ranks`.
 */
export function slotsAtRanks(bits: Bitset, order: Int32Array, first: number, end: number, ranks: Ranks): number[] {
  while ((ranks.at(-1) ?? 0) <= first && ranks.length * blockSlots < order.length)
    ranks.push((ranks.at(-1) ?? 0) + countInBlock(bits, order, ranks.length - 1));
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

function countInBlock(bits: Bitset, order: Int32Array, block: number): number {
  const from = block * blockSlots;
  if (isSuccessive(order, block)) {
    const first = order[from] ?? 0;
    return countBetween(bits, first, first + blockSlots);
  }
  let total = 0;
  for (let index = from; index < from + blockSlots; index++) {
    const slot = order[index] ?? 0;
    // Without a branch, because membership of a slot is unpredictable.
    total += ((bits[slot >>> 5] ?? 0) >>> (slot & 31)) & 1;
  }
  return total;
}

/** By order, whether the slots of each block are successive, once it is known: 1 for yes, 2 for no. */
const knownBlocks = new WeakMap<Int32Array, Uint8Array>();

/** Whether the slots of a block are successive: most are in the order in which rows are stored. */
function isSuccessive(order: Int32Array, block: number): boolean {
  const known = knownBlocks.get(order) ?? new Uint8Array(Math.ceil(order.length / blockSlots));
  knownBlocks.set(order, known);
  known[block] ||= hasSuccessiveSlots(order, block * blockSlots) ? 1 : 2;
  return known[block] === 1;
}

function hasSuccessiveSlots(order: Int32Array, from: number): boolean {
  const first = order[from] ?? 0;
  for (let n = 1; n < blockSlots; n++) if (order[from + n] !== first + n) return false;
  return true;
}
