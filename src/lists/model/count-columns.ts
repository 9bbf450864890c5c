import { Int32Slices } from '../sets/int32-slices.ts';
import { type CodesByOutput, type Column, codesByOutput, type GroupedPeople } from './counted-columns.ts';
import type { CellKey, CountedCell, CountedCells, OutputCounts } from './counting.ts';

/** All that shares are computed from, by output. */
export interface ShareColumns {
  /** The number of all authors; NaN if it is not known. */
  authors: Float64Array;
  /** The people who are authors, and are meant. */
  people: CodesByOutput;
  /** The place of the column with the codes of these people; -1 if none has them. */
  ofPeople: number;
  /** Who of them is in which of the groups. */
  unit: GroupedPeople | undefined;
}

/** With more cells for one code than this, only those that count something have numbers. */
const mostDense = 4_000_000;

/**
 * Counts outputs by columns; an output without a code counts as without a value. The longest column is read code by code,
 * and what the others have of an output is one number: so what is counted lies close together.
 */
export function countColumns(outputs: number, columns: readonly Column[], shares?: ShareColumns): OutputCounts {
  const dimensions = columns.map((column) => dimensionOf(column, outputs));
  const shareOf = shares && sharesIn(columns, shares, outputs);
  const total = cellOf([]);
  const any = anyOf(dimensions, outputs);
  for (let output = 0; output < outputs; output++) addTo(total, any[output] === 1, shareOf?.all(output));
  const partOf = (at: number, code: number) => shareOf && ((output: number) => shareOf.of(output, at, code));
  const sums = dimensions.map((dimension, at) => {
    const others = anyOf(
      dimensions.filter((each) => each !== dimension),
      outputs,
    );
    return dimension.keys
      .map((_, code) => sumOf(dimension, code, others, partOf(at, code)))
      .filter(({ whole }) => whole > 0);
  });
  return { cells: countCells(dimensions, outputs, shareOf), sums, total };
}

const cellOf = (keys: CellKey[]): CountedCell => ({ keys, whole: 0, inSeveral: 0, share: 0, unshared: 0 });

function addTo(cell: CountedCell, isInSeveral: boolean, share: number | undefined): void {
  cell.whole++;
  if (isInSeveral) cell.inSeveral++;
  if (share !== undefined) addShare(cell, share);
}

function addShare(cell: CountedCell, share: number): void {
  if (Number.isNaN(share)) cell.unshared++;
  else cell.share += share;
}

function sumOf(
  { keys, outputs, beside }: Dimension,
  code: number,
  others: Uint8Array,
  partOf: ((output: number) => number) | undefined,
): CountedCell {
  const [counted, ofLevel] = [outputs[code] ?? noOutputs, beside(code)];
  let inSeveral = 0;
  for (let at = 0; at < counted.length; at++) {
    const output = counted[at] ?? 0;
    if (others[output] === 1 || ofLevel[output] === several) inSeveral++;
  }
  const sum = { ...cellOf([keys[code] ?? null]), whole: counted.length, inSeveral };
  if (partOf) for (const output of counted) addShare(sum, partOf(output));
  return sum;
}

const noOutputs = new Int32Array(0);

function countCells(dimensions: readonly Dimension[], outputs: number, shareOf: Shares | undefined): CountedCells {
  const longest = dimensions.toSorted((one, other) => other.pairs - one.pairs)[0];
  if (!longest) return [];
  const [at, rest] = [dimensions.indexOf(longest), dimensions.filter((each) => each !== longest)];
  const others = combined(rest, outputs);
  const secondSize = rest[1]?.keys.length ?? 1;
  const codesAt = (code: number, other: number): number[] =>
    [Math.floor(other / secondSize), other % secondSize].slice(0, rest.length).toSpliced(at, 0, code);
  const keysAt = (code: number, other: number) =>
    codesAt(code, other).map((key, dimension) => dimensions[dimension]?.keys[key] ?? null);
  const cells = new Cells(others, shareOf !== undefined, keysAt);
  for (const [code, counted] of longest.outputs.entries()) {
    cells.count(
      counted,
      longest.beside(code),
      shareOf && ((output, other) => shareOf.in(output, codesAt(code, other))),
    );
  }
  return cells;
}

