#!/usr/bin/env bash
# i18n-iso-countries 7.14.0 and country-list 2.4.1, giving the code of a country's name in English, as affiliations have it.
# Expected: the usual name of a country is found, as Iran, Russia and Tanzania are with the first of the two.
# Seen: i18n-iso-countries does not know Moldova, Laos, Syria and Macau, nor the form of Unicode's CLDR, "Bosnia & Herzegovina";
# country-list knows none of South Korea, Taiwan, Vietnam, Russia and Iran, only ISO's names for lists. Both answer undefined, so that
# such an affiliation is of no country. Exits 1 if that has changed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund i18n-iso-countries@7.14.0 country-list@2.4.1
cat >countries.cjs <<'JS'
const assert = require('node:assert/strict');
const list = require('country-list');
const iso = require('i18n-iso-countries');

const names = 'France,Moldova,Laos,Syria,Macau,Bosnia & Herzegovina,Iran,Russia,Tanzania,South Korea,Taiwan,Vietnam'.split(',');
const seen = names.map((name) => `${name} ${iso.getAlpha2Code(name, 'en')} ${list.getCode(name)}`);
console.log(seen);
assert.deepEqual(seen, [
  'France FR FR',
  'Moldova undefined undefined',
  'Laos undefined undefined',
  'Syria undefined undefined',
  'Macau undefined undefined',
  'Bosnia & Herzegovina undefined undefined',
  'Iran IR undefined',
  'Russia RU undefined',
  'Tanzania TZ undefined',
  'South Korea KR undefined',
  'Taiwan TW undefined',
  'Vietnam VN undefined',
]);
JS
node countries.cjs
