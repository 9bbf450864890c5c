#!/usr/bin/env bash
# read-excel-file 9.3.17, a reader of XLSX for browsers and Node.
# Expected: `&#x20BB7;` is the letter U+20BB7, as in all of XML, and a cell without an address is in the column behind the
# one before it, because the attribute `r` is optional (ECMA-376, 18.3.1.4).
# Seen: it is the letter U+0BB7, and reading ends with a TypeError. Exits 1 if that has changed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund read-excel-file@9.3.17 fflate@0.8.3
cat >read.mjs <<'JS'
import assert from 'node:assert/strict';
import { strToU8, zipSync } from 'fflate';
import { readSheet } from 'read-excel-file/universal';

const base = 'http://schemas.openxmlformats.org';
const main = `xmlns="${base}/spreadsheetml/2006/main"`;
const office = `${base}/officeDocument/2006/relationships`;
const read = async (row) => {
  const file = zipSync({
    '[Content_Types].xml': strToU8(`<Types xmlns="${base}/package/2006/content-types"/>`),
    'xl/workbook.xml': strToU8(
      `<workbook ${main} xmlns:r="${office}"><sheets><sheet name="Data" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': strToU8(
      `<Relationships xmlns="${base}/package/2006/relationships"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    ),
    'xl/worksheets/sheet1.xml': strToU8(`<worksheet ${main}><sheetData>${row}</sheetData></worksheet>`),
  });
  return readSheet(file.buffer, 1);
};
const [[letter]] = await read('<row r="1"><c r="A1" t="inlineStr"><is><t>&#x20BB7;</t></is></c></row>');
console.log({ letter: letter.codePointAt(0).toString(16) });
assert.equal(letter, '\u0bb7');
const error = await read('<row><c t="inlineStr"><is><t>Kilns</t></is></c></row>').catch((thrown) => thrown);
console.log(String(error));
assert.ok(error instanceof TypeError);
JS
node read.mjs
