import { add, type Bitset, countBoth, fromValues, has } from '../sets/bitset.ts';
import { type Posting, slotsOf } from '../sets/postings.ts';
import { int32s, uint32s } from './packed.ts';

/** Many posting lists in one array: each the slots in ascending order, or a bitset of at most twice the size. */
export class PostingLists {
  readonly #starts: Uint32Array;
  readonly #isBitset: Uint8Array;
  readonly #slots: Int32Array;
  readonly #words: Uint32Array;

  constructor(starts: Uint8Array | undefined, isBitset: Uint8Array = new Uint8Array(0), data?: Uint8Array) {
    this.#starts = uint32s(starts);
    this.#isBitset = isBitset;
    this.#slots = int32s(data);
    this.#words = uint32s(data);
  }

  at(index: number): Posting {
    const [start = 0, end = 0] = [this.#starts[index], this.#starts[index + 1]];
    return this.#isBitset[index] ? this.#words.subarray(start, end) : this.#slots.subarray(start, end);
  }

  /** The number of slots of a list that are in a set. */
  countWithin(bits: Bitset, index: number): number {
    const [start, end] = [this.#starts[index] ?? 0, this.#starts[index + 1] ?? 0];
    if (this.#isBitset[index]) return countBoth(bits, this.#words.subarray(start, end));
    const slots = this.#slots;
    let total = 0;
    for (let place = start; place < end; place++) if (has(bits, slots[place] ?? 0)) total++;
    return total;
  }

  /** Adds a list to a set, which has capacity for every slot. A search does so for many lists, so it makes no array. */
  unite(bits: Bitset, index: number): void {
    const [start, end] = [this.#starts[index] ?? 0, this.#starts[index + 1] ?? 0];
    const [slots, words] = [this.#slots, this.#words];
    if (this.#isBitset[index]) {
      for (let word = start; word < end; word++) bits[word - start] = (bits[word - start] ?? 0) | (words[word] ?? 0);
    } else for (let place = start; place < end; place++) add(bits, slots[place] ?? 0);
  }
}

/** Makes the three arrays of `PostingLists` from lists of slots that get other numbers. */
export class PostingListsPacker {
  readonly #places: Int32Array;
  readonly #size: number;
  readonly #bitsetWords: number;
  readonly #starts: number[] = [0];
  readonly #isBitset: number[] = [];
  #data = new Int32Array(1_024);

  /** `places` has the new number of each slot, -1 for those that are left out, and `size` is more than all of them. */
  constructor(places: Int32Array, size: number) {
    this.#places = places;
    this.#size = size;
    this.#bitsetWords = (size + 31) >>> 5;
  }

  /** Adds a list with the slots of several ones, which have none in common. Adds nothing, and says so, if all are left out. */
  add(postings: readonly Posting[]): boolean {
    const start = this.#starts.at(-1) ?? 0;
    let end = start;
    let isAscending = true;
    for (const posting of postings) {
      for (const slot of slotsOf(posting)) {
        const place = this.#places[slot] ?? -1;
        if (place < 0) continue;
        this.#reserve(end + 1);
        if (end > start && (this.#data[end - 1] ?? 0) > place) isAscending = false;
        this.#data[end++] = place;
      }
    }
    if (end === start) return false;
    const slots = this.#data.subarray(start, end);
    // A bitset that is twice as large as the list is still combined with other sets in less time.
    const isBitset = 2 * (end - start) > this.#bitsetWords;
    if (isBitset) {
      this.#reserve(start + this.#bitsetWords);
      this.#data.set(new Int32Array(fromValues(slots, this.#size).buffer), start);
      end = start + this.#bitsetWords;
    } else if (!isAscending) slots.sort();
    this.#isBitset.push(isBitset ? 1 : 0);
    this.#starts.push(end);
    return true;
  }

  packed(): [Uint32Array, Uint8Array, Int32Array] {
    const data = this.#data.subarray(0, this.#starts.at(-1));
    return [Uint32Array.from(this.#starts), Uint8Array.from(this.#isBitset), data];
  }

  #reserve(length: number): void {
    if (length <= this.#data.length) return;
    const larger = new Int32Array(this.#data.length * 2);
    larger.set(this.#data);
    this.#data = larger;
  }
}
