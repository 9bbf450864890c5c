import type { Value } from '../model/spec.ts';
import { type Bitset, bitset, intersect, remove } from './bitset.ts';
import { addSlot, countWithin, intersectPosting, type Posting, removeSlot, slotsOf, unionPosting } from './postings.ts';

/** An inverted index of one field for equality filters. A row has zero, one or several values. */
export class ValueIndex {
  readonly #postings = new Map<Value, Posting>();
  /** One more than the largest slot. */
  #slots = 0;

  add(slot: number, values: readonly Value[]): void {
    this.#slots = Math.max(this.#slots, slot + 1);
    for (const value of values) {
      this.#postings.set(value, addSlot(this.#postings.get(value) ?? [], slot, this.#slots));
    }
  }

  /** Removes a row; `values` must be those it was added with. */
  remove(slot: number, values: readonly Value[]): void {
    for (const value of new Set(values)) removeSlot(this.#postings.get(value) ?? bitset(0), slot);
  }

  /** Removes the rows that have none of the values from a set. */
  intersect(bits: Bitset, wanted: readonly Value[]): void {
    const postings = wanted.map((value) => this.#postings.get(value) ?? []);
    const [first] = postings;
    if (first && postings.length === 1) {
      intersectPosting(bits, first);
      return;
    }
    const any = bitset(bits.length * 32);
    for (const posting of postings) unionPosting(any, posting);
    intersect(bits, any);
  }

  /** Adds the rows that have one of the values to a set. */
  unite(bits: Bitset, wanted: readonly Value[]): void {
    for (const value of wanted) unionPosting(bits, this.#postings.get(value) ?? []);
  }

  /** Removes the rows that have one of the values from a set. */
  remain(bits: Bitset, unwanted: readonly Value[]): void {
    for (const value of unwanted) for (const slot of slotsOf(this.#postings.get(value) ?? [])) remove(bits, slot);
  }

  facetCounts(bits: Bitset): Map<Value, number> {
    const counts = new Map<Value, number>();
    for (const [value, posting] of this.#postings) {
      const found = countWithin(bits, posting);
      if (found > 0) counts.set(value, found);
    }
    return counts;
  }
}
