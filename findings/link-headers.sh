#!/usr/bin/env bash
# parse-link-header 2.0.0, @web3-storage/parse-link-header 3.1.0 and li 1.3.0, reading the header `Link` (RFC 8288) of lists and of
# Signposting. http-link-header 1.1.4 does what is expected.
# Expected: `next` leads to the next page, however long its address is; of two links of one relation, as of two authors, both are there,
# in the lower case or capitals that a parameter has; a title in quotation marks is whole.
# Seen: of more than 2,000 characters, such as four links with 25 ORCID iDs each, the first two read nothing and say nothing, so that
# the first page passes for the only one; all three keep the last author alone, and leave out a link whose `REL` has capitals; a semicolon
# in a title ends it. Exits 1 if that has changed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund parse-link-header@2.0.0 @web3-storage/parse-link-header@3.1.0 li@1.3.0 http-link-header@1.1.4
cat >read.mjs <<'JS'
import assert from 'node:assert/strict';
import { parseLinkHeader } from '@web3-storage/parse-link-header';
import HttpLinkHeader from 'http-link-header';
import li from 'li';
import parse from 'parse-link-header';

const readers = {
  'parse-link-header': (header) => parse(header),
  '@web3-storage/parse-link-header': (header) => parseLinkHeader(header),
  li: (header) => li.parse(header),
  'http-link-header': (header) => {
    const { refs } = HttpLinkHeader.parse(header);
    return Object.fromEntries(Map.groupBy(refs, ({ rel }) => rel));
  },
};
const link = (address, rel) => `<https://registry.example/${address}>; rel="${rel}"`;
const people = Array(25).fill('0000-0002-1825-0097').join('%7C');
const pages = ['first', 'prev', 'next', 'last'].map((rel, page) => link(`?orcid=${people}&page=${page}`, rel)).join(', ');
const authors = `${link('a', 'author')}, ${link('b', 'author')}`;
const capitals = `<https://registry.example/9>; REL="last", ${link('2', 'next')}`;
const titled = `${link('2', 'next')}; title="Kilns; pots"`;

function seen(read) {
  const long = read(pages);
  const both = [read(authors).author].flat().length;
  return {
    long: long === null ? 'nothing' : Object.keys(long).join(),
    authors: both,
    capitals: Object.keys(read(capitals)).join(),
    title: [read(titled).next].flat()[0].title,
  };
}
const all = Object.fromEntries(Object.entries(readers).map(([name, read]) => [name, seen(read)]));
console.log(all);
const short = { long: 'nothing', authors: 1, capitals: 'next', title: 'Kilns' };
assert.deepEqual(all, {
  'parse-link-header': short,
  '@web3-storage/parse-link-header': short,
  li: { long: 'first,prev,next,last', authors: 1, capitals: 'next', title: undefined },
  'http-link-header': { long: 'first,prev,next,last', authors: 2, capitals: 'last,next', title: 'Kilns; pots' },
});
JS
node read.mjs
