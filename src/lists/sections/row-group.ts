import { float64s, Parts, pack, uint32s } from './packed.ts';
import { packTexts, Texts } from './texts.ts';

/** The most rows of a group: few enough to read for one page, enough to share repeated values. */
export const groupRows = 1_024;

/** How a column of a group is stored. */
const kinds = { constant: 0, codes: 1, offsets: 2, numbers: 3, strings: 4, json: 5 } as const;

/** The number of arrays of each kind. */
const partsOf = [1, 3, 2, 1, 2, 2];

const noNumber = 0xffffffff;

type ReadColumn = (index: number) => unknown;

/** Some successive rows of a snapshot, by column. A value is decoded when it is read. */
export class RowGroup {
  readonly bytes: Uint8Array;
  #stored: StoredColumns | undefined;
  readonly #columns: ReadColumn[] = [];

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  /** The value of a field, by the index of the field and that of the row in the group. */
  value(field: number, index: number): unknown {
    return this.#column(field)(index);
  }

  /** Adds the values of some fields that are not among those of a row, by the index of the fields. */
  read(fields: readonly number[], index: number, values: unknown[]): void {
    for (const field of fields) if (values[field] === undefined) values[field] = this.#column(field)(index);
  }

  #column(field: number): ReadColumn {
    let read = this.#columns[field];
    if (!read) {
      const { parts, kinds, firstPart } = this.#directory();
      const first = firstPart[field] ?? 0;
      read = reader(kinds[field] ?? 0, [parts.at(first), parts.at(first + 1), parts.at(first + 2)]);
      this.#columns[field] = read;
    }
    return read;
  }

  /** Read at the first use: most groups are loaded for one column, or to be copied. */
  #directory(): StoredColumns {
    this.#stored ??= columnsOf(new Parts(this.bytes));
    return this.#stored;
  }
}

/** How the columns of a group are stored, and where. */
interface StoredColumns {
  parts: Parts;
  kinds: Uint8Array;
  /** The index of the first array of each column. */
  firstPart: number[];
}

function columnsOf(parts: Parts): StoredColumns {
  const kinds = parts.at(0);
  const firstPart: number[] = [];
  let next = 1;
  for (const kind of kinds) {
    firstPart.push(next);
    next += partsOf[kind] ?? 0;
  }
  return { parts, kinds, firstPart };
}

function reader(kind: number, [one, two, three]: Uint8Array[]): ReadColumn {
  switch (kind) {
    case kinds.constant: {
      const value = JSON.parse(Buffer.from(one ?? []).toString());
      return () => value;
    }
    case kinds.codes:
      return codesReader(new Texts(two, three), one ?? new Uint8Array(0));
    case kinds.offsets: {
      const [base = 0] = float64s(one);
      const offsets = uint32s(two);
      return (index) => (offsets[index] === noNumber ? null : base + (offsets[index] ?? 0));
    }
    case kinds.numbers: {
      const numbers = float64s(one);
      return (index) => (Number.isNaN(numbers[index]) ? null : numbers[index]);
    }
    case kinds.strings: {
      const texts = new Texts(one, two);
      return (index) => texts.at(index);
    }
    default: {
      const texts = new Texts(one, two);
      return (index) => parsed(texts.at(index));
    }
  }
}

/** The value of JSON. Most are texts without escapes, which need no parser. */
const parsed = (json: string): unknown =>
  json.startsWith('"') && !json.includes('\\') ? json.slice(1, -1) : JSON.parse(json);

function codesReader(values: Texts, bytes: Uint8Array): ReadColumn {
  const codes = values.length <= 256 ? bytes : new Uint16Array(bytes.buffer, bytes.byteOffset, bytes.byteLength >>> 1);
  // Each is decoded once and kept: there are at most half as many as rows.
  const kept: unknown[] = new Array(values.length);
  return (index) => {
    const code = codes[index] ?? 0;
    // No value is undefined in JSON.
    if (kept[code] === undefined) kept[code] = JSON.parse(values.at(code));
    return kept[code];
  };
}

/** A group of rows with these fields. */
export function packRowGroup(fields: readonly string[], rows: readonly object[]): Uint8Array {
  const columns = fields.map((field) => packColumn(rows.map((row) => (row as Record<string, unknown>)[field])));
  return pack([Uint8Array.from(columns, ({ kind }) => kind), ...columns.flatMap(({ parts }) => parts)]);
}

function packColumn(values: readonly unknown[]): { kind: number; parts: ArrayBufferView[] } {
  const json = values.map((value) => JSON.stringify(value));
  const distinct = new Map<string, number>();
  for (const each of json) if (!distinct.has(each)) distinct.set(each, distinct.size);
  if (distinct.size === 1) return { kind: kinds.constant, parts: [Buffer.from(json[0] ?? 'null')] };
  if (distinct.size * 2 <= values.length) {
    const codes = json.map((each) => distinct.get(each) ?? 0);
    const packed = distinct.size <= 256 ? Uint8Array.from(codes) : Uint16Array.from(codes);
    return { kind: kinds.codes, parts: [packed, ...packTexts([...distinct.keys()])] };
  }
  const numbers = values.filter((value) => typeof value === 'number');
  if (numbers.length > 0 && values.every((value) => value === null || typeof value === 'number')) {
    const least = Math.min(...numbers);
    if (numbers.every(Number.isSafeInteger) && Math.max(...numbers) - least < noNumber) {
      const offsets = Uint32Array.from(values, (value) => (value === null ? noNumber : Number(value) - least));
      return { kind: kinds.offsets, parts: [Float64Array.of(least), offsets] };
    }
    return {
      kind: kinds.numbers,
      parts: [Float64Array.from(values, (value) => (value === null ? NaN : Number(value)))],
    };
  }
  // A lone surrogate has no form in UTF-8, but an escape in JSON.
  if (values.every((value) => typeof value === 'string' && value.isWellFormed()))
    return { kind: kinds.strings, parts: packTexts(values as string[]) };
  return { kind: kinds.json, parts: packTexts(json) };
}
