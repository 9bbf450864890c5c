#!/usr/bin/env bash
# exceljs 4.4.0 and read-excel-file 9.3.17, reading cells whose format says whether their number is a date. xlsx 0.18.5 (SheetJS) does
# what is expected.
# Expected: a date is one in every language of Excel: the built-in formats 27 to 36 and 50 to 58 of Chinese, Japanese and Korean, 71 to
# 81 of Thai (ECMA-376, 18.8.30), and `ggge"年"m"月"d"日"`, a year of the Japanese era. An amount with `_D_M` behind it, which German
# Excel used for the mark, and 3 d, `0\d`, are numbers.
# Seen: exceljs takes all of these built-in ones for numbers, 43952, and the amount and the days for dates of 2020; read-excel-file takes
# the era for a number. Exits 1 if that has changed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund exceljs@4.4.0 read-excel-file@9.3.17 xlsx@0.18.5 fflate@0.8.3
cat >read.mjs <<'JS'
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import excel from 'exceljs';
import { strToU8, zipSync } from 'fflate';
import readExcelFile from 'read-excel-file/node';
import sheetJs from 'xlsx';

const formats = [14, 31, 57, 71, '[$-411]ggge"年"m"月"d"日";@', '#,##0\\ _D_M', '0\\d', '[$-F800]dddd\\,\\ mmmm\\ dd\\,\\ yyyy'];
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const types = 'http://schemas.openxmlformats.org/package/2006/content-types';
const packaged = 'http://schemas.openxmlformats.org/package/2006/relationships';
const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const relations = (...targets) =>
  `<Relationships xmlns="${packaged}">${targets
    .map(([type, target], at) => `<Relationship Id="rId${at + 1}" Type="${office}/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`;
const part = (name, type) => `<Override PartName="/xl/${name}.xml" ContentType="${workbookType}.${type}+xml"/>`;
const idOf = (format, at) => (typeof format === 'number' ? format : 170 + at);
const codes = formats.flatMap((format, at) =>
  typeof format === 'number' ? [] : `<numFmt numFmtId="${170 + at}" formatCode="${format.replaceAll('"', '&quot;')}"/>`,
);
const xfs = ['0', ...formats.map(idOf)].map((id) => `<xf numFmtId="${id}" fontId="0" fillId="0" borderId="0" xfId="0"/>`);
const rows = formats.map((_, at) => `<row r="${at + 1}"><c r="A${at + 1}" s="${at + 1}"><v>43952</v></c></row>`);
const parts = {
  '[Content_Types].xml': `<Types xmlns="${types}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${part('workbook', 'sheet.main')}${part('worksheets/sheet1', 'worksheet')}${part('styles', 'styles')}</Types>`,
  '_rels/.rels': relations(['officeDocument', 'xl/workbook.xml']),
  'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="Data" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': relations(['worksheet', 'worksheets/sheet1.xml'], ['styles', 'styles.xml']),
  'xl/worksheets/sheet1.xml': `<worksheet xmlns="${main}"><sheetData>${rows.join('')}</sheetData></worksheet>`,
  'xl/styles.xml': `<styleSheet xmlns="${main}"><numFmts count="${codes.length}">${codes.join('')}</numFmts><fonts count="1"><font/></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="${xfs.length}">${xfs.join('')}</cellXfs></styleSheet>`,
};
const declared = ([name, text]) => [name, strToU8(`<?xml version="1.0" encoding="UTF-8"?>${text}`)];
writeFileSync('dates.xlsx', zipSync(Object.fromEntries(Object.entries(parts).map(declared))));

const workbook = new excel.Workbook();
await workbook.xlsx.readFile('dates.xlsx');
const { Data } = sheetJs.readFile('dates.xlsx', { cellDates: true }).Sheets;
const [{ data }] = await readExcelFile('dates.xlsx');
const isDate = (value) => (value instanceof Date ? 'date' : value);
const seen = formats.map((_, at) => [
  isDate(workbook.worksheets[0].getCell(`A${at + 1}`).value),
  isDate(data[at][0]),
  Data[`A${at + 1}`].t === 'd' ? 'date' : Data[`A${at + 1}`].v,
]);
console.log(seen.map((values, at) => [formats[at], ...values]));
assert.deepEqual(seen, [
  ['date', 'date', 'date'],
  [43952, 'date', 'date'],
  [43952, 'date', 'date'],
  [43952, 'date', 'date'],
  ['date', 43952, 'date'],
  ['date', 43952, 43952],
  ['date', 43952, 43952],
  ['date', 'date', 'date'],
]);
JS
node read.mjs
