#!/usr/bin/env bash
# @retorquere/bibtex-parser 9.0.29, which reads BibTeX for Better BibTeX and Zotero users.
# Expected: a percent sign in a value is kept, as BibTeX and biber keep it, or is named as an error.
# Seen: the rest of its line is gone without an error, as after a comment of TeX. Exports of publishers have such
# abstracts. Exits 1 if that has changed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund @retorquere/bibtex-parser@9.0.29
cat >read.mjs <<'JS'
import assert from 'node:assert/strict';
import { parse } from '@retorquere/bibtex-parser';

const { entries, errors } = parse(`@article{kiln,
  title = {Kilns},
  abstract = {In 80% of the kilns pots crack. Others do not.}
}`);
const { abstract } = entries[0].fields;
console.log({ abstract, errors });
assert.equal(abstract, 'In 80');
assert.deepEqual(errors, []);
JS
node read.mjs
