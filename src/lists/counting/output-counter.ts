import type { GroupedOutput } from '#src/records/groups/group-condition.ts';
import { countColumns, type ShareColumns } from '../model/count-columns.ts';
import {
  addValues,
  Codes,
  type Column,
  codesByOutput,
  countedClass,
  GroupedPeople,
  groupsColumn,
  Pairs,
  valuesColumn,
} from '../model/counted-columns.ts';
import type { CellKey, CountedBy, OutputCounting, OutputCounts } from '../model/counting.ts';
import { groupedOutput } from '../model/definition.ts';
import { type AnyListSpec, type Value, valuesOf } from '../model/spec.ts';
import { authorCount, unmatchedPeople } from './in-memory.ts';

/** All that counting reads of one output. */
export interface CountedOutput extends GroupedOutput {
  /** The values of an equality filter. */
  valuesOf: (filter: string) => readonly Value[];
}

/** A row of a list, as counting reads it. */
export const countedOutput = <Row>(spec: AnyListSpec<Row>, row: Row): CountedOutput => ({
  ...groupedOutput(spec, row),
  valuesOf: (filter) => valuesOf(spec.equals[filter]?.(row) ?? null),
});

/** The values by which an output is counted; null alone if it has none. */
export function countedKeys(by: CountedBy, output: CountedOutput): CellKey[] {
  const keys = new Set<Value>(
    by.kind === 'groups'
      ? [...by.counting.groupsOf(output)].filter((group) => !by.only || by.only.has(group))
      : output.valuesOf(by.equal).flatMap((value) => countedClass(by, value) ?? []),
  );
  if (by.kind === 'values' && by.winner !== undefined && keys.has(by.winner)) return [by.winner];
  return keys.size === 0 ? [null] : [...keys];
}

/** Counts outputs that are given one by one. `people`: the filter with those who are linked to them. */
export class OutputCounter {
  readonly #people: string;
  readonly #counting: OutputCounting;
  readonly #dimensions: { by: CountedBy; codes: Codes; pairs: Pairs }[];
  readonly #ofPeople: { codes: Codes; pairs: Pairs };
  readonly #unit: GroupedPeople | undefined;
  readonly #authors: number[] = [];
  #outputs = 0;

  constructor(people: string, counting: OutputCounting) {
    this.#people = people;
    this.#counting = counting;
    const { by, shares } = counting;
    this.#dimensions = by.map((each) => ({ by: each, codes: new Codes(), pairs: new Pairs() }));
    this.#ofPeople = { codes: this.#dimensionOfPeople()?.codes ?? new Codes(), pairs: new Pairs() };
    const ofGroups = by.find((each) => each.kind === 'groups') ?? shares?.unit;
    const groupCodes = this.#dimensions.find((each) => each.by.kind === 'groups')?.codes ?? new Codes();
    this.#unit = shares && ofGroups && new GroupedPeople(ofGroups, groupCodes, this.#ofPeople.codes);
  }

  add(counted: CountedOutput): void {
    const output = this.#outputs++;
    const { valuesOf: valuesIn } = counted;
    for (const { by, codes, pairs } of this.#dimensions) {
      if (by.kind === 'values') addValues(by, codes, pairs, output, valuesIn(by.equal));
      else
        for (const group of by.counting.groupsOf(counted))
          if (!by.only || by.only.has(group)) pairs.add(output, codes.of(group));
    }
    const { shares } = this.#counting;
    if (!shares) return;
    this.#authors.push(Number(valuesIn(authorCount)[0] ?? Number.NaN));
    const unmatched = new Set(valuesIn(unmatchedPeople));
    const { codes, pairs } = this.#ofPeople;
    for (const orcid of counted.orcids)
      if (!unmatched.has(orcid) && (!shares.people || shares.people.has(orcid))) pairs.add(output, codes.of(orcid));
    this.#unit?.add(output, counted);
  }

  counts(): OutputCounts {
    const outputs = this.#outputs;
    const columns = this.#dimensions.map(
      ({ by, codes, pairs }): Column =>
        by.kind === 'groups' ? groupsColumn(by, codes, pairs) : valuesColumn(by, codes, pairs),
    );
    const of = this.#dimensionOfPeople();
    const { codes, pairs } = this.#ofPeople;
    const shares: ShareColumns | undefined = this.#counting.shares && {
      authors: Float64Array.from(this.#authors),
      people: codesByOutput(pairs.byCode(codes.values.length), outputs),
      ofPeople: of ? this.#dimensions.indexOf(of) : -1,
      unit: this.#unit,
    };
    return countColumns(outputs, columns, shares);
  }

  #dimensionOfPeople() {
    return this.#dimensions.find(({ by }) => by.kind === 'values' && by.equal === this.#people);
  }
}
