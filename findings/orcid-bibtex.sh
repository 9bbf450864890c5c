#!/usr/bin/env bash
# @orcid/bibtex-parse-js 0.0.25, the reader of ORCID's own web site (package.json of ORCID/orcid-angular), by which people import their
# works.
# Expected: BibTeX as its manual has it: values without braces or by the name of an `@string`, a title in quotation marks with others
# in braces, a line above the entries.
# Seen: `year = 2020` on the last line before the brace of its entry costs the whole file, as an `@string` does; a quotation mark in
# braces ends the entry, and what follows is lost without an error; an address of mail above the entries becomes the type of the
# first. Exits 1 if that has changed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund @orcid/bibtex-parse-js@0.0.25
cat >import.mjs <<'JS'
import assert from 'node:assert/strict';
import parser from '@orcid/bibtex-parse-js';

const read = (file) => {
  try {
    return parser.toJSON(file).map(({ entryType, entryTags }) => ({ entryType, ...entryTags }));
  } catch (error) {
    return String(error).split(/[\n:]/)[0];
  }
};
const first = '@misc{a, title = {Pots}}\n';
const seen = {
  onItsLine: read(`${first}@misc{b, title = {Kilns}, year = 2020}`),
  lineBefore: read(`${first}@misc{b, title = {Kilns},\n  year = 2020\n}`),
  abbreviation: read(`@string{clay = {Clay Press}}\n@book{b, title = {Kilns}, publisher = clay}`),
  quoted: read('@misc{b, title = "The {"}red{"} kiln", year = {2020}}'),
  header: read(`Made for ann@example.org\n@misc{b, title = {Kilns}}`),
};
console.log(seen);
assert.equal(seen.onItsLine.length, 2);
assert.equal(seen.lineBefore, 'Value expected');
assert.equal(seen.abbreviation, 'TypeError');
assert.deepEqual(seen.quoted, [{ entryType: 'misc', title: 'The {' }]);
assert.match(seen.header[0].entryType, /^example\.org\s+@misc$/);
JS
node import.mjs
