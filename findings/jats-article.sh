#!/usr/bin/env bash
# jats-xml 1.1.1, by which MyST and others read the front of an article in JATS 1.2.
# Expected: an article without an identifier of PubMed Central has none; a group (`collab`) is an author with its name, and the suffix of a
# person's name is kept.
# Seen: the DOI is the identifier of PubMed Central, "PMC10.5555/kilns", if there is none; the name of the group is a blank; the suffix is left
# out of the front matter. Nothing is said. Exits 1 if that has changed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund jats-xml@1.1.1
cat >article.mjs <<'JS'
import assert from 'node:assert/strict';
import { Jats } from 'jats-xml';

const article = (ids) => `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE article PUBLIC "-//NLM//DTD JATS (Z39.96) Journal Archiving and Interchange DTD v1.2 20190208//EN" "JATS-archivearticle1.dtd">
<article><front>
<journal-meta><journal-id journal-id-type="publisher-id">KR</journal-id><journal-title-group><journal-title>Kiln Review</journal-title>
</journal-title-group><issn>0264-3561</issn></journal-meta>
<article-meta>${ids}<title-group><article-title>On kilns</article-title></title-group><contrib-group>
<contrib contrib-type="author"><name><surname>Clay</surname><given-names>Ann</given-names><suffix>Jr</suffix></name></contrib>
<contrib contrib-type="author"><collab>Pot Group</collab></contrib></contrib-group>
<pub-date pub-type="epub"><year>2020</year></pub-date><volume>3</volume></article-meta></front><body><p>Kilns.</p></body></article>`;
const doi = '<article-id pub-id-type="doi">10.5555/kilns</article-id>';
const seen = [doi, `<article-id pub-id-type="pmc">PMC55</article-id>${doi}`].map((ids) => {
  const read = new Jats(article(ids));
  return [read.pmc, read.frontmatter.authors.map(({ name }) => name)];
});
console.log(JSON.stringify(seen));
assert.deepEqual(seen, [
  ['10.5555/kilns', ['Ann Clay', ' ']],
  ['55', ['Ann Clay', ' ']],
]);
JS
node article.mjs