/** Cells by two codes, for one first code after the other: what is added up has the size of the second codes alone. */
class Cells implements CountedCells {
  readonly #others: Combined;
  readonly #keysAt: (code: number, other: number) => CellKey[];
  /** By first code: the second one of each cell. */
  readonly #second: CodeArray[] = [];
  /** By first code: the outputs, and those in several, of each cell. */
  readonly #numbers: Int32Array[] = [];
  /** By first code, if they are asked for: the share, and the outputs without, of each cell. */
  readonly #shares: Float64Array[] = [];
  #length = 0;
  readonly #slices = new Int32Slices();
  /**
   * Of the first code that is counted: by mark, how often it was met. A mark is a second code twice, and one more for
   * an output that is also in another cell: so that one number is read and one is written for each output.
   */
  readonly #counts: Int32Array;
  readonly #met: CodeArray;
  /** Where a mark is counted, if there are too many for an array. */
  readonly #places: Map<number, number> | undefined;
  readonly #share: Float64Array;
  readonly #unshared: Int32Array;
  readonly #marks = new Map<Uint8Array, CodeArray>();

  constructor(others: Combined, isShared: boolean, keysAt: (code: number, other: number) => CellKey[]) {
    this.#others = others;
    this.#keysAt = keysAt;
    const { size, codes } = others;
    const room = 2 * (size <= mostDense ? size : codes.length);
    if (size > mostDense) this.#places = new Map();
    [this.#counts, this.#met] = [new Int32Array(room), codeArray(2 * size, codes.length)];
    this.#share = new Float64Array(isShared ? room : 0);
    this.#unshared = new Int32Array(isShared ? room : 0);
  }

  get length(): number {
    return this.#length;
  }

  /** Counts the outputs of the next first code. */
  count(
    counted: Int32Array,
    isBeside: Uint8Array,
    shareOf: ((output: number, other: number) => number) | undefined,
  ): void {
    const { starts } = this.#others;
    const marks = this.#marksOf(isBeside);
    const [met, counts, places] = [this.#met, this.#counts, this.#places];
    let found = 0;
    for (let at = 0; at < counted.length; at++) {
      const output: number = counted[at] ?? 0;
      const end: number = starts ? (starts[output + 1] ?? 0) : output + 1;
      for (let each: number = starts ? (starts[output] ?? 0) : output; each < end; each++) {
        const mark: number = marks[each] ?? 0;
        const place = places ? placeOf(mark, places) : mark;
        const known = counts[place] ?? 0;
        if (known === 0) met[found++] = mark;
        counts[place] = known + 1;
        if (shareOf) this.#addShare(evenPlace(mark, places), shareOf(output, codeOf(mark)));
      }
    }
    this.#close(found);
  }

  #addShare(place: number, share: number): void {
    if (Number.isNaN(share)) this.#unshared[place] = (this.#unshared[place] ?? 0) + 1;
    else this.#share[place] = (this.#share[place] ?? 0) + share;
  }

  #close(found: number): void {
    const [slices, counts, met, places] = [this.#slices, this.#counts, this.#met, this.#places];
    const shares = new Float64Array(this.#share.length > 0 ? found * 2 : 0);
    let kept = 0;
    for (let at = 0; at < found; at++) {
      const code = codeOf(met[at] ?? 0);
      const [alone, beside] = [evenPlace(2 * code, places), places ? placeOf(2 * code + 1, places) : 2 * code + 1];
      const inSeveral = counts[beside] ?? 0;
      const whole = (counts[alone] ?? 0) + inSeveral;
      // The other mark of the code came before.
      if (whole === 0) continue;
      slices.add(whole);
      slices.add(inSeveral);
      counts[alone] = 0;
      counts[beside] = 0;
      if (shares.length > 0) {
        [shares[kept * 2], shares[kept * 2 + 1]] = [this.#share[alone] ?? 0, this.#unshared[alone] ?? 0];
        [this.#share[alone], this.#unshared[alone]] = [0, 0];
      }
      met[kept++] = code;
    }
    this.#second.push(met.slice(0, kept));
    this.#numbers.push(slices.take());
    this.#shares.push(shares);
    this.#length += kept;
    places?.clear();
  }

  /** The marks of all outputs, for first codes of one level. */
  #marksOf(isBeside: Uint8Array): CodeArray {
    const known = this.#marks.get(isBeside);
    if (known) return known;
    const { size, starts, codes, beside } = this.#others;
    const marks = codeArray(2 * size, codes.length);
    for (let output = 0; output < isBeside.length; output++) {
      const end = starts ? (starts[output + 1] ?? 0) : output + 1;
      for (let each = starts ? (starts[output] ?? 0) : output; each < end; each++)
        marks[each] = 2 * (codes[each] ?? 0) + (isBeside[output] === several || beside[each] === 1 ? 1 : 0);
    }
    this.#marks.set(isBeside, marks);
    return marks;
  }

  *[Symbol.iterator](): Generator<CountedCell> {
    for (const [code, numbers] of this.#numbers.entries())
      for (let at = 0; at < numbers.length; at += 2)
        yield {
          keys: this.#keysAt(code, this.#second[code]?.[at / 2] ?? 0),
          ...{ whole: numbers[at] ?? 0, inSeveral: numbers[at + 1] ?? 0 },
          ...{ share: this.#shares[code]?.[at] ?? 0, unshared: this.#shares[code]?.[at + 1] ?? 0 },
        };
  }
}

const codeOf = (mark: number): number => (mark - (mark % 2)) / 2;

/** Where the mark of outputs in one cell alone is counted, which has the same code. */
const evenPlace = (mark: number, places: Map<number, number> | undefined): number =>
  places ? placeOf(mark - (mark % 2), places) : mark - (mark % 2);

function placeOf(mark: number, places: Map<number, number>): number {
  const place = places.get(mark) ?? places.size;
  places.set(mark, place);
  return place;
}

/** More than one. It is not counted further, so that the numbers of all outputs stay small. */
const several = 2;

/** A column in which each output has a code: that after the last one stands for no value. */
interface Dimension {
  /** By code. */
  keys: readonly CellKey[];
  /** By code. */
  outputs: readonly Int32Array[];
  /** Of outputs and codes. */
  pairs: number;
  /** By code: how many codes of its level each output has, `several` if these are more than one. */
  beside: (code: number) => Uint8Array;
  /** By output: whether it has any code beside another one. */
  isAny: Uint8Array;
}

function dimensionOf({ values, outputs, kind, levels = [] }: Column, count: number): Dimension {
  const ofLevels: Uint8Array[] = [];
  const beside = (code: number) => {
    // Outputs without a value are on no level.
    const level = code === values.length ? -1 : kind === 'values' ? 0 : (levels[code] ?? 0);
    const known = ofLevels[level + 1] ?? new Uint8Array(count);
    ofLevels[level + 1] = known;
    return known;
  };
  const isWithout = new Uint8Array(count).fill(1);
  const isAny = new Uint8Array(count);
  let pairs = 0;
  for (const [code, each] of outputs.entries()) {
    const ofLevel = beside(code);
    for (let at = 0; at < each.length; at++) {
      const output = each[at] ?? 0;
      isWithout[output] = 0;
      if (ofLevel[output] === 0) ofLevel[output] = 1;
      else {
        ofLevel[output] = several;
        isAny[output] = 1;
      }
    }
    pairs += each.length;
  }
  const without: number[] = [];
  for (let output = 0; output < count; output++) if (isWithout[output] === 1) without.push(output);
  const all = [...outputs, Int32Array.from(without)];
  return { keys: [...values, null], outputs: all, pairs: pairs + without.length, beside, isAny };
}

function anyOf(dimensions: readonly Dimension[], outputs: number): Uint8Array {
  const any = new Uint8Array(outputs);
  for (const { isAny } of dimensions)
    for (let output = 0; output < outputs; output++) if (isAny[output] === 1) any[output] = 1;
  return any;
}

/** The codes of each output in up to two dimensions, as one code, and whether one of the two is beside another one. */
interface Combined {
  size: number;
  /** Where the codes of each output begin; undefined if each has one. */
  starts: Int32Array | undefined;
  codes: CodeArray;
  beside: Uint8Array;
}

/** The smaller the numbers, the more outputs stay in the cache of a processor. Two codes as one can be more than 32 bits. */
type CodeArray = Uint16Array | Int32Array | Float64Array;

const codeArray = (size: number, length: number): CodeArray =>
  size <= 2 ** 16 ? new Uint16Array(length) : size <= 2 ** 31 ? new Int32Array(length) : new Float64Array(length);

function combined([one, two]: readonly Dimension[], outputs: number): Combined {
  const size = (one?.keys.length ?? 1) * (two?.keys.length ?? 1);
  if (!one) return { size, starts: undefined, codes: codeArray(size, outputs), beside: new Uint8Array(outputs) };
  const [first, second] = [codesByOutput(one.outputs, outputs), two && codesByOutput(two.outputs, outputs)];
  const starts = new Int32Array(outputs + 1);
  for (let output = 0; output < outputs; output++) {
    const seconds = second ? (second.starts[output + 1] ?? 0) - (second.starts[output] ?? 0) : 1;
    starts[output + 1] =
      (starts[output] ?? 0) + ((first.starts[output + 1] ?? 0) - (first.starts[output] ?? 0)) * seconds;
  }
  const codes = codeArray(size, starts[outputs] ?? 0);
  const beside = new Uint8Array(codes.length);
  let end = 0;
  for (let output = 0; output < outputs; output++)
    for (let at = first.starts[output] ?? 0; at < (first.starts[output + 1] ?? 0); at++) {
      const code = first.codes[at] ?? 0;
      const isFirst = one.isAny[output] === 1 && one.beside(code)[output] === several;
      if (!two || !second) {
        beside[end] = isFirst ? 1 : 0;
        codes[end++] = code;
        continue;
      }
      for (let then = second.starts[output] ?? 0; then < (second.starts[output + 1] ?? 0); then++) {
        const other = second.codes[then] ?? 0;
        beside[end] = isFirst || (two.isAny[output] === 1 && two.beside(other)[output] === several) ? 1 : 0;
        codes[end++] = code * two.keys.length + other;
      }
    }
  // Each output has at least one code.
  return { size, starts: end === outputs ? undefined : starts, codes, beside };
}

/** The shares of outputs: NaN where they are not known. */
interface Shares {
  all: (output: number) => number;
  of: (output: number, dimension: number, code: number) => number;
  in: (output: number, codes: readonly number[]) => number;
}

function sharesIn(columns: readonly Column[], given: ShareColumns, outputs: number): Shares {
  const { authors, people, ofPeople, unit } = given;
  const ofGroups = columns.findIndex(({ kind }) => kind === 'groups');
  // The code of what has no value is also that of the first person or group which no cell shows.
  const isShown = (dimension: number, code: number) => code < (columns[dimension]?.values.length ?? 0);
  const meantIn = (output: number) => people.codes.subarray(people.starts[output], people.starts[output + 1]);
  const isMeant = (output: number, person: number) => {
    for (let at = people.starts[output] ?? 0; at < (people.starts[output + 1] ?? 0); at++)
      if (people.codes[at] === person) return true;
    return false;
  };
  const part = (output: number) => {
    const meant = (people.starts[output + 1] ?? 0) - (people.starts[output] ?? 0);
    return 1 / Math.max(authors[output] ?? Number.NaN, meant);
  };
  const all = Float64Array.from({ length: outputs }, (_, output) => {
    const members = unit?.of(output);
    let counted = 0;
    for (const person of meantIn(output)) if (!members || members.has(person)) counted++;
    return counted === 0 ? Number.NaN : counted * part(output);
  });
  const ofGroup = (output: number, group: number) => {
    if (!isShown(ofGroups, group)) return Number.NaN;
    let [sum, found] = [0, 0];
    for (const [person, groups] of unit?.of(output) ?? []) {
      const share = groups.get(group);
      if (share === undefined || !isMeant(output, person)) continue;
      sum += share;
      found++;
    }
    return found === 0 ? Number.NaN : sum * part(output);
  };
  const ofPerson = (output: number, person: number) =>
    isShown(ofPeople, person) && isMeant(output, person) ? part(output) : Number.NaN;
  const allOf = (output: number) => all[output] ?? Number.NaN;
  return {
    all: allOf,
    of: (output, dimension, code) =>
      dimension === ofGroups ? ofGroup(output, code) : dimension === ofPeople ? ofPerson(output, code) : allOf(output),
    in: (output, codes) => {
      const [group = -1, person = -1] = [codes[ofGroups], codes[ofPeople]];
      if (ofGroups < 0) return ofPeople < 0 ? allOf(output) : ofPerson(output, person);
      if (ofPeople < 0) return ofGroup(output, group);
      if (Number.isNaN(ofGroup(output, group)) || Number.isNaN(ofPerson(output, person))) return Number.NaN;
      return (unit?.of(output).get(person)?.get(group) ?? 0) * part(output);
    },
  };
}
