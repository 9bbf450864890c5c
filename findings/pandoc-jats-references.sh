#!/usr/bin/env bash
# pandoc 3.9 (pandoc-wasm 1.1.0), reading the references of an article in JATS 1.2, as PubMed Central has them.
# Expected: each reference is an item of CSL with all of its authors, groups (`collab`) and names as text (`string-name`) among them; an
# article number (`elocation-id`) is kept, as is the suffix of a name; a reference with punctuation (`mixed-citation`) is read like one
# without, and a data set has the title of its data.
# Seen: groups, names as text, suffixes and article numbers are left out; a mixed citation is an item without type and title; a data set
# has the name of its repository for a title; its type, and that of a paper, are not those of CSL. Nothing is said. Exits 1 if that has
# changed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund pandoc-wasm@1.1.0
cat >read.mjs <<'JS'
import assert from 'node:assert/strict';
import { convert } from 'pandoc-wasm';

const authors = (...names) => `<person-group person-group-type="author">${names.join('')}</person-group>`;
const ann = '<name><surname>Clay</surname><given-names>Ann</given-names><suffix>Jr</suffix></name>';
const group = '<collab>Kiln Group</collab>';
const bo = '<string-name><surname>Pot</surname>, <given-names>Bo</given-names></string-name>';
const references = [
  `<element-citation publication-type="journal">${authors(ann, group, bo)}<article-title>Kilns</article-title>
    <source>Pots</source><year>2020</year><volume>12</volume><elocation-id>e7</elocation-id></element-citation>`,
  `<mixed-citation publication-type="journal">${authors(ann)}. <article-title>Kilns</article-title>.
    <source>Pots</source> <year>2020</year>;<volume>12</volume>:<fpage>1</fpage>-<lpage>6</lpage>.</mixed-citation>`,
  `<element-citation publication-type="data">${authors(ann)}<data-title>Heat</data-title><source>Zenodo</source>
    <year>2020</year></element-citation>`,
  `<element-citation publication-type="confproc">${authors(ann)}<article-title>Ovens</article-title>
    <conf-name>Kiln Days</conf-name><year>2020</year></element-citation>`,
];
const article = `<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE article PUBLIC "-//NLM//DTD JATS (Z39.96) Journal Archiving and Interchange DTD v1.2 20190208//EN" "JATS-archivearticle1.dtd">
<article><front><article-meta><title-group><article-title>T</article-title></title-group></article-meta></front>
<body><p>Text.</p></body><back><ref-list>
${references.map((reference, at) => `<ref id="r${at}">${reference}</ref>`).join('\n')}
</ref-list></back></article>`;
const { stdout, stderr } = await convert({ from: 'jats', to: 'csljson' }, article, {});
assert.equal(stderr, '');
const seen = JSON.parse(stdout);
console.log(JSON.stringify(seen, null, 1));
const author = [{ family: 'Clay', given: 'Ann' }];
const issued = { 'date-parts': [[2020]] };
assert.deepEqual(seen, [
  { id: 'r0', type: 'article-journal', author, 'container-title': 'Pots', issued, title: 'Kilns', volume: '12' },
  { id: 'r1', type: '' },
  { id: 'r2', type: 'data', author, issued, title: 'Zenodo' },
  { id: 'r3', type: 'confproc', author, issued, title: 'Ovens' },
]);
JS
node read.mjs
