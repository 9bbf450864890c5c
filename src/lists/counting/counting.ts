import type { GroupCounting } from '../model/query.ts';
import type { Value } from '../model/spec.ts';
import type { Column, GroupedPeople } from './columns.ts';

/** What outputs are counted by: the values of an equality filter, or classes of these. */
export interface CountedValues {
  kind: 'values';
  equal: string;
  /** The class of a value; undefined for one that is not counted. The value itself, if this is missing. */
  classOf?: (value: Value) => Value | undefined;
  /** An output with this class has no other one. */
  winner?: Value;
  /** Only these are counted; what has none of them is counted as without. */
  only?: ReadonlySet<Value> | undefined;
}

/** What outputs are counted by: the groups that they belong to, with those above. */
export interface CountedGroups {
  kind: 'groups';
  counting: GroupCounting;
  /** Groups of one level are beside each other: an output in two of them is in several, and an author is split. */
  levelOf: (group: string) => number;
  only?: ReadonlySet<string> | undefined;
}

export type CountedBy = CountedValues | CountedGroups;

/** Whose parts of outputs are summed up, beside whole outputs. */
export interface CountedShares {
  /** The groups whose members are meant, if outputs are not counted by groups. */
  unit?: CountedGroups;
  /** The only people who are meant. */
  people?: ReadonlySet<Value>;
}

export const mostDimensions = 3;

/** How matching outputs are counted: by at most three things. */
export interface OutputCounting {
  by: readonly CountedBy[];
  shares?: CountedShares;
}

/** Null: without a value. */
export type CellKey = Value | null;

export interface CountedCell {
  /** The values of what is counted by, in its order. */
  keys: CellKey[];
  /** Distinct outputs. */
  whole: number;
  /** Of these, those that other cells count, too. */
  inSeveral: number;
  /** The sum of the shares that are known. */
  share: number;
  /** Outputs whose share is not known. */
  unshared: number;
}

export interface OutputCounts {
  cells: CountedCell[];
  /** By place of what is counted by: the distinct outputs with each value, whose key is the only one. */
  sums: CountedCell[][];
  total: CountedCell;
}

/** What shares are computed from, by output. */
export interface ShareColumns {
  /** The number of all authors; NaN if it is not known. */
  authors: Float64Array;
  /** The people who are authors, and are meant. */
  people: Column;
  /** Who of them is in which of the groups. */
  unit: GroupedPeople | undefined;
}

const emptyCell = (keys: CellKey[]): CountedCell => ({ keys, whole: 0, inSeveral: 0, share: 0, unshared: 0 });

function addTo(cell: CountedCell, isInSeveral: boolean, share: number): void {
  cell.whole++;
  if (isInSeveral) cell.inSeveral++;
  if (Number.isNaN(share)) cell.unshared++;
  else cell.share += share;
}

/** Counts outputs by columns, of which each output has the codes between its starts; none of them: without a value. */
export function countColumns(outputs: number, columns: readonly Column[], shares?: ShareColumns): OutputCounts {
  const everything: Column = {
    values: [],
    starts: new Int32Array(outputs + 1),
    codes: new Int32Array(0),
    kind: 'values',
  };
  const [one = everything, two = everything, three = everything] = columns;
  const dimensions = [one, two, three];
  const counted = columns.length;
  const cells = new Map<number, CountedCell>();
  const sums = columns.map(({ values }) => new Array<CountedCell | undefined>(values.length + 1));
  const total = emptyCell([]);
  const sizes = dimensions.map(({ values }) => values.length + 1);
  const shareOf = shares && sharesIn(columns, shares);
  const entries = dimensions.map(() => ({ codes: [] as number[], isBeside: [] as boolean[], isAny: false }));
  const keyOf = (dimension: number, code: number): CellKey => dimensions[dimension]?.values[code] ?? null;

  for (let output = 0; output < outputs; output++) {
    for (const [at, column] of dimensions.entries()) entriesOf(column, output, entries[at] ?? emptyEntries);
    const [a = emptyEntries, b = emptyEntries, c = emptyEntries] = entries;
    const isInSeveral = a.isAny || b.isAny || c.isAny;
    const share = shareOf?.at(output);
    addTo(total, isInSeveral, share ? share.all : 0);
    for (const [dimension, { codes, isBeside }] of entries.entries()) {
      const own = sums[dimension];
      if (!own) continue;
      const others = entries.some(({ isAny }, at) => at !== dimension && isAny);
      for (const [at, code] of codes.entries()) {
        own[code] ??= emptyCell([keyOf(dimension, code)]);
        addTo(own[code], others || isBeside[at] === true, share ? share.of(dimension, code) : 0);
      }
    }
    if (counted === 0) continue;
    for (const [i, first] of a.codes.entries())
      for (const [j, second] of b.codes.entries())
        for (const [k, third] of c.codes.entries()) {
          const key = (first * (sizes[1] ?? 1) + second) * (sizes[2] ?? 1) + third;
          let cell = cells.get(key);
          if (!cell) {
            cell = emptyCell([first, second, third].slice(0, counted).map((code, at) => keyOf(at, code)));
            cells.set(key, cell);
          }
          const isBeside = a.isBeside[i] || b.isBeside[j] || c.isBeside[k];
          addTo(cell, isBeside === true, share ? share.in([first, second, third]) : 0);
        }
  }
  return {
    cells: [...cells.values()],
    sums: sums.map((each) => each.filter((cell) => cell !== undefined)),
    total,
  };
}

