import { containsFolded } from '../model/definition.ts';
import type { ValuesContaining } from '../model/query.ts';
import type { Value } from '../model/spec.ts';
import { PostingLists } from '../sections/posting-lists.ts';
import { StringTable } from '../sections/string-table.ts';
import { Texts } from '../sections/texts.ts';
import { add, type Bitset, bitset, has, intersect, subtract, valuesIn } from '../sets/bitset.ts';
import {
  addSlot,
  countWithin,
  intersectPosting,
  isBitset,
  type Posting,
  removeSlot,
  slotsOf,
  subtractPosting,
  unionPosting,
} from '../sets/postings.ts';

/** The values of the rows of a snapshot. Several rows may be dead. */
class StoredValues {
  readonly #values: Texts;
  readonly #table: StringTable;
  readonly #postings: PostingLists;
  /** The values that were counted, decoded. */
  readonly #decoded: Value[] = [];
  /** Where the values of long lists are. */
  readonly #places = new WeakMap<readonly Value[], Int32Array>();

  constructor([offsets, bytes, places, tags, starts, isBitset, data]: readonly Uint8Array[]) {
    this.#values = new Texts(offsets, bytes);
    this.#table = new StringTable(places, tags);
    this.#postings = new PostingLists(starts, isBitset, data);
  }

  postingOf(value: Value): Posting {
    const index = this.#placeOf(value);
    return index === undefined ? [] : this.#postings.at(index);
  }

