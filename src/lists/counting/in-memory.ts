import type { GroupedOutput } from '#src/records/groups/group-condition.ts';
import { countColumns, type ShareColumns } from '../model/count-columns.ts';
import {
  Codes,
  type CodesByOutput,
  type Column,
  codesByOutput,
  countedClass,
  GroupedPeople,
  Pairs,
  valuesColumn,
} from '../model/counted-columns.ts';
import type {
  CountedBy,
  CountedGroups,
  CountedShares,
  CountedValues,
  OutputCounting,
  OutputCounts,
} from '../model/counting.ts';
import type { Value } from '../model/spec.ts';
import { arrayOf, type Bitset, intersect, subtract } from '../sets/bitset.ts';
import { DatedOutputs } from '../sets/dated-outputs.ts';
import { Int32Slices } from '../sets/int32-slices.ts';

/** An index of the values of a filter. */
interface IndexedValues {
  slotsOf(value: Value): Iterable<Iterable<number>>;
  /** The values as JSON. */
  slotsByValue(): Iterable<[string, Iterable<number>]>;
}

/** The indexes from which outputs are counted. Dead rows may be in each of them. */
interface CountedIndexes {
  equal(name: string): IndexedValues;
  days(): { firstDay(slot: number): number; lastDay(slot: number): number };
  slotsOf(ids: ReadonlySet<string>): Bitset;
  outputs(slots: Bitset): Iterable<GroupedOutput & { slot: number }>;
  numberOf(name: string): (slot: number) => number;
}

/** The filters that a list has for shares. */
export const authorCount = 'author_count';
export const unmatchedPeople = 'unmatched_orcid';

/** The equality filters that counting reads. */
export const countedFilters = ({ by, shares }: OutputCounting, people: string): string[] => [
  ...by.flatMap((each) => (each.kind === 'values' ? each.equal : people)),
  ...(shares ? [people, unmatchedPeople] : []),
];

/** Counts the outputs among some, of a list whose people are in the filter `people`. */
export function countOutputs(
  indexes: CountedIndexes,
  people: string,
  { by, shares }: OutputCounting,
  among: Bitset,
  total: number,
): OutputCounts {
  const slots = arrayOf(among, total);
  const places = new Int32Array(among.length * 32).fill(-1);
  for (let place = 0; place < total; place++) places[slots[place] ?? 0] = place;
  const counted = { slots, places, among, outputs: total };
  const columns = by.map((each) => columnOf(indexes, people, each, counted));
  return countColumns(total, columns, shares && shareColumns(indexes, people, by, columns, shares, counted));
}

/** The outputs that are counted, and their places by slot, -1 for others. */
interface Counted {
  slots: Int32Array;
  places: Int32Array;
  among: Bitset;
  outputs: number;
}

const columnOf = (indexes: CountedIndexes, people: string, by: CountedBy, counted: Counted): Column =>
  by.kind === 'values'
    ? columnOfValues(indexes.equal(by.equal), by, counted)
    : columnOfGroups(indexes, people, by, counted);

function columnOfValues(index: IndexedValues, by: CountedValues, { places }: Counted): Column {
  if (!by.classOf && by.winner === undefined) return columnByValue(index, by, places);
  const [codes, pairs] = [new Codes(), new Pairs()];
  for (const [json, slots] of index.slotsByValue()) {
    const value = countedClass(by, JSON.parse(json) as Value);
    if (value === undefined) continue;
    let code: number | undefined;
    for (const slot of slots) {
      const place = places[slot] ?? -1;
      if (place < 0) continue;
      // Only values of counted outputs have a code.
      code ??= codes.of(value);
      pairs.add(place, code);
    }
  }
  return valuesColumn(by, codes, pairs);
}

/** Without classes, each value comes with all of its outputs. */
function columnByValue(index: IndexedValues, by: CountedValues, places: Int32Array): Column {
  const [values, outputs]: [Value[], Int32Array[]] = [[], []];
  const slices = new Int32Slices();
  let open: string | undefined;
  const close = () => {
    const found = slices.take();
    if (open === undefined || found.length === 0) return;
    values.push(JSON.parse(open) as Value);
    outputs.push(found);
  };
  for (const [json, slots] of index.slotsByValue()) {
    // Rows of the snapshot and others of one value follow each other.
    if (json !== open) close();
    open = json;
    if (countedClass(by, JSON.parse(json) as Value) === undefined) continue;
    for (const slot of slots) {
      const place = places[slot] ?? -1;
      if (place >= 0) slices.add(place);
    }
  }
  close();
  return { kind: 'values', values, outputs };
}

