#!/usr/bin/env bash
# doi-utils 2.0.6 and @citation-js/plugin-doi 0.7.21 with @citation-js/core 0.7.21, reading forms in which DOIs are written.
# Expected: the link that browsers copy, in which the angle brackets of Wiley's older DOIs are percent-encoded, is the DOI with
# brackets; a prefix with a subdivision (ISO 26324 allows `10.1000.10`) is one; `doi:` before a DOI is known to both.
# Seen: doi-utils refuses the DOI itself, and keeps the encoding of its link as part of the DOI; citation-js takes the link for
# any web page, whose text it would read; both refuse the subdivided prefix, and citation-js `doi:`. Exits 1 if that has changed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund doi-utils@2.0.6 @citation-js/core@0.7.21 @citation-js/plugin-doi@0.7.21
cat >forms.mjs <<'JS'
import assert from 'node:assert/strict';
import { plugins } from '@citation-js/core';
import '@citation-js/plugin-doi';
import { normalize, validate } from 'doi-utils';

const doi = '10.5555/(SICI)1097-0000(199806)49:8<693::AID-AAA4>3.0.CO;2-O';
const link = `https://doi.org/${doi.replace('<', '%3C').replace('>', '%3E')}`;
const [subdivided, labelled] = ['10.1000.10/123456', 'doi:10.5555/12345678'];
const seen = {
  normalized: [normalize(doi), normalize(link)],
  valid: [subdivided, labelled].map((each) => validate(each)),
  types: [doi, link, subdivided, labelled].map((each) => plugins.input.type(each)),
};
console.log(seen);
assert.deepEqual(seen, {
  normalized: [undefined, link.replace('https://doi.org/', '')],
  valid: [false, true],
  types: ['@doi/id', '@else/url', '@invalid', '@invalid'],
});
JS
node forms.mjs
