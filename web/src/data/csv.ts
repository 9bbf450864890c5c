import Papa from 'papaparse';

/**
 * The rows of a CSV file (RFC 4180) or of pasted lines, each with the number of its first line. The separator is the
 * comma, semicolon or tab that is most frequent in the first line. Cells are trimmed; empty rows are dropped.
 */
export function parseCsv(text: string): { line: number; cells: string[] }[] {
  const source = text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
  const rows: { line: number; cells: string[] }[] = [];
  let [line, read] = [1, 0];
  Papa.parse<string[]>(source, {
    delimiter: separatorOf(source),
    newline: '\n',
    step({ data, meta: { cursor } }) {
      const cells = data.map((cell) => cell.trim());
      if (cells.some((cell) => cell !== '')) rows.push({ line, cells });
      for (; read < cursor; read++) if (source.charCodeAt(read) === lineFeed) line++;
    },
  });
  return rows;
}

const lineFeed = 10;

function separatorOf(text: string): string {
  const [first = ''] = text.trimStart().split('\n', 1);
  const count = (separator: string) => first.split(separator).length;
  return [',', ';', '\t'].reduce((best, separator) => (count(separator) > count(best) ? separator : best));
}