/** As `countGroups`: by group, the outputs of its members on their days; those with groups by hand one by one. */
function columnOfGroups(indexes: CountedIndexes, people: string, by: CountedGroups, counted: Counted): Column {
  const { counting, only } = by;
  const { groups, starts, people: names, person, from, to, byHand } = counting.days;
  const { places, among } = counted;
  const hand = indexes.slotsOf(new Set(byHand.keys()));
  const others = among.slice();
  subtract(others, hand);
  intersect(hand, among);
  const handMade = new Map<string, number[]>();
  for (const output of indexes.outputs(hand))
    for (const id of new Set(counting.groupsOf(output)))
      handMade.set(id, [...(handMade.get(id) ?? []), places[output.slot] ?? 0]);
  const outputs = new DatedOutputs({ byPerson: indexes.equal(people), days: indexes.days() }, names, others);
  const countedIn = new Int32Array(places.length).fill(-1);
  const slices = new Int32Slices();
  const tell = (slot: number) => slices.add(places[slot] ?? 0);
  const [values, ofGroups]: [string[], Int32Array[]] = [[], []];
  for (const [group, id] of groups.entries()) {
    if (only && !only.has(id)) continue;
    for (let entry = starts[group] ?? 0; entry < (starts[group + 1] ?? 0); entry++)
      outputs.countOn(person[entry] ?? 0, [from[entry] ?? 0, to[entry] ?? 0], countedIn, group, tell);
    for (const place of handMade.get(id) ?? []) slices.add(place);
    const found = slices.take();
    if (found.length === 0) continue;
    values.push(id);
    ofGroups.push(found);
  }
  return { kind: 'groups', values, levels: values.map(by.levelOf), outputs: ofGroups };
}

function shareColumns(
  indexes: CountedIndexes,
  people: string,
  by: readonly CountedBy[],
  columns: readonly Column[],
  shares: CountedShares,
  counted: Counted,
): ShareColumns {
  const { slots, among, outputs } = counted;
  const numberOf = indexes.numberOf(authorCount);
  const authors = Float64Array.from(slots, (slot) => numberOf(slot));
  const ofPeople = columns[by.findIndex((each) => each.kind === 'values' && each.equal === people)];
  const codes = new Codes();
  for (const value of ofPeople?.values ?? []) codes.of(value);
  const linkedIn = peopleIn(indexes.equal(people), shares, counted);
  const unmatchedIn = peopleIn(indexes.equal(unmatchedPeople), shares, counted);
  const pairs = new Pairs();
  for (let output = 0; output < outputs; output++) {
    const not = new Set(unmatchedIn(output));
    for (const person of linkedIn(output)) if (!not.has(person)) pairs.add(output, codes.of(person));
  }
  const unitBy = by.find((each) => each.kind === 'groups') ?? shares.unit;
  const unitColumn = columns.find(({ kind }) => kind === 'groups');
  const unit = unitBy && new GroupedPeople(unitBy, codesOf(unitColumn), codes);
  if (unit) for (const { slot, ...output } of indexes.outputs(among)) unit.add(counted.places[slot] ?? 0, output);
  return {
    ...{ authors, unit, ofPeople: by.findIndex((each) => each.kind === 'values' && each.equal === people) },
    people: codesByOutput(pairs.byCode(codes.values.length), outputs),
  };
}

/** The people of an output, as a filter has them. */
function peopleIn(index: IndexedValues, { people: only }: CountedShares, counted: Counted) {
  const column = columnOfValues(index, { kind: 'values', equal: '', only }, counted);
  const { starts, codes }: CodesByOutput = codesByOutput(column.outputs, counted.outputs);
  return (output: number): Value[] =>
    Array.from(codes.subarray(starts[output], starts[output + 1]), (code) => column.values[code] ?? '');
}

/** The codes that a column has given, to give further ones. */
function codesOf(column: Column | undefined): Codes {
  const codes = new Codes();
  for (const value of column?.values ?? []) codes.of(value);
  return codes;
}
