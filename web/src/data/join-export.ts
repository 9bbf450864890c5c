import { freeKey } from '../../../src/vocabulary/text/free-key.ts';

/** Excel takes a text for UTF-8 only if it begins with this. */
const byteOrderMark = '\ufeff';

/** The parts of an export, each of which is a whole file, as one file. */
export function joinExport(parts: readonly string[], format: string): string {
  if (format === 'csl-json') return JSON.stringify(parts.flatMap((part) => JSON.parse(part) as unknown[]));
  // Each part of a CSV begins with the column names. Reading a response as text takes away the mark.
  if (format === 'csv') {
    const lines = parts.map((part, index) => (index ? part.slice(part.indexOf('\n') + 1) : part));
    return byteOrderMark + lines.join('');
  }
  if (format === 'bibtex') {
    const taken = new Set<string>();
    return parts.map((part) => withFreeKeys(part, taken)).join('\n');
  }
  return parts.join('\n');
}

/** The keys of a part are unique in it alone. Only entries begin a line with `@`. */
const withFreeKeys = (part: string, taken: Set<string>): string =>
  part.replace(/^(@\w+\{)(\w+)(?=,$)/gm, (_, start: string, key: string) => start + freeKey(key, taken));
