#!/usr/bin/env bash
# @citation-js/plugin-enw 0.3.0 with @citation-js/core 0.7.21, reading and writing EndNote's tagged format (`.enw`), which Google Scholar and
# many journals offer.
# Expected: `%D 2020` with `%8 May 1` is the 1 May 2020; an author with a comma at the end is a group, as EndNote has it; a suffix is
# written last, `Clay, Ann, Jr.`.
# Seen: the year is 1, because the day is taken for it; the group is a person whose family name is "Group,"; `Clay, Jr., Ann` is written,
# in EndNote somebody called Jr. Exits 1 if that has changed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund @citation-js/core@0.7.21 @citation-js/plugin-enw@0.3.0
cat >read.mjs <<'JS'
import assert from 'node:assert/strict';
import { Cite } from '@citation-js/core';
import '@citation-js/plugin-enw';

const [{ issued, author }] = new Cite('%0 Journal Article\n%A Clay, Ann\n%A Kiln Group,\n%T Kilns\n%D 2020\n%8 May 1\n').data;
const written = new Cite([
  {
    id: 'a',
    type: 'article-journal',
    title: 'Kilns',
    author: [{ family: 'Clay', given: 'Ann', suffix: 'Jr.' }],
    issued: { 'date-parts': [[2020, 5, 1]] },
  },
]).format('enw');
console.log(issued, author, written);
assert.deepEqual(issued, { 'date-parts': [[1, 5]] });
assert.deepEqual(author, [
  { given: 'Ann', family: 'Clay' },
  { given: 'Kiln', family: 'Group,' },
]);
assert.match(written, /^%A Clay, Jr\., Ann$/m);
JS
node read.mjs
