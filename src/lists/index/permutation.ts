/** Values of a column by slot; null sorts last in both directions. */
type Value = number | string | null;

/**
 * The slots in the order of one column, ascending or descending, equal ones by id ascending. Made when it is first
 * asked for; after that only slots whose value has changed are taken out and merged in again.
 */
export class Permutation {
  readonly #value: (slot: number) => Value;
  readonly #id: (slot: number) => string;
  readonly #descending: boolean;
  #order: Int32Array = new Int32Array(0);
  /** The place of each slot in the order; made when it is first asked for after a change. */
  #ranks: Int32Array | undefined;
  #changed = new Set<number>();
  #made = false;

  constructor(value: (slot: number) => Value, id: (slot: number) => string, descending: boolean) {
    this.#value = value;
    this.#id = id;
    this.#descending = descending;
  }

  /** Says that a slot is new or has another value. */
  change(slot: number): void {
    if (this.#made) this.#changed.add(slot);
  }

  /** The order of the slots below `size`. `byId` is their order by id, from which equal values take theirs. */
  order(size: number, byId: () => Int32Array): Int32Array {
    // Merging costs a comparison of ids for nearly every changed slot; beyond a part of all it is cheaper to begin anew.
    if (this.#made && this.#changed.size === 0) return this.#order;
    const isNew = !this.#made || this.#changed.size > size >>> 3;
    this.#order = isNew ? this.#sorted(size, byId()) : this.#merged(size);
    this.#made = true;
    this.#ranks = undefined;
    this.#changed.clear();
    return this.#order;
  }

  /** The place of each slot below `size` in the order. */
  ranks(size: number, byId: () => Int32Array): Int32Array {
    const order = this.order(size, byId);
    if (this.#ranks) return this.#ranks;
    this.#ranks = new Int32Array(size);
    for (let place = 0; place < size; place++) this.#ranks[order[place] ?? 0] = place;
    return this.#ranks;
  }

  /** How many slots of the order are before a place in it or at it. The order has been asked for. */
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

  /** By counting: how often each distinct value comes says where its slots go, in the order of their ids. */
  #sorted(size: number, byId: Int32Array): Int32Array {
    if (this.#isAscending(size)) return slotsBelow(size);
    const values: Value[] = [];
    for (let slot = 0; slot < size; slot++) values.push(this.#value(slot));
    const packed = sortedPacked(values, byId, this.#descending);
    if (packed) return packed;
    const rankOf = ranking(values, this.#descending);
    const ranks = new Int32Array(size);
    const places = new Int32Array(size + 2);
    for (let slot = 0; slot < size; slot++) {
      const rank = rankOf(this.#value(slot));
      ranks[slot] = rank;
      places[rank + 1] = (places[rank + 1] ?? 0) + 1;
    }
    for (let rank = 1; rank < places.length; rank++) places[rank] = (places[rank] ?? 0) + (places[rank - 1] ?? 0);
    const order = new Int32Array(size);
    for (let index = 0; index < size; index++) {
      const slot = byId[index] ?? 0;
      const rank = ranks[slot] ?? 0;
      const place = places[rank] ?? 0;
      order[place] = slot;
      places[rank] = place + 1;
    }
    return order;
  }

  /** Whether the slots are in this order already, as those of a snapshot are in the order of their ids. */
  #isAscending(size: number): boolean {
    for (let slot = 1; slot < size; slot++) if (this.#compare(slot - 1, slot) > 0) return false;
    return true;
  }

  #merged(size: number): Int32Array {
    const incoming = [...this.#changed].sort((one, other) => this.#compare(one, other));
    const order = new Int32Array(size);
    let place = 0;
    let next = 0;
    for (let index = 0; index < this.#order.length; index++) {
      const slot = this.#order[index] ?? 0;
      if (this.#changed.has(slot)) continue;
      while (next < incoming.length && this.#compare(incoming[next] ?? 0, slot) < 0)
        order[place++] = incoming[next++] ?? 0;
      order[place++] = slot;
    }
    while (next < incoming.length) order[place++] = incoming[next++] ?? 0;
    return order;
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

/** All slots in the order of their numbers. A loop: making arrays with a function for each element takes far longer. */
export function slotsBelow(size: number): Int32Array {
  const slots = new Int32Array(size);
  for (let slot = 1; slot < size; slot++) slots[slot] = slot;
  return slots;
}

/**
 * The slots in the order of whole numbers, which fit with their places by id into the 53 bits a number holds exactly:
 * those an engine sorts without asking anybody. Undefined for other values, and for numbers too far apart.
 */
function sortedPacked(values: Value[], byId: Int32Array, isDescending: boolean): Int32Array | undefined {
  let least = Infinity;
  let most = -Infinity;
  for (const value of values) {
    if (value === null) continue;
    if (!Number.isSafeInteger(value)) return undefined;
    least = Math.min(least, Number(value));
    most = Math.max(most, Number(value));
  }
  const size = values.length;
  // What has no value comes after all that has one, in both directions.
  const last = Math.max(0, most - least) + 1;
  if (size === 0 || !Number.isSafeInteger((last + 1) * size)) return undefined;
  const packed = new Float64Array(size);
  for (let place = 0; place < size; place++) {
    const value = values[byId[place] ?? 0] as number | null; // no text, as was seen above
    const distance = value === null ? last : isDescending ? most - value : value - least;
    packed[place] = distance * size + place;
  }
  packed.sort();
  const order = new Int32Array(size);
  for (let place = 0; place < size; place++) order[place] = byId[(packed[place] ?? 0) % size] ?? 0;
  return order;
}

/** The place of each of these values among them, equal ones sharing it; a column holds numbers or strings. Null is last. */
function ranking(column: Value[], isDescending: boolean): (value: Value) => number {
  const numbers = column.filter((value) => typeof value === 'number');
  const strings = new Set(column.filter((value) => typeof value === 'string'));
  // Without a comparison of ours both are sorted several times as fast. Numbers are mostly different ones, which makes
  // a search among them faster than a map of them all; of strings, that are slow to compare, few are different.
  const sorted = numbers.length > 0 ? Float64Array.from(numbers).sort() : [...strings].sort();
  const last = sorted.length;
  const ascending = Array.isArray(sorted) ? rankInMap(sorted) : (value: Value) => firstOf(sorted, Number(value));
  return (value) => (value === null ? last : isDescending ? last - 1 - ascending(value) : ascending(value));
}

function rankInMap(sorted: string[]): (value: Value) => number {
  const ranks = new Map<Value, number>(sorted.map((value, rank) => [value, rank]));
  return (value) => ranks.get(value) ?? 0;
}

/** Where a number that is among them first is. */
function firstOf(sorted: Float64Array, value: number): number {
  let first = 0;
  let end = sorted.length;
  while (first < end) {
    const middle = (first + end) >>> 1;
    if ((sorted[middle] ?? 0) < value) first = middle + 1;
    else end = middle;
  }
  return first;
}
