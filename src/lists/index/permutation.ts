import { add, type Bitset, has, resize } from '../sets/bitset.ts';

/** Values of a column by slot. Null sorts last in both directions. */
type Value = number | string | null;

/** What a permutation orders. */
export interface Ordered {
  value: (slot: number) => Value;
  id: (slot: number) => string;
  isDescending: boolean;
  /** The slots without a row. */
  dead: () => Bitset;
  /** The order of the snapshot, which has the slots below its length. */
  stored?: () => Int32Array;
  /** The slots below this one are themselves the order of the snapshot. */
  ascendingBelow?: number;
}

/** Slots ordered by a column, then id. Sorted or loaded at the first use; later, changed slots are removed and merged in. */
export class Permutation {
  readonly #value: (slot: number) => Value;
  readonly #id: (slot: number) => string;
  readonly #descending: boolean;
  readonly #dead: () => Bitset;
  readonly #stored: (() => Int32Array) | undefined;
  readonly #ascendingBelow: number;
  #order: Int32Array = new Int32Array(0);
  /** The order of the snapshot, or else of all slots, with the rank of each slot; made at the first use. */
  #ranked: { order: Int32Array; rankOf: Int32Array } | undefined;
  #changed = new Set<number>();
  #isSorted = false;

  constructor({ value, id, isDescending, dead, stored, ascendingBelow = 0 }: Ordered) {
    this.#value = value;
    this.#id = id;
    this.#descending = isDescending;
    this.#dead = dead;
    this.#stored = stored;
    this.#ascendingBelow = ascendingBelow;
  }

