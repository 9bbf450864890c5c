import { searchedTexts, wordingOf } from '../model/definition.ts';
import type { Summary } from '../model/list-source.ts';
import { type Following, type Page, type Place, pageBounds } from '../model/page.ts';
import type { AnyListQuery } from '../model/query.ts';
import { type AnyListSpec, type Value, valuesOf } from '../model/spec.ts';
import {
  add,
  type Bitset,
  bitset,
  count,
  grown,
  has,
  intersect,
  keepIf,
  members,
  ofMembers,
  remove,
} from './bitset.ts';
import { Permutation, slotsBelow } from './permutation.ts';
import { type Ranks, slotsAtRanks } from './ranks.ts';
import { TextIndex } from './text-index.ts';
import { ValueIndex } from './value-index.ts';

/** An array for each field, all of one length. */
export type Columns = Record<string, unknown[]>;

/** A field with more distinct values than this has mostly different ones. */
const valuesShared = 2_000;

/** Text indexes kept, the one without a locale among them: each is about a quarter of the rows' own size. */
const localesKept = 4;

/** Answers kept for the same question asked again, until a row changes. */
const answersKept = 64;

interface Matches {
  bits: Bitset;
  total: number;
  /** By order, what is known of the way along it. */
  ranks: Map<string, Ranks>;
}

/**
 * The rows of a collection as columns: an array for each field instead of an object for each row, and beside them what
 * filters, sorts and search are answered from. A row has a slot for as long as the process lives.
 */
export class RowIndex<Row extends object> {
  readonly #spec: AnyListSpec<Row>;
  /** Made when a row is first looked for by its id, which answering lists need not. */
  #slots: Map<string, number> | undefined;
  readonly #ids: string[] = [];
  readonly #fields: Record<string, unknown[]> = {};
  readonly #shared = new Map<string, Map<string, string>>();
  /** Reads the fields of the row in `slot`: looking at one field of many rows need not make many rows. */
  readonly #view = { slot: 0, row: {} as Row }; // the fields of it are defined with the columns
  /** What rows are sorted and filtered by, under the name of the sort or filter; each made when it is first asked for. */
  readonly #sorts = new Map<string, (Value | null)[]>();
  readonly #equals = new Map<string, ValueIndex>();
  readonly #least = new Map<string, (number | null)[]>();
  readonly #where = new Map<string, Bitset>();
  readonly #permutations = new Map<string, Permutation>();
  readonly #byId: Permutation;
  readonly #answers = new Map<string, Matches>();
  readonly #tallies = new Map<string, ReadonlyMap<Value, number>>();
  readonly #summaries = new Map<object, unknown>();
  /** By locale, each made when something is first searched for in it; the one asked for last comes last. */
  readonly #texts = new Map<string | undefined, TextIndex>();

