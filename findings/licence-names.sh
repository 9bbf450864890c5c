#!/usr/bin/env bash
# spdx-correct 3.2.0 with spdx-license-ids 3.0.24, by which npm and others make an SPDX identifier of what somebody wrote as a licence, as
# in the rights of data sets and software at DataCite.
# Expected: the name or the address that Creative Commons itself gives is found; what says that nothing is granted is none; version 3 of
# the GPL is only that, unless "or later" is written.
# Seen: "Creative Commons Attribution 4.0 International" and the address of its deed are null, "CC BY 4.0" is found; "unlicensed" is the
# Unlicense, which gives up all rights; "GPLv3" is "or later". Exits 1 if that has changed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund spdx-correct@3.2.0 spdx-license-ids@3.0.24
cat >licences.cjs <<'JS'
const assert = require('node:assert/strict');
const correct = require('spdx-correct');

const names = [
  'CC BY 4.0',
  'Creative Commons Attribution 4.0 International',
  'https://creativecommons.org/licenses/by/4.0/',
  'unlicensed',
  'UNLICENSED',
  'GPLv3',
  'All rights reserved',
];
const seen = names.map((name) => correct(name));
console.log(seen);
assert.deepEqual(seen, [
  'CC-BY-4.0',
  null,
  null,
  'Unlicense',
  'Unlicense',
  'GPL-3.0-or-later',
  null,
]);
JS
node licences.cjs
