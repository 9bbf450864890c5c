import type { GroupedOutput } from '#src/records/groups/group-condition.ts';
import type { CountedGroups, CountedValues } from './counting.ts';
import { type Value, valuesOf } from './spec.ts';

/** The codes of outputs in one column: those of an output are between its start and the next one. */
export interface Column {
  kind: 'values' | 'groups';
  /** By code. */
  values: readonly Value[];
  starts: Int32Array;
  codes: Int32Array;
  /** Of groups, by code. */
  levels?: readonly number[];
}

/** Numbers for the values that are counted, in the order in which they are met. */
export class Codes {
  readonly values: Value[] = [];
  readonly #byValue = new Map<Value, number>();

  of(value: Value): number {
    const known = this.#byValue.get(value);
    if (known !== undefined) return known;
    this.#byValue.set(value, this.values.length);
    return this.values.push(value) - 1;
  }
}

/** Pairs of an output and a number, in any order; a growing array, because there are millions. */
export class Pairs {
  #numbers = new Int32Array(4_096);
  #length = 0;

  add(output: number, code: number): void {
    if (this.#length === this.#numbers.length) {
      const longer = new Int32Array(this.#numbers.length * 2);
      longer.set(this.#numbers);
      this.#numbers = longer;
    }
    this.#numbers[this.#length++] = output;
    this.#numbers[this.#length++] = code;
  }

  /** By output. A code that an output has twice is there once. */
  column(outputs: number): Pick<Column, 'starts' | 'codes'> {
    const starts = new Int32Array(outputs + 1);
    for (let at = 0; at < this.#length; at += 2) {
      const output = (this.#numbers[at] ?? 0) + 1;
      starts[output] = (starts[output] ?? 0) + 1;
    }
    for (let output = 0; output < outputs; output++)
      starts[output + 1] = (starts[output + 1] ?? 0) + (starts[output] ?? 0);
    const next = starts.slice(0, outputs);
    const codes = new Int32Array(this.#length / 2);
    for (let at = 0; at < this.#length; at += 2) {
      const output = this.#numbers[at] ?? 0;
      const place = next[output] ?? 0;
      codes[place] = this.#numbers[at + 1] ?? 0;
      next[output] = place + 1;
    }
    return distinct(starts, codes);
  }
}

function distinct(starts: Int32Array, codes: Int32Array): Pick<Column, 'starts' | 'codes'> {
  const kept = new Int32Array(starts.length);
  let end = 0;
  for (let output = 0; output + 1 < starts.length; output++) {
    kept[output] = end;
    for (let at = starts[output] ?? 0; at < (starts[output + 1] ?? 0); at++) {
      const code = codes[at] ?? 0;
      let isKnown = false;
      for (let before = kept[output] ?? 0; before < end; before++) if (codes[before] === code) isKnown = true;
      if (!isKnown) codes[end++] = code;
    }
  }
  kept[starts.length - 1] = end;
  return { starts: kept, codes: codes.subarray(0, end) };
}

/** The class of a value; undefined if it is not counted. */
export function countedClass({ classOf, only }: CountedValues, value: Value): Value | undefined {
  const counted = classOf ? classOf(value) : value;
  return counted === undefined || (only && !only.has(counted)) ? undefined : counted;
}

/** The column of values, without those beside the one that wins. */
export function valuesColumn(by: CountedValues, codes: Codes, pairs: Pairs, outputs: number): Column {
  const column = pairs.column(outputs);
  const { values } = codes;
  const { winner } = by;
  if (winner === undefined) return { kind: 'values', values, ...column };
  const won = codes.of(winner);
  const winning = new Pairs();
  for (let output = 0; output < outputs; output++) {
    const own = column.codes.subarray(column.starts[output] ?? 0, column.starts[output + 1] ?? 0);
    if (own.includes(won)) winning.add(output, won);
    else for (const code of own) winning.add(output, code);
  }
  return { kind: 'values', values, ...winning.column(outputs) };
}

/** Adds the values of an output to a column. */
export function addValues(
  by: CountedValues,
  codes: Codes,
  pairs: Pairs,
  output: number,
  values: Value | readonly Value[] | null,
): void {
  for (const value of valuesOf(values)) {
    const counted = countedClass(by, value);
    if (counted !== undefined) pairs.add(output, codes.of(counted));
  }
}

/** Who is in which groups, as far as an output is concerned, with their part in each: those of a level are 1 together. */
export class GroupedPeople {
  readonly #by: CountedGroups;
  readonly #groups: Codes;
  readonly #people: Codes;
  readonly #ofOutput = new Map<number, Map<number, Map<number, number>>>();

  constructor(by: CountedGroups, groups: Codes, people: Codes) {
    this.#by = by;
    this.#groups = groups;
    this.#people = people;
  }

  /** Notes the groups of the people of an output, of those that it belongs to. */
  add(number: number, output: GroupedOutput): void {
    const { counting, only, levelOf } = this.#by;
    const belongs = new Set(counting.groupsOf(output));
    const people = new Map<number, Map<number, number>>();
    for (const orcid of output.orcids) {
      // An author is split among groups of the table alone, so that those of a filter add up to its total.
      const own = [...counting.groupsOfPerson(output, orcid)].filter(
        (group) => belongs.has(group) && (!only || only.has(group)),
      );
      const ofLevel = new Map<number, number>();
      for (const group of own) ofLevel.set(levelOf(group), (ofLevel.get(levelOf(group)) ?? 0) + 1);
      const shares = own.map((group) => [this.#groups.of(group), 1 / (ofLevel.get(levelOf(group)) ?? 1)] as const);
      if (shares.length > 0) people.set(this.#people.of(orcid), new Map(shares));
    }
    this.#ofOutput.set(number, people);
  }

  /** By code of a person, by code of a group. */
  of(number: number): ReadonlyMap<number, ReadonlyMap<number, number>> {
    return this.#ofOutput.get(number) ?? new Map();
  }
}

/** The column of groups, whose codes have been given. */
export const groupsColumn = ({ levelOf }: CountedGroups, codes: Codes, pairs: Pairs, outputs: number): Column => ({
  kind: 'groups',
  values: codes.values,
  levels: codes.values.map((group) => levelOf(String(group))),
  ...pairs.column(outputs),
});
