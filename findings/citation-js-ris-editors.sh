#!/usr/bin/env bash
# @citation-js/plugin-ris 0.8.2 with @citation-js/core 0.8.2.
# Expected: `ED` of a book are its editors, and `T3` is the title of its series, as in the RIS that EndNote and Zotero write.
# Seen: both are left out without a warning, so that an edited book has no editor. Exits 1 if that has changed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund @citation-js/core@0.8.2 @citation-js/plugin-ris@0.8.2
cat >read.mjs <<'JS'
import assert from 'node:assert/strict';
import { Cite } from '@citation-js/core';
import '@citation-js/plugin-ris';

const lines = ['TY  - BOOK', 'TI  - Kilns', 'ED  - Clay, Bob', 'PY  - 2020', 'T3  - Pot Studies', 'CY  - Bern', 'ER  - ', ''];
const [{ _graph, ...item }] = new Cite(lines.join('\n')).data;
console.log(item);
assert.equal(item['publisher-place'], 'Bern');
assert.equal(item.editor, undefined);
assert.equal(item['collection-title'], undefined);
JS
node read.mjs
