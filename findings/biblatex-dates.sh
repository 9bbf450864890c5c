#!/usr/bin/env bash
# @citation-js/plugin-bibtex 0.7.21 with @citation-js/core 0.7.21 and biblatex-csl-converter 3.6.0, reading dates that biblatex's
# manual allows: a year unknown within its decade (`199X`), an open range (`2004-06/..`), a year before our era (`-0044`), a
# season (`2004-22`), and a date that is approximate and uncertain (`1984%`).
# Expected: no year is more exact than the file says, and what is read is written back.
# Seen: citation-js takes the decade for the year 1990 and the year before our era for 0, and writes the open range back
# without any date, in BibTeX, too; biblatex-csl-converter refuses the approximate date, leaves an empty second date in the
# range, and passes the season on as month 22, which CSL does not have. Exits 1 if that has changed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund @citation-js/core@0.7.21 @citation-js/plugin-bibtex@0.7.21 biblatex-csl-converter@3.6.0
cat >read.mjs <<'JS'
import assert from 'node:assert/strict';
import { Cite } from '@citation-js/core';
import '@citation-js/plugin-bibtex';
import { BibLatexParser, CSLExporter } from 'biblatex-csl-converter';

const bib = (date) => `@book{kiln, title = {Kilns}, author = {Kiln, Ann}, publisher = {Pots}, date = {${date}}}`;
const citation = (date) => {
  const cite = new Cite(bib(date));
  return { issued: cite.data[0].issued?.['date-parts'], written: /(?:date|year) = .*/.exec(cite.format('bibtex'))?.[0] };
};
const converted = (date) => {
  const { entries, errors } = new BibLatexParser(bib(date)).parse();
  const [item] = Object.values(new CSLExporter(entries).parse());
  return { issued: item.issued?.['date-parts'], errors: (errors ?? []).map(({ type }) => type) };
};
for (const date of ['199X', '2004-06/..', '-0044', '2004-22', '1984%'])
  console.log(date, JSON.stringify(citation(date)), JSON.stringify(converted(date)));
assert.deepEqual(citation('199X').issued, [[1990]]);
assert.deepEqual(citation('-0044').issued, [[0]]);
assert.deepEqual(citation('2004-06/..'), { issued: [[2004, 6], undefined], written: undefined });
assert.deepEqual(converted('1984%'), { issued: undefined, errors: ['invalid_date'] });
assert.deepEqual(converted('2004-06/..').issued, [[2004, 6], []]);
assert.deepEqual(converted('2004-22').issued, [[2004, 22]]);
JS
node read.mjs
