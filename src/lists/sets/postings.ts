import {
  add,
  type Bitset,
  countBoth,
  fromValues,
  has,
  intersect,
  remove,
  resize,
  subtract,
  union,
  valuesIn,
} from './bitset.ts';

/**
 * The slots of rows with the same value. An array or, from one row in 32, a bitset, which is smaller then. Those of a
 * snapshot are `Int32Array`s or, from one row in 64, bitsets, and do not change.
 */
export type Posting = number[] | Int32Array | Bitset;

export const isBitset = (posting: Posting): posting is Bitset => posting instanceof Uint32Array;

/** A posting list of some of `slots` slots, which ascend. */
export const postingOf = (ascending: readonly number[], slots: number): Posting =>
  ascending.length * 32 > slots ? fromValues(ascending, slots) : Int32Array.from(ascending);

/** Adds one of `slots` slots to a posting list. Adding a slot twice in succession has no effect. */
export function addSlot(posting: Posting, slot: number, slots: number): Posting {
  if (Array.isArray(posting)) {
    if (posting[posting.length - 1] !== slot) posting.push(slot);
    if (posting.length <= 64 || posting.length * 32 <= slots) return posting;
    return fromValues(posting, capacityFor(slots));
  }
  if (!isBitset(posting)) throw new Error('A posting list of a snapshot does not change');
  const target = slot >>> 5 < posting.length ? posting : resize(posting, capacityFor(slots));
  add(target, slot);
  return target;
}

export function removeSlot(posting: Posting, slot: number): void {
  if (Array.isArray(posting)) posting.splice(posting.indexOf(slot), 1);
  else if (isBitset(posting)) remove(posting, slot);
}

/** Adds the posting list to `bits`, which must have capacity for every slot. */
export function unionPosting(bits: Bitset, posting: Posting): void {
  if (isBitset(posting)) union(bits, posting.subarray(0, bits.length));
  else for (let index = 0; index < posting.length; index++) add(bits, posting[index] ?? 0);
}

/** Removes the posting list from `bits`. */
export function subtractPosting(bits: Bitset, posting: Posting): void {
  if (isBitset(posting)) subtract(bits, posting);
  else for (let index = 0; index < posting.length; index++) remove(bits, posting[index] ?? 0);
}

export function intersectPosting(bits: Bitset, posting: Posting): void {
  if (!(posting instanceof Int32Array)) {
    intersect(bits, isBitset(posting) ? posting : fromValues(posting, bits.length * 32));
    return;
  }
  // These ascend, so that each word is written once. What is between two of them is cleared.
  const noSlot = bits.length * 32;
  const slotAt = (index: number) => (index < posting.length ? (posting[index] ?? 0) : noSlot);
  let index = 0;
  let slot = slotAt(0);
  for (let word = 0; word < bits.length; word++) {
    const end = word * 32 + 32;
    let kept = 0;
    while (slot < end) {
      kept |= 1 << slot;
      slot = slotAt(++index);
    }
    bits[word] = kept === 0 ? 0 : (bits[word] ?? 0) & kept;
  }
}

/** Whether a posting list of a snapshot, whose slots ascend, has a slot. */
export function hasSlot(posting: Posting, slot: number): boolean {
  if (isBitset(posting)) return has(posting, slot);
  let [low, end] = [0, posting.length];
  while (low < end) {
    const middle = (low + end) >>> 1;
    if ((posting[middle] ?? 0) < slot) low = middle + 1;
    else end = middle;
  }
  return low < posting.length && posting[low] === slot;
}

/** At most so many slots are in the posting list. */
export const mostSlots = (posting: Posting): number => posting.length * (isBitset(posting) ? 32 : 1);

export const slotsOf = (posting: Posting): Iterable<number> => (isBitset(posting) ? valuesIn(posting) : posting);

/** The number of its slots that are in `bits`. */
export function countWithin(bits: Bitset, posting: Posting): number {
  if (isBitset(posting)) return countBoth(bits, posting);
  let total = 0;
  for (let index = 0; index < posting.length; index++) if (has(bits, posting[index] ?? 0)) total++;
  return total;
}

/** With spare capacity, so that not every new row copies it. */
const capacityFor = (slots: number) => slots + (slots >>> 1) + 32;
