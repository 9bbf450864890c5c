#!/usr/bin/env bash
# edtf 4.11.1 and @edtf-ts/core 0.4.2, reading dates of level 0 and 1 (https://www.loc.gov/standards/datetime/), which DataCite and
# biblatex use, too.
# Expected: summer, `2004-22`, has July and August in it and comes after May, wherever the library puts its first day; an event of
# one day, `2020-05-01/2020-05-01`, is an interval, as is "from May 2020 to 2020".
# Seen: with edtf, seasons are quarters: summer is from April to June, winter from October to December, so that a search for August
# misses the summer issue; an interval must end after the beginning of its beginning. @edtf-ts/core has June to August, winter up to
# the next February, and reads both intervals. Exits 1 if that has changed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund edtf@4.11.1 @edtf-ts/core@0.4.2
cat >dates.mjs <<'JS'
import assert from 'node:assert/strict';
import { parse } from '@edtf-ts/core';
import edtf from 'edtf';

const days = (first, last) => [first, last].map((time) => new Date(Number(time)).toISOString().slice(0, 10)).join(' ');
const seasons = ['2004-21', '2004-22', '2004-23', '2004-24'].map((date) => {
  const [one, { value }] = [edtf(date), parse(date)];
  return [date, days(one.min, one.max), days(value.min, value.max)];
});
console.log(seasons);
assert.deepEqual(seasons, [
  ['2004-21', '2004-01-01 2004-03-31', '2004-03-01 2004-05-31'],
  ['2004-22', '2004-04-01 2004-06-30', '2004-06-01 2004-08-31'],
  ['2004-23', '2004-07-01 2004-09-30', '2004-09-01 2004-11-30'],
  ['2004-24', '2004-10-01 2004-12-31', '2004-12-01 2005-02-28'],
]);
assert.equal(edtf('2004-22').covers(edtf('2004-08')), false);
for (const interval of ['2020-05-01/2020-05-01', '2020-05/2020']) {
  assert.throws(() => edtf(interval), /invalid upper bound/);
  assert.ok(parse(interval).success);
}
JS
node dates.mjs
