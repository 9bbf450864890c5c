import type { DayInterval } from '#src/records/groups/days.ts';
import { type Bitset, has } from './bitset.ts';
import { Int32Slices } from './int32-slices.ts';

interface DatedIndexes {
  byPerson: { slotsOf(orcid: string): Iterable<Iterable<number>> };
  days: { firstDay(slot: number): number; lastDay(slot: number): number };
}

/** The rows of people with the days of their dates: they are compared once for each group of a person. */
export class DatedOutputs {
  readonly #indexes: DatedIndexes;
  readonly #names: readonly string[];
  readonly #among: Bitset;
  /** By person: the slot, the first and the last day of each row, one after the other. */
  readonly #rows: (Int32Array | undefined)[];
  readonly #slices = new Int32Slices();

  constructor(indexes: DatedIndexes, names: readonly string[], among: Bitset) {
    this.#indexes = indexes;
    this.#names = names;
    this.#among = among;
    this.#rows = new Array(names.length);
  }

  /** Marks a person's rows on some days as counted in a group. Returns how many were not, and tells which. */
  countOn(
    person: number,
    [from, to]: DayInterval,
    countedIn: Int32Array,
    group: number,
    tell?: (slot: number) => void,
  ): number {
    const rows = this.#rows[person] ?? this.#read(person);
    let count = 0;
    for (let at = 0; at < rows.length; at += 3) {
      if (from > (rows[at + 2] ?? 0) || to < (rows[at + 1] ?? 0)) continue;
      const slot = rows[at] ?? 0;
      if (countedIn[slot] === group) continue;
      countedIn[slot] = group;
      count++;
      tell?.(slot);
    }
    return count;
  }

  #read(person: number): Int32Array {
    const { byPerson, days } = this.#indexes;
    for (const posting of byPerson.slotsOf(this.#names[person] ?? '')) {
      // By place: to iterate takes longer than all the rest.
      const slots = posting instanceof Int32Array ? posting : Int32Array.from(posting);
      for (let place = 0; place < slots.length; place++) {
        const slot = slots[place] ?? 0;
        if (!has(this.#among, slot)) continue;
        this.#slices.add(slot);
        this.#slices.add(days.firstDay(slot));
        this.#slices.add(days.lastDay(slot));
      }
    }
    const rows = this.#slices.take();
    this.#rows[person] = rows;
    return rows;
  }
}
