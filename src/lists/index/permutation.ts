import { Unloaded } from '../sections/base.ts';
import { SlotOrder, type StoredOrder, storedAt } from './slot-order.ts';

/** Values of a column by slot. Null sorts last in both directions. */
type Value = number | string | null;

/** The values by which a permutation orders slots, and the direction. */
export interface Ordered {
  value: (slot: number) => Value;
  id: (slot: number) => string;
  isDescending: boolean;
  /** The order of the snapshot. Without it, all slots are sorted. */
  stored?: () => StoredOrder;
}

/**
 * Slots ordered by a column, then id. Those of the snapshot never move. The others, which are all without a snapshot, are
 * sorted at the first use; later, changed slots are removed and merged in.
 */
export class Permutation {
  readonly #value: (slot: number) => Value;
  readonly #id: (slot: number) => string;
  readonly #descending: boolean;
  readonly #load: (() => StoredOrder) | undefined;
  #stored: StoredOrder | undefined;
  #order: SlotOrder | undefined;
  /** The slots that are not in the order of the snapshot, in order. */
  #written: Int32Array = new Int32Array(0);
  /** By slot, how many of the snapshot come before one of these. */
  readonly #places = new Map<number, number>();
  /** The slots of an order with the rank of each; made at the first use. */
  #ranked: { order: Int32Array; rankOf: Int32Array } | undefined;
  readonly #changed = new Set<number>();

  constructor({ value, id, isDescending, stored }: Ordered) {
    this.#value = value;
    this.#id = id;
    this.#descending = isDescending;
    this.#load = stored;
  }

  /** Whether the slots of the snapshot are themselves in this order. */
  get isAscending(): boolean {
    const stored = this.#storedOrder();
    return stored !== undefined && !stored.slots;
  }

  /** Marks a slot as new or changed. */
  change(slot: number): void {
    this.#places.delete(slot);
    if (this.#order) this.#changed.add(slot);
  }

  /** The order of the slots below `size`. `byId` is their order by id, which equal values keep. */
  order(size: number, byId: () => Int32Array): SlotOrder {
    if (this.#order && this.#changed.size === 0) return this.#order;
    const stored = this.#storedOrder();
    const written = this.#newlyWritten(size, stored, byId);
    this.#place(written, stored);
    const places = stored ? written.map((slot) => this.#places.get(slot) ?? 0) : new Int32Array(written.length);
    this.#written = written;
    this.#changed.clear();
    this.#order = new SlotOrder(stored ?? { length: 0 }, written, places);
    return this.#order;
  }

  #storedOrder(): StoredOrder | undefined {
    this.#stored ??= this.#load?.();
    return this.#stored;
  }

  #newlyWritten(size: number, stored: StoredOrder | undefined, byId: () => Int32Array): Int32Array {
    if (!this.#order)
      return stored ? this.#merged(this.#written, slotsBetween(stored.length, size)) : this.#sorted(size, byId());
    // Merging compares ids for nearly every changed slot; if more than an eighth have changed, sorting is cheaper.
    if (!stored && this.#changed.size > size >>> 3) return this.#sorted(size, byId());
    return this.#merged(
      this.#written.filter((slot) => !this.#changed.has(slot)),
      [...this.#changed],
    );
  }

  /**
   * Finds where written slots are in the order of the snapshot. What their searches lack is loaded at once, since each step
   * of a search looks at another group of rows.
   */
  #place(written: Int32Array, stored: StoredOrder | undefined): void {
    if (!stored) return;
    const at = (place: number) => storedAt(stored, place);
    const unloaded: Unloaded[] = [];
    let from = 0;
    for (const slot of written) {
      const known = this.#places.get(slot);
      try {
        from = known ?? this.#placeOf(slot, at, from, stored.length);
        if (known === undefined) this.#places.set(slot, from);
      } catch (error) {
        if (!(error instanceof Unloaded)) throw error;
        unloaded.push(error);
      }
    }
    const [first, ...others] = unloaded;
    if (first) throw Unloaded.ofAll([first, ...others]);
  }

  /**
   * Some of the live slots, which ascend, in this order. Those of the snapshot are sorted by their ranks in its order,
   * which never change, so that a row written since costs no new order of all.
   */
  sorted(slots: Int32Array, size: number, byId: () => Int32Array): Int32Array {
    const stored = this.#storedOrder();
    if (!stored) this.order(size, byId);
    const order = stored ? stored.slots : this.#written;
    const end = lowerBound(slots, stored ? stored.length : size);
    const first = slots.subarray(0, end);
    return this.#merged(order ? this.#sortedByRank(first, order, size) : first, Array.from(slots.subarray(end)));
  }

  #sortedByRank(slots: Int32Array, order: Int32Array, size: number): Int32Array {
    if (this.#ranked?.order !== order) {
      const rankOf = new Int32Array(size);
      for (let rank = 0; rank < order.length; rank++) rankOf[order[rank] ?? 0] = rank;
      this.#ranked = { order, rankOf };
    }
    const { rankOf } = this.#ranked;
    // Typed arrays sort natively if they need no comparison function.
    return slots
      .map((slot) => rankOf[slot] ?? 0)
      .sort()
      .map((rank) => order[rank] ?? 0);
  }

  /** The number of slots at or before a position, by binary search among some or all slots in this order. */
  countUpTo(
    order: { length: number; at(index: number): number | undefined },
    { value, id }: { value: Value; id: string },
  ): number {
    let first = 0;
    let end = order.length;
    while (first < end) {
      const middle = (first + end) >>> 1;
      const slot = order.at(middle) ?? 0;
      const isAfter = this.#compareTo(this.#value(slot), this.#id(slot), value, id) > 0;
      if (isAfter) end = middle;
      else first = middle + 1;
    }
    return first;
  }

  /** Counting sort over the ranks of the distinct values, stable in the order of ids. */
  #sorted(size: number, byId: Int32Array): Int32Array {
    if (this.#isInOrder(size)) return slotsBelow(size);
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
  #isInOrder(size: number): boolean {
    for (let slot = 1; slot < size; slot++) if (this.#compare(slot - 1, slot) > 0) return false;
    return true;
  }

  /** The order with some slots inserted, each found by a search that begins at the one before it. */
  #merged(order: Int32Array, incoming: number[]): Int32Array {
    if (incoming.length === 0) return order;
    incoming.sort((one, other) => this.#compare(one, other));
    const merged = new Int32Array(order.length + incoming.length);
    const at = (place: number) => order[place] ?? 0;
    let from = 0;
    for (const [index, slot] of incoming.entries()) {
      const to = this.#placeOf(slot, at, from, order.length);
      merged.set(order.subarray(from, to), from + index);
      merged[to + index] = slot;
      from = to;
    }
    merged.set(order.subarray(from), from + incoming.length);
    return merged;
  }

  /** The first place from `from` on whose slot comes after this one. In steps that grow: most new rows come first. */
  #placeOf(slot: number, at: (place: number) => number, from: number, length: number): number {
    let first = from;
    let end = length;
    for (let step = 1; first + step <= end; step *= 8) {
      if (this.#compare(slot, at(first + step - 1)) < 0) {
        end = first + step - 1;
        break;
      }
      first += step;
    }
    while (first < end) {
      const middle = (first + end) >>> 1;
      if (this.#compare(slot, at(middle)) < 0) end = middle;
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

/** The slots from one on that are below `end`. */
export const slotsBetween = (first: number, end: number): number[] =>
  Array.from({ length: end - first }, (_, index) => first + index);

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
