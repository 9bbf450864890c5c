/**
 * Writes a new route and its test: `npm run new -- <api> <noun> <verb>`. Leaves out what only the author knows; the
 * compiler and the test then ask for it.
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { findPathFault } from '#src/http/path-rules.ts';
import type { AnyRoute, Api } from '#src/http/route.ts';
import { loadRoutes } from '../lib/load-declarations.ts';

const root = join(import.meta.dirname, '..');

const usage = `Usage: npm run new -- <api> <noun> <verb>

Writes lambdas/<api>/<noun>/<verb>.ts and its test, and says what to do next.

  <api>    consumer, integrations or dashboard
  <noun>   what the route is about, in the plural where there are several: publications, api-keys
  <verb>   list, get, create, update or delete; any other, such as rotate, becomes POST <path>/{id}/<verb>

Example: npm run new -- dashboard publications list`;

/** The path prefixes of the APIs. */
const prefixes: Record<Api, string> = { consumer: '/v1', integrations: '/integrations/v1', dashboard: '/api' };

interface Shape {
  method: AnyRoute['method'];
  /** Whether the path ends with an id. */
  ofOne: boolean;
  hasBody: boolean;
  status: 200 | 201;
}

const shapes: Record<string, Shape> = {
  list: { method: 'GET', ofOne: false, hasBody: false, status: 200 },
  get: { method: 'GET', ofOne: true, hasBody: false, status: 200 },
  create: { method: 'POST', ofOne: false, hasBody: true, status: 201 },
  update: { method: 'PATCH', ofOne: true, hasBody: true, status: 200 },
  delete: { method: 'DELETE', ofOne: true, hasBody: false, status: 200 },
};
const action: Shape = { method: 'POST', ofOne: true, hasBody: false, status: 200 };

type KnownRoute = Pick<AnyRoute, 'api' | 'id' | 'method' | 'path'>;

/** The files of a new route by path from the root. Throws an Error that names the wrong argument. */
export function newRoute(args: readonly string[], routes: readonly KnownRoute[]): Record<string, string> {
  const [api = '', noun = '', verb = ''] = args;
  if (args.length !== 3) throw new Error('three arguments are needed: <api> <noun> <verb>');
  if (!isApi(api)) throw new Error(`"${api}" is no API: use ${Object.keys(prefixes).join(', ')}`);
  for (const [kind, word] of [
    ['noun', noun],
    ['verb', verb],
  ]) {
    if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(word ?? '') || (word ?? '').length > 40) {
      throw new Error(
        `the ${kind} "${word}" must be lower-case words with hyphens, such as api-keys (40 letters at most)`,
      );
    }
  }
  const shape = shapes[verb] ?? action;
  const path = pathOf(api, noun, verb, shape, routes);
  rejectConflict(api, shape.method, path, routes);
  const place = `${api}/${noun}/${verb}`;
  return {
    [`lambdas/${place}.ts`]: routeText(api, `${noun}.${verb}`, path, shape),
    [`test/routes/${place}.test.ts`]: testText(place, path, shape),
  };
}

/** Throws an Error if API Gateway would reject the path beside the others, or if a route already has it. */
function rejectConflict(api: Api, method: string, path: string, routes: readonly KnownRoute[]): void {
  const own = routes.filter((route) => route.api === api);
  const same = own.find((route) => route.path === path && route.method === method);
  if (same) throw new Error(`${method} ${path} is the route ${same.id} already: choose another noun or verb`);
  const fault = findPathFault([...own.map((route) => route.path), path]);
  if (fault) throw new Error(`the path would be ${path}, but ${fault.message}: choose another noun or verb`);
}

const isApi = (name: string): name is Api => Object.hasOwn(prefixes, name);

