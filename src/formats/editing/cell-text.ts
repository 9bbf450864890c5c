/** The longest text that a cell may have. Programs cut longer ones at 32,767 without a word. */
const maxCellCharacters = 32_766;

/** Characters that XML 1.0 cannot hold: programs that read a spreadsheet stop at it without a word. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is left out
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Cs}/gu;

/** A text in the form in which it comes back from a spreadsheet: blanks at its ends do not, and line ends are `\n`. */
export const sheetText = (text: string): string => text.replace(forbidden, '').replace(/\r\n?/g, '\n').trim();

/** A hash of 64 bits as 16 hexadecimal digits, to tell texts apart that are not meant to collide. */
export function textHash(text: string): string {
  let [one, other] = [0xdeadbeef, 0x41c6ce57];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    one = Math.imul(one ^ code, 0x9e3779b1);
    other = Math.imul(other ^ code, 0x5f356495);
  }
  one = Math.imul(one ^ (one >>> 16), 0x85ebca6b) ^ Math.imul(other ^ (other >>> 13), 0xc2b2ae35);
  other = Math.imul(other ^ (other >>> 16), 0x85ebca6b) ^ Math.imul(one ^ (one >>> 13), 0xc2b2ae35);
  return [one, other].map((part) => (part >>> 0).toString(16).padStart(8, '0')).join('');
}

/** The mark of a value that is too long for a cell. It means that the value stays, and says which one it was. */
const leftOut = /^\(too long for a cell, stays as it is: ([\da-f]{16})\)$/;

/** The text as it is written into a cell. */
export const fittedCell = (text: string): string =>
  text.length <= maxCellCharacters ? text : `(too long for a cell, stays as it is: ${textHash(text)})`;

/** The hash of the value that a mark stands for, or undefined for every other text. */
export const leftOutHash = (cell: string): string | undefined => leftOut.exec(cell)?.[1];

/** Signs at whose beginning spreadsheets take a text for a formula, behind the apostrophes that a text has itself. */
const formula = /^'*[=+\-@＝＋－＠]/;

/** With one apostrophe before what a spreadsheet might run as a formula. */
export const withApostrophe = (cell: string): string => (formula.test(cell) ? `'${cell}` : cell);

/** Without the one apostrophe of `withApostrophe`. */
export const withoutApostrophe = (cell: string): string =>
  cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell;

/** The values of a list in one cell: `one; "two; three"`. */
export const listText = (values: readonly string[]): string => values.map(quoted(/^"|[;\n]|^$/)).join('; ');

/** Writes a part in quotation marks if it has what separates parts. */
export const quoted = (separators: RegExp) => (written: string) => {
  const part = sheetText(written);
  return separators.test(part) ? `"${part.replaceAll('"', '""')}"` : part;
};

const listItem = /\s*(?:"((?:[^"]|"")*)"\s*(?=;|$)|((?!")[^;]*))(;|$)/y;

/** The values in a cell, or undefined if a quotation mark is open. */
export function valuesOfList(cell: string): string[] | undefined {
  const values: string[] = [];
  listItem.lastIndex = 0;
  for (;;) {
    const found = listItem.exec(cell);
    if (!found) return undefined;
    const [, inQuotes, bare = '', end] = found;
    if (inQuotes !== undefined) values.push(inQuotes.replaceAll('""', '"'));
    else if (bare.trim() !== '') values.push(bare.trim());
    if (end === '') return values;
  }
}
