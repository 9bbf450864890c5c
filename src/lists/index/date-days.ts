import { always, type DayInterval, daysOfDate } from '#src/records/groups/days.ts';
import { int32s, uint16s } from '../sections/packed.ts';

/** The first day of what has no date. */
const noDay = -0x80000000;

/** The days of the date of each row: of those of a snapshot, and of the others, by slot. */
export class DateDays {
  readonly #first: Int32Array;
  /** How many days after the first one the last one is. */
  readonly #more: Uint16Array;
  readonly #written: (DayInterval | null)[] = [];

  constructor([first, more]: readonly Uint8Array[]) {
    this.#first = int32s(first);
    this.#more = uint16s(more).subarray(0, this.#first.length);
  }

  /** Sets the date of a row that is not in the snapshot. */
  put(slot: number, date: string | null): void {
    this.#written[slot - this.#first.length] = daysOfDate(date);
  }

  at(slot: number): DayInterval | null {
    if (slot >= this.#first.length) return this.#written[slot - this.#first.length] ?? null;
    const first = this.#first[slot] ?? noDay;
    return first === noDay ? null : [first, first + (this.#more[slot] ?? 0)];
  }

  /** Whether a row is on one of the days. As `isOnDays`, without an object for each row. */
  isOn(slot: number, intervals: readonly DayInterval[]): boolean {
    let [first, last]: [number, number] = [noDay, noDay];
    if (slot < this.#first.length) {
      first = this.#first[slot] ?? noDay;
      last = first + (this.#more[slot] ?? 0);
    } else {
      [first, last] = this.#written[slot - this.#first.length] ?? [noDay, noDay];
    }
    for (const [from, to] of intervals) {
      if (from === always[0] && to === always[1]) return true;
      if (first !== noDay && from <= last && to >= first) return true;
    }
    return false;
  }
}

/** The two arrays of `DateDays`. */
export function packDays(days: Iterable<DayInterval | null>, size: number): [Int32Array, Uint16Array] {
  const [first, more] = [new Int32Array(size).fill(noDay), new Uint16Array(size)];
  let slot = 0;
  for (const interval of days) {
    if (interval) [first[slot], more[slot]] = [interval[0], interval[1] - interval[0]];
    slot++;
  }
  return [first, more];
}
