#!/usr/bin/env bash
# standardwebhooks 1.1.1 and svix 2.5.0, verifying webhooks of the Standard Webhooks specification in a handler of fetch, where a
# request has `Headers`.
# Expected: `verify` takes the headers of the request, and returns the event, as it does in svix 1.76.1.
# Seen: both refuse a right signature in `Headers` with "Missing required headers", as svix 1 does; as an object,
# `Object.fromEntries(request.headers)`, they take it. `verify` of svix 2 returns nothing, also there, so that the body is to be parsed
# behind it. Exits 1 if that has changed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund standardwebhooks@1.1.1 svix@2.5.0 svix-before@npm:svix@1.76.1
cat >verify.mjs <<'JS'
import assert from 'node:assert/strict';
import { Webhook as Standard } from 'standardwebhooks';
import { Webhook as Svix } from 'svix';
import { Webhook as SvixBefore } from 'svix-before';

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const body = '{"type":"list.changed"}';
const sent = new Date();
const headers = new Headers({
  'webhook-id': 'it',
  'webhook-timestamp': String(Math.floor(sent.getTime() / 1000)),
  'webhook-signature': new Standard(secret).sign('it', sent, body),
});
const seen = Object.entries({ Standard, Svix, SvixBefore }).map(([name, Webhook]) => {
  const results = [headers, Object.fromEntries(headers)].map((given) => {
    try {
      return JSON.stringify(new Webhook(secret).verify(body, given)) ?? 'nothing';
    } catch (error) {
      return error.message;
    }
  });
  console.log(name, results);
  return results;
});
assert.deepEqual(seen, [
  ['Missing required headers', body],
  ['Missing required headers', 'nothing'],
  ['Missing required headers', body],
]);
JS
node verify.mjs
