import { authorCount, countedFilters, countOutputs } from '../counting/in-memory.ts';
import type { OutputCounting, OutputCounts } from '../model/counting.ts';
import { localeMatch, outputOf } from '../model/definition.ts';
import type { Aggregate } from '../model/list-source.ts';
import {
  type CountedKeysetPage,
  type GroupCounts,
  type ListPage,
  type LocaleMatch,
  type Position,
  pageBounds,
  type ValueCounts,
} from '../model/page.ts';
import type { GroupCounting, ListQuery } from '../model/query.ts';
import { type AnyListSpec, type Tally, wantedOf } from '../model/spec.ts';
import type { Base } from '../sections/base.ts';
import { arrayOf, type Bitset, countBits, intersect, isEmpty, resize, union, valuesIn } from '../sets/bitset.ts';
import { countGroups, slotsInGroups } from './groups.ts';
import { getOrCreate, Indexes } from './indexes.ts';
import { packGroups } from './pack-groups.ts';
import type { Permutation } from './permutation.ts';
import { type Matches, Results } from './results.ts';
import { Rows } from './rows.ts';
import { SearchIndex } from './search-index.ts';
import { tallyOf, tallySections } from './tally.ts';

/**
 * A collection's rows with indexes for queries: those of a snapshot, if there is one, and those written since. What
 * needs sections of the snapshot that are not loaded throws `Unloaded` and has no other effect: see `whenLoaded`.
 */
export class RowIndex<Row extends object> {
  readonly #spec: AnyListSpec<Row>;
  readonly #rows: Rows<Row>;
  readonly #indexes: Indexes<Row>;
  readonly #texts: SearchIndex<Row>;
  readonly #results: Results<Row>;
  readonly #computed = new Map<object, unknown>();

  constructor(spec: AnyListSpec<Row>, base?: Base) {
    this.#spec = spec;
    this.#rows = new Rows(base);
    this.#indexes = new Indexes(spec, this.#rows);
    this.#texts = new SearchIndex(spec, this.#rows);
    this.#results = new Results(spec);
  }

  get size(): number {
    return this.#rows.size;
  }

