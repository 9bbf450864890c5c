#!/usr/bin/env bash
# pandoc 3.9 (pandoc-wasm 1.1.0), mammoth 1.13.0 and docxmlater 10.1.0, reading a DOCX as docx 9.15.2 writes it for `tableHeader: false`.
# Expected: only the first row of a table is its head. A switch is off if its value is `off`, `false` or `0` (ISO/IEC 29500-4, and in
# 29500-1 without `off`); docx writes `<w:tblHeader w:val="off"/>`.
# Seen: all rows are heads, so that the table has no body: for pandoc unless the value is 0, for the others with any value. With `off`,
# mammoth also makes text bold, italic and struck out that is not, and docxmlater takes text for hidden with any. Exits 1 if that has
# changed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund pandoc-wasm@1.1.0 mammoth@1.13.0 docxmlater@10.1.0 docx@9.15.2 fflate@0.8.3
cat >read.mjs <<'JS'
import assert from 'node:assert/strict';
import { Document as Docx, Packer, Paragraph, Table, TableCell, TableRow } from 'docx';
import { Document } from 'docxmlater';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import mammoth from 'mammoth';
import { convert } from 'pandoc-wasm';

const row = (text, tableHeader) => new TableRow({ tableHeader, children: [new TableCell({ children: [new Paragraph(text)] })] });
const table = new Table({ rows: [row('Year', true), row('2020', false), row('2021', false)] });
const written = await Packer.toBuffer(new Docx({ sections: [{ children: [table] }] }));
const files = unzipSync(written);
const xml = strFromU8(files['word/document.xml']);
console.log(xml.match(/<w:tblHeader[^>]*>/g));
assert.deepEqual(xml.match(/<w:tblHeader[^>]*>/g), ['<w:tblHeader/>', ...Array(2).fill('<w:tblHeader w:val="off"/>')]);

const heads = (html) => html.match(/<thead>.*<\/thead>/s)[0].match(/<tr/g).length;
async function seen(value) {
  const run = (name) => `<w:p><w:r><w:rPr><w:${name} w:val="${value}"/></w:rPr><w:t>x</w:t></w:r></w:p>`;
  const runs = ['b', 'i', 'strike', 'vanish'].map(run).join('');
  const other = xml.replaceAll('w:val="off"', `w:val="${value}"`).replace('<w:body>', `<w:body>${runs}`);
  const buffer = Buffer.from(zipSync({ ...files, 'word/document.xml': strToU8(other) }));
  const { stdout } = await convert({ from: 'docx', to: 'html', 'input-files': ['it.docx'] }, null, { 'it.docx': new Blob([buffer]) });
  const { value: html } = await mammoth.convertToHtml({ buffer });
  const document = await Document.loadFromBuffer(buffer);
  return {
    pandoc: heads(stdout),
    mammoth: heads(html),
    mammothMarks: (html.match(/<(strong|em|s)>/g) ?? []).join(''),
    docxmlater: document.getTables()[0].getRows().filter((each) => each.getFormatting().isHeader).length,
    hidden: document.getParagraphs().flatMap((each) => each.getRuns()).filter((each) => each.getFormatting().vanish).length,
  };
}
const all = { off: await seen('off'), false: await seen('false'), 0: await seen('0') };
console.log(all);
const whole = { pandoc: 3, mammoth: 3, mammothMarks: '', docxmlater: 3, hidden: 1 };
assert.deepEqual(all, {
  off: { ...whole, mammothMarks: '<strong><em><s>' },
  false: whole,
  0: { ...whole, pandoc: 1 },
});
JS
node read.mjs
