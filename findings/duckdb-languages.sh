#!/usr/bin/env bash
# DuckDB 1.5.6 (@duckdb/node-api 1.5.6-r.1), reading a CSV file of publications with `read_csv` and its defaults.
# Expected: `language` has codes, of which Norwegian is `no`, and is text, as it is for `en` or `nb`; so is `volume` where a journal
# counts its sections by letters.
# Seen: a column with `no` alone is BOOLEAN, and Norwegian is false, as is volume F, while T is true. If a first text in English comes
# behind row 20,480, up to which DuckDB looks, reading ends with an error. `all_varchar = true` keeps all texts. Exits 1 if that has
# changed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund @duckdb/node-api@1.5.6-r.1
cat >read.mjs <<'JS'
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { DuckDBInstance } from '@duckdb/node-api';

const connection = await (await DuckDBInstance.create()).connect();
const rowsOf = async (query) => (await connection.runAndReadAll(query)).getRowObjectsJson();
const csv = (rows) => `doi,language,volume\n${rows.map((row, at) => `10.5555/${at},${row}\n`).join('')}`;
const write = (name, rows) => writeFileSync(name, csv(rows));
write('norwegian.csv', ['no,T', 'no,F', ',F']);
write('mixed.csv', ['no,1', 'nb,2A']);
write('late.csv', [...Array(30_000).fill('no,1'), 'en,1']);

const norwegian = await rowsOf("select language, volume, typeof(language) as type from read_csv('norwegian.csv')");
const mixed = await rowsOf("select language, volume from read_csv('mixed.csv')");
const texts = await rowsOf("select language, volume from read_csv('norwegian.csv', all_varchar = true)");
const late = await rowsOf("select count(language) from read_csv('late.csv')").catch((error) => error.message);
console.log(norwegian, mixed, texts, late);
assert.deepEqual(norwegian, [
  { language: false, volume: true, type: 'BOOLEAN' },
  { language: false, volume: false, type: 'BOOLEAN' },
  { language: null, volume: false, type: 'BOOLEAN' },
]);
assert.deepEqual(mixed.map(({ language }) => language), ['no', 'nb']);
assert.deepEqual(texts.slice(0, 2), [{ language: 'no', volume: 'T' }, { language: 'no', volume: 'F' }]);
assert.match(late, /Could not convert string "en" to 'BOOLEAN'/);
JS
node read.mjs
