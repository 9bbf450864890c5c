#!/usr/bin/env bash
# isbn-utils 1.1.0, isbn 0.4.0 and is-isbn 1.1.0, checking ISBNs of publications. isbn3 2.0.11 does what is expected.
# Expected: what has the right check digit is an ISBN, with hyphens or without, with X or x; hyphens are where the publisher prints them.
# Seen: isbn-utils and isbn have the ranges of many years ago: they refuse the books of the United States that begin with 979-8, and
# those of Brazil with 978-65, and write Cambridge University Press, 978-1-009-15789-6, as 978-1-00-915789-6; isbn refuses German ones,
# too; is-isbn refuses every ISBN with hyphens, isbn-utils and is-isbn a small x. Exits 1 if that has changed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund isbn-utils@1.1.0 isbn@0.4.0 is-isbn@1.1.0 isbn3@2.0.11
cat >check.cjs <<'JS'
const assert = require('node:assert/strict');
const { ISBN } = require('isbn');
const isbn3 = require('isbn3');
const utils = require('isbn-utils');
const { validate } = require('is-isbn');

const seen = ['9798602405453', '9786500123456', '9781009157896', '9783161484100', '978-3-16-148410-0', '316148410x'].map((written) => [
  isbn3.parse(written)?.isbn13h ?? null,
  utils.parse(written)?.asIsbn13(true) ?? null,
  ISBN.parse(written)?.asIsbn13(true) ?? null,
  validate(written),
]);
console.log(seen);
assert.deepEqual(seen, [
  ['979-8-6024-0545-3', null, null, true],
  ['978-65-00-12345-6', null, null, true],
  ['978-1-009-15789-6', '978-1-00-915789-6', '978-1-00-915789-6', true],
  ['978-3-16-148410-0', '978-3-16-148410-0', null, true],
  ['978-3-16-148410-0', '978-3-16-148410-0', null, false],
  ['978-3-16-148410-0', null, null, false],
]);
JS
node check.cjs
