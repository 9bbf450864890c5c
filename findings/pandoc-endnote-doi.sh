#!/usr/bin/env bash
# pandoc 3.9 (pandoc-wasm 1.1.0), reading EndNote's XML.
# Expected: `electronic-resource-num`, in which EndNote keeps the DOI, is the DOI, as in Zotero and JabRef; pages, issue and ISSN of an
# article are those of CSL, so that they come out in BibTeX.
# Seen: there is no DOI. The pages are in `pages`, which CSL does not have, and are missing in BibTeX; the ISSN is an ISBN. Nothing is
# said. Exits 1 if that has changed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund pandoc-wasm@1.1.0
cat >read.mjs <<'JS'
import assert from 'node:assert/strict';
import { convert } from 'pandoc-wasm';

const styled = (text) => `<style face="normal" font="default" size="100%">${text}</style>`;
const record = (number, title, doi) => `<record><rec-number>${number}</rec-number><ref-type name="Journal Article">17</ref-type>
<contributors><authors><author>${styled('Clay, Ann')}</author></authors></contributors>
<titles><title>${styled(title)}</title><secondary-title>${styled('Journal of Pots')}</secondary-title></titles>
<pages>${styled('1-9')}</pages><volume>${styled('12')}</volume><number>${styled('3')}</number><dates><year>${styled('2020')}</year></dates>
<isbn>${styled('1234-5679')}</isbn><electronic-resource-num>${styled(doi)}</electronic-resource-num></record>`;
const xml = `<?xml version="1.0" encoding="UTF-8"?><xml><records>
${record(1, 'Kilns', '10.5555/kilns')}${record(2, 'Glazes', '10.5555/glazes')}</records></xml>`;
const { stdout } = await convert({ from: 'endnotexml', to: 'csljson' }, xml, {});
const items = JSON.parse(stdout);
console.log(items);
assert.deepEqual(items.map(({ title }) => title), ['Kilns', 'Glazes']);
for (const item of items) {
  assert.equal(item.volume, '12');
  assert.equal(item.DOI, undefined);
  assert.equal(item.page, undefined);
  assert.equal(item.ISSN, undefined);
  assert.equal(item.ISBN, '1234-5679');
}
const { stdout: bibtex } = await convert({ from: 'endnotexml', to: 'bibtex' }, xml, {});
console.log(bibtex);
assert.doesNotMatch(bibtex, /pages|10\.5555/);
JS
node read.mjs
