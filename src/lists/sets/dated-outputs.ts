import type { DayInterval } from '#src/records/groups/days.ts';
import { type Bitset, has } from './bitset.ts';

interface DatedIndexes {
  byPerson: { slotsOf(orcid: string): Iterable<Iterable<number>> };
  days: { firstDay(slot: number): number; lastDay(slot: number): number };
}

/**
 * The rows of people with the days of their dates, one person after the other: they are compared once for each group of a
 * person, and an array for each would take longer to make than to read.
 */
export class DatedOutputs {
  readonly #indexes: DatedIndexes;
  readonly #names: readonly string[];
  readonly #among: Bitset;
  /** Where the rows of each person begin and end; -1 for a person whose rows have not been read. */
  readonly #starts: Int32Array;
  readonly #ends: Int32Array;
  /** The slot, the first and the last day of each row. */
  #rows = new Int32Array(3 * 4_096);
  #length = 0;

  constructor(indexes: DatedIndexes, names: readonly string[], among: Bitset) {
    this.#indexes = indexes;
    this.#names = names;
    this.#among = among;
    this.#starts = new Int32Array(names.length).fill(-1);
    this.#ends = new Int32Array(names.length);
  }

  /** Marks a person's rows on some days as counted in a group. Returns how many were not, and tells which. */
  countOn(
    person: number,
    [from, to]: DayInterval,
    countedIn: Int32Array,
    group: number,
    tell?: (slot: number) => void,
  ): number {
    if (this.#starts[person] === -1) this.#read(person);
    const [rows, end] = [this.#rows, this.#ends[person] ?? 0];
    let count = 0;
    for (let at = this.#starts[person] ?? 0; at < end; at += 3) {
      if (from > (rows[at + 2] ?? 0) || to < (rows[at + 1] ?? 0)) continue;
      const slot = rows[at] ?? 0;
      if (countedIn[slot] === group) continue;
      countedIn[slot] = group;
      count++;
      tell?.(slot);
    }
    return count;
  }

  #read(person: number): void {
    const { byPerson, days } = this.#indexes;
    this.#starts[person] = this.#length;
    for (const posting of byPerson.slotsOf(this.#names[person] ?? ''))
      for (const slot of posting) {
        if (!has(this.#among, slot)) continue;
        if (this.#length + 3 > this.#rows.length) this.#rows = longer(this.#rows);
        this.#rows[this.#length] = slot;
        this.#rows[this.#length + 1] = days.firstDay(slot);
        this.#rows[this.#length + 2] = days.lastDay(slot);
        this.#length += 3;
      }
    this.#ends[person] = this.#length;
  }
}

function longer(rows: Int32Array): Int32Array<ArrayBuffer> {
  const twice = new Int32Array(rows.length * 2);
  twice.set(rows);
  return twice;
}
