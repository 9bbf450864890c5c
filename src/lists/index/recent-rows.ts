/** Limit of rows kept: those of a hundred pages. */
const maxRows = 2_048;

/** Decoded rows that were shown recently, by slot. Those of the last half of the limit are always among them. */
export class RecentRows<Row extends object> {
  #newer = new Map<number, Row>();
  #older = new Map<number, Row>();

  /** The row in a slot, decoded unless it was shown recently. Each call returns another object. */
  row(slot: number, decode: (slot: number) => Row): Row {
    return { ...(this.#newer.get(slot) ?? this.#keep(slot, this.#older.get(slot) ?? decode(slot))) };
  }

  #keep(slot: number, row: Row): Row {
    // Two halves need no order of use, which every hit would have to update.
    if (this.#newer.size >= maxRows / 2) {
      this.#older = this.#newer;
      this.#newer = new Map();
    }
    this.#newer.set(slot, row);
    return row;
  }
}
