import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import * as z from 'zod';
import type { OpenApiDocument } from '#src/http/openapi/components.ts';
import { openApiDocument } from '#src/http/openapi/document.ts';
import type { AnyRoute, Api } from '#src/http/route.ts';
import { loadRoutes } from '../../lib/load-declarations.ts';
import { carberry } from '../support/builders.ts';
import { freshTable } from '../support/engine.ts';
import { authorizerOf, call, sessionOf, type Target, type TestResponse } from '../support/event.ts';
import { captureLog } from '../support/log.ts';
import { asOperator, startTestServices, type TestServices } from '../support/services.ts';

/** Routes treat parameters and bodies as the OpenAPI documents say, present or absent. */

interface Declared {
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, Declared>;
  required?: string[];
  items?: Declared;
  oneOf?: Declared[];
  anyOf?: Declared[];
  additionalProperties?: unknown;
  const?: unknown;
  default?: unknown;
  minLength?: number;
  enum?: unknown[];
  pattern?: string;
  format?: string;
}
interface Parameter {
  name: string;
  in: string;
  required: boolean;
  schema: Declared;
}

const loaded = await loadRoutes();
const routes = loaded.map(({ declaration }) => declaration);
const documents: Record<Api, OpenApiDocument> = {
  consumer: openApiDocument('consumer', routes),
  integrations: openApiDocument('integrations', routes),
  dashboard: openApiDocument('dashboard', routes),
};
const cases = await Promise.all(
  loaded.map(async ({ file, declaration: route }) => {
    const target = (await import(`../../${file}`)) as Exclude<Target, AnyRoute>;
    const operation = documents[route.api].paths[route.path.replace('+}', '}')]?.[route.method.toLowerCase()];
    const parameters = ((operation?.parameters ?? []) as Parameter[]).filter((each) => each.in === 'query');
    const bodies = (operation?.requestBody as { content: Record<string, { schema: Declared }> } | undefined)?.content;
    const body = resolve(route.api, bodies?.['application/json']?.schema);
    return { name: `${route.method} ${route.path} (${file})`, route, target, parameters, body };
  }),
);

function resolve(api: Api, schema: Declared | undefined): Declared | undefined {
  const name = schema?.$ref?.split('/').pop();
  return name === undefined ? schema : (documents[api].components.schemas[name] as Declared);
}

captureLog();
let services: TestServices;
beforeAll(async () => {
  await freshTable();
  services = await startTestServices();
  process.env.RESET_ALLOWED_EMAILS = sessionOf('superadmin').email;
});
afterAll(() => services?.close());

/** Ids of nothing, in every form. */
const ids = [
  ...[carberry, '10.5555/none', 'none@example.org', '7d7e0be4-6a11-4a4e-9d4c-6a0b4c3f0f6e', 'a'.repeat(64), 'x'],
  ...['a'.repeat(32), `${'a'.repeat(32)}-1700000000000-0000000a`],
];

function urlOf({ path, params }: AnyRoute): string {
  const shape = (params as z.ZodObject | undefined)?.shape ?? {};
  return path.replace(/\{([^}+]+)\+?\}/g, (_, name: string) => {
    const id = ids.find((each) => (shape[name] as z.ZodType).safeParse(each).success);
    return encodeURIComponent(id ?? '');
  });
}

function send({ route, target }: (typeof cases)[number], body: unknown): Promise<TestResponse> {
  const authorizer = authorizerOf(route.auth);
  const headers = route.auth.kind === 'operator' ? asOperator : {};
  return call(target, { url: urlOf(route), headers, ...(authorizer && { authorizer }), ...(route.body && { body }) });
}

/** The parts of a request that are refused with a message. */
const refused = ({ body }: TestResponse, code: string, message: string): string[] =>
  body?.code === code
    ? body.details.issues.filter((each: { message: string }) => each.message === message).map(pathOf)
    : [];
const pathOf = ({ path }: { path: string }) => path;

/** The defaults that are applied after parsing, because they depend on the request. */
const appliedLater: Record<string, unknown[]> = { dir: ['asc', 'desc'], includeDeleted: [false] };

/** The specification declares these required, each with a default. */
const requiredWithDefault = ['page', 'per_page', 'perPage', 'q', 'sort', 'dir', 'visibility', 'status', 'active_only'];

