#!/usr/bin/env bash
# pandoc 3.9 (pandoc-wasm 1.1.0), reading RIS.
# Expected: of a chapter, `CY` is the place, `T3` the series, `DA` the whole date, and an ISBN in `SN` an ISBN.
# Seen: place and series are left out, the date is the year of `PY`, and the ISBN is an ISSN. Nothing is said. Exits 1 if that has
# changed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund pandoc-wasm@1.1.0
cat >read.mjs <<'JS'
import assert from 'node:assert/strict';
import { convert } from 'pandoc-wasm';

const lines = [
  'TY  - CHAP', 'TI  - Kilns', 'AU  - Clay, Ann', 'T2  - Handbook of Pots', 'T3  - Pot Studies', 'PB  - Clay Press',
  'CY  - Bern', 'PY  - 2020', 'DA  - 2020/05/17/', 'SN  - 978-0-306-40615-7', 'ER  - ', '',
];
const { stdout, stderr } = await convert({ from: 'ris', to: 'csljson' }, lines.join('\n'), {});
const [item] = JSON.parse(stdout);
console.log(item);
assert.equal(stderr, '');
assert.equal(item.publisher, 'Clay Press');
assert.equal(item['publisher-place'], undefined);
assert.equal(item['collection-title'], undefined);
assert.deepEqual(item.issued, { 'date-parts': [[2020]] });
assert.equal(item.ISSN, '978-0-306-40615-7');
JS
node read.mjs
