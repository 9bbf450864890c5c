import { add, type Bitset, countBoth, fromValues, has } from '../sets/bitset.ts';
import { type Posting, slotsOf } from '../sets/postings.ts';
import { int32s, uint32s } from './packed.ts';

/** Many posting lists in one array: each the slots in ascending order, or a bitset where that is smaller. */
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

/** The three arrays of `PostingLists`, for slots below `size`. */
export function packPostingLists(postings: readonly Posting[], size: number): [Uint32Array, Uint8Array, Int32Array] {
  const isBitset = new Uint8Array(postings.length);
  const lists = postings.map((posting, index) => {
    const slots = Int32Array.from(slotsOf(posting)).sort();
    if (slots.length <= (size + 31) >>> 5) return slots;
    isBitset[index] = 1;
    return new Int32Array(fromValues(slots, size).buffer);
  });
  const starts = new Uint32Array(lists.length + 1);
  for (const [index, { length }] of lists.entries()) starts[index + 1] = (starts[index] ?? 0) + length;
  const data = new Int32Array(starts.at(-1) ?? 0);
  for (const [index, list] of lists.entries()) data.set(list, starts[index]);
  return [starts, isBitset, data];
}