describe.each(cases.filter(({ route }) => route.query))('$name', (each) => {
  const { route, parameters } = each;
  const { query } = route;
  const { shape } = (query instanceof z.ZodPipe ? query.out : query) as z.ZodObject;

  test('without parameters, exactly those without a default are refused that are declared required', async () => {
    const required = parameters.filter((parameter) => parameter.required);
    const missing = required.filter(({ schema }) => schema.default === undefined).map(({ name }) => name);
    const response = await send(each, {});
    expect(refused(response, 'invalid_query', 'is required').sort()).toEqual(missing.sort());
    if (missing.length === 0) expect(response.body?.code).not.toBe('invalid_query');
    const withDefault = required.map(({ name }) => name).filter((name) => !missing.includes(name));
    expect(requiredWithDefault).toEqual(expect.arrayContaining(withDefault));
  });

  test.each(parameters.map((parameter) => [parameter.name, parameter] as const))('%s', (name, { schema }) => {
    expectDeclared(schema, shape[name] as z.ZodType, appliedLater[name]);
  });
});

describe.each(cases.filter(({ body }) => body?.type !== 'array' && body !== undefined))('$name', (each) => {
  const { route, body } = each;
  const alternatives = body?.oneOf ?? body?.anyOf ?? [body ?? {}];

  test.each(alternatives.map((schema, index) => [index, schema] as const))('body %i', async (index, schema) => {
    const constants = Object.entries(schema.properties ?? {}).filter(([, property]) => property.const !== undefined);
    const least = Object.fromEntries(constants.map(([name, property]) => [name, property.const]));
    // Undeclared fields are refused, and so are missing required ones; no other missing field is.
    const response = await send(each, { ...least, undeclared: 1 });
    expect(response.status).toBe(400);
    expect(refused(response, 'invalid_body', 'is not a field of this request')).toEqual(['undeclared']);
    const missing = (schema.required ?? []).filter((name) => !(name in least));
    expect(refused(response, 'invalid_body', 'is required').sort()).toEqual(missing.sort());
    // Authors in an entry of a file are read as those of sources are.
    expect(openObjects(schema).filter((path) => !path.startsWith('.rows.row.data.'))).toEqual([]);
    const object = route.body instanceof z.ZodDiscriminatedUnion ? route.body.options[index] : route.body;
    for (const [name, property] of Object.entries(schema.properties ?? {})) {
      expectDeclared(property, (object as z.ZodObject).shape[name] as z.ZodType);
    }
  });
});

test('operations of a JSON Patch may have other fields', () => {
  const patched = cases.filter(({ body }) => body?.type === 'array');
  expect(patched.length).toBeGreaterThan(1);
  for (const { route } of patched) {
    const operation = { op: 'remove', path: '/x', from: '/y', value: 1, note: 'of the client' };
    expect(route.body?.safeParse([operation]).success).toBe(true);
  }
});

/** Including objects with fields that allow others. */
function openObjects(schema: Declared, path = ''): string[] {
  if (schema.$ref?.endsWith('/JsonPatch')) return [];
  const inner = Object.entries(schema.properties ?? {}).flatMap(([name, each]) => openObjects(each, `${path}.${name}`));
  const members = [...(schema.oneOf ?? []), ...(schema.anyOf ?? []), ...(schema.items ? [schema.items] : [])];
  const isOpen = schema.properties !== undefined && schema.additionalProperties !== false;
  return [...(isOpen ? [path] : []), ...inner, ...members.flatMap((each) => openObjects(each, path))];
}

/**
 * The declared default is what the server takes instead, and a declared text may be empty only if the server takes
 * it.
 */
function expectDeclared(declared: Declared, schema: z.ZodType, defaults?: unknown[]): void {
  const without = schema.safeParse(undefined);
  if ((declared.default ?? null) !== null && (without.data ?? null) !== null) {
    const written = [declared.default, String(declared.default)].map((value) => schema.safeParse(value));
    expect([written.find(({ success }) => success)?.data]).toEqual([without.data]);
  } else if ((declared.default ?? null) !== null) {
    expect(defaults).toContain(declared.default);
  } else {
    expect(without.data ?? null).toBeNull();
  }
  const [text, empty] = declared.type === 'array' ? [declared.items ?? {}, ['']] : [declared, ''];
  const isPlain = text.type === 'string' && !text.enum && text.const === undefined && !text.pattern && !text.format;
  if (isPlain && !schema.safeParse(empty).success) expect(text.minLength).toBeGreaterThanOrEqual(1);
}
