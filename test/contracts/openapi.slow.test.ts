import { describe, expect, test } from '@jest/globals';
import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import * as z from 'zod';
import { errorBody } from '#src/http/lambda.ts';
import type { OpenApiDocument } from '#src/http/openapi/components.ts';
import { openApiDocument } from '#src/http/openapi/document.ts';
import type { AnyRoute, Api } from '#src/http/route.ts';
import { apiVersions } from '#src/http/versions.ts';
import { apiKey } from '#src/identity/credentials/credential-auth.ts';
import { invalidRequest, Problem } from '#src/runtime/errors.ts';
import { loadRoutes } from '../../lib/load-declarations.ts';

type Json = Record<string, unknown>;
interface Parameter {
  name: string;
  in: string;
  required: boolean;
  description?: string;
  schema: Json;
}

const routes = (await loadRoutes()).map(({ declaration }) => declaration);
const apis: Api[] = ['consumer', 'integrations', 'dashboard'];

const operationsOf = ({ paths }: OpenApiDocument) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );

/** The path and query parameters; headers are components. */
const parametersOf = (operation: Json) =>
  ((operation.parameters ?? []) as Parameter[]).filter((parameter) => !('$ref' in parameter));

/** Every object in a document, with its path. */
function* objects(value: unknown, at = '#'): Generator<{ at: string; object: Json }> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield { at, object: value as Json };
  for (const [name, member] of Object.entries(value)) yield* objects(member, `${at}/${name}`);
}

/** A schema of the document as a validator. */
function validator(document: OpenApiDocument, schema: Json): z.ZodType {
  const $defs = document.components.schemas;
  const json = JSON.stringify({ ...schema, $defs }).replaceAll('#/components/schemas/', '#/$defs/');
  return z.fromJSONSchema(JSON.parse(json));
}

