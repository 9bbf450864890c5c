import { globSync } from 'node:fs';
import { join, sep } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type * as z from 'zod';
import { exportsNamed, isPaged, queryNames } from '#src/http/links.ts';
import type { OpenApiDocument } from '#src/http/openapi/components.ts';
import { commonProblems, openApiDocument } from '#src/http/openapi/document.ts';
import { findPathFault } from '#src/http/path-rules.ts';
import { problems } from '#src/http/problems.ts';
import type { AnyRoute, Api } from '#src/http/route.ts';
import { loadRoutes } from '../../lib/load-declarations.ts';
import { freshTable } from '../support/engine.ts';
import {
  authorizerOf,
  call,
  requestId,
  sessionOf,
  type Target,
  type TestRequest,
  type TestResponse,
} from '../support/event.ts';
import { captureLog } from '../support/log.ts';
import { asOperator, startTestServices, type TestServices } from '../support/services.ts';

/** Rules for every route; a new one is tested without being listed. */

const root = join(import.meta.dirname, '../..');
const loaded = await loadRoutes();
const cases = await Promise.all(
  loaded.map(async ({ file, declaration: route }) => {
    const target = (await import(`../../${file}`)) as Exclude<Target, AnyRoute>;
    return { name: `${route.method} ${route.path} (${file})`, file, route, target };
  }),
);
const routes = loaded.map(({ declaration }) => declaration);
const documents: Record<Api, OpenApiDocument> = {
  consumer: openApiDocument('consumer', routes),
  integrations: openApiDocument('integrations', routes),
  dashboard: openApiDocument('dashboard', routes),
};
const having = (part: 'params' | 'body') => cases.filter(({ route }) => route[part]);

captureLog();
let services: TestServices;
beforeAll(async () => {
  await freshTable();
  services = await startTestServices();
  process.env.RESET_ALLOWED_EMAILS = sessionOf('superadmin').email;
});
afterAll(() => services?.close());

/** The route's address with this in place of every parameter. */
const urlOf = (route: AnyRoute, parameter = 'x') => route.path.replace(/\{[^}]+\}/g, parameter);

/** A request that the gateway would accept. */
function allowed(route: AnyRoute, request: Partial<TestRequest>): TestRequest {
  const authorizer = authorizerOf(route.auth);
  const headers = route.auth.kind === 'operator' ? asOperator : {};
  return { url: urlOf(route), headers, ...(authorizer && { authorizer }), ...request };
}

function expectEnvelope({ api, plainText }: AnyRoute, { headers, body }: TestResponse) {
  if (plainText) {
    expect(headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(typeof body).toBe('string');
    return;
  }
  expect(headers['content-type']).toBe('application/json; charset=utf-8');
  expect(headers['x-request-id']).toBe(requestId);
  const { details, ...members } = body;
  expect(typeof members.error).toBe('string');
  if (api === 'integrations') {
    expect(Object.keys(body).sort()).toEqual(['code', 'details', 'error']);
  } else {
    expect(Object.keys(members).sort()).toEqual(['code', 'error', 'request_id']);
    expect(members.request_id).toBe(requestId);
    expect(details).not.toBeNull();
  }
}

test('every file of an API is a route', () => {
  const files = globSync('lambdas/{consumer,integrations,dashboard}/**/*.ts', { cwd: root });
  expect(cases.map(({ file }) => file).sort()).toEqual(files.map((file) => file.split(sep).join('/')).sort());
});

describe.each(cases)('$name', ({ route }) => {
  test('declares problems that exist, once, and only those that are its own', () => {
    expect(Object.keys(problems)).toEqual(expect.arrayContaining([...route.problems]));
    expect(new Set(route.problems).size).toBe(route.problems.length);
    expect(route.problems.filter((code) => commonProblems(route).includes(code))).toEqual([]);
  });

  test('answers with success; everything else is a problem', () => {
    const statuses = Object.keys(route.responses).map(Number);
    expect(statuses.length).toBeGreaterThan(0);
    // A page says in its own words that there is none.
    const ofPages = route.answerType === 'text/html' ? [404, 410] : [];
    expect(statuses.filter((status) => (status < 200 || status > 399) && !ofPages.includes(status))).toEqual([]);
  });

  test('is not cacheable unless it is a GET', () => {
    if (route.method !== 'GET') expect(route.cache).toBeUndefined();
    if (route.auth.kind !== 'none') expect(route.cache ?? 'private').toMatch(/^(private|none)$/);
    if (route.id === 'health.get') expect(route.cache).toBe('none');
  });

  test('has links to its other pages if it has pages, and echoes its page', () => {
    const asked = queryNames(route);
    const answered = Object.keys((route.responses[200] as z.ZodObject | undefined)?.shape ?? {});
    const parameters = ['page', 'per_page', 'perPage', ...(exportsNamed(route) ? [] : ['offset'])];
    expect(isPaged(route)).toBe(parameters.some((name) => asked.includes(name)));
    // Lists with cursors have no pages, nor has a fragment for other pages. The specification gives the stuck jobs a
    // limit and neither; results beyond the limit of a search are in the lists.
    if (asked.includes('limit') && !['embed.list', 'ingest.stuck', 'search.list'].includes(route.id))
      expect(asked).toContain('cursor');
    if (isPaged(route)) expect(answered).toEqual(expect.arrayContaining(['page', 'pages', 'per_page', 'total']));
  });

  test('its parameters are the ones of its path', () => {
    const shape = (route.params as z.ZodObject | undefined)?.shape ?? {};
    const inPath = [...route.path.matchAll(/\{([^}+]+)\+?\}/g)].map(([, name]) => name);
    expect(Object.keys(shape)).toEqual(inPath);
  });

  test('says what it does in one line', () => {
    expect(route.summary).toMatch(/^[A-Z].{3,90}[^.]$/);
  });

  test('is in the OpenAPI document of its API with every status it can answer', () => {
    const operation = documents[route.api].paths[route.path.replace('+}', '}')]?.[route.method.toLowerCase()];
    const codes = [...commonProblems(route), ...route.problems].map((code) => String(problems[code].status));
    expect(operation?.operationId).toBe(route.id);
    expect(Object.keys(operation?.responses ?? {}).sort()).toEqual(
      [
        ...new Set([
          ...Object.keys(route.responses),
          ...(route.method === 'GET' && 200 in route.responses ? ['304'] : []),
          ...codes,
        ]),
      ].sort(),
    );
  });
});