  /** Adds rows, or replaces those with the same id. Returns the number of new or changed rows. */
  put(rows: Iterable<Row>): number {
    const written = [...rows];
    if (written.length > 0) this.#rows.base?.needIds(written.map((row) => this.#spec.id(row)));
    let changed = 0;
    for (const row of written) if (this.#putOne(row)) changed++;
    if (changed > 0) this.#computed.clear();
    return changed;
  }

  /** Builds the indexes that another index of such rows has, one per step, so that requests can run in between. */
  *buildLike(other: RowIndex<Row>): Generator<void> {
    yield* this.#texts.buildLike(other.#texts);
    yield* this.#indexes.buildLike(other.#indexes);
  }

  /** The number of rows that are not in a snapshot, and so take more memory. */
  get unsaved(): number {
    return this.#rows.slots - this.#rows.baseSize;
  }

  /** Throws unless all of the snapshot is loaded. */
  needEverything(): void {
    this.#rows.base?.needEverything();
  }

  /** The parts of a new snapshot of these rows, for which all of the present one must be loaded. What it has is used. */
  pack(storedOrder: string, fields: readonly string[]) {
    const layout = this.#indexes.layout(storedOrder);
    return {
      groups: packGroups(this.#rows, layout.order, fields),
      indexes: [
        ...this.#indexes.sections(storedOrder, layout),
        ...tallySections(this.#spec.tallies ?? [], this.#rows),
        ...this.#texts.sections(layout),
      ],
    };
  }

  get(id: string): Row | undefined {
    const slot = this.#indexes.slotOf(id);
    return slot === undefined ? undefined : this.#rows.row(slot);
  }

  /** A page. With `fields`, its rows have only these. */
  find(query: ListQuery, fields?: readonly string[]): ListPage<Row> {
    this.#indexes.need(query);
    const matches = this.#matches(query);
    const { total } = matches;
    const { first, end, pages } = pageBounds(total, query.page, query.per_page, query.offset);
    const slots = first < end ? this.#sortedSlots(query, matches, first, end) : [];
    return {
      rows: this.#rowsIn(slots, fields),
      page: query.page,
      per_page: query.per_page,
      total,
      pages,
      ...this.#match(slots, query),
      ...(query.facets && {
        facets: Object.fromEntries(query.facets.map((name) => [name, this.#countValues(name, matches)])),
      }),
      ...(query.countGroups && { groupCounts: this.#countGroups(query.countGroups, matches) }),
    };
  }

  /** The matching slots at `[first, end)` of the order. Sorts few matches; for many, scans the order. */
  #sortedSlots(query: ListQuery, { bits, total, ranks }: Matches, first: number, end: number): number[] {
    const { sort, dir, foreignOrder } = query;
    const permutation = foreignOrder
      ? this.#indexes.foreignOrder(foreignOrder, dir)
      : this.#indexes.permutation(sort, dir);
    if (this.#areSorted(total, permutation, end))
      return Array.from(this.#indexes.sorted(arrayOf(bits, total), permutation).subarray(first, end));
    const order = this.#indexes.orderOf(permutation);
    // Then every slot matches.
    if (total === order.length) return order.slotsFrom(first, bits, end - first);
    const counts = getOrCreate(ranks, permutation, () => [0]);
    return order.slotsAtRanks(bits, first, end, counts);
  }

  /**
   * Whether to sort the matches is faster than to look for the first ones in the order of all rows. If the slots are in
   * this order, they need not be sorted, but to look for most of them takes longer than to list all.
   */
  #areSorted(total: number, permutation: Permutation, looksFor: number): boolean {
    return total * 64 < this.size && (!permutation.isAscending || total < 4 * looksFor);
  }

  /** The next rows after a position in the order, or the first rows. Ignores the page number. */
  findAfter(query: ListQuery, after: Position | undefined): CountedKeysetPage<Row> {
    this.#indexes.need(query);
    const { bits, total } = this.#matches(query);
    const permutation = this.#indexes.permutation(query.sort, query.dir);
    const slots = total === 0 ? [] : this.#slotsAfter(after, permutation, { bits, total }, query.per_page + 1);
    const hasMore = slots.length > query.per_page;
    if (hasMore) slots.pop();
    const last = slots.at(-1);
    const valueAt = this.#indexes.sortValue(query.sort);
    return {
      rows: this.#rowsIn(slots),
      total,
      ...this.#match(slots, query),
      last: last === undefined ? undefined : { value: valueAt(last), id: this.#indexes.idOf(last) },
      hasMore,
    };
  }

  #slotsAfter(
    after: Position | undefined,
    permutation: Permutation,
    { bits, total }: Pick<Matches, 'bits' | 'total'>,
    limit: number,
  ): number[] {
    if (this.#areSorted(total, permutation, limit)) {
      const sorted = Array.from(this.#indexes.sorted(arrayOf(bits, total), permutation));
      const first = after ? permutation.countUpTo(sorted, after) : 0;
      return sorted.slice(first, first + limit);
    }
    const order = this.#indexes.orderOf(permutation);
    return order.slotsFrom(after ? permutation.countUpTo(order, after) : 0, bits, limit);
  }

  /** Builds what a search needs and lacks, in steps, so that requests can run in between. */
  prepareSearch(q: string, locale: string | undefined): Generator<void> {
    return this.#texts.build(q, locale);
  }

  #match(slots: readonly number[], { q, locale }: ListQuery): Partial<LocaleMatch> {
    if (q === '' || locale === undefined) return {};
    return localeMatch(this.#spec, this.#views(slots), { q, locale });
  }

  /** The rows in some slots, each valid until the next one. */
  *#views(slots: readonly number[]): Generator<Row> {
    for (const slot of slots) yield this.#rows.at(slot);
  }

  /** Counts matching outputs. */
  countOutputs(query: ListQuery, counting: OutputCounting): OutputCounts {
    const { people } = outputOf(this.#spec);
    const groups = counting.by.find((each) => each.kind === 'groups') ?? counting.shares?.unit;
    this.#indexes.need({
      ...query,
      facets: countedFilters(counting, people),
      ...(counting.shares && { atLeast: { ...query.atLeast, [authorCount]: 1 } }),
      ...(groups && { countGroups: groups.counting }),
    });
    if (counting.shares) this.#rows.needAll();
    const { bits, total } = this.#matches(query);
    return countOutputs(this.#indexes, people, counting, resize(bits, this.#rows.slots), total);
  }

  /** An aggregate of all rows, cached until one of them changes. */
  aggregate<T>(aggregate: Aggregate<Row, T>): T {
    return this.#remember(aggregate, () => {
      const result = aggregate.start();
      this.visitRows((row) => aggregate.add(result, row));
      return result;
    });
  }

  /** An object that stays the same until a row changes. */
  state(): object {
    return this.#remember(this.#computed, () => ({}));
  }

  /** Calls `visit` for the rows that have one of these ids, or values of an equality filter, in no order. */
  lookUp(by: Pick<ListQuery, 'ids' | 'equals'>, visit: (row: Row) => void): void {
    const slots = [...valuesIn(this.#findMatches({ ...everything, ...by }).bits)];
    this.#rows.need(slots);
    for (const row of this.#views(slots)) visit(row);
  }

  /** A tally of all rows, cached until one of them changes. */
  tally(tally: Tally<Row>): ReadonlyMap<string, number> {
    if (!this.#spec.tallies?.includes(tally)) throw new Error(`This list has no tally ${tally.name}`);
    return this.#remember(tally, () => tallyOf(tally, this.#rows));
  }

  #remember<T>(what: object, compute: () => T): T {
    // Only the code that remembers a value under a key asks for it, so the type is known.
    if (this.#computed.has(what)) return this.#computed.get(what) as T;
    const result = compute();
    this.#computed.set(what, result);
    return result;
  }

  /** Calls `visit` for every row, which it may read only during the call. */
  visitRows(visit: (row: Row) => void): void {
    this.#rows.needAll();
    for (let slot = 0; slot < this.#rows.slots; slot++) if (this.#rows.isLive(slot)) visit(this.#rows.at(slot));
  }

  /** The first ids that begin with a text, in their order. */
  idsBeginning(text: string, limit: number): string[] {
    return this.#indexes.idsBeginning(text, limit);
  }

  /** The number of rows that satisfy the conditions, per value of an equality filter. */
  facetCounts(equal: string, where: readonly string[]): ValueCounts {
    return this.#countValues(equal, this.#satisfying(where));
  }

  #countValues(equal: string, { bits, facets }: Matches): ValueCounts {
    return getOrCreate(facets, equal, () => this.#indexes.equal(equal).facetCounts(bits));
  }

  #countGroups(counting: GroupCounting, { bits, groups }: Matches): GroupCounts {
    return getOrCreate(groups, counting, () =>
      countGroups(this.#indexes, outputOf(this.#spec).people, counting, resize(bits, this.#rows.slots)),
    );
  }

  *rows(): Generator<Row> {
    this.#rows.needAll();
    for (const slot of valuesIn(this.#rows.live())) yield this.#rows.row(slot);
  }

  #rowsIn(slots: readonly number[], fields?: readonly string[]): Row[] {
    this.#rows.need(slots);
    return slots.map((slot) => this.#rows.row(slot, fields));
  }

  #putOne(row: Row): boolean {
    const existing = this.#indexes.slotOf(this.#spec.id(row));
    if (existing === undefined) {
      this.#add(this.#rows.add(row), row, undefined);
      return true;
    }
    const before = this.#rows.row(existing);
    // Tail reads overlap, so most of their rows are unchanged.
    if (JSON.stringify(before) === JSON.stringify(row)) return false;
    this.#texts.remove(existing, before);
    this.#indexes.remove(existing, before);
    this.#add(this.#rows.replace(existing, row), row, { slot: existing, row: before });
    return true;
  }

  #add(slot: number, row: Row, before: { slot: number; row: Row } | undefined): void {
    this.#indexes.add(slot, row);
    this.#texts.add(slot, row);
    this.#results.note(before, { slot, row });
  }

  #matches(query: ListQuery): Matches {
    // The sets of `ids` and `alsoFound` are new objects each time, so a result would never be used again.
    if (query.ids || query.alsoFound) return this.#findMatches(query);
    return this.#results.of(query, () => this.#findMatches(query));
  }

  #findMatches(query: ListQuery): Matches {
    const { equals = {}, except = {}, atLeast = {}, atMost = {}, where, ids, groups } = query;
    const found = this.#found(query);
    if (found && isEmpty(found)) return matchesIn(found, 0);
    const allowed = this.#satisfying(where).bits;
    if (found) intersect(found, allowed);
    const bits = found ?? resize(allowed, this.#rows.slots);
    if (ids) intersect(bits, this.#indexes.slotsOf(ids));
    if (groups) intersect(bits, slotsInGroups(this.#indexes, outputOf(this.#spec).people, groups, this.#rows.slots));
    for (const [name, wanted] of Object.entries(equals)) {
      if (wanted === null || wanted === undefined) continue;
      const { values, orNone } = wantedOf(wanted);
      const index = this.#indexes.equal(name);
      if (orNone) index.intersectOrNone(bits, values);
      else index.intersect(bits, values);
    }
    for (const [name, unwanted] of Object.entries(except)) {
      const { values, orNone } = wantedOf(unwanted ?? null);
      if (orNone) intersect(bits, this.#indexes.equal(name).withAny(bits.length * 32));
      if (values.length > 0) this.#indexes.equal(name).remain(bits, values);
    }
    for (const name of new Set([...Object.keys(atLeast), ...Object.keys(atMost)])) {
      // A minimum of 0 does not filter.
      const [least, most] = [atLeast[name] || -Infinity, atMost[name] ?? Infinity];
      if (least > -Infinity || most < Infinity) this.#indexes.keepBetween(bits, name, least, most);
    }
    return matchesIn(bits);
  }

  /** The rows that satisfy the conditions. Kept as a result, because most queries have the same. */
  #satisfying(where: readonly string[]): Matches {
    return this.#results.of({ ...everything, where }, () => {
      const bits = this.#rows.live();
      for (const condition of where) intersect(bits, this.#indexes.where(condition));
      return matchesIn(bits);
    });
  }

  /** The rows that the search finds, whatever the filters; undefined if there is nothing to search for. */
  #found({ q, locale, alsoFound }: ListQuery): Bitset | undefined {
    const bits = this.#texts.find(q, locale);
    if (!bits || !alsoFound) return bits;
    for (const [name, wanted] of Object.entries(alsoFound.equals)) this.#indexes.equal(name).unite(bits, wanted ?? []);
    union(bits, this.#indexes.slotsOf(alsoFound.ids));
    return bits;
  }
}

const everything: ListQuery = { page: 1, per_page: 1, q: '', sort: '', dir: 'asc', where: [] };

const matchesIn = (bits: Bitset, total = countBits(bits)): Matches => ({
  bits,
  total,
  ranks: new WeakMap(),
  facets: new Map(),
  groups: new WeakMap(),
});
