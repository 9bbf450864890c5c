import type { Column, GroupedPeople } from './counted-columns.ts';
import type { CellKey, CountedCell, OutputCounts } from './counting.ts';

/** All that shares are computed from, by output. */
export interface ShareColumns {
  /** The number of all authors; NaN if it is not known. */
  authors: Float64Array;
  /** The people who are authors, and are meant. */
  people: Column;
  /** Who of them is in which of the groups. */
  unit: GroupedPeople | undefined;
}

/** The numbers of many cells, by index. */
interface Numbers {
  whole: Int32Array | number[];
  inSeveral: Int32Array | number[];
  share: Float64Array | number[];
  unshared: Int32Array | number[];
}

const numbersOf = (size: number, isShared: boolean): Numbers => ({
  whole: new Int32Array(size),
  inSeveral: new Int32Array(size),
  share: new Float64Array(isShared ? size : 0),
  unshared: new Int32Array(isShared ? size : 0),
});

/** With more cells than this, only those that count something have numbers. */
const mostDense = 4_000_000;

function add({ whole, inSeveral, share, unshared }: Numbers, at: number, isInSeveral: boolean, part?: number): void {
  whole[at] = (whole[at] ?? 0) + 1;
  if (isInSeveral) inSeveral[at] = (inSeveral[at] ?? 0) + 1;
  if (part === undefined) return;
  if (Number.isNaN(part)) unshared[at] = (unshared[at] ?? 0) + 1;
  else share[at] = (share[at] ?? 0) + part;
}

const cellAt = ({ whole, inSeveral, share, unshared }: Numbers, at: number, keys: CellKey[]): CountedCell => ({
  keys,
  whole: whole[at] ?? 0,
  inSeveral: inSeveral[at] ?? 0,
  share: share[at] ?? 0,
  unshared: unshared[at] ?? 0,
});

/** Counts outputs by columns, of which each output has the codes between its starts; none of them: without a value. */
export function countColumns(outputs: number, columns: readonly Column[], shares?: ShareColumns): OutputCounts {
  const everything: Column = {
    ...{ kind: 'values', values: [], starts: new Int32Array(outputs + 1), codes: new Int32Array(0) },
  };
  const [one, two, three] = [0, 1, 2].map((at) => dimensionOf(columns[at] ?? everything, outputs));
  if (!one || !two || !three) throw new Error('There are three dimensions');
  const [isShared, shareOf] = [shares !== undefined, shares && sharesIn(columns, shares)];
  const [perFirst, perSecond, size] = [two.size * three.size, three.size, one.size * two.size * three.size];
  const [total, sums] = [numbersOf(1, isShared), [one, two, three].map((each) => numbersOf(each.size, isShared))];
  const isDense = size <= mostDense;
  const cells: Numbers = isDense ? numbersOf(size, isShared) : { whole: [], inSeveral: [], share: [], unshared: [] };
  const places = new Map<number, number>();
  const placeOf = (key: number): number => {
    if (isDense) return key;
    const place = places.get(key) ?? places.size;
    places.set(key, place);
    return place;
  };

  for (let output = 0; output < outputs; output++) {
    const share = shareOf?.at(output);
    const [a, b, c] = [one.isAny[output] === 1, two.isAny[output] === 1, three.isAny[output] === 1];
    add(total, 0, a || b || c, share?.all);
    addSums(sums[0], one, 0, output, b || c, share);
    addSums(sums[1], two, 1, output, a || c, share);
    addSums(sums[2], three, 2, output, a || b, share);
    for (let i = one.first(output); i < one.end(output); i++) {
      const [first, isFirst] = [one.codes[i] ?? 0, one.beside[i] === 1];
      for (let j = two.first(output); j < two.end(output); j++) {
        const [second, isSecond] = [two.codes[j] ?? 0, isFirst || two.beside[j] === 1];
        for (let k = three.first(output); k < three.end(output); k++) {
          const third = three.codes[k] ?? 0;
          const place = placeOf(first * perFirst + second * perSecond + third);
          add(cells, place, isSecond || three.beside[k] === 1, share?.in([first, second, third]));
        }
      }
    }
  }

  const keysOf = (key: number): CellKey[] =>
    [Math.floor(key / perFirst), Math.floor(key / perSecond) % two.size, key % perSecond]
      .slice(0, columns.length)
      .map((code, at) => columns[at]?.values[code] ?? null);
  const found: CountedCell[] = [];
  if (isDense) {
    for (let key = 0; key < size; key++) if (cells.whole[key] !== 0) found.push(cellAt(cells, key, keysOf(key)));
  } else for (const [key, place] of places) found.push(cellAt(cells, place, keysOf(key)));
  return {
    cells: columns.length === 0 ? [] : found,
    sums: columns.map(({ values }, at) =>
      [...values, null].flatMap((key, code) => {
        const cell = cellAt(sums[at] ?? total, code, [key]);
        return cell.whole === 0 ? [] : [cell];
      }),
    ),
    total: cellAt(total, 0, []),
  };
}

