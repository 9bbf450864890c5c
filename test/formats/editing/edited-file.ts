import { strToU8, unzipSync, zipSync } from 'fflate';
import { column } from '../reading/spreadsheet.ts';

const escaped = (text: string) =>
  text
    .replace(/_(?=x[\da-f]{4}_)/gi, '_x005F_')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');

const textCell = (cell: string, address: string) =>
  `<c r="${address}" t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`;

/** Without it, LibreOffice finds no rows. */
const namespace = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';

/** A spreadsheet for editing in which somebody has changed the sheet that is shown. Cells that begin with `<c` are XML. */
export function withShownRows(file: Uint8Array, rows: readonly (readonly string[])[]): Uint8Array {
  const written = rows.map((cells, row) => {
    const all = cells.map((cell, at) => {
      const address = `${column(at)}${row + 1}`;
      return /^<c(?:>| t=)/.test(cell) ? cell.replace('<c', `<c r="${address}"`) : textCell(cell, address);
    });
    return `<row r="${row + 1}">${all.join('')}</row>`;
  });
  const sheet = strToU8(`<worksheet xmlns="${namespace}"><sheetData>${written.join('')}</sheetData></worksheet>`);
  return zipSync({ ...unzipSync(file), 'xl/worksheets/sheet1.xml': sheet });
}
