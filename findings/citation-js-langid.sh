#!/usr/bin/env bash
# @citation-js/plugin-bibtex 0.9.0 and plugin-csl 0.9.0 with @citation-js/core 0.9.0, reading languages as biblatex has them.
# Expected: `langid = {american}` and `{british}`, which biblatex's manual lists, are en-US and en-GB in CSL, whose `language` is a
# code; a style with titles in title case capitalises them. `{ngerman}` is de.
# Seen: the names are passed on, and citeproc takes all but `english` for another language, whose titles it leaves alone, so that a
# list has titles of both kinds. `english` and no language at all are English. Exits 1 if that has changed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund @citation-js/core@0.9.0 @citation-js/plugin-bibtex@0.9.0 @citation-js/plugin-csl@0.9.0
cat >cite.mjs <<'JS'
import assert from 'node:assert/strict';
import { Cite, plugins } from '@citation-js/core';
import '@citation-js/plugin-bibtex';
import '@citation-js/plugin-csl';

const style = `<style xmlns="http://purl.org/net/xbiblio/csl" class="in-text" version="1.0">
  <info><title>Titles</title><id>https://example.org/titles</id><updated>2020-01-01T00:00:00+00:00</updated></info>
  <citation><layout><text variable="title"/></layout></citation>
  <bibliography><layout><text variable="title" text-case="title"/></layout></bibliography>
</style>`;
plugins.config.get('@csl').styles.add('titles', style);
const cited = (field) => {
  const cite = new Cite(`@book{kiln, title = {the colour of old kilns}, date = {2020}${field}}`);
  const text = cite.format('bibliography', { template: 'titles', lang: 'en-US' }).trim();
  return [cite.data[0].language, text];
};
const seen = ['', 'english', 'american', 'british', 'ngerman'].map((name) => cited(name && `, langid = {${name}}`));
console.log(seen);
const [inTitleCase, asWritten] = ['The Colour of Old Kilns', 'the colour of old kilns'];
assert.deepEqual(seen, [
  [undefined, inTitleCase],
  ['english', inTitleCase],
  ['american', asWritten],
  ['british', asWritten],
  ['ngerman', asWritten],
]);
JS
node cite.mjs