/** A column in which each output has a code: that after the last one stands for no value. */
interface Dimension {
  /** The number of codes. */
  size: number;
  codes: Int32Array;
  /** By place in `codes`: whether the output has another one beside it. */
  beside: Uint8Array;
  /** By output: whether it has any code beside another one. */
  isAny: Uint8Array;
  first: (output: number) => number;
  end: (output: number) => number;
}

function dimensionOf({ values, starts, codes, kind, levels = [] }: Column, outputs: number): Dimension {
  const all = new Int32Array(codes.length + outputs);
  const beside = new Uint8Array(all.length);
  const isAny = new Uint8Array(outputs);
  const places = new Int32Array(outputs + 1);
  const ofLevel = new Int32Array(Math.max(0, ...levels) + 1);
  const levelOf = (code: number) => (kind === 'values' ? 0 : (levels[code] ?? 0));
  let end = 0;
  for (let output = 0; output < outputs; output++) {
    const [from, to] = [starts[output] ?? 0, starts[output + 1] ?? 0];
    places[output] = end;
    if (from === to) all[end++] = values.length;
    for (let at = from; at < to; at++) {
      const level = levelOf(codes[at] ?? 0);
      ofLevel[level] = (ofLevel[level] ?? 0) + 1;
    }
    for (let at = from; at < to; at++) {
      const code = codes[at] ?? 0;
      if ((ofLevel[levelOf(code)] ?? 0) > 1) {
        beside[end] = 1;
        isAny[output] = 1;
      }
      all[end++] = code;
    }
    for (let at = from; at < to; at++) ofLevel[levelOf(codes[at] ?? 0)] = 0;
  }
  places[outputs] = end;
  return {
    ...{ size: values.length + 1, codes: all, beside, isAny },
    first: (output) => places[output] ?? 0,
    end: (output) => places[output + 1] ?? 0,
  };
}

function addSums(
  sums: Numbers | undefined,
  { codes, beside, first, end }: Dimension,
  dimension: number,
  output: number,
  others: boolean,
  share: Shares | undefined,
): void {
  if (!sums) return;
  for (let at = first(output); at < end(output); at++) {
    const code = codes[at] ?? 0;
    add(sums, code, others || beside[at] === 1, share?.of(dimension, code));
  }
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
  // The code of what has no value is also that of the first person or group which no cell shows.
  const isShown = (dimension: number, code: number) => code < (columns[dimension]?.values.length ?? 0);
  return {
    at(output: number): Shares {
      const meant = people.codes.subarray(people.starts[output] ?? 0, people.starts[output + 1] ?? 0);
      const count = Math.max(authors[output] ?? Number.NaN, meant.length);
      const part = 1 / count;
      const members = unit?.of(output);
      const counted = members ? meant.filter((person) => members.has(person)) : meant;
      const all = counted.length === 0 ? Number.NaN : counted.length * part;
      const ofGroup = (group: number) => {
        if (!isShown(ofGroups, group)) return Number.NaN;
        let [sum, found] = [0, 0];
        for (const [person, groups] of members ?? []) {
          const share = groups.get(group);
          if (share === undefined || !meant.includes(person)) continue;
          sum += share;
          found++;
        }
        return found === 0 ? Number.NaN : sum * part;
      };
      const ofPerson = (person: number) => (isShown(ofPeople, person) && meant.includes(person) ? part : Number.NaN);
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
