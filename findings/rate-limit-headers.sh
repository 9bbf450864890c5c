#!/usr/bin/env bash
# ratelimit-header-parser 0.1.0, of the makers of express-rate-limit, reading what a server says of its limits.
# Expected: the remaining requests and the time of the reset are read from `RateLimit` as its draft has had it since 2024
# (draft-ietf-httpapi-ratelimit-headers-08: `"minute";r=17;t=12`), which express-rate-limit writes, too, or else from `X-RateLimit-*`.
# Seen: every number is NaN and the reset no valid date, without an error, although `X-RateLimit-*` beside it says all of it. The
# forms of drafts 6 and 7, and `X-RateLimit-*` alone, are read. Exits 1 if that has changed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund ratelimit-header-parser@0.1.0
cat >read.mjs <<'JS'
import assert from 'node:assert/strict';
import { parseRateLimit } from 'ratelimit-header-parser';

const reset = Math.ceil(Date.now() / 1000) + 12;
const older = { 'x-ratelimit-limit': '60', 'x-ratelimit-remaining': '17', 'x-ratelimit-reset': String(reset) };
const headers = {
  'X-RateLimit-*': older,
  'draft 6': { 'ratelimit-limit': '60', 'ratelimit-remaining': '17', 'ratelimit-reset': '12' },
  'draft 7': { 'ratelimit-policy': '60;w=60', ratelimit: 'limit=60, remaining=17, reset=12' },
  'draft 8': { 'ratelimit-policy': '"minute";q=60;w=60', ratelimit: '"minute";r=17;t=12', ...older },
};
const seen = Object.entries(headers).map(([form, sent]) => {
  const { limit, remaining, reset: at } = parseRateLimit({ headers: new Headers(sent) });
  console.log(form, limit, remaining, String(at));
  return [limit, remaining, Number.isNaN(at.getTime())];
});
const right = [60, 17, false];
assert.deepEqual(seen, [right, right, right, [NaN, NaN, true]]);
JS
node read.mjs
