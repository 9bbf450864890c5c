import { STATUS_CODES } from 'node:http';
import * as z from 'zod';
import type { Auth } from '../auth/caller.ts';
import { sessionCookie } from '../auth/session-token.ts';
import { mostIssues, type ProblemCode } from '../errors.ts';
import { cacheControl, cachePolicyOf } from '../http/answer-headers.ts';
import { hasLinks, isPaged } from '../http/links.ts';
import { meanings, problems } from '../http/problems.ts';
import type { AnyRoute, Api } from '../http/route.ts';
import { apiVersions } from '../http/versions.ts';
import {
  cachingHeaders,
  commonHeaders,
  headerReferences,
  rateLimitHeaders,
  requestHeaders,
  responseHeaders,
} from './headers.ts';
import { toJsonSchema } from './json-schema.ts';

type Json = Record<string, unknown>;

export interface OpenApiDocument extends Json {
  paths: Record<string, Record<string, Json>>;
  components: { schemas: Json; parameters: Json; responses: Json; headers: Json; securitySchemes?: Json };
}

/** Everything the document of an API says besides its routes. */
const apis: Record<Api, { title: string; description: string; localPort: number }> = {
  consumer: {
    title: 'Publication Registry: Consumer API',
    description: 'Public reading of publications and projects, requests to ingest researchers, and affiliations.',
    localPort: 4000,
  },
  integrations: {
    title: 'Publication Registry: Integrations API',
    description: 'Read-only lists for the installations of content-management-system plugins.',
    localPort: 4000,
  },
  dashboard: {
    title: 'Publication Registry: Dashboard API',
    description: 'Administration: imports, ingestion, curation, keys, activity and operator routes.',
    localPort: 4001,
  },
};

const conventions =
  'Integer times are milliseconds since 1970-01-01T00:00:00Z. Query parameters the document does not name are ignored; ' +
  'one that is given twice is 400. ' +
  'HEAD answers like GET without the body, and OPTIONS with the methods of an address.';

const credentialProblems = ['missing_credential', 'invalid_credential'] as const;
const limitProblems = ['rate_limited', 'setup_incomplete'] as const;

const sessionSchemes = {
  SessionToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'An ID token of the identity provider. It goes before the cookie.',
  },
  SessionCookie: {
    type: 'apiKey',
    in: 'cookie',
    name: sessionCookie,
    description: 'The same token, as browsers send it. With it changes must come from a page of the dashboard.',
  },
};

/** What each kind of caller shows, any one of these, and what can be wrong with it. */
const security = {
  apiKey: {
    schemes: {
      ApiKeyAuth: {
        type: 'apiKey',
        in: 'header',
        name: 'X-API-Key',
        description: 'A key made by an operator, with scopes.',
      },
    },
    problems: [...credentialProblems, 'scope_not_granted', ...limitProblems],
  },
  installation: {
    schemes: {
      InstallationAuth: {
        type: 'apiKey',
        in: 'header',
        name: 'X-API-Key',
        description:
          "An installation's credential, with scopes. The installation must be active and have a verified origin; a " +
          'request with an Origin must come from one.',
      },
    },
    problems: [
      ...credentialProblems,
      'credential_inactive',
      'credential_expired',
      'origin_rejected',
      'scope_not_granted',
      ...limitProblems,
    ],
  },
  session: { schemes: sessionSchemes, problems: [...credentialProblems, 'origin_rejected'] },
  member: {
    schemes: sessionSchemes,
    problems: [...credentialProblems, 'origin_rejected', 'forbidden', 'invalid_query'],
  },
  operator: {
    schemes: { OperatorSecret: { type: 'http', scheme: 'bearer', description: "The deployment's own secret." } },
    problems: [...credentialProblems, 'not_configured'],
  },
} as const satisfies Record<
  Exclude<Auth['kind'], 'none'>,
  { schemes: Record<string, Json>; problems: readonly ProblemCode[] }
>;

