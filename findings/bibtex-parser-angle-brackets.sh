#!/usr/bin/env bash
# @retorquere/bibtex-parser 9.0.29, which reads BibTeX for Better BibTeX and Zotero users.
# Expected: `<` and `>` in an abstract are themselves, as in every UTF-8 file of today, and a keyword in braces is one.
# Seen: they become inverted exclamation and question marks, as in TeX's oldest font encoding, and a comma in braces
# separates two keywords. Exits 1 if that has changed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund @retorquere/bibtex-parser@9.0.29
cat >read.mjs <<'JS'
import assert from 'node:assert/strict';
import { parse } from '@retorquere/bibtex-parser';

const { entries } = parse(`@article{kiln,
  title = {Kilns},
  abstract = {Glazes with x < 5 and y > 7},
  keywords = {{pots, cracked}, kilns}
}`);
const { abstract, keywords } = entries[0].fields;
console.log({ abstract, keywords });
assert.equal(abstract, 'Glazes with x ¡ 5 and y ¿ 7');
assert.deepEqual(keywords, ['{pots', 'cracked}', 'kilns']);
JS
node read.mjs