  constructor(spec: AnyListSpec<Row>) {
    this.#spec = spec;
    this.#byId = new Permutation(
      (slot) => this.#ids[slot] ?? '',
      () => '',
      false,
    );
  }

  /** The index of rows that were saved as columns; they are not looked at one by one. */
  static of<Row extends object>(spec: AnyListSpec<Row>, columns: Columns): RowIndex<Row> {
    const index = new RowIndex(spec);
    const size = Object.values(columns)[0]?.length ?? 0;
    for (const [name, values] of Object.entries(columns)) index.#addColumn(name, values);
    for (let slot = 0; slot < size; slot++) index.#ids.push(spec.id(index.#at(slot)));
    return index;
  }

  /** All rows, an array for each field, in the order of their ids. */
  columns(): Columns {
    const order = this.#orderById();
    return Object.fromEntries(
      Object.entries(this.#fields).map(([name, values]) => [name, Array.from(order, (slot) => values[slot])]),
    );
  }

  get size(): number {
    return this.#ids.length;
  }

  /** Adds rows, or puts them in the place of those with the same id; how many of them were new or different. */
  put(rows: Iterable<Row>): number {
    let changed = 0;
    for (const row of rows) if (this.#putOne(row)) changed++;
    if (changed > 0) {
      this.#answers.clear();
      this.#tallies.clear();
      this.#summaries.clear();
    }
    return changed;
  }

  find(query: AnyListQuery): Page<Row> {
    const matches = this.#matches(query);
    const { total } = matches;
    const { first, end, pages } = pageBounds(total, query.page, query.per_page);
    const slots = first < end ? this.#inOrder(query, matches, first, end) : [];
    return { rows: slots.map((slot) => this.#row(slot)), page: query.page, per_page: query.per_page, total, pages };
  }

  /** The slots from `first` to before `end` of those in the set: few are sorted, many are met along the order. */
  #inOrder({ sort, dir }: AnyListQuery, { bits, total, ranks }: Matches, first: number, end: number): number[] {
    const permutation = this.#permutation(sort, dir);
    const byId = () => this.#orderById();
    if (total * 64 < this.size) {
      const ranks = permutation.ranks(this.size, byId);
      const slots = Int32Array.from(members(bits)).sort((one, other) => (ranks[one] ?? 0) - (ranks[other] ?? 0));
      return Array.from(slots.subarray(first, end));
    }
    const order = permutation.order(this.size, byId);
    if (total === this.size) return Array.from(order.subarray(first, end));
    const known = made(ranks, `${sort} ${dir}`, () => [0]);
    return slotsAtRanks(bits, order, first, end, known);
  }

  /** The rows next in the order after a place, or from the first; the number of a page counts for nothing. */
  follow(query: AnyListQuery, after: Place | undefined): Following<Row> {
    const { bits, total } = this.#matches(query);
    const permutation = this.#permutation(query.sort, query.dir);
    const order = permutation.order(this.size, () => this.#orderById());
    const slots: number[] = [];
    for (let index = after ? permutation.countUpTo(after) : 0; index < order.length; index++) {
      const slot = order[index] ?? 0;
      if (has(bits, slot) && slots.push(slot) > query.per_page) break;
    }
    const hasMore = slots.length > query.per_page;
    if (hasMore) slots.pop();
    const last = slots.at(-1);
    const values = this.#sortedBy(query.sort);
    return {
      rows: slots.map((slot) => this.#row(slot)),
      total,
      last: last === undefined ? undefined : { value: values[last] ?? null, id: this.#ids[last] ?? '' },
      hasMore,
    };
  }

  /** Something made of all rows, kept until one of them changes. */
  summary<T>(summary: Summary<Row, T>): T {
    const known = this.#summaries.get(summary);
    if (known !== undefined) return known as T; // kept under what made it
    const made = summary.start();
    for (let slot = 0; slot < this.size; slot++) summary.add(made, this.#at(slot));
    this.#summaries.set(summary, made);
    return made;
  }

  tally(equal: string, where: readonly string[]): ReadonlyMap<Value, number> {
    const key = JSON.stringify([equal, ...where]);
    const known = this.#tallies.get(key);
    if (known) return known;
    const { bits } = this.#matches({ page: 1, per_page: 1, q: '', sort: '', dir: 'asc', where });
    const counts = this.#valuesBy(equal).tally(bits);
    this.#tallies.set(key, counts);
    return counts;
  }

  /** Every row, in the order they came. */
  *rows(): Generator<Row> {
    for (let slot = 0; slot < this.size; slot++) yield this.#row(slot);
  }

  #putOne(row: Row): boolean {
    const id = this.#spec.id(row);
    const slots = this.#slotsById();
    const known = slots.get(id);
    const slot = known ?? this.#ids.length;
    if (known === undefined) {
      slots.set(id, slot);
      this.#ids.push(id);
      this.#byId.change(slot);
    } else {
      const before = this.#row(known);
      // Looks overlap, so most of what they bring is known.
      if (JSON.stringify(before) === JSON.stringify(row)) return false;
      for (const [locale, texts] of this.#texts) texts.remove(slot, searchedTexts(this.#spec, before, locale));
      for (const [name, values] of this.#equals)
        values.remove(slot, valuesOf(this.#spec.equals[name]?.(before) ?? null));
    }
    for (const [name, value] of Object.entries(row)) {
      const column = this.#fields[name] ?? this.#addColumn(name, new Array<unknown>(slot).fill(undefined));
      column[slot] = typeof value === 'string' ? this.#share(name, value) : value;
    }
    this.#derive(slot, row);
    for (const [locale, texts] of this.#texts) texts.add(slot, searchedTexts(this.#spec, row, locale));
    return true;
  }

  /** Keeps what the row in a slot is filtered and sorted by. */
  #derive(slot: number, row: Row): void {
    for (const [name, values] of this.#sorts) {
      const value = this.#spec.sorts[name]?.(row) ?? null;
      if (values[slot] === value) continue;
      values[slot] = value;
      for (const direction of ['asc', 'desc']) this.#permutations.get(`${name} ${direction}`)?.change(slot);
    }
    for (const [name, values] of this.#equals) values.add(slot, valuesOf(this.#spec.equals[name]?.(row) ?? null));
    for (const [name, values] of this.#least) values[slot] = this.#spec.atLeast[name]?.(row) ?? null;
    for (const [name, bits] of this.#where) {
      const roomy = slot >>> 5 < bits.length ? bits : grown(bits, 2 * slot + 32);
      if (this.#spec.where[name]?.(row)) add(roomy, slot);
      else remove(roomy, slot);
      this.#where.set(name, roomy);
    }
  }

  #addColumn(name: string, values: unknown[]): unknown[] {
    this.#fields[name] = values;
    const view = this.#view;
    Object.defineProperty(view.row, name, { enumerable: true, get: () => values[view.slot] });
    return values;
  }

  /** One string for all rows that say the same, where a field has few to say: a type, a state, a date. */
  #share(name: string, value: string): string {
    const known = this.#shared.get(name) ?? new Map<string, string>();
    this.#shared.set(name, known);
    const shared = known.get(value);
    if (shared !== undefined) return shared;
    if (known.size < valuesShared) known.set(value, value);
    return value;
  }

  #matches(query: AnyListQuery): Matches {
    const { q, locale, equals = {}, atLeast = {}, where, ids } = query;
    const key = ids ? undefined : JSON.stringify([q, locale, equals, atLeast, where]);
    const known = key === undefined ? undefined : this.#answers.get(key);
    if (known) return known;
    const wording = wordingOf(q, locale);
    const bits = wording === '' ? this.#all() : this.#withText(wording, locale);
    for (const condition of where) intersect(bits, this.#rowsWhere(condition));
    if (ids) intersect(bits, this.#withIds(ids));
    for (const [name, wanted] of Object.entries(equals)) {
      if (wanted !== null && wanted !== undefined) this.#valuesBy(name).keep(bits, wanted);
    }
    for (const [name, least] of Object.entries(atLeast)) {
      if (!least) continue;
      const values = this.#countedBy(name);
      keepIf(bits, (slot) => (values[slot] ?? -1) >= least);
    }
    const matches = { bits, total: count(bits), ranks: new Map() };
    if (key !== undefined) {
      if (this.#answers.size >= answersKept) this.#answers.delete(this.#answers.keys().next().value ?? '');
      this.#answers.set(key, matches);
    }
    return matches;
  }

  #all(): Bitset {
    const bits = bitset(this.size).fill(0xffffffff);
    const spare = this.size & 31;
    if (spare > 0) bits[bits.length - 1] = 0xffffffff >>> (32 - spare);
    return bits;
  }

  #withText(q: string, locale: string | undefined): Bitset {
    const bits = this.#textsIn(locale).find(q, this.size);
    if (!q.includes(' ')) return bits;
    keepIf(bits, (slot) => searchedTexts(this.#spec, this.#at(slot), locale).some((text) => text.includes(q)));
    return bits;
  }

  #textsIn(locale: string | undefined): TextIndex {
    let texts = this.#texts.get(locale);
    this.#texts.delete(locale);
    if (!texts) {
      texts = new TextIndex();
      for (let slot = 0; slot < this.size; slot++) {
        texts.add(slot, searchedTexts(this.#spec, this.#at(slot), locale));
      }
      if (this.#texts.size >= localesKept) this.#texts.delete(this.#texts.keys().next().value);
    }
    this.#texts.set(locale, texts);
    return texts;
  }

  #sortedBy(name: string): (Value | null)[] {
    return made(this.#sorts, name, () => this.#column(this.#spec.sorts[name], name));
  }

  #countedBy(name: string): (number | null)[] {
    return made(this.#least, name, () => this.#column(this.#spec.atLeast[name], name));
  }

  #rowsWhere(name: string): Bitset {
    return made(this.#where, name, () => {
      const bits = bitset(this.size + 32);
      const holds = this.#column(this.#spec.where[name], name);
      for (let slot = 0; slot < this.size; slot++) if (holds[slot]) add(bits, slot);
      return bits;
    });
  }

  #valuesBy(name: string): ValueIndex {
    return made(this.#equals, name, () => {
      const values = new ValueIndex();
      for (const [slot, value] of this.#column(this.#spec.equals[name], name).entries())
        values.add(slot, valuesOf(value));
      return values;
    });
  }

  /** One function over all rows, then the next: that is what an engine makes fast. */
  #column<T>(of: ((row: Row) => T) | undefined, name: string): T[] {
    if (!of) throw new Error(`This list knows no ${name}`);
    const values = new Array<T>(this.size);
    for (let slot = 0; slot < this.size; slot++) values[slot] = of(this.#at(slot));
    return values;
  }

  #slotsById(): Map<string, number> {
    if (!this.#slots) {
      this.#slots = new Map();
      for (let slot = 0; slot < this.size; slot++) this.#slots.set(this.#ids[slot] ?? '', slot);
    }
    return this.#slots;
  }

  #withIds(ids: ReadonlySet<string>): Bitset {
    const slots = this.#slotsById();
    return ofMembers(
      [...ids].flatMap((id) => slots.get(id) ?? []),
      this.size,
    );
  }

  #orderById(): Int32Array {
    return this.#byId.order(this.size, () => slotsBelow(this.size));
  }

  #permutation(sort: string, dir: 'asc' | 'desc'): Permutation {
    const name = `${sort} ${dir}`;
    const known = this.#permutations.get(name);
    if (known) return known;
    const values = this.#sortedBy(sort);
    const permutation = new Permutation(
      (slot) => values[slot] ?? null,
      (slot) => this.#ids[slot] ?? '',
      dir === 'desc',
    );
    this.#permutations.set(name, permutation);
    return permutation;
  }

  /** The row in a slot, to look at until the next one is. */
  #at(slot: number): Row {
    this.#view.slot = slot;
    return this.#view.row;
  }

  #row(slot: number): Row {
    const row: Record<string, unknown> = {};
    for (const name in this.#fields) row[name] = this.#fields[name]?.[slot];
    return row as Row; // the fields of a row that was put, in the places it was put
  }
}

function made<T>(known: Map<string, T>, name: string, make: () => T): T {
  const value = known.get(name) ?? make();
  known.set(name, value);
  return value;
}
