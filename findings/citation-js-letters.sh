#!/usr/bin/env bash
# @citation-js/plugin-bibtex 0.9.0 with @citation-js/core 0.9.0, writing BibTeX with its defaults and reading it again.
# Expected: letters that TeX has commands for come back: those with a comma below of Romanian, accented ones of Greek, and the `\aa`
# and `\AA` of Norwegian, Danish and Swedish. A relation such as `≤` comes back or is named as lost.
# Seen: `Ștefan` is `nullStefan`, `\AA` stays as it is in names, a Greek word with an accent makes a file that citation-js itself
# refuses, and of "≤ 900 °C" only "900 °C" is left. Exits 1 if that has changed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund @citation-js/core@0.9.0 @citation-js/plugin-bibtex@0.9.0
cat >letters.mjs <<'JS'
import assert from 'node:assert/strict';
import { Cite } from '@citation-js/core';
import '@citation-js/plugin-bibtex';

const book = (title, family) => ({ id: 'a', type: 'book', title, author: [{ family, given: 'Ann' }] });
const written = (title, family) => new Cite([book(title, family)]).format('biblatex');
const read = (file) => {
  const [{ title, author }] = new Cite(file).data;
  return [title, author[0].family];
};
const romanian = written('Cuptoare și oale', 'Ștefan');
const greek = written('Κάμινοι', 'Clay');
console.log(romanian, greek);
assert.deepEqual(read(romanian), ['Cuptoare nullsi oale', 'nullStefan']);
assert.throws(() => read(greek), /invalid syntax/);
assert.deepEqual(read(written('Firing at ≤ 900 °C', 'Clay')), ['Firing at 900 °C', 'Clay']);
const swedish = read(String.raw`@book{a, title = {Kilns in Sk{\aa}ne}, author = {{\AA}berg, Ann}}`);
console.log(swedish);
assert.deepEqual(swedish, [String.raw`Kilns in Sk\aane`, String.raw`\AAberg`]);
JS
node letters.mjs
