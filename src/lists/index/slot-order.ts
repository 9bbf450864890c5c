import { type Bitset, countBetween, has } from '../sets/bitset.ts';

/** The slots of a snapshot in an order, by place. */
export interface StoredOrder {
  length: number;
  /** None if each slot is at the place of its own number, as in the order in which rows are stored. */
  slots?: Int32Array;
}

/** Prefix counts: the number of a set's slots before each counted block of an order; initially `[0]`. */
export type Ranks = number[];

const blockSlots = 1_024;

/**
 * The slots of a list in an order: those of the snapshot, which do not move, and among them those written since. A slot of
 * the snapshot stays when its row is dead: sets of rows do not have it.
 */
export class SlotOrder {
  readonly #stored: StoredOrder;
  /** In order. */
  readonly #written: Int32Array;
  /** For each of these, the number of slots of the snapshot before it. */
  readonly #places: Int32Array;

  constructor(stored: StoredOrder, written: Int32Array, places: Int32Array) {
    this.#stored = stored;
    this.#written = written;
    this.#places = places;
  }

  get length(): number {
    return this.#stored.length + this.#written.length;
  }

  at(index: number): number {
    const before = this.#writtenBefore(index);
    const isWritten = before < this.#written.length && (this.#places[before] ?? 0) + before === index;
    return isWritten ? (this.#written[before] ?? 0) : storedAt(this.#stored, index - before);
  }

  /** All slots but the dead ones. */
  without(dead: Bitset): Int32Array {
    const slots = new Int32Array(this.length);
    let end = 0;
    this.#visit(0, (slot) => {
      if (!has(dead, slot)) slots[end++] = slot;
      return true;
    });
    return slots.subarray(0, end);
  }

  /** At most `limit` slots of a set, from an index on, after some that are left out. */
  slotsFrom(index: number, bits: Bitset, limit: number, leftOut = 0): number[] {
    const slots: number[] = [];
    let left = leftOut;
    if (limit > 0) this.#visit(index, (slot) => !has(bits, slot) || left-- > 0 || slots.push(slot) < limit, bits);
    return slots;
  }

  /**
   * The slots of a set at ranks `first` to `end` (exclusive). Earlier blocks are skipped by their counts, so a far page
   * costs no more than a near one. Appends new counts to `ranks`.
   */
  slotsAtRanks(bits: Bitset, first: number, end: number, ranks: Ranks): number[] {
    while ((ranks.at(-1) ?? 0) <= first && ranks.length * blockSlots < this.length)
      ranks.push((ranks.at(-1) ?? 0) + this.#countInBlock(bits, ranks.length - 1));
    let block = ranks.length - 1;
    while ((ranks[block] ?? 0) > first) block--;
    return this.slotsFrom(block * blockSlots, bits, end - first, first - (ranks[block] ?? 0));
  }

  #countInBlock(bits: Bitset, block: number): number {
    const end = (block + 1) * blockSlots;
    let before = this.#writtenBefore(block * blockSlots);
    let place = block * blockSlots - before;
    let total = 0;
    for (;;) {
      const next = before < this.#written.length ? (this.#places[before] ?? 0) : this.#stored.length;
      const stop = Math.min(next, end - before);
      total += countStored(this.#stored, bits, place, stop);
      place = stop;
      if (place + before >= end) return total;
      if (has(bits, this.#written[before] ?? 0)) total++;
      before++;
    }
  }

  /** Calls a function for each slot from an index on until it says no. With `bits`, only those in it must be visited. */
  #visit(index: number, goesOn: (slot: number) => boolean, bits?: Bitset): void {
    const { slots, length } = this.#stored;
    let before = this.#writtenBefore(index);
    let place = index - before;
    for (;;) {
      const stop = before < this.#written.length ? (this.#places[before] ?? 0) : length;
      for (; place < stop; place++) {
        // Ascending slots are in the same word, which most often is empty where few rows match.
        if (bits && !slots && bits[place >>> 5] === 0) place |= 31;
        else if (!goesOn(slots ? (slots[place] ?? 0) : place)) return;
      }
      place = stop;
      if (before === this.#written.length || !goesOn(this.#written[before++] ?? 0)) return;
    }
  }

  /** The number of written slots before an index, by binary search. */
  #writtenBefore(index: number): number {
    let first = 0;
    let end = this.#written.length;
    while (first < end) {
      const middle = (first + end) >>> 1;
      if ((this.#places[middle] ?? 0) + middle < index) first = middle + 1;
      else end = middle;
    }
    return first;
  }
}

export const storedAt = ({ slots }: StoredOrder, place: number): number => (slots ? (slots[place] ?? 0) : place);

/** The number of a set's slots at places `first` to `end` (exclusive). */
function countStored({ slots }: StoredOrder, bits: Bitset, first: number, end: number): number {
  if (!slots) return countBetween(bits, first, end);
  let total = 0;
  for (let place = first; place < end; place++) {
    const slot = slots[place] ?? 0;
    // Without a branch, because membership of a slot is unpredictable.
    total += ((bits[slot >>> 5] ?? 0) >>> (slot & 31)) & 1;
  }
  return total;
}
