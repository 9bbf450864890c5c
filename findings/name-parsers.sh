#!/usr/bin/env bash
# parse-full-name 1.2.7, humanparser 2.7.0 and @citation-js/name 0.4.2, reading names of authors as citations have them.
# Expected: what stands before the only comma is the family name, also if that has two words; an initial is a given name, and `Ma`
# a family name.
# Seen: parse-full-name takes "Ana" for the generation of somebody called Pérez; humanparser takes the initial "V." for "the
# Fifth" and "Ma" for a master of arts, with no family name left; @citation-js/name loses "Ma" behind a given name, fails for it
# alone, and makes "Jr." the family name if no comma stands before it. Exits 1 if that has changed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund parse-full-name@1.2.7 humanparser@2.7.0 @citation-js/name@0.4.2
cat >names.mjs <<'JS'
import assert from 'node:assert/strict';
import { parse } from '@citation-js/name';
import human from 'humanparser';
import { parseFullName } from 'parse-full-name';

const full = (name) => {
  const { first, last, suffix } = parseFullName(name);
  return [first, last, suffix];
};
const byHuman = (name) => {
  const { firstName, lastName, suffix } = human.parseName(name);
  return [firstName, lastName, suffix];
};
const seen = {
  full: [full('García Pérez, Ana'), full('Dos Santos, Eva')],
  human: [byHuman('García Pérez, Ana'), byHuman('Smith, V.'), byHuman('Ma, Ann'), byHuman('Ann Ma')],
  citationJs: [parse('Ann Ma'), parse('Ann Smith Jr.')],
};
console.log(seen);
assert.deepEqual(seen.full, [['García', 'Pérez', 'Ana'], ['Dos', 'Santos', 'Eva']]);
assert.deepEqual(seen.human, [
  ['Ana', 'García Pérez', undefined],
  ['Smith', '', 'V.'],
  ['Ann', '', 'Ma'],
  ['Ann', '', 'Ma'],
]);
assert.deepEqual(seen.citationJs, [{ family: 'Ann' }, { given: 'Ann Smith', family: 'Jr.' }]);
assert.throws(() => parse('Ma'), TypeError);
JS
node names.mjs
