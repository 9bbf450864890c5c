/**
 * The rows of a CSV file (RFC 4180) or of pasted lines, each with the number of its first line. The separator is the
 * comma, semicolon or tab that is most frequent in the first line. Cells are trimmed; empty rows are dropped.
 */
export function parseCsv(text: string): { line: number; cells: string[] }[] {
  const separator = separatorOf(text);
  const rows: { line: number; cells: string[] }[] = [];
  let row = { line: 1, cells: [''] };
  let line = 1;
  let isQuoted = false;
  const append = (character: string) => {
    row.cells[row.cells.length - 1] += character;
  };
  const end = () => {
    const cells = row.cells.map((cell) => cell.trim());
    if (cells.some((cell) => cell !== '')) rows.push({ line: row.line, cells });
    row = { line, cells: [''] };
  };
  const source = text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
  for (let index = 0; index < source.length; index++) {
    const character = source.charAt(index);
    if (character === '\n') line++;
    if (isQuoted) {
      if (character !== '"') append(character);
      else if (source[index + 1] === '"') append(source.charAt(index++));
      else isQuoted = false;
    } else if (character === '"' && row.cells.at(-1)?.trim() === '') {
      isQuoted = true;
    } else if (character === separator) {
      row.cells.push('');
    } else if (character === '\n') {
      end();
    } else {
      append(character);
    }
  }
  end();
  return rows;
}

function separatorOf(text: string): string {
  const [first = ''] = text.trimStart().split(/[\r\n]/, 1);
  const count = (separator: string) => first.split(separator).length;
  return [',', ';', '\t'].reduce((best, separator) => (count(separator) > count(best) ? separator : best));
}
