#!/usr/bin/env bash
# metascraper 5.58.1 with metascraper-author 5.56.2 and metascraper-date 5.55.0, which make previews of links, reading the JSON-LD of an
# article as schema.org has it.
# Expected: `datePublished` of a month, `2020-05`, which ISO 8601 allows, is at least its year; it is the date of an article whose record
# has changed since (`dateModified`); all of an article's authors are there, or some of them.
# Seen: a month is no date at all, while a year is its 1 January; an article of 1985 has the day of the last change; with three authors all
# are there, with twelve nobody is, as their names have more than 128 characters. Exits 1 if that has changed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts metascraper@5.58.1 metascraper-author@5.56.2 metascraper-date@5.55.0
cat >read.mjs <<'JS'
import assert from 'node:assert/strict';
import metascraper from 'metascraper';
import author from 'metascraper-author';
import date from 'metascraper-date';

const read = metascraper([author(), date()]);
const seen = (said) => {
  const article = { '@context': 'https://schema.org', '@type': 'ScholarlyArticle', headline: 'Kilns', ...said };
  const script = `<script type="application/ld+json">${JSON.stringify(article)}</script>`;
  const html = `<!doctype html><html lang="en"><head><title>Kilns</title>${script}</head><body><h1>Kilns</h1></body></html>`;
  return read({ html, url: 'https://registry.example.org/publications/1' });
};
const day = async (said) => (await seen(said)).date?.slice(0, 10) ?? null;
const authors = async (count, name = 'Ann Clay') => {
  const author = Array.from({ length: count }, (_, at) => ({ '@type': 'Person', name: `${name} ${'x'.repeat(at % 3)}`.trim() }));
  return (await seen({ author })).author;
};
const dates = {
  day: await day({ datePublished: '2020-05-01' }),
  month: await day({ datePublished: '2020-05' }),
  year: await day({ datePublished: '2020' }),
  changed: await day({ datePublished: '1985-11-03', dateModified: '2026-01-02' }),
};
const people = { three: await authors(3), twelve: await authors(12) };
console.log(dates, people);
assert.deepEqual(dates, { day: '2020-05-01', month: null, year: '2020-01-01', changed: '2026-01-02' });
assert.match(people.three, /^Ann Clay and Ann Clay x and/i);
assert.equal(people.twelve, null);
JS
node read.mjs