  /** The rows of each of many values. Where they are is kept with the list, because to look for them takes longest. */
  postingsOf(values: readonly Value[]): Posting[] {
    const places = this.#places.get(values) ?? Int32Array.from(values, (value) => this.#placeOf(value) ?? -1);
    this.#places.set(values, places);
    return Array.from(places, (place) => (place < 0 ? [] : this.#postings.at(place)));
  }

  #placeOf(value: Value): number | undefined {
    const json = JSON.stringify(value);
    return this.#table.find(json, (at) => this.#values.at(at) === json);
  }

  /** The values as JSON, with their rows. */
  *entries(): Generator<[string, Posting]> {
    for (let index = 0; index < this.#values.length; index++) yield [this.#values.at(index), this.#postings.at(index)];
  }

  /** Adds the rows of the values that contain a text. */
  uniteContaining(bits: Bitset, folded: string): void {
    for (const index of this.#values.candidates(folded))
      if (containsFolded(JSON.parse(this.#values.at(index)), folded)) this.#postings.unite(bits, index);
  }

  counts(bits: Bitset): Map<Value, number> {
    const counts = new Map<Value, number>();
    for (let index = 0; index < this.#values.length; index++) {
      const found = this.#postings.countWithin(bits, index);
      if (found > 0) counts.set(this.#valueAt(index), found);
    }
    return counts;
  }

  #valueAt(index: number): Value {
    const value = this.#decoded[index] ?? (JSON.parse(this.#values.at(index)) as Value);
    this.#decoded[index] = value;
    return value;
  }
}

/** An inverted index of one field for equality filters. A row has zero, one or several values. */
export class ValueIndex {
  readonly #stored: StoredValues | undefined;
  readonly #postings = new Map<Value, Posting>();
  /** One more than the largest slot. */
  #slots = 0;

  constructor(stored?: readonly Uint8Array[]) {
    this.#stored = stored && new StoredValues(stored);
  }

  add(slot: number, values: readonly Value[]): void {
    this.#slots = Math.max(this.#slots, slot + 1);
    for (const value of values) {
      this.#postings.set(value, addSlot(this.#postings.get(value) ?? [], slot, this.#slots));
    }
  }

  /** Removes a row; `values` must be those it was added with. */
  remove(slot: number, values: readonly Value[]): void {
    for (const value of new Set(values)) removeSlot(this.#postings.get(value) ?? bitset(0), slot);
  }

  /** Removes the rows that have none of the values from a set. */
  intersect(bits: Bitset, wanted: readonly Value[]): void {
    const [first = [], ...others] = this.#postingsOf(wanted);
    const largest = others.reduce((one, other) => (isSmaller(one, other) ? other : one), first);
    const rest = [first, ...others].filter((posting) => posting !== largest);
    if (rest.some(isBitset)) {
      const any = bitset(bits.length * 32);
      for (const posting of [largest, ...rest]) unionPosting(any, posting);
      intersect(bits, any);
      return;
    }
    // Most often these are rows written since, which are few.
    const kept = rest.flatMap((posting) => Array.from(posting).filter((slot) => has(bits, slot)));
    intersectPosting(bits, largest);
    for (const slot of kept) add(bits, slot);
  }

  /** The rows below `slots` that have a value. */
  withAny(slots: number): Bitset {
    const any = bitset(slots);
    for (const [, postings] of this.entries())
      for (const posting of postings) for (const slot of slotsOf(posting)) if (slot < slots) add(any, slot);
    return any;
  }

  /** Removes the rows that have a value, but none of these, from a set. */
  intersectOrNone(bits: Bitset, wanted: readonly Value[]): void {
    const any = this.withAny(bits.length * 32);
    for (const posting of this.#postingsOf(wanted)) subtractPosting(any, posting);
    subtract(bits, any);
  }

  /** Adds the rows that have one of the values to a set. */
  unite(bits: Bitset, wanted: readonly Value[] | ValuesContaining): void {
    if ('containing' in wanted) {
      const { containing } = wanted;
      this.#stored?.uniteContaining(bits, containing);
      for (const [value, posting] of this.#postings)
        if (posting.length > 0 && containsFolded(value, containing)) unionPosting(bits, posting);
      return;
    }
    for (const posting of this.#postingsOf(wanted)) unionPosting(bits, posting);
  }

  /** Removes the rows that have one of the values from a set. */
  remain(bits: Bitset, unwanted: readonly Value[]): void {
    for (const posting of this.#postingsOf(unwanted)) subtractPosting(bits, posting);
  }

  /** The rows that have a value. Dead rows may be among them. */
  *slotsOf(value: Value): Generator<Iterable<number>> {
    for (const posting of this.#postingsOf([value])) yield slotsOf(posting);
  }

  /** The rows of the snapshot that have a value, which never change. */
  storedSlotsOf(value: Value): Posting {
    return this.#stored?.postingOf(value) ?? [];
  }

  /** The rows beside the snapshot that have a value. */
  writtenSlotsOf(value: Value): Posting {
    return this.#postings.get(value) ?? [];
  }

  /** The rows of many values in one array: those of each are from its start to the next one. Dead rows may be among them. */
  slotsOfEach(values: readonly Value[]): { starts: Int32Array; slots: Int32Array } {
    const stored = this.#stored?.postingsOf(values).map(arrayOfPosting) ?? [];
    const written = values.map((value) => this.#postings.get(value)).map((each) => each && arrayOfPosting(each));
    const starts = new Int32Array(values.length + 1);
    for (let place = 0; place < values.length; place++)
      starts[place + 1] = (starts[place] ?? 0) + (stored[place]?.length ?? 0) + (written[place]?.length ?? 0);
    const slots = new Int32Array(starts[values.length] ?? 0);
    for (let place = 0; place < values.length; place++) {
      const [start, first, more] = [starts[place] ?? 0, stored[place], written[place]];
      if (first) slots.set(first, start);
      if (more) slots.set(more, start + (first?.length ?? 0));
    }
    return { starts, slots };
  }

  facetCounts(bits: Bitset): Map<Value, number> {
    const counts = this.#stored?.counts(bits) ?? new Map<Value, number>();
    for (const [value, posting] of this.#postings) {
      const found = countWithin(bits, posting);
      if (found > 0) counts.set(value, (counts.get(value) ?? 0) + found);
    }
    return counts;
  }

  /** The values as JSON, each with the rows of the snapshot and the others. */
  *entries(): Generator<[string, Posting[]]> {
    const written = new Map([...this.#postings].map(([value, posting]) => [JSON.stringify(value), posting]));
    for (const [json, stored] of this.#stored?.entries() ?? []) {
      yield [json, [stored, written.get(json) ?? []]];
      written.delete(json);
    }
    for (const [json, posting] of written) yield [json, [posting]];
  }

  /** The values as JSON, each with its rows. Dead rows may be among them. */
  *slotsByValue(): Generator<[string, Iterable<number>]> {
    for (const [json, postings] of this.entries())
      for (const posting of postings) if (posting.length > 0) yield [json, slotsOf(posting)];
  }

  #postingsOf(values: readonly Value[]): Posting[] {
    return values.flatMap((value) => {
      const written = this.#postings.get(value);
      const stored = this.#stored?.postingOf(value);
      return [stored, written].filter((posting) => posting !== undefined && posting.length > 0);
    }) as Posting[]; // without those that are undefined
  }
}

const arrayOfPosting = (posting: Posting) => (isBitset(posting) ? Int32Array.from(valuesIn(posting)) : posting);

/** Whether a list is not the one to compare with a set as a whole: that is a bitset, or else the longer one. */
const isSmaller = (one: Posting, other: Posting) =>
  isBitset(one) === isBitset(other) ? one.length < other.length : isBitset(other);
