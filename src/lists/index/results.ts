import { countValues, matches } from '../model/definition.ts';
import type { GroupCounts, ValueCounts } from '../model/page.ts';
import { filterNumber, type GroupCounting, type ListQuery } from '../model/query.ts';
import type { AnyListSpec } from '../model/spec.ts';
import { add, type Bitset, has, remove, resize } from '../sets/bitset.ts';
import type { Permutation } from './permutation.ts';
import type { Ranks } from './slot-order.ts';

/** The rows that a query finds, whatever its order and page. */
export interface Matches {
  bits: Bitset;
  total: number;
  /** Counts of matches per block, by sort order. */
  ranks: WeakMap<Permutation, Ranks>;
  /** By equality filter, counted at the first use. */
  facets: Map<string, ValueCounts>;
  /** By what outputs are counted with, likewise. */
  groups: WeakMap<GroupCounting, GroupCounts>;
}

/** A row in its slot. */
interface Placed<Row> {
  slot: number;
  row: Row;
}

interface Write<Row> {
  before: Placed<Row> | undefined;
  after: Placed<Row>;
}

/** Limit of results. The least recently used is dropped first. */
const maxResults = 64;
/** Limit of rows written since the oldest result. With more, computing results anew takes little longer. */
const maxWrites = 256;

/**
 * The results of recent queries. One that is asked for again after rows were written is brought up to date row by row,
 * because curators look at the same list again after each edit.
 */
export class Results<Row extends object> {
  readonly #spec: AnyListSpec<Row>;
  readonly #kept = new Map<string, { found: Matches; upTo: number }>();
  /** Writes since the first of the results was computed. */
  #writes: Write<Row>[] = [];

  constructor(spec: AnyListSpec<Row>) {
    this.#spec = spec;
  }

  /** Notes that a row is in a slot now, instead of the one with its id, if there was one. */
  note(before: Placed<Row> | undefined, after: Placed<Row>): void {
    if (this.#kept.size === 0) return;
    this.#writes.push({ before, after });
    if (this.#writes.length <= maxWrites) return;
    this.#kept.clear();
    this.#writes = [];
  }

  /** The result of a query, which `find` computes unless it is known. */
  of(query: ListQuery, find: () => Matches): Matches {
    const { q, locale, equals, except, atLeast, atMost, where, groups } = query;
    const key = JSON.stringify([q, locale, equals, except, atLeast, atMost, where, filterNumber(groups)]);
    const kept = this.#kept.get(key);
    this.#kept.delete(key);
    const found = kept?.found ?? find();
    if (kept && kept.upTo < this.#writes.length) this.#update(query, found, this.#writes.slice(kept.upTo));
    if (this.#kept.size >= maxResults) this.#kept.delete(this.#kept.keys().next().value ?? '');
    this.#kept.set(key, { found, upTo: this.#writes.length });
    return found;
  }

  #update(query: ListQuery, found: Matches, writes: readonly Write<Row>[]): void {
    const [left, joined]: [Row[], Row[]] = [[], []];
    for (const { before, after } of writes) {
      if (before && has(found.bits, before.slot)) {
        remove(found.bits, before.slot);
        left.push(before.row);
      }
      if (!matches(this.#spec, after.row, query)) continue;
      if (after.slot >>> 5 >= found.bits.length) found.bits = resize(found.bits, after.slot + maxWrites);
      add(found.bits, after.slot);
      joined.push(after.row);
    }
    found.total += joined.length - left.length;
    found.ranks = new WeakMap();
    found.groups = new WeakMap();
    for (const [name, counts] of found.facets) found.facets.set(name, this.#recounted(name, counts, left, joined));
  }

  /** The counts with other rows; the same object if they do not differ. */
  #recounted(name: string, counts: ValueCounts, left: readonly Row[], joined: readonly Row[]): ValueCounts {
    const changes = countValues(this.#spec, joined, name);
    for (const [value, fewer] of countValues(this.#spec, left, name))
      changes.set(value, (changes.get(value) ?? 0) - fewer);
    const changed = [...changes].filter(([, change]) => change !== 0);
    if (changed.length === 0) return counts;
    const recounted = new Map(counts);
    for (const [value, change] of changed) {
      const count = (counts.get(value) ?? 0) + change;
      if (count > 0) recounted.set(value, count);
      else recounted.delete(value);
    }
    return recounted;
  }
}
