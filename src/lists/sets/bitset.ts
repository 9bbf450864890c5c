/** A set of small whole numbers, one bit each, in a fixed number of 32-bit words. */
export type Bitset = Uint32Array;

// No loop reads beyond the end of an array: once one has, the engine makes every read in it several times as slow.

/** An empty set with capacity for the numbers below `size`. */
export const bitset = (size: number): Bitset => new Uint32Array((size + 31) >>> 5);

export function has(bits: Bitset, value: number): boolean {
  const word = value >>> 5;
  return word < bits.length && ((bits[word] ?? 0) & (1 << (value & 31))) !== 0;
}

export function add(bits: Bitset, value: number): void {
  bits[value >>> 5] = (bits[value >>> 5] ?? 0) | (1 << (value & 31));
}

export function remove(bits: Bitset, value: number): void {
  const word = value >>> 5;
  if (word < bits.length) bits[word] = (bits[word] ?? 0) & ~(1 << (value & 31));
}

/** Adds all of `other`, which may be shorter. */
export function union(bits: Bitset, other: Bitset): void {
  for (let word = 0; word < other.length; word++) bits[word] = (bits[word] ?? 0) | (other[word] ?? 0);
}

/** Keeps only numbers that are also in `other`, removing those beyond its capacity. */
export function intersect(bits: Bitset, other: Bitset): void {
  const words = Math.min(bits.length, other.length);
  for (let word = 0; word < words; word++) bits[word] = (bits[word] ?? 0) & (other[word] ?? 0);
  bits.fill(0, words);
}

/** Removes all of `other`. */
export function subtract(bits: Bitset, other: Bitset): void {
  const words = Math.min(bits.length, other.length);
  for (let word = 0; word < words; word++) bits[word] = (bits[word] ?? 0) & ~(other[word] ?? 0);
}

/** A copy with capacity for the numbers below `size`. */
export function resize(bits: Bitset, size: number): Bitset {
  const larger = bitset(size);
  larger.set(bits.subarray(0, larger.length));
  return larger;
}

export function isEmpty(bits: Bitset): boolean {
  for (let word = 0; word < bits.length; word++) if (bits[word] !== 0) return false;
  return true;
}

export const countBits = (bits: Bitset): number => countBoth(bits, bits);

export function countBoth(bits: Bitset, other: Bitset): number {
  let total = 0;
  const words = Math.min(bits.length, other.length);
  for (let word = 0; word < words; word++) total += countOnes((bits[word] ?? 0) & (other[word] ?? 0));
  return total;
}

/** The number of its values from `first` to `end` (exclusive). */
export function countBetween(bits: Bitset, first: number, end: number): number {
  const last = end >>> 5;
  let total = 0;
  for (let word = first >>> 5; word < Math.min(last, bits.length); word++) total += countOnes(bits[word] ?? 0);
  return total - countBelow(bits, first) + countBelow(bits, end);
}

/** The number of its values that are less than this one and in the same word. */
function countBelow(bits: Bitset, value: number): number {
  const word = value >>> 5;
  return word < bits.length ? countOnes((bits[word] ?? 0) & ((1 << (value & 31)) - 1)) : 0;
}

function countOnes(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** The set of these numbers below `size`; larger ones are dropped. */
export function fromValues(numbers: Iterable<number>, size: number): Bitset {
  const bits = bitset(size);
  for (const number of numbers) if (number < size) add(bits, number);
  return bits;
}

/** Its `total` values, in ascending order. */
export function arrayOf(bits: Bitset, total: number): Int32Array {
  const values = new Int32Array(total);
  let index = 0;
  for (let word = 0; word < bits.length; word++) {
    for (let rest = bits[word] ?? 0; rest !== 0; rest &= rest - 1)
      values[index++] = (word << 5) | (31 - Math.clz32(rest & -rest));
  }
  return values;
}

export function* valuesIn(bits: Bitset): Generator<number> {
  for (let word = 0; word < bits.length; word++) {
    for (let rest = bits[word] ?? 0; rest !== 0; rest &= rest - 1) yield (word << 5) | (31 - Math.clz32(rest & -rest));
  }
}

export function filterBits(bits: Bitset, passes: (value: number) => boolean): void {
  for (let word = 0; word < bits.length; word++) {
    const before = bits[word] ?? 0;
    let kept = before;
    for (let rest = before; rest !== 0; rest &= rest - 1) {
      const bit = 31 - Math.clz32(rest & -rest);
      if (!passes((word << 5) | bit)) kept &= ~(1 << bit);
    }
    if (kept !== before) bits[word] = kept;
  }
}