// A protocol with errors of its own has its own tests.
test.each(cases.filter(({ route }) => !route.arguments))(
  '$name: 400: a query parameter given twice, whether or not the route knows it',
  async ({ route, target }) => {
    const request = { url: `${urlOf(route)}?nothing=1&nothing=2`, body: route.body && {} };
    const response = await call(target, allowed(route, request));
    expect(response.status).toBe(400);
    // An id made up for the test may be refused before the query is.
    const codes = [route.plainText ? undefined : 'invalid_query', ...(route.params ? ['invalid_id'] : [])];
    expect(codes).toContain(response.body.code);
    expectEnvelope(route, response);
  },
);

describe.each(having('params'))('$name', ({ route, target }) => {
  test.each(['%', '%zz', '%E0%A4%A'])('400: %s in the path is not valid percent-encoding', async (encoded) => {
    const response = await call(target, allowed(route, { url: urlOf(route, encoded), body: route.body && {} }));
    expect({ status: response.status, code: response.body.code }).toEqual({
      status: 400,
      code: route.plainText ? undefined : 'invalid_id',
    });
    expectEnvelope(route, response);
  });
});

describe.each(having('body'))('$name', ({ route, target }) => {
  test.each([
    ['malformed JSON', '{'],
    ['a string', '"x"'],
    ['null', 'null'],
    ['no body', undefined],
  ])('400: %s', async (name, body) => {
    const response = await call(target, allowed(route, { body }));
    if (route.optionalBody && name === 'no body') {
      expect(response.status).toBeLessThan(300);
      return;
    }
    // An id made up for the test may be refused before the body is.
    expect(response.status).toBe(400);
    expect(['invalid_body', ...(route.params ? ['invalid_id'] : [])]).toContain(response.body.code);
    expectEnvelope(route, response);
  });

  test('413: a body over 256 KB', async () => {
    const response = await call(target, allowed(route, { body: JSON.stringify('x'.repeat(256 * 1024)) }));
    expect({ status: response.status, code: response.body.code }).toEqual({ status: 413, code: 'body_too_large' });
    expectEnvelope(route, response);
  });
});

describe.each(cases.filter(({ route }) => route.auth.kind !== 'none'))('$name', ({ route, target }) => {
  test('401: a request without an authorizer context', async () => {
    const response = await call(target, { url: urlOf(route), body: route.body && '{' });
    expect(response.status).toBe(401);
    expectEnvelope(route, response);
  });
});

describe.each(cases.filter(({ route }) => 'scope' in route.auth))('$name', ({ route, target }) => {
  test('403: a caller without the scope', async () => {
    const authorizer = { ...authorizerOf(route.auth), scopes: 'another.scope' };
    const response = await call(target, { url: urlOf(route), body: route.body && '{', authorizer });
    expect({ status: response.status, code: response.body.code }).toEqual({ status: 403, code: 'scope_not_granted' });
    expectEnvelope(route, response);
  });
});

describe('paths, which API Gateway checks only during deployment', () => {
  const addresses = cases.map(({ route }) => route);

  test.each(cases)('$name: segments are words or whole parameters', ({ route }) => {
    if (route.path === '/') return;
    for (const segment of route.path.slice(1).split('/')) {
      expect(segment).toMatch(/^([\w.-]+|\{[A-Za-z]\w*\+?\})$/);
    }
  });

  test.each(['consumer', 'integrations', 'dashboard'])('those of the %s API do not conflict', (api) => {
    expect(findPathFault(addresses.filter((each) => each.api === api).map(({ path }) => path))).toBeUndefined();
  });

  test('no two routes have the same address; Consumer and Integrations share theirs', () => {
    const taken = addresses.map(({ api, method, path }) => `${api === 'dashboard' ? api : 'public'} ${method} ${path}`);
    expect(taken.filter((address, index) => taken.indexOf(address) !== index)).toEqual([]);
    for (const { api, path } of addresses) {
      expect(path.startsWith('/integrations/v1/')).toBe(api === 'integrations');
    }
  });
});
