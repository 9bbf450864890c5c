/** A set of small whole numbers, one bit each, in a fixed number of 32-bit words. */
export type Bitset = Uint32Array;

/** An empty set with capacity for the numbers below `size`. */
export const bitset = (size: number): Bitset => new Uint32Array((size + 31) >>> 5);

export const has = (bits: Bitset, value: number): boolean => ((bits[value >>> 5] ?? 0) & (1 << (value & 31))) !== 0;

export function add(bits: Bitset, value: number): void {
  bits[value >>> 5] = (bits[value >>> 5] ?? 0) | (1 << (value & 31));
}

export function remove(bits: Bitset, value: number): void {
  bits[value >>> 5] = (bits[value >>> 5] ?? 0) & ~(1 << (value & 31));
}

/** Adds all of `other`, which may be shorter. */
export function union(bits: Bitset, other: Bitset): void {
  for (let word = 0; word < other.length; word++) bits[word] = (bits[word] ?? 0) | (other[word] ?? 0);
}

/** Keeps only numbers that are also in `other`, removing those beyond its capacity. */
export function intersect(bits: Bitset, other: Bitset): void {
  for (let word = 0; word < bits.length; word++) bits[word] = (bits[word] ?? 0) & (other[word] ?? 0);
}

/** A copy with capacity for the numbers below `size`. */
export function resize(bits: Bitset, size: number): Bitset {
  const larger = bitset(size);
  larger.set(bits.subarray(0, larger.length));
  return larger;
}

export const count = (bits: Bitset): number => countBoth(bits, bits);

export function countBoth(bits: Bitset, other: Bitset): number {
  let total = 0;
  const words = Math.min(bits.length, other.length);
  for (let word = 0; word < words; word++) {
    let rest = (bits[word] ?? 0) & (other[word] ?? 0);
    rest -= (rest >>> 1) & 0x55555555;
    rest = (rest & 0x33333333) + ((rest >>> 2) & 0x33333333);
    total += Math.imul((rest + (rest >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
  }
  return total;
}

/** The set of these numbers below `size`; larger ones are dropped. */
export function fromValues(numbers: Iterable<number>, size: number): Bitset {
  const bits = bitset(size);
  for (const number of numbers) if (number < size) add(bits, number);
  return bits;
}

export function* valuesIn(bits: Bitset): Generator<number> {
  for (let word = 0; word < bits.length; word++) {
    for (let rest = bits[word] ?? 0; rest !== 0; rest &= rest - 1) yield (word << 5) | (31 - Math.clz32(rest & -rest));
  }
}

export function filter(bits: Bitset, passes: (value: number) => boolean): void {
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
