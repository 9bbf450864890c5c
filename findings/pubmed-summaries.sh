#!/usr/bin/env bash
# astrocite-eutils 0.16.4, making CSL-JSON of PubMed's summaries (ESummary of E-utilities, version 2).
# Expected: "van der Kiln BC" has the family name "van der Kiln", as everything before the initials is PubMed's family name; the suffix of
# "Clay A Jr" is kept; an issue of "2020 Spring" or "2020" has no day, since `sortpubdate` is only made for sorting; a title has no full
# stop at its end, as in the records of journals and styles.
# Seen: the family name is "van", the given name "der", and the rest is lost; the suffix is lost; the day is the first of the month
# that is sorted by; the full stop stays. Nothing is said. Exits 1 if that has changed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund astrocite-eutils@0.16.4
cat >summaries.cjs <<'JS'
const assert = require('node:assert/strict');
const { toCSL } = require('astrocite-eutils');

const author = (name) => ({ name, authtype: 'Author', clusterid: '' });
const summary = (pubdate, sortpubdate) => ({
  uid: '123',
  pubdate,
  epubdate: '',
  source: 'Kiln Rev',
  authors: ['Clay A Jr', 'van der Kiln BC', 'De Vries A', 'Smith J'].map(author),
  lastauthor: 'Smith J',
  title: 'On kilns.',
  volume: '3',
  issue: '2',
  pages: '123-9',
  lang: ['eng'],
  issn: '0264-3561',
  essn: '',
  pubtype: ['Journal Article'],
  articleids: [{ idtype: 'doi', idtypen: 3, value: '10.5555/kilns' }],
  history: [],
  references: [],
  attributes: [],
  fulljournalname: 'Kiln review',
  elocationid: 'doi: 10.5555/kilns',
  doctype: 'citation',
  booktitle: '',
  sortpubdate,
});
const [spring, year] = [['2020 Spring', '2020/03/01 00:00'], ['2020', '2020/01/01 00:00']].map((dates) => {
  const [item] = toCSL({ header: {}, result: { uids: ['123'], 123: summary(...dates) } });
  return [item.author.map(({ family, given }) => `${family}, ${given}`).join('; '), item.title, item.issued['date-parts'].join()];
});
console.log(spring, year);
const names = 'Clay, A; van, der; De, Vries; Smith, J';
assert.deepEqual([spring, year], [
  [names, 'On kilns.', '2020,03,01'],
  [names, 'On kilns.', '2020,01,01'],
]);
JS
node summaries.cjs
