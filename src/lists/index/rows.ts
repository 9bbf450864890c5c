import type { Base } from '../sections/base.ts';
import { add, type Bitset, bitset, has, subtract } from '../sets/bitset.ts';
import { isBitset, type Posting } from '../sets/postings.ts';
import { RowColumns } from './columns.ts';
import { RecentRows } from './recent-rows.ts';

/** Fields of a row that are asked for together. */
interface Selection {
  names: readonly string[];
  /** By place in the names, the indexes of the fields. */
  indexes: readonly number[];
  /** A row without values: its copies share their layout in memory, which rows built field by field would not. */
  empty: Readonly<Record<string, unknown>>;
}

const maxSelections = 16;

/**
 * The rows of a list by slot: those of the snapshot come first, then those written since. A row of the snapshot that has
 * changed is dead: it has another slot now.
 */
export class Rows<Row extends object> {
  readonly base: Base | undefined;
  /** Slots below this are in the snapshot. */
  readonly baseSize: number;
  readonly #written = new RowColumns<Row>();
  #writtenRows = 0;
  /** The slots of the snapshot whose rows have another slot now. */
  readonly dead: Bitset;
  #deadRows = 0;
  /** Reads the fields of the row in `slot`, so that reading one field of many rows creates no objects. */
  readonly #view = { slot: 0, row: {} as Row }; // its fields are those of the snapshot
  readonly #recent = new RecentRows();
  readonly #selections = new Map<readonly string[], Selection>();

  constructor(base: Base | undefined) {
    this.base = base;
    this.baseSize = base?.size ?? 0;
    this.dead = bitset(this.baseSize);
    const view = this.#view;
    for (const [index, field] of base?.fields.entries() ?? [])
      Object.defineProperty(view.row, field, { enumerable: true, get: () => base?.value(index, view.slot) });
  }

  /** One more than the last slot. */
  get slots(): number {
    return this.baseSize + this.#writtenRows;
  }

  /** The number of rows. */
  get size(): number {
    return this.slots - this.#deadRows;
  }

  isLive(slot: number): boolean {
    return slot >= this.baseSize || !has(this.dead, slot);
  }

  /** The set of all slots with a row. */
  live(): Bitset {
    const bits = bitset(this.slots).fill(0xffffffff);
    const spare = this.slots & 31;
    if (spare > 0) bits[bits.length - 1] = 0xffffffff >>> (32 - spare);
    if (this.#deadRows > 0) subtract(bits, this.dead);
    return bits;
  }

  /** The row in a slot, valid until the next call. */
  at(slot: number): Row {
    if (slot >= this.baseSize) return this.#written.at(slot - this.baseSize);
    this.#view.slot = slot;
    return this.#view.row;
  }

  /** The row in a slot, as an object of its own, with these fields or all. */
  row(slot: number, fields?: readonly string[]): Row {
    if (slot >= this.baseSize) return this.#written.row(slot - this.baseSize, fields);
    const selection = this.#selectionOf(fields ?? this.base?.fields ?? []);
    const recent = this.#recent.row(slot);
    if (recent.shown?.fields !== selection) {
      const { names, indexes, empty } = selection;
      this.base?.read(indexes, slot, recent.values);
      const row = { ...empty };
      for (const [place, name] of names.entries()) row[name] = recent.values[indexes[place] ?? 0];
      recent.shown = { fields: selection, row };
    }
    return { ...recent.shown.row } as Row; // the fields are those of the schema that the snapshot was made with
  }

  #selectionOf(fields: readonly string[]): Selection {
    const known = this.#selections.get(fields);
    if (known) return known;
    const all = this.base?.fields ?? [];
    const names = fields.filter((name) => all.includes(name));
    const selection = {
      names,
      indexes: names.map((name) => all.indexOf(name)),
      empty: JSON.parse(JSON.stringify(Object.fromEntries(names.map((name) => [name, null])))),
    };
    // Routes ask for the same few.
    if (this.#selections.size >= maxSelections) this.#selections.clear();
    this.#selections.set(fields, selection);
    return selection;
  }

  /** Throws `Unloaded` unless the rows in these slots are in memory. */
  need(slots: Iterable<number>): void {
    this.base?.need(slots);
  }

  /** Throws `Unloaded` unless the rows of a posting list are in memory. */
  needOf(posting: Posting): void {
    if (isBitset(posting)) this.base?.needIn(posting);
    else this.base?.need(posting);
  }

  /** Throws `Unloaded` unless all rows are in memory. */
  needAll(): void {
    this.base?.needAll();
  }

  /** Adds a row and returns its slot. */
  add(row: Row): number {
    const slot = this.slots;
    this.#written.put(this.#writtenRows++, row);
    return slot;
  }

  /** Replaces a row. Returns its slot, which is a new one if the row is in the snapshot. */
  replace(slot: number, row: Row): number {
    if (slot >= this.baseSize) {
      this.#written.put(slot - this.baseSize, row);
      return slot;
    }
    add(this.dead, slot);
    this.#deadRows++;
    return this.add(row);
  }
}
