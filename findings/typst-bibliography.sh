#!/usr/bin/env bash
# typst 0.14.2 (@myriaddreamin/typst-ts-node-compiler 0.7.0), citing entries of BibTeX and biblatex in APA and IEEE style.
# Expected: a volume is printed as it is; "and others" is "et al."; a thesis names its university, a report its institute, and an
# article its number (`eid`); a season is at least its year; a data set is one.
# Seen: volumes such as 12A and 12--13 are left out, while IV becomes 4; "others" is an author; university, institute and number are
# left out; a summer issue is of no date; a data set is computer software; and "(2020, )" has the comma of a month that nobody
# gave. Nothing is said. Exits 1 if that has changed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund @myriaddreamin/typst-ts-node-compiler@0.7.0
cat >cite.mjs <<'JS'
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';

let count = 0;
/** The text of a document. */
function textOf(document, bibliography = '') {
  const workspace = `${process.cwd()}/${count++}`;
  mkdirSync(workspace);
  writeFileSync(`${workspace}/refs.bib`, bibliography);
  writeFileSync(`${workspace}/main.typ`, document);
  const compiler = NodeCompiler.create({ workspace });
  const { result } = compiler.compileHtml({ mainFilePath: `${workspace}/main.typ` });
  const html = compiler.tryHtml(result).result.body();
  return html.replace(/<[^>]+>/g, '').replace(/\s+/g, ' ').trim();
}
const cited = (style, type, fields, author = 'Clay, Ann') =>
  textOf(
    `#bibliography("refs.bib", full: true, style: "${style}", title: none)`,
    `@${type}{key, title = {Kilns}, author = {${author}}, ${fields}}`,
  );
const article = 'journal = {Pots}, year = {2020}, pages = {7}';
const seen = [
  textOf('#sys.version'),
  cited('ieee', 'article', `${article}, volume = {12}`),
  cited('ieee', 'article', `${article}, volume = {12A}`),
  cited('ieee', 'article', `${article}, volume = {12--13}`),
  cited('ieee', 'article', `${article}, volume = {IV}`),
  cited('apa', 'article', 'journal = {Pots}, date = {2020-22}, eid = {e7}'),
  cited('ieee', 'book', 'year = {2020}', 'Clay, Ann and Pot, Bo and others'),
  cited('apa', 'phdthesis', 'year = {2020}, school = {University of Clay}'),
  cited('apa', 'techreport', 'year = {2020}, institution = {Clay Institute}, number = {7}'),
  cited('apa', 'dataset', 'date = {2020}, publisher = {Zenodo}'),
  cited('apa', 'misc', 'year = {2020}'),
];
console.log(seen);
assert.deepEqual(seen, [
  '0.14.2',
  '[1] A. Clay, “Kilns,” Pots, vol. 12, p. 7, 2020.',
  '[1] A. Clay, “Kilns,” Pots, p. 7, 2020.',
  '[1] A. Clay, “Kilns,” Pots, p. 7, 2020.',
  '[1] A. Clay, “Kilns,” Pots, vol. 4, p. 7, 2020.',
  'Clay, A. (n.d.). Kilns. Pots.',
  '[1] A. Clay, B. Pot, and others, Kilns. 2020.',
  'Clay, A. (2020). Kilns [Doctoral dissertation].',
  'Clay, A. (2020). Kilns (Technical Report No. 7).',
  'Clay, A. (2020). Kilns [Computer software]. Zenodo.',
  'Clay, A. (2020, ). Kilns.',
]);
JS
node cite.mjs