/** The codes any route with the same parts and the same kind of caller can answer with. */
export function commonProblems(route: AnyRoute): ProblemCode[] {
  const codes: ProblemCode[] = [
    ...(route.params ? (['invalid_id'] as const) : []),
    // A parameter given twice, or a query that is not percent-encoded.
    'invalid_query',
    ...(route.body ? (['invalid_body', 'body_too_large'] as const) : []),
    ...(route.auth.kind === 'none' ? [] : security[route.auth.kind].problems),
    ...(mayBeBusy(route) ? (['busy'] as const) : []),
    'internal_error',
    'timeout',
  ];
  return [...new Set(codes)];
}

/** Answers that may say when the same request may succeed. */
const temporary: ReadonlySet<ProblemCode> = new Set(['rate_limited', 'busy', 'conflict']);

/** Whether other requests can keep the table busy for a route. One that declares `conflict` says that instead. */
const mayBeBusy = ({ auth, grants, problems }: AnyRoute) =>
  !problems.includes('conflict') &&
  (auth.kind === 'apiKey' ||
    auth.kind === 'installation' ||
    grants.some((grant) => /^(table|activity|lists)/.test(grant)));

/** The OpenAPI 3.1 document of one API. */
export function openApiDocument(api: Api, routes: readonly AnyRoute[]): OpenApiDocument {
  const ours = routes.filter((route) => route.api === api);
  const { title, description, localPort } = apis[api];
  const components = new Components(api);
  const paths: OpenApiDocument['paths'] = {};
  for (const route of ours) {
    const path = route.path.replace('+}', '}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(route, components) };
  }
  return {
    openapi: '3.1.1',
    info: {
      title,
      version: apiVersions[api],
      description: `${description}\n\n${conventions}`,
      license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
    },
    servers: [
      { url: '..', description: 'The installation this document comes from' },
      {
        url: '{base_url}',
        description: 'Any installation',
        variables: {
          base_url: {
            default: `http://localhost:${localPort}`,
            description: 'The address of the API; the default is where "npm start" serves it',
          },
        },
      },
    ],
    tags: [...new Set(ours.map(tagOf))].sort().map((name) => ({ name })),
    paths: sorted(paths),
    components: components.toJson(new Set(ours.map(({ auth }) => auth.kind))),
  };
}

const tagOf = (route: AnyRoute) => route.id.slice(0, route.id.indexOf('.'));

function operation(route: AnyRoute, components: Components): Json {
  const where = `${route.api}/${route.id}`;
  const parameters = [
    ...parametersOf('path', route.params, components, where),
    ...parametersOf('query', route.query, components, where),
    ...headerParameters(route).map((name) => ({ $ref: `#/components/parameters/${name}` })),
  ];
  return {
    operationId: route.id,
    tags: [tagOf(route)],
    summary: route.summary,
    ...(route.description && { description: route.description }),
    security: securityOf(route.auth),
    ...(parameters.length > 0 && { parameters }),
    ...(route.body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: components.convert(route.body, 'input', where) } },
      },
    }),
    responses: {
      ...answers(route, components, where),
      ...(route.method === 'GET' && { 304: components.notModified(route) }),
      ...errors(route, components),
    },
  };
}

/** What a request may say in its header: the names of components. */
function headerParameters(route: AnyRoute): (keyof typeof requestHeaders)[] {
  return [
    ...(isTranslated(route) ? (['AcceptLanguage'] as const) : []),
    ...(route.method === 'GET' ? (['IfNoneMatch'] as const) : []),
    ...(route.auth.kind === 'member' ? (['WorkspaceId'] as const) : []),
  ];
}

const isTranslated = ({ query }: AnyRoute) => 'locale' in ((query as z.ZodObject | undefined)?.shape ?? {});

const hasLimit = ({ auth }: AnyRoute) => auth.kind === 'apiKey' || auth.kind === 'installation';
const limitedName = (route: AnyRoute) => (hasLimit(route) ? 'WithLimit' : '');

