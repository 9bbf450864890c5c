#!/usr/bin/env bash
# transliteration 2.6.1 and any-ascii 0.3.3, writing names in Latin letters, for keys, addresses and file names.
# Expected: a name gives the same letters whether its accents are part of the letters (NFC) or behind them (NFD, as in file names of
# old Macs and in some PDFs), because Unicode calls both the same text.
# Seen: Чайковский is Chaykovskiy or Chaikovskii, Київ is Kiyiv or Kiiv with transliteration, and 서울 SeoUl or seoul with any-ascii, so
# that one person has two keys. @sindresorhus/transliterate 2.3.1 composes first. Exits 1 if that has changed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund transliteration@2.6.1 any-ascii@0.3.3 @sindresorhus/transliterate@2.3.1
cat >names.mjs <<'JS'
import assert from 'node:assert/strict';
import composing from '@sindresorhus/transliterate';
import anyAscii from 'any-ascii';
import { transliterate } from 'transliteration';

const seen = ['Чайковский', 'Київ', '서울'].map((name) =>
  [transliterate, anyAscii, composing].map((latin) => ['NFC', 'NFD'].map((form) => latin(name.normalize(form))).join(' ')),
);
console.log(seen);
assert.deepEqual(seen, [
  ['Chaykovskiy Chaikovskii', 'Chaykovskiy Chaikovskii', 'Chaykovskiy Chaykovskiy'],
  ['Kiyiv Kiiv', 'Kiiv Kiiv', 'Kiyiv Kiyiv'],
  ['seoul seoul', 'SeoUl seoul', '서울 서울'],
]);
JS
node names.mjs
