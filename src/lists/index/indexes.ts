import type { GroupCondition, GroupedOutput } from '#src/records/groups/group-condition.ts';
import { undatedDay } from '#src/records/groups/group-days.ts';
import { outputOf } from '../model/definition.ts';
import type { ForeignOrder, ListQuery } from '../model/query.ts';
import { type AnyListSpec, type Value, valuesOf } from '../model/spec.ts';
import { NumberColumn, packNumbers } from '../sections/number-column.ts';
import { int32s, pack, uint32s, unpack } from '../sections/packed.ts';
import { PostingListsPacker } from '../sections/posting-lists.ts';
import { packStringTable } from '../sections/string-table.ts';
import { packTexts } from '../sections/texts.ts';
import { add, type Bitset, bitset, fromValues, remove, resize, valuesIn } from '../sets/bitset.ts';
import { DateDays, engineDays, packDays } from './date-days.ts';
import { bitsOf, type Layout, layoutOf, placesOf } from './layout.ts';
import { Permutation, slotsBelow } from './permutation.ts';
import type { Rows } from './rows.ts';
import type { SlotOrder, StoredOrder } from './slot-order.ts';
import { ValueIndex } from './value-index.ts';

/**
 * The indexes of single fields, by name of the sort or filter. Each is loaded from the snapshot at its first use, or
 * built if the snapshot does not have it.
 */
export class Indexes<Row extends object> {
  readonly #spec: AnyListSpec<Row>;
  readonly #rows: Rows<Row>;
  /** By id, without rows of the snapshot. Built at the first lookup, because lists do not need it. */
  #slots: Map<string, number> | undefined;
  /** The ids of rows that are not in the snapshot. */
  readonly #ids: string[] = [];
  /** Values of rows that are not in the snapshot. */
  readonly #sorts = new Map<string, (Value | null)[]>();
  readonly #numbers = new Map<string, Numbers>();
  readonly #equals = new Map<string, ValueIndex>();
  readonly #where = new Map<string, Bitset>();
  /** The days of dates, if the rows are outputs. */
  #days: DateDays | undefined;
  readonly linkedInSnapshot = new WeakMap<GroupCondition, Bitset>();
  readonly #permutations = new Map<string, Permutation>();
  /** Orders by another list's numbers, by direction, valid until a row or that list changes. */
  #foreign: { source: object; permutations: Map<string, Permutation> } | undefined;
  readonly #byId: Permutation;

  constructor(spec: AnyListSpec<Row>, rows: Rows<Row>) {
    this.#spec = spec;
    this.#rows = rows;
    this.#byId = this.#permutationOf((slot) => this.idOf(slot), 'asc', this.#storedOrder(orderOfIds));
  }

  /** Throws `Unloaded` for everything that a query needs besides rows and words, so that it is read at once. */
  need(query: ListQuery) {
    const { sort, dir, foreignOrder, where, equals, except, atLeast, atMost, ids, alsoFound, facets = [] } = query;
    const { and, ...filter } = query.groups ?? {};
    const groups = [filter.of, filter.outside, and?.of, and?.outside].filter((condition) => condition !== undefined);
    const isGrouped = groups.length > 0 || query.countGroups !== undefined;
    const people = isGrouped ? [outputOf(this.#spec).people] : [];
    const equal = [...given(equals), ...given(except), ...given(alsoFound?.equals), ...facets, ...people];
    const isAskedForIds =
      ids !== undefined ||
      (alsoFound !== undefined && alsoFound.ids.size > 0) ||
      groups.some(({ byHand }) => byHand.length > 0) ||
      (query.countGroups !== undefined && query.countGroups.days.byHand.size > 0);
    this.#rows.base?.needSections([
      ...where.map((name) => `where/${name}`),
      ...equal.map((name) => `equal/${name}`),
      ...[...given(atLeast), ...given(atMost)].map((name) => `least/${name}`),
      ...(foreignOrder ? [] : [`order/${sort} ${dir}`]),
      ...(isAskedForIds ? ['ids'] : []),
      ...(isGrouped ? ['days'] : []),
    ]);
  }