/** The headers of a success that clients can make use of. */
function headersOf(route: AnyRoute, status: string): Json {
  const ofEvery = { ...commonHeaders, ...(hasLimit(route) && rateLimitHeaders) };
  if (route.method !== 'GET' || status !== '200') return headerReferences(ofEvery);
  return {
    ...headerReferences({
      ...ofEvery,
      ...cachingHeaders,
      ...(isTranslated(route) && { 'Content-Language': 'ContentLanguage' }),
      ...(hasLinks(route) && { Link: 'Link' }),
      ...(route.mediaTypes && { 'Content-Disposition': 'ContentDisposition' }),
      ...(isPaged(route) &&
        route.mediaTypes && { 'X-Export-Limit': 'ExportLimit', 'X-Export-Truncated': 'ExportTruncated' }),
    }),
    'Cache-Control': {
      description: responseHeaders.CacheControl.description,
      schema: { type: 'string', const: cacheControl[cachePolicyOf(route)] },
    },
  };
}

/** What of its kind a route asks for: a scope, or a role. */
export function rightOf(auth: Auth): string | undefined {
  if ('role' in auth) return auth.role;
  return 'scope' in auth ? auth.scope : undefined;
}

function securityOf(auth: Auth): Json[] {
  const rights = [rightOf(auth) ?? []].flat();
  return auth.kind === 'none' ? [] : Object.keys(security[auth.kind].schemes).map((name) => ({ [name]: rights }));
}

function answers(route: AnyRoute, components: Components, where: string): Json {
  const mediaType = route.plainText ? 'text/plain' : (route.answerType ?? 'application/json');
  const otherTypes = Object.fromEntries((route.mediaTypes ?? []).map((type) => [type, { schema: schemaOfType(type) }]));
  const entries = Object.entries(route.responses).map(([status, schema]) => [
    status,
    {
      description: STATUS_CODES[status] ?? status,
      headers: headersOf(route, status),
      content: {
        [mediaType]: { schema: components.convert(schema, 'output', where) },
        ...(status === '200' && otherTypes),
      },
    },
  ]);
  return Object.fromEntries(entries);
}

/** What an answer in a format other than JSON is: CSL-JSON an array of items, anything else a text. */
const schemaOfType = (mediaType: string): Json =>
  mediaType.endsWith('csl+json')
    ? {
        type: 'array',
        description: 'Items of CSL-JSON 1.0.2, also where there is only one',
        items: {
          type: 'object',
          properties: { id: { type: 'string' }, type: { type: 'string' } },
          required: ['id', 'type'],
          additionalProperties: true,
        },
      }
    : { type: 'string' };

