/** Limit of rows kept: those of a hundred pages. */
const maxRows = 2_048;

/** Values of rows that were shown recently, by slot. Those of the last half of the limit are always among them. */
export class RecentRows {
  #newer = new Map<number, unknown[]>();
  #older = new Map<number, unknown[]>();

  /** The values of a row that have been decoded, by the index of their fields. New ones may be added. */
  valuesOf(slot: number): unknown[] {
    return this.#newer.get(slot) ?? this.#keep(slot, this.#older.get(slot) ?? []);
  }

  #keep(slot: number, values: unknown[]): unknown[] {
    // Two halves need no order of use, which every hit would have to update.
    if (this.#newer.size >= maxRows / 2) {
      this.#older = this.#newer;
      this.#newer = new Map();
    }
    this.#newer.set(slot, values);
    return values;
  }
}