interface Entries {
  codes: number[];
  /** Whether the output has another one beside it. */
  isBeside: boolean[];
  isAny: boolean;
}

const emptyEntries: Entries = { codes: [0], isBeside: [false], isAny: false };

/** The codes of an output, in arrays that are used again for the next one. One without a value has the code after the last. */
function entriesOf({ values, starts, codes, kind, levels }: Column, output: number, entries: Entries): void {
  const [first, end] = [starts[output] ?? 0, starts[output + 1] ?? 0];
  entries.codes.length = 0;
  entries.isBeside.length = 0;
  entries.isAny = false;
  if (first === end) {
    entries.codes.push(values.length);
    entries.isBeside.push(false);
    return;
  }
  for (let at = first; at < end; at++) {
    entries.codes.push(codes[at] ?? 0);
    const isBeside = kind === 'values' ? end - first > 1 : hasSameLevel(codes, levels ?? [], first, end, at);
    entries.isBeside.push(isBeside);
    if (isBeside) entries.isAny = true;
  }
}

function hasSameLevel(codes: Int32Array, levels: readonly number[], first: number, end: number, at: number): boolean {
  const level = levels[codes[at] ?? 0];
  for (let other = first; other < end; other++) if (other !== at && levels[codes[other] ?? 0] === level) return true;
  return false;
}

/** The shares of one output: NaN where they are not known. */
interface Shares {
  all: number;
  of: (dimension: number, code: number) => number;
  in: (codes: readonly number[]) => number;
}

function sharesIn(columns: readonly Column[], { authors, people, unit }: ShareColumns) {
  const ofGroups = columns.findIndex(({ kind }) => kind === 'groups');
  const ofPeople = columns.findIndex(({ values }) => values === people.values);
  return {
    at(output: number): Shares {
      const meant = people.codes.subarray(people.starts[output] ?? 0, people.starts[output + 1] ?? 0);
      const count = Math.max(authors[output] ?? Number.NaN, meant.length);
      const part = 1 / count;
      const members = unit?.of(output);
      const counted = members ? meant.filter((person) => members.has(person)) : meant;
      const all = counted.length === 0 ? Number.NaN : counted.length * part;
      const ofGroup = (group: number) => {
        let [sum, found] = [0, 0];
        for (const [person, groups] of members ?? []) {
          const share = groups.get(group);
          if (share === undefined || !meant.includes(person)) continue;
          sum += share;
          found++;
        }
        return found === 0 ? Number.NaN : sum * part;
      };
      const ofPerson = (person: number) => (meant.includes(person) ? part : Number.NaN);
      return {
        all,
        of: (dimension, code) =>
          dimension === ofGroups ? ofGroup(code) : dimension === ofPeople ? ofPerson(code) : all,
        in: (codes) => {
          const [group = -1, person = -1] = [codes[ofGroups], codes[ofPeople]];
          if (ofGroups < 0) return ofPeople < 0 ? all : ofPerson(person);
          if (ofPeople < 0) return ofGroup(group);
          if (Number.isNaN(ofGroup(group)) || Number.isNaN(ofPerson(person))) return Number.NaN;
          return (members?.get(person)?.get(group) ?? 0) * part;
        },
      };
    },
  };
}