function errors(route: AnyRoute, components: Components): Json {
  const byStatus = new Map<number, ProblemCode[]>();
  for (const code of new Set([...commonProblems(route), ...route.problems])) {
    const { status } = problems[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries([...byStatus].map(([status, codes]) => [status, components.errorResponse(codes, route)]));
}

/** One parameter a property of the schema. Names that a schema takes but does not declare stay undocumented. */
function parametersOf(place: 'path' | 'query', schema: z.ZodType | undefined, components: Components, where: string) {
  if (!schema) return [];
  const { properties, required = [] } = components.convert(schema, 'input', where) as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  if (!properties) throw new Error(`${where}: the ${place} schema must be an object without an id`);
  return Object.entries(properties).map(([name, property]) => {
    const { description, declaredRequired, deprecated, ...value } = property;
    if (declaredRequired && value.default === undefined) {
      throw new Error(`${where}: the parameter ${name} is declaredRequired and has no default`);
    }
    return {
      name,
      in: place,
      required: place === 'path' || Boolean(declaredRequired) || required.includes(name),
      ...(description !== undefined && { description }),
      ...(deprecated !== undefined && { deprecated }),
      schema: value,
    };
  });
}

/** Collects what operations refer to by name. */
class Components {
  readonly #api: Api;
  readonly #schemas: Record<string, Json> = {};
  readonly #responses: Record<string, Json> = {};
  /** To begin with, those of requests that reach no operation. */
  readonly #codes = new Set<ProblemCode>(['not_found', 'method_not_allowed', 'invalid_id', 'body_too_large']);

  constructor(api: Api) {
    this.#api = api;
  }

  /** The JSON Schema of a schema as it is sent (`input`) or answered (`output`); schemas with an id become references. */
  convert(schema: z.ZodType, io: 'input' | 'output', where: string): Json {
    const { properties, $defs = {} } = toJsonSchema(z.object({ root: schema }), io, where);
    for (const [id, definition] of Object.entries($defs as Record<string, Json>)) {
      const known = this.#schemas[id];
      if (known && JSON.stringify(known) !== JSON.stringify(definition)) {
        throw new Error(`${where}: two schemas have the id ${id}, or one differs between requests and answers`);
      }
      this.#schemas[id] = definition;
    }
    return (properties as { root: Json }).root;
  }

  /** A reference to the response that carries one of these codes. */
  errorResponse(codes: ProblemCode[], route: AnyRoute): Json {
    const name = codes.map(pascalCase).join('Or') + (route.plainText ? 'AsText' : '') + limitedName(route);
    const headers = headerReferences({
      ...commonHeaders,
      ...(hasLimit(route) && rateLimitHeaders),
      ...(codes.some((code) => temporary.has(code)) && { 'Retry-After': 'RetryAfter' }),
    });
    const code = { properties: { code: { enum: codes } } };
    this.#responses[name] = {
      description: codes.map((each) => `\`${each}\`: ${meanings[each]}`).join('\n'),
      headers,
      content: {
        ...(route.plainText && { 'text/plain': { schema: { type: 'string' } } }),
        // The gateway itself refuses a query that is not percent-encoded, and has one form for all routes.
        ...((!route.plainText || codes.includes('invalid_query')) && {
          'application/json': { schema: { allOf: [{ $ref: '#/components/schemas/Error' }, code] } },
        }),
      },
    };
    for (const each of codes) this.#codes.add(each);
    return { $ref: `#/components/responses/${name}` };
  }

  /** A reference to the response that says a copy is current. */
  notModified(route: AnyRoute): Json {
    const name = `NotModified${limitedName(route)}`;
    this.#responses[name] = {
      description: 'The copy the client has is current',
      headers: headerReferences({ ...commonHeaders, ...(hasLimit(route) && rateLimitHeaders), ...cachingHeaders }),
    };
    return { $ref: `#/components/responses/${name}` };
  }

  toJson(kinds: ReadonlySet<Auth['kind']>): OpenApiDocument['components'] {
    const used = [...kinds].flatMap((kind) => (kind === 'none' ? [] : Object.entries(security[kind].schemes)));
    return {
      schemas: sorted({ ...this.#schemas, Error: errorSchema(this.#api, this.#codes) }),
      parameters: requestHeaders,
      responses: sorted(this.#responses),
      headers: responseHeaders,
      ...(used.length > 0 && { securitySchemes: Object.fromEntries(used) }),
    };
  }
}

/** The body `errorBody` in lambda.ts makes: closed and complete on the Integrations API, open elsewhere. */
function errorSchema(api: Api, codes: ReadonlySet<ProblemCode>): Json {
  const properties = {
    error: { type: 'string', description: 'What went wrong, for people' },
    code: { type: 'string', enum: [...codes].sort(), description: 'What went wrong, for programs' },
    details: {
      type: ['object', 'null'],
      description: 'More about it; of an invalid request all that is wrong with it',
      properties: {
        issues: {
          type: 'array',
          description: 'What is wrong, at most 100 things',
          maxItems: mostIssues,
          items: {
            type: 'object',
            properties: {
              path: { type: 'string', description: 'Where, in the path, the query or the body; empty for all of it' },
              message: { type: 'string' },
            },
            required: ['path', 'message'],
          },
        },
        more_issues: { type: 'integer', minimum: 1, description: 'How many more there are, if there are' },
      },
      additionalProperties: true,
    },
  };
  if (api === 'integrations') {
    return { type: 'object', properties, required: ['error', 'code', 'details'], additionalProperties: false };
  }
  const requestId = { type: 'string', description: 'The same as the header X-Request-Id' };
  return { type: 'object', properties: { ...properties, request_id: requestId }, required: ['error'] };
}

const pascalCase = (code: string) => code.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());

const sorted = <T>(record: Record<string, T>): Record<string, T> =>
  Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
