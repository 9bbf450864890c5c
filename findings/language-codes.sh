#!/usr/bin/env bash
# bcp-47-normalize 2.3.0, which makes one form of the codes of languages that records have.
# Expected: `und`, an undetermined language (ISO 639-2, as in MARC, and the default of some repositories), stays undetermined;
# `zh_CN`, as POSIX and many systems write it, is zh-CN, or is named as an error.
# Seen: `und` is English, because likely parts are added before they are left out; `zh_CN` and `pt_BR` are the empty text. `ger`, `fre`
# and `mo` become de, fr and ro, as expected. Exits 1 if that has changed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund bcp-47-normalize@2.3.0
cat >codes.mjs <<'JS'
import assert from 'node:assert/strict';
import { bcp47Normalize } from 'bcp-47-normalize';

const seen = ['und', 'zh_CN', 'pt_BR', 'ger', 'fre', 'mo', 'mul'].map((code) => `${code}=${bcp47Normalize(code)}`).join(' ');
console.log(seen);
assert.equal(seen, 'und=en zh_CN= pt_BR= ger=de fre=fr mo=ro mul=mul');
JS
node codes.mjs
