#!/usr/bin/env bash
# citeproc-js 2.4.63 (npm citeproc), pandoc 3.9 (pandoc-wasm 1.1.0) and citeproc-rs (npm @citeproc-rs/wasm 0.2.0), citing CSL-JSON whose
# `note` has fields in lines, as Zotero exports its "Extra" (https://www.zotero.org/support/kb/item_types_and_fields).
# Expected: the DOI of a book, for which old versions of Zotero have no field, is cited by all of them, and `type: dataset` makes a data
# set, as in Zotero.
# Seen: citeproc-rs takes none of it, so that the same file loses its DOIs; pandoc takes the fields but not the type; citeproc-js takes
# the type, but a field only if its name has the capitals of CSL ("Publisher" and "doi" are none), and pandoc any. Behind an empty line
# only citeproc-js goes on. Exits 1 if that has changed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund citeproc@2.4.63 pandoc-wasm@1.1.0 @citeproc-rs/wasm@0.2.0 @citation-js/plugin-csl@0.9.0
cat >cite.mjs <<'JS'
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { convert } from 'pandoc-wasm';

const require = createRequire(import.meta.url);
const CSL = require('citeproc');
const { Driver } = require('@citeproc-rs/wasm');
const locales = JSON.parse(readFileSync('node_modules/@citation-js/plugin-csl/lib/locales.json', 'utf8'));
const english = locales['en-US'] ?? Object.fromEntries(locales)['en-US'];
const style = `<?xml version="1.0" encoding="utf-8"?>
<style xmlns="http://purl.org/net/xbiblio/csl" version="1.0" class="in-text">
  <info><title>t</title><id>http://example.org/t</id><updated>2020-01-01T00:00:00Z</updated></info>
  <citation><layout><text variable="title"/></layout></citation>
  <bibliography><layout><group delimiter="|">
    <text variable="title"/><text variable="DOI"/><text variable="PMID"/><text variable="publisher"/>
    <choose><if type="dataset"><text value="data"/></if></choose>
  </group></layout></bibliography>
</style>`;
async function cited(note) {
  const item = () => ({ id: 'a', type: 'book', title: 'Kilns', note });
  const engine = new CSL.Engine({ retrieveLocale: () => english, retrieveItem: item }, style);
  engine.setOutputFormat('text');
  engine.updateItems(['a']);
  const driver = new Driver({ style, format: 'plain', localeOverride: 'en-US' });
  driver.insertReference(item());
  driver.includeUncited('All');
  const options = { from: 'csljson', to: 'plain', citeproc: true, csl: 'style.csl', wrap: 'none' };
  const { stdout } = await convert(options, JSON.stringify([item()]), { 'style.csl': style });
  return [engine.makeBibliography()[1][0], stdout, driver.makeBibliography()[0].value].map((text) => text.trim());
}
const seen = [];
for (const note of [
  'DOI: 10.5555/abc\nPMID: 7\nA gift.',
  '{:DOI: 10.5555/abc}',
  'type: dataset\nDOI: 10.5555/abc',
  'Publisher: Pots\ndoi: 10.5555/abc',
  'DOI: 10.5555/abc\n\nPMID: 7',
]) {
  seen.push(await cited(note));
}
console.log(seen);
assert.deepEqual(seen, [
  ['Kilns|10.5555/abc|7', 'Kilns|10.5555/abc|7', 'Kilns'],
  ['Kilns|10.5555/abc', 'Kilns|10.5555/abc', 'Kilns'],
  ['Kilns|10.5555/abc|data', 'Kilns|10.5555/abc', 'Kilns'],
  ['Kilns', 'Kilns|10.5555/abc|Pots', 'Kilns'],
  ['Kilns|10.5555/abc|7', 'Kilns|10.5555/abc', 'Kilns'],
]);
JS
node cite.mjs
