#!/usr/bin/env bash
# pandoc 3.9 (pandoc-wasm 1.1.0), writing BibTeX from CSL-JSON.
# Expected: a suffix is written in second place, `Clay, Jr., Ann`, as BibTeX reads it, and the date of an article that appeared
# from May to June 2020 keeps one year.
# Seen: `Clay Jr., Ann`, of which the family name is "Clay Jr.", and `year = {2020--2020}`. pandoc itself reads
# another name back, and no date. Exits 1 if that has changed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund pandoc-wasm@1.1.0
cat >write.mjs <<'JS'
import assert from 'node:assert/strict';
import { convert } from 'pandoc-wasm';

const item = {
  id: 'clay',
  type: 'article-journal',
  title: 'Kilns',
  author: [{ family: 'Clay', given: 'Ann', suffix: 'Jr.' }],
  issued: { 'date-parts': [[2020, 5], [2020, 6]] },
};
const { stdout: bibtex } = await convert({ from: 'csljson', to: 'bibtex' }, JSON.stringify([item]), {});
console.log(bibtex);
assert.match(bibtex, /author = \{Clay Jr\., Ann\}/);
assert.match(bibtex, /year = \{2020--2020\}/);
const { stdout } = await convert({ from: 'bibtex', to: 'csljson' }, bibtex, {});
const [read] = JSON.parse(stdout);
console.log(read);
assert.deepEqual(read.author, [{ family: 'Clay Jr.', given: 'Ann' }]);
assert.deepEqual(read.issued, { 'date-parts': [] });
JS
node write.mjs
