#!/usr/bin/env bash
# citeproc-js 2.4.63 (npm citeproc), pandoc 3.9 (pandoc-wasm 1.1.0) and citeproc-rs (npm @citeproc-rs/wasm 0.2.0), with `text-case` of
# CSL 1.0.2 (https://docs.citationstyles.org/en/stable/specification.html#text-case).
# Expected: one style prints one title in all of them. `sentence` capitalises the first word, and leaves the others as they are unless
# the whole title is in capitals, which is lowered (deprecated, but styles have it); `title` leaves words with capitals within them.
# Seen: with `sentence`, citeproc-js lowers every other word, DNA and Paris, too; pandoc only words with a small letter, so DNA stays,
# Paris does not; citeproc-rs alone does what the text says, also with a title in capitals. With `title`, citeproc-rs makes MRNA, PH and
# IPhone of mRNA, pH and iPhone, which the others leave; in all of them 5 mm are 5 Mm, and E. coli is E. Coli. Exits 1 if that has
# changed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund citeproc@2.4.63 pandoc-wasm@1.1.0 @citeproc-rs/wasm@0.2.0 @citation-js/plugin-csl@0.9.0
cat >case.mjs <<'JS'
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { convert } from 'pandoc-wasm';

const require = createRequire(import.meta.url);
const CSL = require('citeproc');
const { Driver } = require('@citeproc-rs/wasm');
const locales = JSON.parse(readFileSync('node_modules/@citation-js/plugin-csl/lib/locales.json', 'utf8'));
const english = locales['en-US'] ?? Object.fromEntries(locales)['en-US'];
async function printed(title, textCase) {
  const style = `<?xml version="1.0" encoding="utf-8"?>
    <style xmlns="http://purl.org/net/xbiblio/csl" version="1.0" class="in-text" default-locale="en-US">
      <info><title>t</title><id>http://example.org/t</id><updated>2020-01-01T00:00:00Z</updated></info>
      <citation><layout><text variable="title"/></layout></citation>
      <bibliography><layout><text variable="title" text-case="${textCase}"/></layout></bibliography>
    </style>`;
  const item = () => ({ id: 'a', type: 'book', title, language: 'en' });
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
for (const [title, textCase] of [
  ['Effects of DNA in Paris', 'sentence'],
  ['THE EFFECTS OF KILNS', 'sentence'],
  ['Kilns: a study of mRNA at pH 7', 'title'],
  ['iPhone sensors', 'title'],
  ['E. coli on 5 mm of clay', 'title'],
]) {
  seen.push(await printed(title, textCase));
}
console.log(seen);
assert.deepEqual(seen, [
  ['Effects of dna in paris', 'Effects of DNA in paris', 'Effects of DNA in Paris'],
  ['THE effects of kilns', 'THE EFFECTS OF KILNS', 'The effects of kilns'],
  ['Kilns: A Study of mRNA at pH 7', 'Kilns: A Study of mRNA at pH 7', 'Kilns: A Study of MRNA at PH 7'],
  ['iPhone Sensors', 'iPhone Sensors', 'IPhone Sensors'],
  ['E. Coli on 5 Mm of Clay', 'E. Coli on 5 Mm of Clay', 'E. Coli on 5 Mm of Clay'],
]);
JS
node case.mjs
