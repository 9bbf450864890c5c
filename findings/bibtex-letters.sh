#!/usr/bin/env bash
# pandoc 3.9 (pandoc-wasm 1.1.0), biblatex-csl-converter 3.6.0, @retorquere/bibtex-parser 9.0.29 and @citation-js/plugin-bibtex 0.9.0
# with @citation-js/core 0.9.0, reading letters that BibTeX and LaTeX write as commands.
# Expected: `{\'\i}` and `\'{\i}` of old files are í as it is typed, in one code point; `{\" o}` is ö, as a blank behind a command is
# none; `{\TH}`, `{\dh}` and `{\dj}` are the letters Þ, ð and đ.
# Seen: three of the four leave a dotless i with an accent behind it, which no normalization makes í, so that the name is not found;
# biblatex-csl-converter puts the accent on the letter before and parts the name, as in what citation-js 0.9 writes; pandoc
# leaves out Þ, ð and đ without a word. Exits 1 if that has changed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund pandoc-wasm@1.1.0 biblatex-csl-converter@3.6.0 @retorquere/bibtex-parser@9.0.29 \
  @citation-js/core@0.9.0 @citation-js/plugin-bibtex@0.9.0
cat >letters.mjs <<'JS'
import assert from 'node:assert/strict';
import { Cite } from '@citation-js/core';
import '@citation-js/plugin-bibtex';
import { parse as parseBibtex } from '@retorquere/bibtex-parser';
import { CSLExporter, parse } from 'biblatex-csl-converter';
import { convert } from 'pandoc-wasm';

/** The family name of the author, by reader. */
async function read(file) {
  const { stdout, stderr } = await convert({ from: 'bibtex', to: 'csljson' }, file, {});
  assert.equal(stderr, '');
  const [converted] = Object.values(new CSLExporter(parse(file).entries).parse());
  const family = ({ 'non-dropping-particle': particle, family }) => [particle, family].filter(Boolean).join(' ');
  const names = {
    pandoc: family(JSON.parse(stdout)[0].author[0]),
    converter: family(converted.author[0]),
    parser: parseBibtex(file).entries[0].fields.author[0].lastName,
    citationJs: new Cite(file).data[0].author[0].family,
  };
  return Object.fromEntries(Object.entries(names).map(([reader, name]) => [reader, name.normalize('NFC')]));
}
const by = (family) => read(`@book{a, title = {Kilns}, author = {${family}, Ann}, year = {2020}}`);
const seen = { dotless: await by(String.raw`Garc{\'\i}a`), dotlessInBraces: await by(String.raw`Garc\'{\i}a`) };
seen.iceland = await by(String.raw`{\TH}{\'o}r{\dh}arson`);
seen.croatia = await by(String.raw`\DJ or{\dj}evi{\'c}`);
const item = { id: 'a', type: 'book', title: 'Kilns', author: [{ family: 'Björk', given: 'Ann' }] };
seen.written = await read(new Cite([item]).format('bibtex'));
console.log(seen);
const dotless = 'Garc\u0131\u0301a';
assert.deepEqual(seen.dotless, { pandoc: dotless, converter: 'García', parser: dotless, citationJs: dotless });
assert.deepEqual(
  [seen.dotlessInBraces.pandoc, seen.dotlessInBraces.parser, seen.dotlessInBraces.citationJs],
  [dotless, dotless, dotless],
);
assert.equal(seen.dotlessInBraces.converter, 'Gar\u0107\u0131a');
assert.deepEqual([seen.iceland.pandoc, seen.iceland.citationJs], ['órarson', 'Þórðarson']);
assert.deepEqual([seen.croatia.pandoc, seen.croatia.citationJs], ['orević', 'Đorđević']);
assert.deepEqual([seen.written.pandoc, seen.written.citationJs], ['Björk', 'Björk']);
assert.notEqual(seen.written.converter, 'Björk');
JS
node letters.mjs
