import { localeMatch } from '../model/definition.ts';
import type { Aggregate } from '../model/list-source.ts';
import {
  type KeysetPage,
  type LocaleMatch,
  type Page,
  type Position,
  pageBounds,
  type ValueCounts,
} from '../model/page.ts';
import type { AnyListQuery, ForeignOrder } from '../model/query.ts';
import { type AnyListSpec, type Value, valuesOf } from '../model/spec.ts';
import {
  add,
  type Bitset,
  bitset,
  count,
  filter,
  fromValues,
  has,
  intersect,
  remove,
  resize,
  valuesIn,
} from './bitset.ts';
import { type Columns, RowColumns } from './columns.ts';
import { Permutation, slotsBelow } from './permutation.ts';
import { type Ranks, slotsAtRanks } from './ranks.ts';
import { SearchIndex } from './search-index.ts';
import { ValueIndex } from './value-index.ts';

/** Limit of query results cached until a row changes. The least recently used is dropped first. */
const maxCachedResults = 64;

interface Matches {
  bits: Bitset;
  total: number;
  /** Counts of matches per block, by sort order. */
  ranks: WeakMap<Permutation, Ranks>;
  /** By equality filter, counted at the first use. */
  facets: Map<string, ValueCounts>;
}

/** A collection's rows as columns, with indexes for queries. A row keeps its slot as long as the process lives. */
export class RowIndex<Row extends object> {
  readonly #spec: AnyListSpec<Row>;
  /** Built at the first lookup by id, because lists do not need it. */
  #slots: Map<string, number> | undefined;
  readonly #ids: string[] = [];
  readonly #columns = new RowColumns<Row>();
  /** Indexes by name of the sort or filter, each built at its first use. */
  readonly #sorts = new Map<string, (Value | null)[]>();
  readonly #equals = new Map<string, ValueIndex>();
  readonly #least = new Map<string, (number | null)[]>();
  readonly #where = new Map<string, Bitset>();
  readonly #permutations = new Map<string, Permutation>();
  /** Orders by another list's numbers, by direction, valid until a row or that list changes. */
  #foreign: { source: object; permutations: Map<string, Permutation> } | undefined;
  readonly #byId: Permutation;
  readonly #results = new Map<string, Matches>();
  readonly #aggregates = new Map<object, unknown>();
  readonly #texts: SearchIndex<Row>;

