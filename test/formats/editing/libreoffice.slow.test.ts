import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { unzipSync } from 'fflate';
import { editRow } from '#src/formats/editing/cells.ts';
import { editColumns } from '#src/formats/editing/columns.ts';
import { compareCell } from '#src/formats/editing/compare.ts';
import { csvEditHead, csvEditLine } from '#src/formats/editing/csv-edit.ts';
import { readEdits } from '#src/formats/editing/read-edits.ts';
import { writeXlsxEdit } from '#src/formats/editing/xlsx-edit.ts';
import { editedLists } from '#src/records/intakes/edited-lists.ts';
import { areToolsRequired } from '../../support/required-tools.ts';
import { documents } from './documents.ts';

/*
 * Opens and saves files for editing with LibreOffice, whose result is another file of the same cells. Its exit status says
 * nothing: 0 also for what it cannot read, 81 for the first start of a profile.
 */
const isThere = spawnSync('soffice', ['--version']).error === undefined;
const testWithOffice = isThere || areToolsRequired ? test : test.skip;
const registry = 'https://registry.example';
/** Quoted cells are texts, in UTF-8. */
const csvTexts = 'Text - txt - csv (StarCalc):44,34,76,1,,0,true';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'edits-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Converts files, and returns the folder of the results. */
function convert(to: string, names: readonly string[], more: readonly string[] = []): string {
  const out = join(folder, `${to.replace(/\W.*/, '')}-${Math.random().toString(36).slice(2)}`);
  mkdirSync(out);
  const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`;
  const options = [profile, '--headless', ...more, '--convert-to', to, '--outdir', out, ...names];
  execFileSync('soffice', options, { stdio: 'ignore', timeout: 240_000 });
  return out;
}

const samples = Object.fromEntries(
  editedLists.map((list) => [list, fc.sample(documents(list), { numRuns: 60, seed: 7 })]),
) as Record<(typeof editedLists)[number], object[]>;
const rowsOf = (list: (typeof editedLists)[number]) =>
  samples[list].map((document, at) => editRow(list, { id: `10.1/${at}`, document }));

testWithOffice(
  'every list comes back from XLSX without a difference, also by way of OpenDocument',
  () => {
    const files = editedLists.map((list) => {
      const file = join(folder, `${list}.xlsx`);
      writeFileSync(file, writeXlsxEdit({ list, registry }, rowsOf(list)));
      return file;
    });
    spawnSync('soffice', [
      `-env:UserInstallation=file://${join(folder, 'profile')}`,
      '--headless',
      '--terminate_after_init',
    ]);
    const saved = convert('xlsx', files);
    const open = convert('ods', files);
    const back = convert(
      'xlsx',
      editedLists.map((list) => join(open, `${list}.ods`)),
    );
    for (const [list, from] of editedLists.flatMap((each) => [[each, saved] as const, [each, back] as const])) {
      const file = readFileSync(join(from, `${list}.xlsx`));
      const { report, rows } = readEdits(file, { registry });
      expect(report).toMatchObject({ list, exported: 60, missing: 0 });
      expect(rows.flatMap(({ faults, cells }) => [...faults, ...cells])).toEqual([]);
      const parts = unzipSync(file, { filter: ({ name }) => /sheet1|styles|workbook\.xml$/.test(name) });
      const text = (name: string) => new TextDecoder().decode(parts[name]);
      expect(text('xl/workbook.xml')).toMatch(/name="Registry"[^>]*state="hidden"/);
      // Empty cells are texts, too, so that what is typed there stays as it is.
      expect(text('xl/styles.xml')).toMatch(/formatCode="@"/);
      const styles = [...text('xl/worksheets/sheet1.xml').matchAll(/<col [^>]*style="(\d+)"/g)].map(
        ([, style]) => style,
      );
      expect(styles).not.toContain('0');
      expect(() => readEdits(readFileSync(join(open, `${list}.ods`)))).toThrow('spreadsheet-format: ods');
    }
  },
  400_000,
);

testWithOffice(
  'CSV comes back without a difference if quoted cells are read as texts, and by default with damage that is recognised',
  () => {
    const files = editedLists.map((list) => {
      const file = join(folder, `${list}.csv`);
      writeFileSync(file, csvEditHead(list) + rowsOf(list).map(csvEditLine).join(''));
      return file;
    });
    const statesOf = (from: string, list: (typeof editedLists)[number]) => {
      const { rows, report } = readEdits(readFileSync(join(from, `${list}.csv`)), { encoding: 'utf-8' });
      expect(report.list).toBe(list);
      const compared = rows.flatMap(({ cells }, at) =>
        cells.flatMap(({ field, ...cell }) => {
          const column = editColumns(list).find((each) => each.field === field);
          const document = samples[list][at] ?? {};
          return column ? [{ field, ...cell, ...compareCell(column, cell, document, true) }] : [];
        }),
      );
      return compared.filter(({ state }) => state !== 'same');
    };
    const texts = convert(`csv:${csvTexts},true,false`, files, [`--infilter=${csvTexts},false`]);
    const byDefault = convert('csv', files);
    for (const list of editedLists) {
      expect(statesOf(texts, list)).toEqual([]);
      expect(statesOf(byDefault, list).filter(({ state }) => state !== 'damaged')).toEqual([]);
    }
  },
  400_000,
);
