#!/usr/bin/env bash
# titlecase 1.1.3, @gouch/to-title-case 2.2.1 and @danielhaim/titlecaser 1.8.25, putting titles of publications into title case.
# title-case 4.3.2 does what is expected.
# Expected: the first letter of a word becomes a capital, whatever the language, and no other letter changes: words such as mRNA and
# SARS-CoV-2 stay.
# Seen: titlecase and to-title-case take only letters of Western Europe for letters, so that život is žIvot, and łódź łÓdź;
# titlecaser makes Sars-Cov-2 and Covid-19 of SARS-CoV-2 and COVID-19, and leaves élan. All make 5 Mm or 5 MM of 5 mm. Exits 1 if that has changed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund titlecase@1.1.3 @gouch/to-title-case@2.2.1 @danielhaim/titlecaser@1.8.25 title-case@4.3.2
cat >case.mjs <<'JS'
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { titleCase } from 'title-case';

const require = createRequire(import.meta.url);
const titlecase = require('titlecase');
const { TitleCaser } = require('@danielhaim/titlecaser');
// Adds a method to texts.
require('@gouch/to-title-case');
const seen = ['on život and łódź', 'élan and SARS-CoV-2', 'COVID-19 mRNA of 5 mm'].map((title) => [
  titleCase(title),
  titlecase(title),
  title.toTitleCase(),
  new TitleCaser({ style: 'apa' }).toTitleCase(title),
]);
console.log(seen);
assert.deepEqual(seen, [
  ['On Život and Łódź', 'On žIvot and łÓdź', 'On žIvot and łÓdź', 'On Život and Łódź'],
  ['Élan and SARS-CoV-2', 'Élan and SARS-CoV-2', 'Élan and SARS-CoV-2', 'élan and Sars-Cov-2'],
  ['COVID-19 mRNA of 5 Mm', 'COVID-19 mRNA of 5 Mm', 'COVID-19 mRNA of 5 Mm', 'Covid-19 mRNA of 5 MM'],
]);
JS
node case.mjs