  /** Marks a slot as new, changed or dead. */
  change(slot: number): void {
    if (this.#isSorted) this.#changed.add(slot);
  }

  /** The order of the live slots below `size`. `byId` is their order by id, which equal values keep. */
  order(size: number, byId: () => Int32Array): Int32Array {
    if (this.#isSorted && this.#changed.size === 0) return this.#order;
    this.#order = this.#isSorted || this.#stored ? this.#updated(size, byId) : this.#sorted(size, byId());
    this.#isSorted = true;
    this.#changed.clear();
    return this.#order;
  }

  #updated(size: number, byId: () => Int32Array): Int32Array {
    if (!this.#isSorted) {
      const stored = this.#stored?.() ?? this.#order;
      const written = Array.from({ length: size - stored.length }, (_, index) => stored.length + index);
      return this.#merged(this.#stillThere(stored, size), written);
    }
    // Merging compares ids for nearly every changed slot; if more than an eighth have changed, sorting is cheaper.
    if (!this.#stored && this.#changed.size > size >>> 3) return this.#sorted(size, byId());
    const dead = this.#dead();
    const incoming = [...this.#changed].filter((slot) => !has(dead, slot));
    return this.#merged(this.#stillThere(this.#order, size, this.#changed), incoming);
  }

  /**
   * Some of the live slots, which ascend, in this order. Those of the snapshot are sorted by their ranks in its order,
   * which never change, so that a row written since costs no new order of all.
   */
  sorted(slots: Int32Array, size: number, byId: () => Int32Array): Int32Array {
    if (this.#ascendingBelow > 0) return this.#mergedFrom(slots, lowerBound(slots, this.#ascendingBelow));
    const { order, rankOf } = this.#stored
      ? (this.#ranked ?? this.#rank(this.#stored()))
      : this.#rank(this.order(size, byId), size);
    const stored = lowerBound(slots, rankOf.length);
    // Typed arrays sort natively if they need no comparison function.
    const ranks = slots.subarray(0, stored).map((slot) => rankOf[slot] ?? 0);
    const sorted = slots.slice();
    for (const [index, rank] of ranks.sort().entries()) sorted[index] = order[rank] ?? 0;
    return this.#mergedFrom(sorted, stored);
  }

  /** Slots of which those before an index are in this order. */
  #mergedFrom(slots: Int32Array, index: number): Int32Array {
    return this.#merged(slots.subarray(0, index), Array.from(slots.subarray(index)));
  }

  #rank(order: Int32Array, size = order.length) {
    if (this.#ranked?.order === order) return this.#ranked;
    const rankOf = new Int32Array(size);
    for (let rank = 0; rank < order.length; rank++) rankOf[order[rank] ?? 0] = rank;
    this.#ranked = { order, rankOf };
    return this.#ranked;
  }

  /** The number of slots at or before a position, by binary search. Requires an earlier call of `order`. */
  countUpTo({ value, id }: { value: Value; id: string }): number {
    let first = 0;
    let end = this.#order.length;
    while (first < end) {
      const middle = (first + end) >>> 1;
      const slot = this.#order[middle] ?? 0;
      const isAfter = this.#compareTo(this.#value(slot), this.#id(slot), value, id) > 0;
      if (isAfter) end = middle;
      else first = middle + 1;
    }
    return first;
  }

  /** Counting sort over the ranks of the distinct values, stable in the order of ids. */
  #sorted(size: number, byId: Int32Array): Int32Array {
    return this.#stillThere(this.#allSorted(size, byId), size);
  }

  #allSorted(size: number, byId: Int32Array): Int32Array {
    if (this.#isAscending(size)) return slotsBelow(size);
    const values: Value[] = [];
    for (let slot = 0; slot < size; slot++) values.push(this.#value(slot));
    const packed = sortedPacked(values, byId, this.#descending);
    if (packed) return packed;
    const rankOf = ranking(values, this.#descending);
    const ranks = new Int32Array(size);
    const places = new Int32Array(size + 2);
    for (let slot = 0; slot < size; slot++) {
      ranks[slot] = rankOf(values[slot] ?? null);
    }
    for (const slot of byId) {
      const next = (ranks[slot] ?? 0) + 1;
      places[next] = (places[next] ?? 0) + 1;
    }
    for (let rank = 1; rank < places.length; rank++) places[rank] = (places[rank] ?? 0) + (places[rank - 1] ?? 0);
    const order = new Int32Array(byId.length);
    for (const slot of byId) {
      const rank = ranks[slot] ?? 0;
      const place = places[rank] ?? 0;
      order[place] = slot;
      places[rank] = place + 1;
    }
    return order;
  }

  /** Whether the slots are already in this order, like those of a snapshot by id. */
  #isAscending(size: number): boolean {
    for (let slot = 1; slot < size; slot++) if (this.#compare(slot - 1, slot) > 0) return false;
    return true;
  }

  /** The order without dead and changed slots. */
  #stillThere(order: Int32Array, size: number, changed?: ReadonlySet<number>): Int32Array {
    const gone = resize(this.#dead(), size);
    if (changed) for (const slot of changed) add(gone, slot);
    // Most often nothing is gone, and a new process takes long for a loop over all slots.
    if (gone.every((word) => word === 0)) return order;
    const kept = new Int32Array(order.length);
    let end = 0;
    for (let index = 0; index < order.length; index++) {
      const slot = order[index] ?? 0;
      kept[end] = slot;
      if (!has(gone, slot)) end++;
    }
    return end === order.length ? order : kept.subarray(0, end);
  }

  /** The order with some slots inserted, each found by a search that begins at the one before it. */
  #merged(order: Int32Array, incoming: number[]): Int32Array {
    if (incoming.length === 0) return order;
    incoming.sort((one, other) => this.#compare(one, other));
    const merged = new Int32Array(order.length + incoming.length);
    let from = 0;
    for (const [index, slot] of incoming.entries()) {
      const to = this.#placeOf(slot, order, from);
      merged.set(order.subarray(from, to), from + index);
      merged[to + index] = slot;
      from = to;
    }
    merged.set(order.subarray(from), from + incoming.length);
    return merged;
  }

  /** The first place from `from` on whose slot comes after this one. In steps that double: most new rows come first. */
  #placeOf(slot: number, order: Int32Array, from: number): number {
    let first = from;
    let end = order.length;
    for (let step = 1; first + step <= end; step *= 2) {
      if (this.#compare(slot, order[first + step - 1] ?? 0) < 0) {
        end = first + step - 1;
        break;
      }
      first += step;
    }
    while (first < end) {
      const middle = (first + end) >>> 1;
      if (this.#compare(slot, order[middle] ?? 0) < 0) end = middle;
      else first = middle + 1;
    }
    return first;
  }

  #compare(one: number, other: number): number {
    const [a, b] = [this.#value(one), this.#value(other)];
    if (a === b) return this.#id(one) < this.#id(other) ? -1 : 1;
    return this.#compareTo(a, '', b, '');
  }

  #compareTo(a: Value, id: string, b: Value, otherId: string): number {
    if (a === b) return id < otherId ? -1 : id === otherId ? 0 : 1;
    if (a === null) return 1;
    if (b === null) return -1;
    return this.#compareValues(a, b);
  }

  /** Neither is null. */
  #compareValues(a: Value, b: Value): number {
    const ascending = (a ?? 0) < (b ?? 0) ? -1 : a === b ? 0 : 1;
    return this.#descending ? -ascending : ascending;
  }
}

/** All slots in numeric order. A loop: `Int32Array.from` with a function takes far longer. */
export function slotsBelow(size: number): Int32Array {
  const slots = new Int32Array(size);
  for (let slot = 1; slot < size; slot++) slots[slot] = slot;
  return slots;
}

/**
 * The slots sorted by integers, each packed with its rank by id into a number's 53 exact bits, because typed arrays
 * sort without a comparison function. Undefined for other values and for numbers too far apart.
 */
function sortedPacked(values: Value[], byId: Int32Array, isDescending: boolean): Int32Array | undefined {
  let min = Infinity;
  let max = -Infinity;
  for (const value of values) {
    if (value === null) continue;
    if (!Number.isSafeInteger(value)) return undefined;
    min = Math.min(min, Number(value));
    max = Math.max(max, Number(value));
  }
  const size = byId.length;
  // Slots without a value come last in both directions.
  const last = Math.max(0, max - min) + 1;
  if (size === 0 || !Number.isSafeInteger((last + 1) * size)) return undefined;
  const packed = new Float64Array(size);
  for (let place = 0; place < size; place++) {
    const value = values[byId[place] ?? 0] as number | null; // not a string, as checked above
    const distance = value === null ? last : isDescending ? max - value : value - min;
    packed[place] = distance * size + place;
  }
  packed.sort();
  const order = new Int32Array(size);
  for (let place = 0; place < size; place++) order[place] = byId[(packed[place] ?? 0) % size] ?? 0;
  return order;
}

/** Ranks the values of a column of numbers or strings, equal values alike. Null is last. */
function ranking(column: Value[], isDescending: boolean): (value: Value) => number {
  const numbers = column.filter((value) => typeof value === 'number');
  const strings = new Set(column.filter((value) => typeof value === 'string'));
  // Both native sorts are several times as fast as with a comparison function. Most numbers are distinct, so binary
  // search beats a map; few strings are distinct and comparing them is slow, so a map beats binary search.
  const sorted = numbers.length > 0 ? Float64Array.from(numbers).sort() : [...strings].sort();
  const last = sorted.length;
  const ascending = Array.isArray(sorted) ? rankMap(sorted) : (value: Value) => lowerBound(sorted, Number(value));
  return (value) => (value === null ? last : isDescending ? last - 1 - ascending(value) : ascending(value));
}

function rankMap(sorted: string[]): (value: Value) => number {
  const ranks = new Map<Value, number>(sorted.map((value, rank) => [value, rank]));
  return (value) => ranks.get(value) ?? 0;
}

/** The index of the first number that is not less, by binary search. */
function lowerBound(sorted: Float64Array | Int32Array, value: number): number {
  let first = 0;
  let end = sorted.length;
  while (first < end) {
    const middle = (first + end) >>> 1;
    if ((sorted[middle] ?? 0) < value) first = middle + 1;
    else end = middle;
  }
  return first;
}
