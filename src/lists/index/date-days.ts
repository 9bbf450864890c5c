import { type DayInterval, daysOfDate } from '#src/records/groups/days.ts';
import { undatedDay } from '#src/records/groups/group-days.ts';
import { int32s, uint16s } from '../sections/packed.ts';
import { add, type Bitset } from '../sets/bitset.ts';

/** The days of the date of each row: of those of a snapshot, and of the others, by slot. */
export class DateDays {
  readonly #first: Int32Array;
  /** How many days after the first one the last one is. */
  readonly #more: Uint16Array;
  readonly #written: DayInterval[] = [];

  constructor([first, more]: readonly Uint8Array[]) {
    this.#first = int32s(first);
    this.#more = uint16s(more);
  }

  /** How many rows the snapshot has. */
  get stored(): number {
    return this.#first.length;
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

  /** Adds the slots whose rows are on one of the days. */
  addOn(bits: Bitset, slots: Iterable<number>, intervals: readonly DayInterval[]): void {
    for (const slot of slots) if (this.isOn(slot, intervals)) add(bits, slot);
  }

  /** As `addOn`, for slots of the snapshot, of which there are many: with as little in the loop as a first request can have. */
  addStoredOn(bits: Bitset, slots: Int32Array, intervals: readonly DayInterval[]): void {
    const [firstDays, more] = [this.#first, this.#more];
    for (const [from, end] of intervals) {
      const to = Math.max(end, undatedDay);
      for (let index = 0; index < slots.length; index++) {
        const slot = slots[index] ?? 0;
        const first = firstDays[slot] ?? 0;
        if (to >= first && from <= first + (more[slot] ?? 0))
          bits[slot >>> 5] = (bits[slot >>> 5] ?? 0) | (1 << (slot & 31));
      }
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
