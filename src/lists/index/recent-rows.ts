/** Limit of rows kept: those of a hundred pages. */
const maxRows = 2_048;

/** The cached values of a row. */
export interface RecentRow {
  /** The values that have been decoded, by the index of their fields. New ones may be added. */
  readonly values: unknown[];
  /** The row as it was last shown, with the fields that were asked for. */
  shown: { fields: object; row: object } | undefined;
}

/** Rows that were shown recently, by slot. Those of the last half of the limit are always among them. */
export class RecentRows {
  #newer = new Map<number, RecentRow>();
  #older = new Map<number, RecentRow>();

  /** The cache entry of a row, which may still be empty. */
  row(slot: number): RecentRow {
    return this.#newer.get(slot) ?? this.#keep(slot, this.#older.get(slot) ?? { values: [], shown: undefined });
  }

  #keep(slot: number, row: RecentRow): RecentRow {
    // Two halves need no order of use, which every hit would have to update.
    if (this.#newer.size >= maxRows / 2) {
      this.#older = this.#newer;
      this.#newer = new Map();
    }
    this.#newer.set(slot, row);
    return row;
  }
}
