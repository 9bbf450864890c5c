#!/usr/bin/env bash
# bibtex-tidy 1.14.0, formatting BibTeX with its defaults.
# Expected: what its help says of `--escape`, the default: letters become commands with which LaTeX typesets them correctly, so that a
# file still has its names.
# Seen: accented letters of Greek become Latin ones (ό is `\'{o}`, Ά is `\'{A}`), or commands that TeX only has in formulas
# (`\acute{\eta}`, `\pm{}`, `\mathrm{\mu}`); letters of Cyrillic become `\cyrchar\CYRI{}`, which needs an encoding that must
# be loaded; `@` becomes `\@`, which prints nothing; an em dash becomes an en dash, and „ two commas. Exits 1 if that has changed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund bibtex-tidy@1.14.0
cat >tidy.mjs <<'JS'
import assert from 'node:assert/strict';
import { tidy } from 'bibtex-tidy';

const written = (note, options) => {
  const { bibtex } = tidy(`@misc{a,\n  note = {${note}}\n}\n`, options);
  return /= \{(.*)\}\n\}/s.exec(bibtex)?.[1];
};
const seen = Object.fromEntries(
  ['Müller', 'ό', 'Ά', 'ή', 'И', '±', 'µ', 'ann@example.org', 'a — b', '„a“'].map((text) => [text, written(text)]),
);
console.log(seen);
assert.deepEqual(seen, {
  Müller: 'M\\"{u}ller',
  ό: "\\'{o}",
  Ά: "\\'{A}",
  ή: '\\acute{\\eta}',
  И: '\\cyrchar\\CYRI{}',
  '±': '\\pm{}',
  µ: '\\mathrm{\\mu}',
  'ann@example.org': 'ann\\@example.org',
  'a — b': 'a -- b',
  '„a“': ',,a``',
});
assert.equal(written('ό И ± ann@example.org', { escape: false }), 'ό И ± ann@example.org');
JS
node tidy.mjs
