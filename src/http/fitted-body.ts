/**
 * Lambda rejects responses above 6 MB, measured as JSON that contains the body as a text. The rest is for headers.
 * https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html
 */
export const maxBodyBytes = 5_000_000;

/** The most UTF-8 bytes of a UTF-16 unit within a JSON text. */
const maxBytesPerUnit = 3;
/** A list is cut at its end if its entries would otherwise get less than this each. */
const minEntryBytes = 2_000;
/** Objects with more fields are open ones, which may lose some. */
const maxFields = 100;

/**
 * The JSON of a body. A body above the limit is cut where it is largest: long texts, ended with "…", and the ends of
 * long lists. Fields and the entries of a page stay.
 */
export function fittedBody(body: unknown): { text: string; isAbridged: boolean } {
  const text = JSON.stringify(body);
  if (text.length * maxBytesPerUnit <= maxBodyBytes || textBytes(text) <= maxBodyBytes) {
    return { text, isAbridged: false };
  }
  return { text: JSON.stringify(cutTo(body, maxBodyBytes, new Map())), isAbridged: true };
}

/** The size of a text within the JSON of a response. */
export const textBytes = (text: string): number => Buffer.byteLength(JSON.stringify(text)) - '""'.length;

/** The sizes of lists, objects and long texts, each measured once. */
type Sizes = Map<unknown, number>;

function sizeOf(value: unknown, sizes: Sizes): number {
  const isLong = typeof value === 'string' && value.length > longText;
  const isHolder = typeof value === 'object' && value !== null;
  if (!isLong && !isHolder) return textBytes(JSON.stringify(value) ?? 'null');
  let size = sizes.get(value);
  if (size === undefined) {
    size = isHolder ? holderSize(value, sizes) : textBytes(JSON.stringify(value));
    sizes.set(value, size);
  }
  return size;
}

const longText = 1_000;
/** The brackets, minus the comma that the last entry lacks. */
const brackets = '[]'.length - ','.length;

function holderSize(value: object, sizes: Sizes): number {
  const entries = entriesOf(value);
  if (entries.length === 0) return '[]'.length;
  return entries.reduce((sum, entry) => sum + entry.overhead + sizeOf(entry.value, sizes), brackets);
}

interface Entry {
  key: string;
  value: unknown;
  /** The bytes of its name and the comma after it. */
  overhead: number;
}

function entriesOf(value: object): Entry[] {
  const isList = Array.isArray(value);
  return Object.entries(value).flatMap(([key, each]) => {
    if (each === undefined && !isList) return [];
    return [{ key, value: each, overhead: 1 + (isList ? 0 : 1 + textBytes(JSON.stringify(key))) }];
  });
}

function cutTo(value: unknown, bytes: number, sizes: Sizes): unknown {
  if (sizeOf(value, sizes) <= bytes) return value;
  if (typeof value === 'string') return cutText(value, bytes);
  if (typeof value !== 'object' || value === null) return value;
  const isList = Array.isArray(value);
  const entries = entriesOf(value);
  const isCutAtEnd = isList ? bytes < entries.length * minEntryBytes : entries.length > maxFields;
  const kept = isCutAtEnd ? first(entries, bytes, sizes) : shared(entries, bytes, sizes);
  return isList ? kept.map(([, each]) => each) : Object.fromEntries(kept);
}

/** As many leading entries as fit. */
function first(entries: readonly Entry[], bytes: number, sizes: Sizes): [string, unknown][] {
  let left = bytes - brackets;
  const end = entries.findIndex(({ overhead, value }) => {
    left -= overhead + sizeOf(value, sizes);
    return left < 0;
  });
  return entries.slice(0, end).map(({ key, value }) => [key, value]);
}

/** All entries, with the largest cut to equal size. */
function shared(entries: readonly Entry[], bytes: number, sizes: Sizes): [string, unknown][] {
  let room = entries.reduce((left, { overhead }) => left - overhead, bytes - brackets);
  const ascending = entries.map(({ value }) => sizeOf(value, sizes)).sort((one, other) => one - other);
  let share = 0;
  for (const [index, size] of ascending.entries()) {
    share = Math.floor(room / (ascending.length - index));
    if (size > share) break;
    room -= size;
  }
  return entries.map(({ key, value }) => {
    const isJson = key.endsWith('_json') && typeof value === 'string' && sizeOf(value, sizes) > share;
    return [key, isJson ? cutJson(value, share) : cutTo(value, share, sizes)];
  });
}

/** A shorter version of a JSON text that is still valid JSON. Text that is invalid or cannot be cut is omitted. */
function cutJson(text: string, bytes: number): string | null {
  const value = parsed(text);
  if (typeof value !== 'object' || value === null) return null;
  const sizes: Sizes = new Map();
  for (let room = bytes; room > minJsonBytes; ) {
    const cut = JSON.stringify(cutTo(value, room, sizes));
    const size = textBytes(JSON.stringify(cut));
    if (size <= bytes) return cut;
    // It is escaped once more than the body whose size `cutTo` knows.
    room = Math.floor(room * Math.min(0.9, bytes / size));
  }
  return null;
}

const minJsonBytes = 20;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function cutText(text: string, bytes: number): string {
  for (let end = text.length; end > 0; ) {
    const cut = cutAt(text, end);
    const size = textBytes(JSON.stringify(cut));
    if (size <= bytes) return cut;
    end = Math.floor(end * Math.min(0.99, bytes / size));
  }
  return '';
}

/** The text may end with the first half of a character. */
const cutAt = (text: string, end: number): string => `${text.slice(0, end).replace(/[\ud800-\udbff]$/, '')}…`;
