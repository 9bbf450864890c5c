import { type DayInterval, daysOfDate } from '#src/records/groups/days.ts';
import { undatedDay } from '#src/records/groups/group-days.ts';
import { int32s, uint16s } from '../sections/packed.ts';
import { add, type Bitset, bitset, has } from '../sets/bitset.ts';

/** The days of the date of each row: of those of a snapshot, and of the others, by slot. */
export class DateDays {
  readonly #first: Int32Array;
  /** How many days after the first one the last one is. */
  readonly #more: Uint16Array;
  readonly #written: DayInterval[] = [];
  #dated: DatedRows | undefined;

  constructor([first, more]: readonly Uint8Array[]) {
    this.#first = int32s(first);
    this.#more = uint16s(more);
  }

  /** Sets the date of a row that is not in the snapshot. */
  put(slot: number, date: string | null): void {
    this.#written[slot - this.#first.length] = engineDays(date);
  }

  at(slot: number): DayInterval {
    return [this.firstDay(slot), this.lastDay(slot)];
  }

  firstDay(slot: number): number {
    const stored = this.#first.length;
    return slot < stored ? (this.#first[slot] ?? undatedDay) : (this.#written[slot - stored]?.[0] ?? undatedDay);
  }

  lastDay(slot: number): number {
    const stored = this.#first.length;
    if (slot >= stored) return this.#written[slot - stored]?.[1] ?? undatedDay;
    return (this.#first[slot] ?? undatedDay) + (this.#more[slot] ?? 0);
  }

  /** Adds the slots below `slots` whose rows are on one of the days. A loop of its own for arrays, which most people have. */
  addOn(bits: Bitset, posting: Iterable<number>, intervals: readonly DayInterval[], slots: number): void {
    const [only] = intervals;
    if (!only || intervals.length > 1 || !(posting instanceof Int32Array)) {
      for (const slot of posting) if (slot < slots && this.isOn(slot, intervals)) add(bits, slot);
      return;
    }
    const [from, to] = [only[0], Math.max(only[1], undatedDay)];
    const [firstDays, more, stored] = [this.#first, this.#more, this.#first.length];
    this.#dated ??= datedRows(firstDays, more);
    const { bits: dated, first, last } = this.#dated;
    if (from > undatedDay && from <= first && to >= last) {
      // Most memberships are open. A bit of each row stays in the cache of a processor, its days do not.
      for (let index = 0; index < posting.length; index++) {
        const slot = posting[index] ?? 0;
        if (slot < slots && (slot < stored ? has(dated, slot) : this.isOn(slot, intervals))) add(bits, slot);
      }
      return;
    }
    for (let index = 0; index < posting.length; index++) {
      const slot = posting[index] ?? 0;
      if (slot >= slots) continue;
      const first = slot < stored ? (firstDays[slot] ?? 0) : this.firstDay(slot);
      const last = slot < stored ? first + (more[slot] ?? 0) : this.lastDay(slot);
      if (from <= last && to >= first) add(bits, slot);
    }
  }

  /** Whether a row is on one of the days: as `isOnDays`, without an object for each row. */
  isOn(slot: number, intervals: readonly DayInterval[]): boolean {
    const [first, last] = [this.firstDay(slot), this.lastDay(slot)];
    return intervals.some(([from, to]) => from <= last && Math.max(to, undatedDay) >= first);
  }
}

/** The days of a date, as engines compare them. */
export const engineDays = (date: string | null): DayInterval => daysOfDate(date) ?? [undatedDay, undatedDay];

/** The two arrays of `DateDays`. */
export function packDays(days: readonly DayInterval[]): [Int32Array, Uint16Array] {
  return [Int32Array.from(days, ([first]) => first), Uint16Array.from(days, ([first, last]) => last - first)];
}

/** The rows of a snapshot that have a date, and the first and the last of all their days. */
interface DatedRows {
  bits: Bitset;
  first: number;
  last: number;
}

function datedRows(firstDays: Int32Array, more: Uint16Array): DatedRows {
  const bits = bitset(firstDays.length);
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let slot = 0; slot < firstDays.length; slot++) {
    const day = firstDays[slot] ?? undatedDay;
    if (day === undatedDay) continue;
    add(bits, slot);
    if (day < first) first = day;
    const end = day + (more[slot] ?? 0);
    if (end > last) last = end;
  }
  return { bits, first, last };
}
