import { add, type Bitset, bitset, filterBits, intersect, subtract, union } from '../sets/bitset.ts';
import { float64s, uint32s } from './packed.ts';

const mostSets = 16;
const rowsSampled = 4_096;

/**
 * A number of each row of a snapshot, NaN without one, and for some numbers the rows that have at least this one. These
 * sets decide about most rows, since to read numbers from all over the memory takes far longer.
 */
export class NumberColumn {
  readonly #numbers: Float64Array;
  /** Ascending; the first is less than all numbers. None in snapshots of older releases. */
  readonly #thresholds: Float64Array;
  readonly #sets: Uint32Array;

  constructor([numbers, thresholds, sets]: readonly Uint8Array[]) {
    this.#numbers = float64s(numbers);
    this.#thresholds = float64s(thresholds);
    this.#sets = uint32s(sets);
  }

  at(slot: number): number {
    return this.#numbers[slot] ?? NaN;
  }

  /** Removes the rows whose number is not in a range, or missing, from a set. Rows after those of the column stay. */
  keepBetween(bits: Bitset, least: number, most: number): void {
    const numbers = this.#numbers;
    const isInRange = (slot: number) => (numbers[slot] ?? NaN) >= least && (numbers[slot] ?? NaN) <= most;
    // The last word of a set may have rows after those of the column.
    const words = this.#thresholds.length > 0 ? numbers.length >>> 5 : 0;
    const decided = bits.subarray(0, words);
    const wrong = this.#decide(decided, least, most);
    filterBits(wrong, (slot) => !isInRange(slot));
    subtract(decided, wrong);
    const first = words * 32;
    filterBits(bits.subarray(words), (value) => first + value >= numbers.length || isInRange(first + value));
  }

  /** Removes the rows that the sets exclude. Returns those that they neither exclude nor include. */
  #decide(bits: Bitset, least: number, most: number): Bitset {
    const count = this.#thresholds.length;
    const undecided = bitset(bits.length * 32);
    if (count === 0) return undecided;
    const above = this.#thresholds.findIndex((threshold) => threshold > least);
    const first = (above < 0 ? count : above) - 1;
    intersect(bits, this.#set(first));
    if (this.#thresholds[first] !== least) {
      union(undecided, bits);
      if (above >= 0) subtract(undecided, this.#set(above));
    }
    if (most === Infinity) return undecided;
    const over = this.#thresholds.findIndex((threshold) => threshold > most);
    if (over >= 0) subtract(bits, this.#set(over));
    const highest = bits.slice();
    intersect(highest, this.#set((over < 0 ? count : over) - 1));
    union(undecided, highest);
    return undecided;
  }

  /** The rows with at least a threshold. */
  #set(index: number): Bitset {
    const words = (this.#numbers.length + 31) >>> 5;
    return this.#sets.subarray(index * words, (index + 1) * words);
  }
}

/** The three arrays of a `NumberColumn`. */
export function packNumbers(numbers: Float64Array): [Float64Array, Float64Array, Uint32Array] {
  const thresholds = thresholdsOf(numbers);
  const words = (numbers.length + 31) >>> 5;
  const sets = new Uint32Array(thresholds.length * words);
  for (const [index, threshold] of thresholds.entries()) {
    const set = sets.subarray(index * words, (index + 1) * words);
    for (let slot = 0; slot < numbers.length; slot++) if ((numbers[slot] ?? NaN) >= threshold) add(set, slot);
  }
  return [numbers, thresholds, sets];
}

/** Numbers that divide the rows into parts of about the same size, as far as equal numbers allow. */
function thresholdsOf(numbers: Float64Array): Float64Array {
  const step = Math.max(1, Math.floor(numbers.length / rowsSampled));
  const sample = numbers.filter((number, slot) => slot % step === 0 && !Number.isNaN(number)).sort();
  const parts = Array.from(
    { length: mostSets - 1 },
    (_, n) => sample[Math.floor((n * sample.length) / (mostSets - 1))],
  );
  return Float64Array.from(new Set([-Infinity, ...parts.filter((number) => number !== undefined)]));
}