  constructor(spec: AnyListSpec<Row>) {
    this.#spec = spec;
    this.#texts = new SearchIndex(spec, { size: () => this.size, at: (slot) => this.#columns.at(slot) });
    this.#byId = new Permutation(
      (slot) => this.#ids[slot] ?? '',
      () => '',
      false,
    );
  }

  /** Creates the index from saved columns. Indexes of single fields are built later. */
  static of<Row extends object>(spec: AnyListSpec<Row>, columns: Columns): RowIndex<Row> {
    const index = new RowIndex(spec);
    const size = Object.values(columns)[0]?.length ?? 0;
    for (const [name, values] of Object.entries(columns)) index.#columns.add(name, values);
    for (let slot = 0; slot < size; slot++) index.#ids.push(spec.id(index.#columns.at(slot)));
    return index;
  }

  /** All rows as columns, in the order of their ids. */
  columns(): Columns {
    return this.#columns.inOrder(this.#orderById());
  }

  get size(): number {
    return this.#ids.length;
  }

  /** Adds rows, or replaces those with the same id. Returns the number of new or changed rows. */
  put(rows: Iterable<Row>): number {
    let changed = 0;
    for (const row of rows) if (this.#putOne(row)) changed++;
    if (changed > 0) {
      this.#results.clear();
      this.#aggregates.clear();
      this.#foreign = undefined;
    }
    return changed;
  }

  /** Builds the indexes that another index of such rows has, one per step, so that requests can run in between. */
  *buildLike(other: RowIndex<Row>): Generator<void> {
    yield void this.#slotsById();
    for (const name of other.#equals.keys()) yield void this.#equalIndex(name);
    for (const name of other.#least.keys()) yield void this.#numbers(name);
    for (const name of other.#where.keys()) yield void this.#whereBits(name);
    yield* this.#texts.buildLike(other.#texts);
    for (const name of other.#permutations.keys()) {
      const [sort = '', dir] = name.split(' ');
      yield void this.#permutation(sort, dir === 'asc' ? 'asc' : 'desc').order(this.size, () => this.#orderById());
    }
  }

  get(id: string): Row | undefined {
    const slot = this.#slotsById().get(id);
    return slot === undefined ? undefined : this.#columns.row(slot);
  }

  find(query: AnyListQuery): Page<Row> {
    const matches = this.#matches(query);
    const { total } = matches;
    const { first, end, pages } = pageBounds(total, query.page, query.per_page, query.offset);
    const slots = first < end ? this.#sortedSlots(query, matches, first, end) : [];
    const rows = slots.map((slot) => this.#columns.row(slot));
    return {
      rows,
      page: query.page,
      per_page: query.per_page,
      total,
      pages,
      ...this.#match(rows, query),
      ...(query.facets && {
        facets: Object.fromEntries(query.facets.map((name) => [name, this.#countValues(name, matches)])),
      }),
    };
  }

  /** The matching slots at `[first, end)` of the order. Sorts few matches; for many, scans the order. */
  #sortedSlots(query: AnyListQuery, { bits, total, ranks }: Matches, first: number, end: number): number[] {
    const { sort, dir, foreignOrder } = query;
    const permutation = foreignOrder ? this.#foreignOrder(foreignOrder, dir) : this.#permutation(sort, dir);
    const byId = () => this.#orderById();
    if (total * 64 < this.size) {
      const ranks = permutation.ranks(this.size, byId);
      const slots = Int32Array.from(valuesIn(bits)).sort((one, other) => (ranks[one] ?? 0) - (ranks[other] ?? 0));
      return Array.from(slots.subarray(first, end));
    }
    const order = permutation.order(this.size, byId);
    if (total === this.size) return Array.from(order.subarray(first, end));
    const counts = getOrCreate(ranks, permutation, () => [0]);
    return slotsAtRanks(bits, order, first, end, counts);
  }

  /** The next rows after a position in the order, or the first rows. Ignores the page number. */
  findAfter(query: AnyListQuery, after: Position | undefined): KeysetPage<Row> {
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
    const values = this.#sortValues(query.sort);
    const rows = slots.map((slot) => this.#columns.row(slot));
    return {
      rows,
      total,
      ...this.#match(rows, query),
      last: last === undefined ? undefined : { value: values[last] ?? null, id: this.#ids[last] ?? '' },
      hasMore,
    };
  }

  /** Builds what a search needs and lacks, in steps, so that requests can run in between. */
  prepareSearch(q: string, locale: string | undefined): Generator<void> {
    return this.#texts.build(q, locale);
  }

  #match(rows: Row[], { q, locale }: AnyListQuery): Partial<LocaleMatch> {
    return q === '' || locale === undefined ? {} : localeMatch(this.#spec, rows, { q, locale });
  }

  /** An aggregate of all rows, cached until one of them changes. */
  aggregate<T>(aggregate: Aggregate<Row, T>): T {
    const cached = this.#aggregates.get(aggregate);
    if (cached !== undefined) return cached as T; // the key is the function that created it
    const result = aggregate.start();
    for (let slot = 0; slot < this.size; slot++) aggregate.add(result, this.#columns.at(slot));
    this.#aggregates.set(aggregate, result);
    return result;
  }

  /** The number of rows that satisfy the conditions, per value of an equality filter. */
  facetCounts(equal: string, where: readonly string[]): ValueCounts {
    return this.#countValues(equal, this.#matches({ page: 1, per_page: 1, q: '', sort: '', dir: 'asc', where }));
  }

  #countValues(equal: string, { bits, facets }: Matches): ValueCounts {
    return getOrCreate(facets, equal, () => this.#equalIndex(equal).facetCounts(bits));
  }

  *rows(): Generator<Row> {
    for (let slot = 0; slot < this.size; slot++) yield this.#columns.row(slot);
  }

  #putOne(row: Row): boolean {
    const id = this.#spec.id(row);
    const slots = this.#slotsById();
    const existing = slots.get(id);
    const slot = existing ?? this.#ids.length;
    if (existing === undefined) {
      slots.set(id, slot);
      this.#ids.push(id);
      this.#byId.change(slot);
    } else {
      const before = this.#columns.row(existing);
      // Tail reads overlap, so most of their rows are unchanged.
      if (JSON.stringify(before) === JSON.stringify(row)) return false;
      this.#texts.remove(slot, before);
      for (const [name, values] of this.#equals)
        values.remove(slot, valuesOf(this.#spec.equals[name]?.(before) ?? null));
    }
    this.#columns.put(slot, row);
    this.#updateIndexes(slot, row);
    this.#texts.add(slot, row);
    return true;
  }

  #updateIndexes(slot: number, row: Row): void {
    for (const [name, values] of this.#sorts) {
      const value = this.#spec.sorts[name]?.(row) ?? null;
      if (values[slot] === value) continue;
      values[slot] = value;
      for (const direction of ['asc', 'desc']) this.#permutations.get(`${name} ${direction}`)?.change(slot);
    }
    for (const [name, values] of this.#equals) values.add(slot, valuesOf(this.#spec.equals[name]?.(row) ?? null));
    for (const [name, values] of this.#least) values[slot] = this.#spec.atLeast[name]?.(row) ?? null;
    for (const [name, bits] of this.#where) {
      const target = slot >>> 5 < bits.length ? bits : resize(bits, 2 * slot + 32);
      if (this.#spec.where[name]?.(row)) add(target, slot);
      else remove(target, slot);
      this.#where.set(name, target);
    }
  }

  #matches(query: AnyListQuery): Matches {
    const { q, locale, equals, except, atLeast, atMost, where, ids, alsoFound } = query;
    if (ids || alsoFound) return this.#findMatches(query);
    const key = JSON.stringify([q, locale, equals, except, atLeast, atMost, where]);
    const cached = this.#results.get(key);
    this.#results.delete(key);
    const matches = cached ?? this.#findMatches(query);
    if (this.#results.size >= maxCachedResults) this.#results.delete(this.#results.keys().next().value ?? '');
    this.#results.set(key, matches);
    return matches;
  }

  #findMatches(query: AnyListQuery): Matches {
    const { equals = {}, except = {}, atLeast = {}, atMost = {}, where, ids } = query;
    const bits = this.#found(query);
    for (const condition of where) intersect(bits, this.#whereBits(condition));
    if (ids) intersect(bits, this.#withIds(ids));
    for (const [name, wanted] of Object.entries(equals)) {
      if (wanted !== null && wanted !== undefined) this.#equalIndex(name).intersect(bits, valuesOf(wanted));
    }
    for (const [name, unwanted] of Object.entries(except)) {
      this.#equalIndex(name).remain(bits, valuesOf(unwanted ?? null));
    }
    for (const [name, least] of Object.entries(atLeast)) {
      if (!least) continue;
      const values = this.#numbers(name);
      filter(bits, (slot) => (values[slot] ?? -1) >= least);
    }
    for (const [name, most] of Object.entries(atMost)) {
      if (typeof most !== 'number') continue;
      const values = this.#numbers(name);
      filter(bits, (slot) => (values[slot] ?? Infinity) <= most);
    }
    return { bits, total: count(bits), ranks: new WeakMap(), facets: new Map() };
  }

  /** The rows that the search finds, whatever the filters. */
  #found({ q, locale, alsoFound }: AnyListQuery): Bitset {
    const bits = this.#texts.find(q, locale);
    if (!bits) return this.#all();
    if (!alsoFound) return bits;
    for (const [name, wanted] of Object.entries(alsoFound.equals)) this.#equalIndex(name).unite(bits, wanted ?? []);
    for (const id of alsoFound.ids) {
      const slot = this.#slotsById().get(id);
      if (slot !== undefined) add(bits, slot);
    }
    return bits;
  }

  #all(): Bitset {
    const bits = bitset(this.size).fill(0xffffffff);
    const spare = this.size & 31;
    if (spare > 0) bits[bits.length - 1] = 0xffffffff >>> (32 - spare);
    return bits;
  }

  #sortValues(name: string): (Value | null)[] {
    return getOrCreate(this.#sorts, name, () => this.#column(this.#spec.sorts[name], name));
  }

  #numbers(name: string): (number | null)[] {
    return getOrCreate(this.#least, name, () => this.#column(this.#spec.atLeast[name], name));
  }

  #whereBits(name: string): Bitset {
    return getOrCreate(this.#where, name, () => {
      const bits = bitset(this.size + 32);
      const holds = this.#column(this.#spec.where[name], name);
      for (let slot = 0; slot < this.size; slot++) if (holds[slot]) add(bits, slot);
      return bits;
    });
  }

  #equalIndex(name: string): ValueIndex {
    return getOrCreate(this.#equals, name, () => {
      const values = new ValueIndex();
      for (const [slot, value] of this.#column(this.#spec.equals[name], name).entries())
        values.add(slot, valuesOf(value));
      return values;
    });
  }

  /** One function's result for every row. One function at a time, so that the engine can optimize the loop. */
  #column<T>(of: ((row: Row) => T) | undefined, name: string): T[] {
    if (!of) throw new Error(`This list has no sort or filter ${name}`);
    const values = new Array<T>(this.size);
    for (let slot = 0; slot < this.size; slot++) values[slot] = of(this.#columns.at(slot));
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
    return fromValues(
      [...ids].flatMap((id) => slots.get(id) ?? []),
      this.size,
    );
  }

  #orderById(): Int32Array {
    return this.#byId.order(this.size, () => slotsBelow(this.size));
  }

  #permutation(sort: string, dir: 'asc' | 'desc'): Permutation {
    return getOrCreate(this.#permutations, `${sort} ${dir}`, () => this.#permutationOf(this.#sortValues(sort), dir));
  }

  #foreignOrder({ source, numberOf }: ForeignOrder, dir: 'asc' | 'desc'): Permutation {
    if (this.#foreign?.source !== source) this.#foreign = { source, permutations: new Map() };
    return getOrCreate(this.#foreign.permutations, dir, () => this.#permutationOf(this.#ids.map(numberOf), dir));
  }

  #permutationOf(values: (Value | null)[], dir: 'asc' | 'desc'): Permutation {
    return new Permutation(
      (slot) => values[slot] ?? null,
      (slot) => this.#ids[slot] ?? '',
      dir === 'desc',
    );
  }
}

function getOrCreate<K, T>(
  map: { get(key: K): T | undefined; set(key: K, value: T): unknown },
  key: K,
  create: () => T,
): T {
  const value = map.get(key) ?? create();
  map.set(key, value);
  return value;
}