/** The path beside the routes of the same noun, with their name of the id: API Gateway allows one name per position. */
function pathOf(api: Api, noun: string, verb: string, shape: Shape, routes: readonly KnownRoute[]): string {
  const paths = routes.filter((route) => route.api === api).map(({ path }) => path);
  const ofNoun = routes.filter((route) => route.api === api && route.id.startsWith(`${noun}.`)).map(({ path }) => path);
  const [shortest] = ofNoun.sort((a, b) => a.length - b.length);
  const base = shortest?.replace(/\/\{[^/]*\}.*$/, '') ?? `${prefixes[api]}/${noun}`;
  if (!shape.ofOne) return base;
  const sibling = paths.find((path) => path.startsWith(`${base}/{`))?.slice(base.length + 1);
  const one = `${base}/${sibling?.split('/')[0] ?? '{id}'}`;
  return shapes[verb] ? one : `${one}/${verb}`;
}

function routeText(api: Api, id: string, path: string, { method, hasBody, status }: Shape): string {
  const parameters = [...path.matchAll(/\{(\w+)\+?\}/g)].map(([, name]) => `${name}: z.string()`);
  return `import * as z from 'zod';
import { lambda } from '../../../src/http/lambda.ts';
import { defineRoute } from '../../../src/http/route.ts';

export const route = defineRoute({
  id: '${id}',
  api: '${api}',
  method: '${method}',
  path: '${path}',
${parameters.length > 0 ? `  params: z.object({ ${parameters.join(', ')} }),\n` : ''}${
  hasBody ? '  body: z.object({}),\n' : ''
}  responses: { ${status}: z.object({}) },
  problems: [],
  grants: [],
  async handle() {
    return { status: ${status}, body: {} };
  },
});

export const handler = lambda(route);
`;
}

function testText(place: string, path: string, { hasBody, status }: Shape): string {
  const [, noun = '', verb = ''] = place.split('/');
  const target = `${verb}-${noun}`.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  const url = path.replace(/\{\w+\+?\}/g, 'unknown');
  const request = [`url: '${url}'`, ...(hasBody ? ['body: {}'] : []), '...(authorizer && { authorizer })'];
  return `import { expect, test } from '@jest/globals';
import * as ${target} from '../../../../lambdas/${place}.ts';
import { authorizerOf, call } from '../../../support/event.ts';

const authorizer = authorizerOf(${target}.route.auth);

test('${status}: write here what the route promises', async () => {
  const { status, body } = await call(${target}, {
    ${request.join(',\n    ')},
  });
  expect(status).toBe(${status});
  expect(body).toEqual({ write: 'the expected answer here' });
});
`;
}

const nextSteps = (file: string, test: string, address: string) => `
It answers ${address}. For another method or path, change the route, and the url in its test.

Next (docs/contributing/add-a-route.md says more):

1. Complete ${file}: summary, auth, schemas, grants, handle.
   npm run check names what is missing.
2. Add the line that npm run check prints to the table of access rights.
3. npm run fix writes the OpenAPI document and docs/routes.md. Do so after each change of the declaration.
4. Write the test, and run it: npm run test:only -- ${test}
5. npm run test:only -- test/routes/common.test.ts test/routes/stored-data.slow.test.ts test/stacks/path-parameters.test.ts
   checks what holds for every route. Add -u if the path has a new parameter.`;

async function main(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { help: { type: 'boolean', short: 'h' } },
  });
  if (values.help) return console.log(usage);
  const files = newRoute(
    positionals,
    (await loadRoutes()).map(({ declaration }) => declaration),
  );
  const existing = Object.keys(files).filter((path) => existsSync(join(root, path)));
  if (existing.length > 0) throw new Error(`${existing.join(' and ')} exists already; nothing was written`);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
    console.log(`wrote ${path}`);
  }
  const [file = '', test = ''] = Object.keys(files);
  const [, method, route] = /method: '(.*)',\n {2}path: '(.*)',/.exec(files[file] ?? '') ?? [];
  console.log(nextSteps(file, test, `${method} ${route}`));
}

if (import.meta.main) {
  await main(process.argv.slice(2)).catch((error: Error) => {
    console.error(`${error.message}\n\n${usage}`);
    process.exitCode = 2;
  });
}