  idOf(slot: number): string {
    const written = slot - this.#rows.baseSize;
    return written >= 0 ? (this.#ids[written] ?? '') : this.#spec.id(this.#rows.at(slot));
  }

  /** The slot of a row, if there is one with this id. */
  slotOf(id: string): number | undefined {
    const written = this.#writtenSlots().get(id);
    if (written !== undefined || !this.#rows.base) return written;
    const stored = this.#rows.base.slotOf(id, (slot) => this.idOf(slot));
    return stored !== undefined && this.#rows.isLive(stored) ? stored : undefined;
  }

  slotsOf(ids: ReadonlySet<string>): Bitset {
    this.#rows.base?.needIds([...ids]);
    return fromValues(
      [...ids].flatMap((id) => this.slotOf(id) ?? []),
      this.#rows.slots,
    );
  }

  /** The first ids that begin with a text, in their order. */
  idsBeginning(text: string, limit: number): string[] {
    const order = this.#orderById();
    const first = this.#byId.countUpTo(order, { value: text, id: '' });
    const slots = order.slotsFrom(first, this.#rows.live(), limit);
    this.#rows.need(slots);
    return slots.map((slot) => this.idOf(slot)).filter((id) => id.startsWith(text));
  }

  /** Adds the row in a slot, which may be new. */
  add(slot: number, row: Row): void {
    const written = slot - this.#rows.baseSize;
    if (written === this.#ids.length) {
      const id = this.#spec.id(row);
      this.#ids.push(id);
      this.#slots?.set(id, slot);
      this.#byId.change(slot);
    }
    for (const [name, values] of this.#sorts) {
      const value = this.#spec.sorts[name]?.(row) ?? null;
      if (values[written] === value) continue;
      values[written] = value;
      for (const direction of ['asc', 'desc']) this.#permutations.get(`${name} ${direction}`)?.change(slot);
    }
    for (const [name, values] of this.#equals) values.add(slot, valuesOf(this.#spec.equals[name]?.(row) ?? null));
    for (const [name, { written: values }] of this.#numbers) values[written] = this.#spec.atLeast[name]?.(row) ?? null;
    this.#days?.put(slot, this.#spec.output?.date(row) ?? null);
    for (const [name, bits] of this.#where) {
      const target = slot >>> 5 < bits.length ? bits : resize(bits, 2 * slot + 32);
      if (this.#spec.where[name]?.(row)) add(target, slot);
      else remove(target, slot);
      this.#where.set(name, target);
    }
    this.#foreign = undefined;
  }

  /** Removes a row as it was added, before another is put into its slot or it is dead. */
  remove(slot: number, before: Row): void {
    // Rows of the snapshot that are dead are never found.
    if (slot < this.#rows.baseSize) return;
    for (const [name, values] of this.#equals) values.remove(slot, valuesOf(this.#spec.equals[name]?.(before) ?? null));
  }

  /** Builds the indexes that another list of such rows has, one per step, so that requests can run in between. */
  *buildLike(other: Indexes<Row>): Generator<void> {
    yield void this.#writtenSlots();
    for (const name of other.#equals.keys()) yield void this.equal(name);
    for (const name of other.#numbers.keys()) yield void this.#number(name);
    if (other.#days) yield void this.days();
    for (const name of other.#where.keys()) yield void this.where(name);
    for (const name of other.#permutations.keys()) {
      const [sort = '', dir] = name.split(' ');
      yield void this.orderOf(this.permutation(sort, dir === 'asc' ? 'asc' : 'desc'));
    }
  }

  /** The value of a sort by slot. */
  sortValue(name: string): (slot: number) => Value | null {
    const { baseSize } = this.#rows;
    const of = fieldOf(this.#spec.sorts, name);
    const written = getOrCreate(this.#sorts, name, () => this.#column(of, baseSize));
    return (slot) => (slot < baseSize ? of(this.#rows.at(slot)) : (written[slot - baseSize] ?? null));
  }

  /** Keeps only the rows of a set whose number is in a range. */
  keepBetween(bits: Bitset, name: string, least: number, most: number): void {
    const { stored, written } = this.#number(name);
    stored.keepBetween(bits, least, most);
    for (const [index, number] of written.entries())
      if (number === null || number < least || number > most) remove(bits, this.#rows.baseSize + index);
  }

  /** The number of a minimum and maximum filter by slot, NaN without one. */
  numberOf(name: string): (slot: number) => number {
    const { stored, written } = this.#number(name);
    const { baseSize } = this.#rows;
    return (slot) => (slot < baseSize ? stored.at(slot) : (written[slot - baseSize] ?? NaN));
  }

  /** The numbers of a minimum and maximum filter. */
  #number(name: string): Numbers {
    const { baseSize, base } = this.#rows;
    return getOrCreate(this.#numbers, name, () => {
      const of = fieldOf(this.#spec.atLeast, name);
      const numbers = () => Float64Array.from(this.#column(of, 0, baseSize), (each) => each ?? NaN);
      return {
        stored: new NumberColumn(base?.section(`least/${name}`) ?? unpack(pack([numbers()]))),
        written: this.#column(of, baseSize),
      };
    });
  }

  /** The rows that satisfy a condition. Dead rows may be among them. */
  where(name: string): Bitset {
    return getOrCreate(this.#where, name, () => {
      const bits = bitset(this.#rows.slots + 32);
      const [section] = this.#rows.base?.section(`where/${name}`) ?? [];
      if (section) bits.set(uint32s(section));
      const first = section ? this.#rows.baseSize : 0;
      const holds = this.#column(fieldOf(this.#spec.where, name), first);
      for (const [index, isTrue] of holds.entries()) if (isTrue) add(bits, first + index);
      return bits;
    });
  }

  /** The people of the outputs in some slots, and what else the rule of groups reads. */
  *outputs(slots: Bitset): Generator<GroupedOutput & { slot: number }> {
    const { people } = outputOf(this.#spec);
    const of = fieldOf(this.#spec.equals, people);
    this.#rows.needOf(slots);
    // Before the first row: making it reads all rows, and a row is only that until the next one is read.
    const dates = this.days();
    for (const slot of valuesIn(slots)) {
      const row = this.#rows.at(slot);
      const days = dates.at(slot);
      const orcids = valuesOf(of(row)).map(String);
      yield { slot, id: this.#spec.id(row), orcids, days: days[0] === undatedDay ? null : days };
    }
  }

  /** The days of dates. */
  days(): DateDays {
    if (this.#days) return this.#days;
    const { date } = outputOf(this.#spec);
    const { baseSize, base } = this.#rows;
    const dates = (first: number, end?: number) => this.#column(date, first, end);
    const stored = () => unpack(pack(packDays(dates(0, baseSize).map(engineDays))));
    const days = new DateDays(base?.section('days') ?? stored());
    for (const [index, each] of dates(baseSize).entries()) days.put(baseSize + index, each);
    this.#days = days;
    return days;
  }

  equal(name: string): ValueIndex {
    return getOrCreate(this.#equals, name, () => {
      const section = this.#rows.base?.section(`equal/${name}`);
      const values = new ValueIndex(section);
      const first = section ? this.#rows.baseSize : 0;
      const column = this.#column(fieldOf(this.#spec.equals, name), first);
      for (const [index, value] of column.entries()) values.add(first + index, valuesOf(value));
      return values;
    });
  }

  permutation(sort: string, dir: 'asc' | 'desc'): Permutation {
    const name = `${sort} ${dir}`;
    return getOrCreate(this.#permutations, name, () =>
      this.#permutationOf(this.sortValue(sort), dir, this.#storedOrder(name)),
    );
  }

  foreignOrder({ source, numberOf }: ForeignOrder, dir: 'asc' | 'desc'): Permutation {
    if (this.#foreign?.source !== source) this.#foreign = { source, permutations: new Map() };
    return getOrCreate(this.#foreign.permutations, dir, () => {
      this.#rows.needAll();
      const numbers = Float64Array.from(slotsBelow(this.#rows.slots), (slot) => numberOf(this.idOf(slot)));
      return this.#permutationOf((slot) => numbers[slot] ?? null, dir);
    });
  }

  orderOf(permutation: Permutation): SlotOrder {
    return permutation.order(this.#rows.slots, () => this.#liveById());
  }

  /** Some of the live slots, which ascend, in order. */
  sorted(slots: Int32Array, permutation: Permutation): Int32Array {
    return permutation.sorted(slots, this.#rows.slots, () => this.#liveById());
  }

  /** The layout of a snapshot of these rows in an order. */
  layout(storedOrder: string): Layout {
    const [sort = '', dir] = storedOrder.split(' ');
    return layoutOf(this.#liveIn(this.permutation(sort, dir === 'asc' ? 'asc' : 'desc')), this.#rows.slots);
  }

  /** The sections of a snapshot of these rows, by name. */
  *sections(storedOrder: string, layout: Layout): Generator<[string, Uint8Array]> {
    const { order, places } = layout;
    const size = order.length;
    yield ['ids', pack(packStringTable(size, (place) => this.idOf(order[place] ?? 0)))];
    yield [`order/${orderOfIds}`, pack([placesOf(this.#liveById(), layout)])];
    for (const name of Object.keys(this.#spec.where)) yield [`where/${name}`, pack([bitsOf(this.where(name), layout)])];
    for (const sort of Object.keys(this.#spec.sorts)) {
      for (const dir of ['asc', 'desc'] as const) {
        if (`${sort} ${dir}` !== storedOrder)
          yield [`order/${sort} ${dir}`, pack([placesOf(this.#liveIn(this.permutation(sort, dir)), layout)])];
      }
    }
    for (const name of Object.keys(this.#spec.atLeast)) {
      yield [`least/${name}`, pack(packNumbers(Float64Array.from(order, this.numberOf(name))))];
    }
    if (this.#spec.output) {
      const days = this.days();
      yield ['days', pack(packDays(Array.from(order, (slot) => days.at(slot))))];
    }
    for (const name of Object.keys(this.#spec.equals)) {
      const packer = new PostingListsPacker(places, size);
      const values: string[] = [];
      for (const [value, postings] of this.equal(name).entries()) if (packer.add(postings)) values.push(value);
      const table = packStringTable(values.length, (index) => values[index]);
      yield [`equal/${name}`, pack([...packTexts(values), ...table, ...packer.packed()])];
    }
  }

  #storedOrder(name: string): (() => StoredOrder) | undefined {
    const { base } = this.#rows;
    if (!base) return undefined;
    if (name === base.storedOrder) return () => ({ length: base.size });
    if (!base.has(`order/${name}`)) return undefined;
    return () => ({ length: base.size, slots: int32s(base.section(`order/${name}`)?.[0]) });
  }

  /** One function's result for the rows in some slots. One at a time, so that the engine can optimize the loop. */
  #column<T>(of: (row: Row) => T, first: number, end: number = this.#rows.slots): T[] {
    if (first < this.#rows.baseSize) this.#rows.needAll();
    const values = new Array<T>(end - first);
    for (let slot = first; slot < end; slot++) values[slot - first] = of(this.#rows.at(slot));
    return values;
  }

  #writtenSlots(): Map<string, number> {
    this.#slots ??= new Map(this.#ids.map((id, index) => [id, this.#rows.baseSize + index]));
    return this.#slots;
  }

  /** The slots of live rows in an order. */
  #liveIn(permutation: Permutation): Int32Array {
    return this.orderOf(permutation).without(this.#rows.dead);
  }

  #orderById(): SlotOrder {
    return this.#byId.order(this.#rows.slots, () => {
      this.#rows.needAll();
      return slotsBelow(this.#rows.slots);
    });
  }

  /** The slots of all rows by id, for what reads all of them. */
  #liveById(): Int32Array {
    this.#rows.needAll();
    return this.#orderById().without(this.#rows.dead);
  }

  #permutationOf(value: (slot: number) => Value | null, dir: 'asc' | 'desc', stored?: () => StoredOrder): Permutation {
    const id = (slot: number) => this.idOf(slot);
    return new Permutation({ value, id, isDescending: dir === 'desc', ...(stored && { stored }) });
  }
}

/** The filters that have a value. A minimum of 0 and a list without values do not filter. */
const given = (filters: Readonly<Record<string, unknown>> = {}): string[] =>
  Object.keys(filters).filter((name) => (Array.isArray(filters[name]) ? filters[name].length > 0 : filters[name]));

/** The name of an order that is no sort of a list. */
const orderOfIds = 'by id';

/** The numbers of the rows of the snapshot, and of the others. */
interface Numbers {
  stored: NumberColumn;
  written: (number | null)[];
}

function fieldOf<T>(fields: Record<string, T>, name: string): T {
  const field = fields[name];
  if (!field) throw new Error(`This list has no sort or filter ${name}`);
  return field;
}

export function getOrCreate<K, T>(
  map: { get(key: K): T | undefined; set(key: K, value: T): unknown },
  key: K,
  create: () => T,
): T {
  const value = map.get(key) ?? create();
  map.set(key, value);
  return value;
}
