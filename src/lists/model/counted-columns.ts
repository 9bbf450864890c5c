import type { GroupedOutput } from '#src/records/groups/group-condition.ts';
import type { CountedGroups, CountedValues } from './counting.ts';
import { type Value, valuesOf } from './spec.ts';

/** The outputs with each code of one column, none of them twice. */
export interface Column {
  kind: 'values' | 'groups';
  /** By code. */
  values: readonly Value[];
  /** By code. */
  outputs: readonly Int32Array[];
  /** Of groups, by code. */
  levels?: readonly number[];
}

/** The codes of each output: those of an output are between its start and the next one. */
export interface CodesByOutput {
  starts: Int32Array;
  codes: Int32Array;
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

  /** The outputs with each of so many codes. What an output has twice is there once. */
  byCode(codes: number): Int32Array[] {
    const [numbers, length] = [this.#numbers, this.#length];
    const ends = new Int32Array(codes + 1);
    let outputs = 0;
    for (let at = 0; at < length; at += 2) {
      const next = (numbers[at + 1] ?? 0) + 1;
      ends[next] = (ends[next] ?? 0) + 1;
      outputs = Math.max(outputs, (numbers[at] ?? 0) + 1);
    }
    for (let code = 0; code < codes; code++) ends[code + 1] = (ends[code + 1] ?? 0) + (ends[code] ?? 0);
    const all = new Int32Array(length / 2);
    // Each start moves to the end of its code, which is the start of the next one.
    for (let at = 0; at < length; at += 2) {
      const code = numbers[at + 1] ?? 0;
      const place = ends[code] ?? 0;
      all[place] = numbers[at] ?? 0;
      ends[code] = place + 1;
    }
    const latest = new Int32Array(outputs).fill(-1);
    return Array.from({ length: codes }, (_, code) =>
      distinct(all.subarray(ends[code - 1] ?? 0, ends[code]), latest, code),
    );
  }
}

/** Moves what is there for the first time to the front. */
function distinct(outputs: Int32Array, latest: Int32Array, code: number): Int32Array {
  let end = 0;
  for (let at = 0; at < outputs.length; at++) {
    const output = outputs[at] ?? 0;
    if (latest[output] === code) continue;
    latest[output] = code;
    outputs[end++] = output;
  }
  return outputs.subarray(0, end);
}

/** The codes of so many outputs, from the outputs of each code. */
export function codesByOutput(byCode: readonly Int32Array[], outputs: number): CodesByOutput {
  const starts = new Int32Array(outputs + 1);
  let length = 0;
  for (const each of byCode) {
    length += each.length;
    for (let at = 0; at < each.length; at++) {
      const next = (each[at] ?? 0) + 1;
      starts[next] = (starts[next] ?? 0) + 1;
    }
  }
  for (let output = 0; output < outputs; output++)
    starts[output + 1] = (starts[output + 1] ?? 0) + (starts[output] ?? 0);
  const next = starts.slice(0, outputs);
  const codes = new Int32Array(length);
  for (const [code, each] of byCode.entries())
    for (let at = 0; at < each.length; at++) {
      const output = each[at] ?? 0;
      const place = next[output] ?? 0;
      codes[place] = code;
      next[output] = place + 1;
    }
  return { starts, codes };
}

/** The class of a value; undefined if it is not counted. */
export function countedClass({ classOf, only }: CountedValues, value: Value): Value | undefined {
  const counted = classOf ? classOf(value) : value;
  return counted === undefined || (only && !only.has(counted)) ? undefined : counted;
}

/** The column of values, without those beside the one that wins. */
export function valuesColumn({ winner }: CountedValues, codes: Codes, pairs: Pairs): Column {
  const { values } = codes;
  const won = winner === undefined ? -1 : codes.of(winner);
  const outputs = pairs.byCode(values.length);
  const winning = new Set(outputs[won]);
  const isLeft = (output: number) => !winning.has(output);
  return {
    ...{ kind: 'values', values },
    outputs: winning.size === 0 ? outputs : outputs.map((each, code) => (code === won ? each : each.filter(isLeft))),
  };
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
export const groupsColumn = ({ levelOf }: CountedGroups, codes: Codes, pairs: Pairs): Column => ({
  kind: 'groups',
  values: codes.values,
  levels: codes.values.map((group) => levelOf(String(group))),
  outputs: pairs.byCode(codes.values.length),
});
