import type { DayInterval } from '#src/records/groups/days.ts';
import { type Bitset, has } from './bitset.ts';
import { Int32Slices } from './int32-slices.ts';

interface DatedIndexes {
  byPerson: { slotsOf(orcid: string): Iterable<Iterable<number>> };
  days: { firstDay(slot: number): number; lastDay(slot: number): number };
}

/** The rows of a person: their slots, then the first, and then the last day of each. */
interface Rows {
  numbers: Int32Array;
  count: number;
  /** The first and the last of all days. */
  first: number;
  last: number;
}

/** The rows of people with the days of their dates: they are compared once for each group of a person. */
export class DatedOutputs {
  readonly #indexes: DatedIndexes;
  readonly #names: readonly string[];
  readonly #among: Bitset;
  /** By person. */
  readonly #rows: (Rows | undefined)[];
  readonly #slices = new Int32Slices();
  #slots = new Int32Array(1_024);

  constructor(indexes: DatedIndexes, names: readonly string[], among: Bitset) {
    this.#indexes = indexes;
    this.#names = names;
    this.#among = among;
    this.#rows = new Array(names.length);
  }

  /** Marks a person's rows on some days as counted in a group, and tells those that were not. */
  countOn(
    person: number,
    [from, to]: DayInterval,
    countedIn: Int32Array,
    group: number,
    tell: (slot: number) => void,
  ): void {
    const { numbers, count, first, last } = this.#rows[person] ?? this.#read(person);
    // Most memberships are open: their days need not be compared.
    const isOpen = from <= first && to >= last;
    for (let at = 0; at < count; at++) {
      if (!isOpen && (from > (numbers[at + 2 * count] ?? 0) || to < (numbers[at + count] ?? 0))) continue;
      const slot = numbers[at] ?? 0;
      if (countedIn[slot] === group) continue;
      countedIn[slot] = group;
      tell(slot);
    }
  }

  #read(person: number): Rows {
    const { days } = this.#indexes;
    const count = this.#slotsOf(person);
    let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (let at = 0; at < count; at++) this.#slices.add(this.#slots[at] ?? 0);
    for (let at = 0; at < count; at++) {
      const day = days.firstDay(this.#slots[at] ?? 0);
      first = Math.min(first, day);
      this.#slices.add(day);
    }
    for (let at = 0; at < count; at++) {
      const day = days.lastDay(this.#slots[at] ?? 0);
      last = Math.max(last, day);
      this.#slices.add(day);
    }
    const rows = { numbers: this.#slices.take(), count, first, last };
    this.#rows[person] = rows;
    return rows;
  }

  /** Puts the slots of a person's rows into `#slots`. Returns their number. */
  #slotsOf(person: number): number {
    let count = 0;
    for (const posting of this.#indexes.byPerson.slotsOf(this.#names[person] ?? '')) {
      // By place: to iterate takes longer than all the rest.
      const slots = posting instanceof Int32Array ? posting : Int32Array.from(posting);
      for (let place = 0; place < slots.length; place++) {
        const slot = slots[place] ?? 0;
        if (!has(this.#among, slot)) continue;
        if (count === this.#slots.length) this.#slots = longer(this.#slots);
        this.#slots[count++] = slot;
      }
    }
    return count;
  }
}

function longer(numbers: Int32Array): Int32Array<ArrayBuffer> {
  const twice = new Int32Array(numbers.length * 2);
  twice.set(numbers);
  return twice;
}