describe.each(apis)('the document of the %s API', (api) => {
  const document = openApiDocument(api, routes);

  test('states the version of the interface', () => {
    expect(document.openapi).toMatch(/^3\.1\./);
    expect(document.info).toMatchObject({ version: apiVersions[api], license: { identifier: 'Apache-2.0' } });
  });

  // Its schema of OpenAPI 3.1 has `descriptions` instead, and generators of clients validate with it.
  test('variables of servers have no description, with which swagger-parser 13 refuses the document', () => {
    const variables = (document.servers as Json[]).flatMap((server) => Object.values(server.variables ?? {}));
    expect(variables.map((variable) => Object.keys(variable as Json))).toEqual([['default']]);
  });

  test('every $ref resolves to a component', () => {
    const references = [...objects(document)].flatMap(({ object }) => (object.$ref ? [String(object.$ref)] : []));
    expect(references.length).toBeGreaterThan(0);
    for (const reference of new Set(references)) {
      const [, components, kind = '', name = ''] = reference.split('/');
      expect({ components, found: Object.keys((document.components as Json)[kind] ?? {}) }).toEqual({
        components: 'components',
        found: expect.arrayContaining([name]),
      });
    }
  });

  test('operations are named once, tagged, and secured by a scheme the document describes', () => {
    const operations = operationsOf(document).map(({ operation }) => operation);
    const ids = operations.map(({ operationId }) => operationId);
    const tags = (document.tags as { name: string }[]).map(({ name }) => name);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { tags: used, security } of operations) {
      expect(tags).toEqual(expect.arrayContaining(used as string[]));
      for (const requirement of security as Json[]) {
        expect(Object.keys(document.components.securitySchemes ?? {})).toEqual(
          expect.arrayContaining(Object.keys(requirement)),
        );
      }
    }
  });

  test('its page opens with a subject of the registry, and ends with what the service says of itself', () => {
    const tags = (document.tags as { name: string }[]).map(({ name }) => name);
    expect(tags[0]).toBe('publications');
    const ofService = tags.filter((name) => ['health', 'debug-auth', 'docs', 'openapi', 'internal'].includes(name));
    expect(tags.slice(-ofService.length)).toEqual(ofService);
  });

  test('path parameters are those of the path, all required; no parameter is declared twice', () => {
    for (const { path, operation } of operationsOf(document)) {
      const parameters = parametersOf(operation);
      const inPath = parameters.filter((parameter) => parameter.in === 'path');
      expect(inPath.map(({ name }) => `{${name}}`)).toEqual(path.match(/\{[^}]+\}/g) ?? []);
      expect(inPath.every(({ required }) => required)).toBe(true);
      const names = parameters.map((parameter) => `${parameter.in} ${parameter.name}`);
      expect(new Set(names).size).toBe(names.length);
    }
  });

  test('a number in the query fits also for validators that make numbers of texts, such as prism', () => {
    const ajv = formats.default(new Ajv({ coerceTypes: true, strict: false }));
    const numbers = operationsOf(document)
      .flatMap(({ operation }) => parametersOf(operation))
      .flatMap(({ name, schema }) => {
        const choices = (schema.oneOf ?? schema.anyOf ?? [schema]) as Json[];
        return choices.flatMap(({ type, minimum = 1 }) => (type === 'integer' ? [{ name, schema, minimum }] : []));
      });
    expect(numbers.length).toBeGreaterThan(0);
    const refused = numbers.filter(
      ({ schema, minimum }) => !ajv.validate({ type: 'object', properties: { schema } }, { schema: String(minimum) }),
    );
    expect(refused).toEqual([]);
  });

  test('defaults and examples are valid by their own schema', () => {
    const wrong = [...objects(document)].flatMap(({ at, object }) => {
      const values = [
        ...('default' in object && ('type' in object || 'enum' in object) ? [object.default] : []),
        ...(Array.isArray(object.examples) ? object.examples : []),
      ];
      return values
        .filter((value) => !validator(document, object).safeParse(value).success)
        .map((value) => `${at}: ${JSON.stringify(value)}`);
    });
    expect(wrong).toEqual([]);
  });

  test('integer times say their unit', () => {
    const silent = [...objects(document)].flatMap(({ at, object }) =>
      Object.entries((object.properties ?? {}) as Record<string, Json>)
        .filter(([name, property]) => name.endsWith('_at') && JSON.stringify(property).includes('"integer"'))
        .filter(([, property]) => !/milliseconds/i.test(JSON.stringify(property)))
        .map(([name]) => `${at}/${name}`),
    );
    expect(silent).toEqual([]);
  });

  test('every answer carries X-Request-Id', () => {
    const answers = operationsOf(document).flatMap(({ operation }) => Object.values(operation.responses as Json));
    for (const answer of [...answers, ...Object.values(document.components.responses)] as Json[]) {
      if (!answer.$ref) expect(answer.headers).toHaveProperty('X-Request-Id');
    }
  });

  test('GET accepts If-None-Match with its ETag', () => {
    for (const { method, operation } of operationsOf(document)) {
      const references = JSON.stringify(operation.parameters ?? []);
      const responses = operation.responses as Record<string, Json>;
      const isCached = method === 'get' && '200' in responses;
      expect(references.includes('#/components/parameters/IfNoneMatch')).toBe(isCached);
      expect('304' in responses).toBe(isCached);
      if (isCached) expect(Object.keys(responses[200]?.headers ?? {})).toContain('ETag');
      expect(method).not.toBe('head');
    }
  });

  test('lists document their links, and localized texts how to choose a language', () => {
    for (const { path, method, operation } of operationsOf(document)) {
      const names = parametersOf(operation).map(({ name }) => name);
      const isExport = method === 'post' && (names.includes('format') || path === '/api/spreadsheets');
      const isPage = /^\/(?:publications|people|projects|groups)\//.test(path);
      const headers = ((operation.responses as Record<string, Json>)[200]?.headers ?? {}) as Json;
      const isPaged = names.includes('page');
      const continues = names.includes('cursor') || (names.includes('part') && path !== '/sitemap.xml');
      expect([path, 'Link' in headers]).toEqual([path, isPaged || isPage || isExport || continues]);
      expect('Content-Language' in headers).toBe(names.includes('locale'));
      expect(JSON.stringify(operation.parameters ?? []).includes('AcceptLanguage')).toBe(names.includes('locale'));
    }
  });

  test('the error schema is the one of the bodies that are sent', () => {
    const schema = validator(document, document.components.schemas.Error as Json);
    const plain = errorBody(api, new Problem('internal_error', 'No'), 'id');
    const issues = Array.from({ length: 250 }, (_, n) => ({ path: `list.${n}`, message: 'must be a string' }));
    const detailed = errorBody(api, invalidRequest('query', issues), 'id');
    expect(detailed.details).toMatchObject({ more_issues: 150 });
    expect(schema.safeParse(plain)).toMatchObject({ success: true });
    expect(schema.safeParse(detailed)).toMatchObject({ success: true });
    const tooMany = { ...plain, details: { issues: [...issues.slice(0, 101)] } };
    expect(schema.safeParse(tooMany).success).toBe(false);
    expect(schema.safeParse({ ...plain, details: { retry: true } }).success).toBe(true);
    expect(schema.safeParse({ ...plain, more: 1 }).success).toBe(api !== 'integrations');
    expect(schema.safeParse({ error: 'No' }).success).toBe(api !== 'integrations');
    expect(schema.safeParse({ ...plain, code: 'made_up' }).success).toBe(false);
  });
});

