#!/usr/bin/env bash
# biblatex-csl-converter 3.6.0, the reader of Fidus Writer and others.
# Expected: `number` of an @article is the number of the journal, as BibTeX's manual says, and becomes `issue` of CSL.
# Seen: it becomes `collection-number`, the number in a series, so citation styles print no issue. Exits 1 if that has
# changed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund biblatex-csl-converter@3.6.0
cat >read.mjs <<'JS'
import assert from 'node:assert/strict';
import { CSLExporter, parse } from 'biblatex-csl-converter';

const { entries } = parse(`@article{kiln,
  author = {Kiln, Ann},
  title = {Kilns},
  journal = {Pots},
  year = {2020},
  volume = {2},
  number = {3}
}`);
const [item] = Object.values(new CSLExporter(entries).parse());
console.log(item);
assert.equal(item.issue, undefined);
assert.equal(item['collection-number'], '3');
JS
node read.mjs
