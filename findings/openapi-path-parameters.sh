#!/usr/bin/env bash
# orval 8.38.0, swagger-typescript-api 13.13.0, openapi-typescript-codegen 0.31.0 and @rtk-query/codegen-openapi 2.2.0, making clients in
# TypeScript from OpenAPI 3.1 with their defaults. openapi-fetch 0.17.0 does what is expected, and so does @hey-api/openapi-ts 0.99.0.
# Expected: a parameter of a path is percent-encoded, as OpenAPI says, and a DOI of 1996 is asked for that ends in `;2-#`, as DOIs made of
# a SICI may.
# Seen: the four ask for `…;2-`, without the sign and without what stands behind it, the parameter `format=ris`: the answer is that there
# is no such publication. orval encodes with `urlEncodeParameters: true`, codegen-openapi with `encodePathParams: true`. Exits 1 if that
# has changed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts orval@8.38.0 swagger-typescript-api@13.13.0 openapi-typescript-codegen@0.31.0 \
  @rtk-query/codegen-openapi@2.2.0 @reduxjs/toolkit@2.9.0 openapi-fetch@0.17.0 @hey-api/openapi-ts@0.99.0 typescript@5.9.3 esbuild@0.28.2
cat >api.json <<'JSON'
{
  "openapi": "3.1.1",
  "info": { "title": "Publications", "version": "1.0.0" },
  "servers": [{ "url": "https://registry.example" }],
  "paths": { "/v1/doi/{doi}": { "get": {
    "operationId": "getPublication",
    "parameters": [
      { "name": "doi", "in": "path", "required": true, "schema": { "type": "string" } },
      { "name": "format", "in": "query", "schema": { "type": "string" } }
    ],
    "responses": { "200": { "description": "It", "content": { "application/json": { "schema": { "type": "object" } } } } }
  } } }
}
JSON
cat >base.ts <<'TS'
import { createApi, fetchBaseQuery } from '@reduxjs/toolkit/query';
export const api = createApi({ baseQuery: fetchBaseQuery({ baseUrl: 'https://registry.example' }), endpoints: () => ({}) });
TS
cat >rtk.json <<'JSON'
{ "schemaFile": "./api.json", "apiFile": "./base.ts", "apiImport": "api", "outputFile": "./rtk.ts", "exportName": "rtk" }
JSON
npx orval --input api.json --output orval.ts --client fetch >log
npx swagger-typescript-api generate --path api.json --output sta --name api.ts >>log
npx openapi --input api.json --output codegen >>log
npx rtk-query-codegen-openapi rtk.json >>log
npx openapi-ts --input api.json --output hey >>log
cat >ask.ts <<'TS'
import assert from 'node:assert/strict';
import { configureStore } from '@reduxjs/toolkit';
import createClient from 'openapi-fetch';
import { api } from './base.ts';
import { DefaultService } from './codegen/index.ts';
import { getPublication as heyGet } from './hey/index.ts';
import { getGetPublicationUrl } from './orval.ts';
import { rtk } from './rtk.ts';
import { Api } from './sta/api.ts';

const doi = '10.1002/(SICI)1099-0887(199601)1:2<1::AID-ABC1>3.0.CO;2-#';
const asked: string[] = [];
globalThis.fetch = async (input: any, init?: any) => {
  asked.push(new URL(new Request(input, init).url).href.replace(/#.*/, ''));
  return new Response('{}', { headers: { 'content-type': 'application/json' } });
};
const store = configureStore({ reducer: { [api.reducerPath]: api.reducer }, middleware: (all) => all().concat(api.middleware) });
const baseUrl = 'https://registry.example';
const clients: Record<string, () => unknown> = {
  orval: () => fetch(baseUrl + getGetPublicationUrl(doi, { format: 'ris' })),
  'swagger-typescript-api': () => new Api({ baseUrl }).v1.getPublication(doi, { format: 'ris' }),
  'openapi-typescript-codegen': () => DefaultService.getPublication(doi, 'ris'),
  'codegen-openapi': () => store.dispatch((rtk as any).endpoints.getPublication.initiate({ doi, format: 'ris' })),
  'openapi-fetch': () =>
    createClient<any>({ baseUrl }).GET('/v1/doi/{doi}', { params: { path: { doi }, query: { format: 'ris' } } } as any),
  'hey-api': () => heyGet({ path: { doi }, query: { format: 'ris' } }),
};
const seen: Record<string, string> = {};
for (const [name, ask] of Object.entries(clients)) {
  await ask();
  const { pathname, search } = new URL(asked.pop() ?? '');
  seen[name] = decodeURIComponent(pathname).slice(-6) + search;
}
console.log(seen);
const lost = '.CO;2-';
const kept = 'CO;2-#?format=ris';
assert.deepEqual(seen, {
  orval: lost,
  'swagger-typescript-api': lost,
  'openapi-typescript-codegen': lost,
  'codegen-openapi': lost,
  'openapi-fetch': kept,
  'hey-api': kept,
});
process.exit();
TS
npx esbuild ask.ts --bundle --platform=node --format=esm --outfile=ask.mjs --log-level=error \
  --banner:js="import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);"
node ask.mjs
