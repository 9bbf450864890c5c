import { beginningOf, UnreadableFile } from './remarks.ts';

/** The encodings that files of bibliographies have. `windows-1252` is never guessed, only given. */
export const fileEncodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const;
export type FileEncoding = (typeof fileEncodings)[number];

export interface FileText {
  text: string;
  encoding: FileEncoding;
}

/**
 * The text of a file: UTF-16 by its mark or its zero bytes, else UTF-8. Refuses a file that is neither (`encoding`, with the first line that
 * is not, as Windows-1252 has it), and one whose text was read in the wrong encoding before (`mojibake`), unless given.
 */
export function decodeFile(bytes: Uint8Array, given?: FileEncoding): FileText {
  const encoding = given ?? markOf(bytes) ?? 'utf-8';
  const text = decoded(bytes, encoding);
  if (text === undefined) throw new UnreadableFile('encoding', firstForeignLine(bytes));
  const lines = normalLines(text);
  const damaged = given === undefined ? mojibakeLine(lines) : undefined;
  if (damaged !== undefined) throw new UnreadableFile('mojibake', beginningOf(damaged.trim(), 200));
  return { text: lines, encoding };
}

/** By the mark at the beginning, or by the zero bytes that every second one is in a text of ASCII letters without a mark. */
function markOf(bytes: Uint8Array): FileEncoding | undefined {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const start = bytes.subarray(0, 1_000);
  const zeros = (parity: number) => start.filter((byte, at) => byte === 0 && at % 2 === parity).length;
  if (zeros(1) * 4 > start.length && zeros(0) === 0) return 'utf-16le';
  return zeros(0) * 4 > start.length && zeros(1) === 0 ? 'utf-16be' : undefined;
}

/** Without the byte-order mark. Undefined if the bytes are not in the encoding. */
function decoded(bytes: Uint8Array, encoding: FileEncoding): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** CR alone, of old Macs, ends lines, too. */
const normalLines = (text: string): string => (text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text);

/** The first line that is not UTF-8, with its number, in Windows-1252. */
function firstForeignLine(bytes: Uint8Array): string {
  let [start, line] = [0, 1];
  for (let at = 0; at <= bytes.length; at++) {
    if (at < bytes.length && bytes[at] !== 10) continue;
    const part = bytes.subarray(start, at);
    if (decoded(part, 'utf-8') === undefined) {
      const shown = decoded(part.subarray(0, 1_000), 'windows-1252') ?? '';
      return `${line}: ${beginningOf(shown.trim(), 190)}`;
    }
    [start, line] = [at + 1, line + 1];
  }
  return '';
}

/** Characters that Windows-1252 has for the bytes with which UTF-8 goes on within a character. */
const further = new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 64 }, (_, at) => 0x80 + at));
const continuation = `[${further.replace(/[\\\]^-]/g, '\\$&')}]`;
const readAgain = `[\u00c2-\u00df]${continuation}|[\u00e0-\u00ef]${continuation}{2}|[\u00f0-\u00f4]${continuation}{3}`;

const readAgainOnce = new RegExp(readAgain);

/** Whether a text has UTF-8 that was taken for Windows-1252: `Ã©` for é, `â€“` for a dash. */
export const hasMojibake = (text: string): boolean => readAgainOnce.test(text);

/** The first such line of a text that was read like that as a whole: most of its characters beyond ASCII are. */
function mojibakeLine(text: string): string | undefined {
  let [pairs, characters, first] = [0, 0, -1];
  for (const { index, 0: pair } of text.matchAll(new RegExp(readAgain, 'g'))) {
    if (first < 0) first = index;
    pairs += 1;
    characters += pair.length;
  }
  if (pairs < 3 || characters * 2 < (text.match(/[^\0-\x7f]/g)?.length ?? 0)) return undefined;
  return text.slice(text.lastIndexOf('\n', first) + 1, first + 400).split('\n', 1)[0];
}

/** The number of each line of a text, by position. Positions must be asked for in ascending order. */
export function lineCounter(text: string): (position: number) => number {
  let [line, read] = [1, 0];
  return (position) => {
    if (position < read) [line, read] = [1, 0];
    for (;;) {
      const next = text.indexOf('\n', read);
      if (next < 0 || next >= position) return line;
      [line, read] = [line + 1, next + 1];
    }
  };
}
