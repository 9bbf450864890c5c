/** Shared by all rows with an empty list. */
const none: readonly never[] = Object.freeze([]);

/** Limit of interned strings per field: with more distinct values, few repeat. */
const maxInternedValues = 2_000;

/** Rows as columns, each row in a slot. */
export class RowColumns<Row extends object> {
  readonly #fields: Record<string, unknown[]> = {};
  readonly #interned = new Map<string, Map<string, string>>();
  /** Reads the fields of the row in `slot`, so that reading one field of many rows creates no objects. */
  readonly #view = { slot: 0, row: {} as Row }; // its fields are defined with the columns

  /** The row in a slot, valid until the next call. */
  at(slot: number): Row {
    this.#view.slot = slot;
    return this.#view.row;
  }

  /** The row in a slot, as an object of its own, with these fields or all. */
  row(slot: number, fields: readonly string[] = Object.keys(this.#fields)): Row {
    const row: Record<string, unknown> = {};
    for (const name of fields) row[name] = this.#fields[name]?.[slot];
    return row as Row; // the fields of a row that was put into this slot
  }

  /** Puts a row into a slot. */
  put(slot: number, row: Row): void {
    for (const [name, value] of Object.entries(row)) {
      const column = this.#fields[name] ?? this.#add(name, new Array<unknown>(slot).fill(undefined));
      column[slot] = this.#compact(name, value);
    }
  }

  #add(name: string, values: unknown[]): unknown[] {
    this.#fields[name] = values;
    const view = this.#view;
    Object.defineProperty(view.row, name, { enumerable: true, get: () => values[view.slot] });
    return values;
  }

  /** A copy of a value that takes less memory: a list that grew while it was read has room for 16 more elements. */
  #compact(name: string, value: unknown): unknown {
    if (typeof value === 'string') return this.#intern(name, value);
    if (!Array.isArray(value)) return value;
    return value.length === 0 ? none : value.map((element) => this.#compact(name, element));
  }

  /** Shares one string object between equal values of fields with few distinct values, such as a type or a date. */
  #intern(name: string, value: string): string {
    const strings = this.#interned.get(name) ?? new Map<string, string>();
    this.#interned.set(name, strings);
    const interned = strings.get(value);
    if (interned !== undefined) return interned;
    if (strings.size < maxInternedValues) strings.set(value, value);
    return value;
  }
}
