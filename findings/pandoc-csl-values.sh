#!/usr/bin/env bash
# pandoc 3.9 (pandoc-wasm 1.1.0), citing CSL-JSON. citeproc-js 2.4.63 does what is expected.
# Expected: volumes are sorted as numbers; dates that CSL's schema allows besides parts, `season` and `literal`, are printed; a label
# is plural if the value has several numbers; initials are made of names in Latin letters, others stay as they are.
# Seen: volume 10 comes before volume 9; "Summer 2020" is 2020, and "in press" nothing; one supplement is "volumes Suppl. 1";
# 王小明 gets a full stop. Nothing is said. Exits 1 if that has changed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund pandoc-wasm@1.1.0 citeproc@2.4.63 @citation-js/plugin-csl@0.9.0
cat >cite.mjs <<'JS'
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { convert } from 'pandoc-wasm';

const CSL = createRequire(import.meta.url)('citeproc');
const locales = JSON.parse(readFileSync('node_modules/@citation-js/plugin-csl/lib/locales.json', 'utf8'));
const english = locales['en-US'] ?? Object.fromEntries(locales)['en-US'];
async function printed(layout, ...values) {
  const style = `<?xml version="1.0" encoding="utf-8"?>
    <style xmlns="http://purl.org/net/xbiblio/csl" version="1.0" class="in-text" default-locale="en-US">
      <info><title>t</title><id>http://example.org/t</id><updated>2020-01-01T00:00:00Z</updated></info>
      <citation><layout><text variable="title"/></layout></citation>
      <bibliography>${layout}</bibliography>
    </style>`;
  const items = values.map((fields, at) => ({ id: `i${at}`, type: 'book', title: 'Kilns', ...fields }));
  const retrieveItem = (id) => structuredClone(items.find((item) => item.id === id));
  const engine = new CSL.Engine({ retrieveLocale: () => english, retrieveItem }, style);
  engine.setOutputFormat('text');
  engine.updateItems(items.map(({ id }) => id));
  const options = { from: 'csljson', to: 'plain', citeproc: true, csl: 'style.csl', wrap: 'none' };
  const { stdout, stderr } = await convert(options, JSON.stringify(items), { 'style.csl': style });
  assert.equal(stderr, '');
  return [engine.makeBibliography()[1].map((line) => line.trim()).join(' '), stdout.trim().replace(/\s+/g, ' ')];
}
const date = '<layout><date variable="issued" form="text"/></layout>';
const seen = [
  await printed(
    '<sort><key variable="volume"/></sort><layout><text variable="volume"/></layout>',
    { volume: '10' },
    { volume: '9' },
  ),
  await printed(date, { issued: { 'date-parts': [[2020]], season: 2 } }),
  await printed(date, { issued: { literal: 'in press' } }),
  await printed('<layout><label variable="volume" suffix=" "/><text variable="volume"/></layout>', { volume: 'Suppl. 1' }),
  await printed('<layout><names variable="author"><name initialize-with=". " name-as-sort-order="all"/></names></layout>', {
    author: [{ family: '王', given: '小明' }],
  }),
];
console.log(seen);
assert.deepEqual(seen, [
  ['9 10', '10 9'],
  ['Summer 2020', '2020'],
  ['in press', ''],
  ['volume Suppl. 1', 'volumes Suppl. 1'],
  ['王小明', '王小明.'],
]);
JS
node cite.mjs
