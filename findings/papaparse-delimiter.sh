#!/usr/bin/env bash
# papaparse 5.7.1 and 5.5.4, finding the separator of a CSV file by themselves, as they do unless told.
# Expected: a file with a header of six columns between commas, with the authors of a publication in one cell, between semicolons, is
# separated by commas, with a line break at its end (RFC 4180 has both) as without.
# Seen: 5.7.1, as all since 5.5.5, takes the empty line behind that break for a row of one field, so that semicolons are more
# regular: a short file has one column, whose name is the whole header. 5.5.4 finds the commas, and so does 5.7.1 in ten rows or
# without the break. Exits 1 if that has changed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund papaparse@5.7.1 papaparse-before@npm:papaparse@5.5.4
cat >separator.mjs <<'JS'
import assert from 'node:assert/strict';
import Papa from 'papaparse';
import before from 'papaparse-before';

const header = 'doi,title,authors,year,journal,language';
const row = (number) => `10.5555/${number},Kilns ${number},"Clay, A.; Pot, B.; Kiln, C.",2020,Pots,en`;
const file = (rows) => [header, ...Array.from({ length: rows }, (_, at) => row(at))].join('\r\n');
const fields = (parser, text) => parser.parse(text, { header: true }).meta.fields;
const seen = {
  short: fields(Papa, `${file(3)}\r\n`),
  noBreak: fields(Papa, file(3)),
  long: fields(Papa, `${file(10)}\r\n`),
  before: fields(before, `${file(3)}\r\n`),
};
console.log(seen);
assert.deepEqual(seen.short, [header]);
for (const found of [seen.noBreak, seen.long, seen.before]) assert.deepEqual(found, header.split(','));
assert.deepEqual(Papa.parse(`${file(3)}\r\n`, { header: true, delimiter: ',' }).meta.fields, header.split(','));
JS
node separator.mjs
