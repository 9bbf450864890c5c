import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { cellsOf, editRow, valueOfCell } from '#src/formats/editing/cells.ts';
import { editColumns } from '#src/formats/editing/columns.ts';
import { compareCell } from '#src/formats/editing/compare.ts';
import { csvEditHead, csvEditLine, editHeadings } from '#src/formats/editing/csv-edit.ts';
import { readEdits } from '#src/formats/editing/read-edits.ts';
import { writeXlsxEdit, xlsxEditOfParts } from '#src/formats/editing/xlsx-edit.ts';
import { editedLists } from '#src/records/intakes/edited-lists.ts';
import { documents, isReadBack } from './documents.ts';
import { withShownRows } from './edited-file.ts';

const registry = 'https://registry.example';
/** Names in one part are read as names of people, unless the record has them. */
const people: ReadonlySet<string> = new Set(['people', 'contributors']);

describe.each(editedLists)('%s', (list) => {
  const columns = editColumns(list);
  const some = fc.array(documents(list), { minLength: 1, maxLength: 4 });
  const rowsOf = (all: readonly object[]) => all.map((document, at) => editRow(list, { id: `10.1/${at}`, document }));

  test('come back from XLSX without a difference', () => {
    fc.assert(
      fc.property(some, (all) => {
        const { report, rows } = readEdits(writeXlsxEdit({ list, registry }, rowsOf(all)), { registry });
        expect(report).toMatchObject({ list, exported: all.length, missing: 0, registry });
        expect(rows.map(({ id, cells, faults }) => ({ id, cells, faults }))).toEqual(
          all.map((_, at) => ({ id: `10.1/${at}`, cells: [], faults: [] })),
        );
      }),
      { numRuns: 60 },
    );
  });

  test('come back from CSV without a difference', () => {
    fc.assert(
      fc.property(some, (all) => {
        const text = csvEditHead(list) + rowsOf(all).map(csvEditLine).join('');
        const { report, rows } = readEdits(new TextEncoder().encode(text), { encoding: 'utf-8' });
        expect(report).toMatchObject({ list, format: 'csv-edit', separator: ',' });
        expect(rows.map(({ faults }) => faults)).toEqual(all.map(() => []));
        // The dashboard makes the spreadsheet of such parts.
        const stamp = { list, registry };
        expect(xlsxEditOfParts(stamp, [text])).toEqual(writeXlsxEdit(stamp, rowsOf(all)));
        for (const [at, { cells }] of rows.entries()) {
          const document = all[at] ?? {};
          const states = cells.map(({ field, ...cell }) => {
            const column = columns.find((each) => each.field === field);
            return column && compareCell(column, cell, document, false).state;
          });
          expect(new Set(states)).toEqual(new Set(['same']));
        }
      }),
      { numRuns: 60 },
    );
  });

  test('a cell that is read is the value that was written', () => {
    fc.assert(
      fc.property(documents(list), (document) => {
        const cells = cellsOf(list, { id: '', document });
        for (const [at, column] of columns.entries()) {
          const cell = cells[at] ?? '';
          if (['shown', 'parents', 'first-day', 'last-day'].includes(column.kind)) continue;
          for (const known of people.has(column.kind) ? [document] : [document, {}]) {
            const read = valueOfCell(column, cell, known);
            if (!('value' in read) || !isReadBack(column, read.value, document)) {
              expect({ field: column.field, cell, read }).toBe('read back');
            }
          }
        }
      }),
    );
  });

  test('one changed cell is one edit, of that value', () => {
    const editable = columns.filter(({ kind }) => kind !== 'shown');
    fc.assert(
      fc.property(documents(list), documents(list), fc.constantFrom(...editable), (before, other, column) => {
        const at = columns.indexOf(column) + 2;
        const [row = []] = rowsOf([before]);
        const [changed = []] = rowsOf([other]);
        const edited = row.with(at, changed[at] ?? '');
        const file = withShownRows(writeXlsxEdit({ list, registry }, [row]), [editHeadings(list), edited]);
        const [found] = readEdits(file).rows;
        if (row[at] === edited[at]) return expect(found?.cells).toEqual([]);
        return expect(found).toMatchObject({
          cells: [{ field: column.field, from: row[at], to: edited[at] }],
          faults: [],
        });
      }),
      { numRuns: 60 },
    );
  });
});
