import { add, type Bitset, count, grown, has, intersect, ofMembers, remove, unite } from './bitset.ts';

/** The slots of rows that have something in common: a list where they are rare; from one row in 32 a bitset is smaller. */
export type Posting = number[] | Bitset;

/** With one more slot, the latest of `slots` so far. A slot that is added twice in a row is in it once. */
export function withSlot(posting: Posting, slot: number, slots: number): Posting {
  if (Array.isArray(posting)) {
    if (posting[posting.length - 1] !== slot) posting.push(slot);
    if (posting.length <= 64 || posting.length * 32 <= slots) return posting;
    return ofMembers(posting, roomFor(slots));
  }
  const roomy = slot >>> 5 < posting.length ? posting : grown(posting, roomFor(slots));
  add(roomy, slot);
  return roomy;
}

/** Takes a slot out that is in it. */
export function removeSlot(posting: Posting, slot: number): void {
  if (Array.isArray(posting)) posting.splice(posting.indexOf(slot), 1);
  else remove(posting, slot);
}

/** Adds all of its slots to `bits`, which has room for every slot there is. */
export function unitePosting(bits: Bitset, posting: Posting): void {
  if (!Array.isArray(posting)) unite(bits, posting.subarray(0, bits.length));
  else for (let index = 0; index < posting.length; index++) add(bits, posting[index] ?? 0);
}

export function intersectPosting(bits: Bitset, posting: Posting): void {
  intersect(bits, Array.isArray(posting) ? ofMembers(posting, bits.length * 32) : posting);
}

/** How many of its slots are in `bits`. */
export function countWithin(bits: Bitset, posting: Posting): number {
  if (Array.isArray(posting)) return posting.reduce((found, slot) => found + (has(bits, slot) ? 1 : 0), 0);
  const both = bits.slice();
  intersect(both, posting);
  return count(both);
}

/** Some to spare, so that not every new row moves it. */
const roomFor = (slots: number) => slots + (slots >>> 1) + 32;
