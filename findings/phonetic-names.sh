#!/usr/bin/env bash
# natural 8.1.1 and talisman 1.1.4, comparing names by their sound, as programs that look for one person under two spellings do.
# Expected: a name with accents sounds like the same name without them, or is refused, because Double Metaphone is of English.
# Seen: the first letter is lost if it has an accent, except Ç and Ñ: Ángel sounds like "NJL", and Angel like "ANJL"; Łukasz like "KS", and
# Šimić like "M", as any name with an m between such letters. Soundex of natural keeps the letter as it is, Ł220, so that no name
# in ASCII has the same code. Nothing is said. Exits 1 if that has changed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund natural@8.1.1 talisman@1.1.4
cat >names.mjs <<'JS'
import assert from 'node:assert/strict';
import natural from 'natural';
import talisman from 'talisman/phonetics/double-metaphone.js';

const doubleMetaphone = talisman.default ?? talisman;
const inNatural = new natural.DoubleMetaphone();
const soundEx = new natural.SoundEx();
const pairs = [['Ángel', 'Angel'], ['Łukasz', 'Lukasz'], ['Šimić', 'Simic'], ['Özdemir', 'Ozdemir'], ['Müller', 'Muller']];
const seen = pairs.map((names) =>
  names.map((name) => [doubleMetaphone(name)[0], inNatural.process(name)[0], soundEx.process(name)].join(' ')),
);
console.log(seen);
assert.deepEqual(seen, [
  ['NJL NKL Á524', 'ANJL ANKL A524'],
  ['KS KS Ł220', 'LKS LKS L220'],
  ['M M Š500', 'SMK SMK S520'],
  ['STMR STMR Ö235', 'ASTM ASTMR O235'],
  ['MLR MLR M460', 'MLR MLR M460'],
]);
JS
node names.mjs