test('the routes that operators use are tagged internal, beside their own tag', () => {
  const operations = operationsOf(openApiDocument('dashboard', routes));
  const internal = operations.filter(({ operation }) => (operation.tags as string[]).includes('internal'));
  const paths = internal.map(({ path }) => path).filter((path) => !path.startsWith('/api/site-tools/'));
  expect([...new Set(paths)].sort()).toEqual([
    '/api/ingest/stuck',
    '/api/ingest/stuck/{jobId}/force-fail',
    '/api/people',
    '/api/people/categories',
    '/api/people/{orcid}',
    '/api/people/{orcid}/affiliation',
    '/api/people/{orcid}/export',
    '/api/people/{orcid}/restore',
    '/debug-auth',
  ]);
  expect(internal.length - paths.length).toBe(7);
  expect(internal.every(({ operation }) => (operation.tags as string[]).length === 2)).toBe(true);
});

describe('what a declaration generates', () => {
  const Thing = z.object({ name: z.string(), created_at: z.int() }).meta({ id: 'Thing' });
  const thing = (parts: Partial<AnyRoute> = {}): AnyRoute => ({
    id: 'things.get',
    api: 'consumer',
    method: 'GET',
    path: '/things',
    summary: 'A thing',
    auth: { kind: 'none' },
    responses: { 200: Thing },
    problems: [],
    grants: [],
    handle: async () => ({ status: 200, body: {} }),
    ...parts,
  });
  const operation = (parts: Partial<AnyRoute>) => {
    const [first] = operationsOf(openApiDocument('consumer', [thing(parts)]));
    if (!first) throw new Error('The document has no operation');
    return first;
  };

  test('a greedy parameter is documented as an ordinary one', () => {
    const { path, operation: got } = operation({ path: '/doi/{doi+}', params: z.object({ doi: z.string() }) });
    expect(path).toBe('/doi/{doi}');
    expect(parametersOf(got)).toEqual([{ name: 'doi', in: 'path', required: true, schema: { type: 'string' } }]);
  });

  test('a query value is documented with its parsed type', () => {
    const page = z
      .preprocess((value) => value ?? '1', z.string().regex(/^\d+$/).transform(Number))
      .meta({ description: 'The page', openapi: { type: 'integer', minimum: 1, default: 1 }, declaredRequired: true });
    const year = z
      .string()
      .transform(Number)
      .optional()
      .meta({ openapi: { type: 'integer' } });
    const { operation: got } = operation({ query: z.object({ page, year, q: z.string().default('') }) });
    expect(parametersOf(got)).toEqual([
      {
        name: 'page',
        in: 'query',
        required: true,
        description: 'The page',
        schema: { type: 'integer', minimum: 1, default: 1 },
      },
      { name: 'year', in: 'query', required: false, schema: { type: 'integer' } },
      { name: 'q', in: 'query', required: false, schema: { type: 'string', default: '' } },
    ]);
  });

  test('a parameter declared required needs a default to fill in', () => {
    const query = z.object({ page: z.string().meta({ declaredRequired: true }) });
    expect(() => operation({ query })).toThrow('consumer/things.get: the parameter page is declaredRequired');
  });

  test('a schema with an id becomes a component; two of one name are refused', () => {
    const document = openApiDocument('consumer', [thing()]);
    expect(document.components.schemas.Thing).toEqual({
      type: 'object',
      properties: {
        name: { type: 'string' },
        created_at: { type: 'integer', description: expect.stringContaining('Milliseconds') },
      },
      required: ['name', 'created_at'],
    });
    const Other = z.object({ name: z.int() }).meta({ id: 'Thing2' });
    const body = z.object({ name: z.string() }).meta({ id: 'Thing2' });
    expect(() => openApiDocument('consumer', [thing({ body, responses: { 200: Other } })])).toThrow('Thing2');
  });

  test('only strict objects are closed', () => {
    const { operation: got } = operation({
      body: z.strictObject({}),
      responses: { 200: z.object({}), 201: z.strictObject({}), 202: z.looseObject({}) },
    });
    const closed = [...objects(got)].filter(({ object }) => object.additionalProperties === false);
    expect(closed.map(({ at }) => at)).toEqual([
      '#/requestBody/content/application/json/schema',
      '#/responses/201/content/application/json/schema',
    ]);
  });

  test('a response schema that cannot be described fails with its route', () => {
    expect(() => operation({ responses: { 200: z.object({ at: z.date() }) } })).toThrow('consumer/things.get: ');
  });

  test('a key brings its scheme, its scope and its problems', () => {
    const document = openApiDocument('consumer', [thing({ auth: apiKey('ingest') })]);
    const got = document.paths['/things']?.get ?? {};
    expect(got.security).toEqual([{ ApiKeyAuth: ['ingest'] }]);
    expect(document.components.securitySchemes).toMatchObject({ ApiKeyAuth: { in: 'header', name: 'X-API-Key' } });
    expect(Object.keys(got.responses as Json)).toEqual(['200', '304', '400', '401', '403', '429', '500', '503', '504']);
    expect(document.components.responses.RateLimitedWithLimit).toHaveProperty('headers.Retry-After');
    // Every response to a caller with a limit states the remaining requests.
    for (const name of ['RateLimitedWithLimit', 'NotModifiedWithLimit', 'TimeoutWithLimit']) {
      expect(document.components.responses[name]).toHaveProperty('headers.RateLimit');
    }
  });

  test('every route declares busy; it has Retry-After, and so has a conflict', () => {
    const document = openApiDocument('consumer', [thing({}), thing({ method: 'POST', problems: ['conflict'] })]);
    const { get, post } = document.paths['/things'] ?? {};
    for (const each of [get, post]) expect(Object.keys(each?.responses as Json)).toContain('503');
    for (const name of ['Busy', 'Conflict']) {
      expect(document.components.responses[name]).toHaveProperty('headers.Retry-After');
    }
  });

  test('every 400 for a query is declared; where errors are text, in both forms', () => {
    for (const api of apis) {
      const document = openApiDocument(api, routes);
      for (const { path, operation: each } of operationsOf(document)) {
        const { $ref } = (each.responses as Record<string, { $ref: string }>)[400] ?? { $ref: '' };
        const name = $ref.replace('#/components/responses/', '');
        const response = document.components.responses[name] as { description: string; content: Json };
        expect(response.description).toContain('`invalid_query`');
        const isText = path.startsWith('/integrations/v1/verify') || path === '/robots.txt';
        const types = isText ? ['text/plain', 'application/json'] : ['application/json'];
        expect(Object.keys(response.content)).toEqual(types);
      }
    }
  });

  test('CSL-JSON is an array of items, other formats are texts', () => {
    const { operation: got } = operation({ mediaTypes: ['application/vnd.citationstyles.csl+json', 'text/csv'] });
    expect((got.responses as Json)[200]).toMatchObject({
      content: {
        'application/vnd.citationstyles.csl+json': { schema: { type: 'array', items: { type: 'object' } } },
        'text/csv': { schema: { type: 'string' } },
      },
    });
  });

  test('an error response lists the codes it can have', () => {
    const query = z.object({ q: z.string().optional() });
    const params = z.object({ id: z.string() });
    const { operation: got } = operation({ path: '/things/{id}', query, params, problems: ['not_found'] });
    expect(got.responses).toMatchObject({
      400: { $ref: '#/components/responses/InvalidIdOrInvalidQuery' },
      404: { $ref: '#/components/responses/NotFound' },
    });
  });
});
