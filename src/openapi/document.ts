import { STATUS_CODES } from 'node:http';
import * as z from 'zod';
import type { Auth } from '../auth/caller.ts';
import { sessionCookie } from '../auth/session-token.ts';
import { maxListedIssues, type ProblemCode } from '../errors.ts';
import { hasLinks, isPaged, queryNames } from '../http/links.ts';
import { problemDescriptions, problems } from '../http/problems.ts';
import { cacheControl, cachePolicyOf } from '../http/response-headers.ts';
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

/** The general part of each API's document. */
const apis: Record<Api, { title: string; description: string; localPort: number }> = {
  consumer: {
    title: 'Publication Registry: Consumer API',
    description: 'Public access to publications and projects, ingestion of researchers, and affiliations.',
    localPort: 4000,
  },
  integrations: {
    title: 'Publication Registry: Integrations API',
    description: 'Read-only lists for installations of CMS plugins.',
    localPort: 4000,
  },
  dashboard: {
    title: 'Publication Registry: Dashboard API',
    description: 'Administration of users, workspaces, installations, API keys and activity.',
    localPort: 4001,
  },
};

const conventions =
  'Integer times are milliseconds since 1970-01-01T00:00:00Z. Unknown query parameters are ignored; a repeated ' +
  'parameter is an error (400). HEAD returns the headers of GET without a body, and OPTIONS the methods of a path.';

const credentialProblems = ['missing_credential', 'invalid_credential'] as const;
const limitProblems = ['rate_limited', 'setup_incomplete'] as const;

const sessionSchemes = {
  SessionToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'An ID token of the identity provider. It takes precedence over the cookie.',
  },
  SessionCookie: {
    type: 'apiKey',
    in: 'cookie',
    name: sessionCookie,
    description:
      'The ID token in a cookie, for browsers. Requests that change data must then come from a page of the dashboard.',
  },
};

/** The security schemes of each kind of caller, of which one is required, and the possible errors. */
const security = {
  apiKey: {
    schemes: {
      ApiKeyAuth: {
        type: 'apiKey',
        in: 'header',
        name: 'X-API-Key',
        description: 'An API key with scopes, created by an administrator.',
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
          "An installation's credential, with scopes. The installation must be active and have a verified origin. An " +
          'Origin header must match a verified origin.',
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
    schemes: {
      OperatorSecret: { type: 'http', scheme: 'bearer', description: 'The operator secret of the deployment.' },
    },
    problems: [...credentialProblems, 'not_configured'],
  },
} as const satisfies Record<
  Exclude<Auth['kind'], 'none'>,
  { schemes: Record<string, Json>; problems: readonly ProblemCode[] }
>;

/** The error codes that follow from the parts of a route and its kind of caller. */
export function commonProblems(route: AnyRoute): ProblemCode[] {
  const codes: ProblemCode[] = [
    ...(route.params ? (['invalid_id'] as const) : []),
    // A repeated parameter, or malformed percent-encoding.
    'invalid_query',
    ...(route.body ? (['invalid_body', 'body_too_large'] as const) : []),
    ...(route.ifMatch ? (['precondition_failed'] as const) : []),
    ...(route.auth.kind === 'none' ? [] : security[route.auth.kind].problems),
    // From concurrent changes of the same data, or from the gateway if the account runs too many functions.
    'busy',
    'internal_error',
    'timeout',
  ];
  return [...new Set(codes)];
}

/** The errors that may have a Retry-After header. */
const temporary: ReadonlySet<ProblemCode> = new Set(['rate_limited', 'busy', 'conflict', 'upstream_unavailable']);

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
      { url: '..', description: 'The deployment that serves this document' },
      {
        url: '{base_url}',
        description: 'Any deployment',
        variables: {
          base_url: {
            default: `http://localhost:${localPort}`,
            description: 'The base URL of the API. The default is that of `npm start`.',
          },
        },
      },
    ],
    tags: [...new Set(ours.flatMap(tagsOf))].sort().map((name) => ({ name })),
    paths: sorted(paths),
    components: components.toJson(new Set(ours.map(({ auth }) => auth.kind))),
  };
}

const tagsOf = ({ id, internal }: AnyRoute) => [id.slice(0, id.indexOf('.')), ...(internal ? ['internal'] : [])];

function operation(route: AnyRoute, components: Components): Json {
  const where = `${route.api}/${route.id}`;
  const parameters = [
    ...parametersOf('path', route.params, components, where),
    ...parametersOf('query', route.query, components, where),
    ...headerParameters(route).map((name) => ({ $ref: `#/components/parameters/${name}` })),
  ];
  return {
    operationId: route.id,
    tags: tagsOf(route),
    summary: route.summary,
    ...(route.description && { description: route.description }),
    security: securityOf(route.auth),
    ...(parameters.length > 0 && { parameters }),
    ...(route.body && {
      requestBody: { required: !route.optionalBody, content: bodyContent(route, route.body, components) },
    }),
    responses: {
      ...answers(route, components, where),
      ...(hasEntityTag(route) && { 304: components.notModified(route) }),
      ...errors(route, components),
    },
  };
}

function bodyContent(route: AnyRoute, body: z.ZodType, components: Components): Json {
  const schema = components.convert(body, 'input', `${route.api}/${route.id}`);
  return Object.fromEntries(['application/json', ...(route.bodyTypes ?? [])].map((type) => [type, { schema }]));
}

/** The header parameters of a route, by their component names. */
function headerParameters(route: AnyRoute): (keyof typeof requestHeaders)[] {
  return [
    ...(isTranslated(route) ? (['AcceptLanguage'] as const) : []),
    ...(hasEntityTag(route) ? (['IfNoneMatch'] as const) : []),
    ...(route.ifMatch ? (['IfMatch'] as const) : []),
    ...(route.auth.kind === 'member' ? (['WorkspaceId'] as const) : []),
  ];
}

/** Whether a cached response of the route can be revalidated. Redirects cannot. */
const hasEntityTag = ({ method, responses }: AnyRoute) => method === 'GET' && 200 in responses;

const isTranslated = (route: AnyRoute) => queryNames(route).includes('locale');

const hasLimit = ({ auth }: AnyRoute) => auth.kind === 'apiKey' || auth.kind === 'installation';
const limitedName = (route: AnyRoute) => (hasLimit(route) ? 'WithLimit' : '');

/** The response headers of a success. */
function headersOf(route: AnyRoute, status: string): Json {
  const common = { ...commonHeaders, ...(hasLimit(route) && rateLimitHeaders) };
  if (route.method !== 'GET' || status !== '200') {
    return headerReferences({
      ...common,
      ...(route.ifMatch && { ETag: 'ETag' }),
      ...(status === '303' && { Location: 'Location' }),
    });
  }
  return {
    ...headerReferences({
      ...common,
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

/** The scope or role that a route requires. */
export function requiredRight(auth: Auth): string | undefined {
  if ('role' in auth) return auth.role;
  return 'scope' in auth ? auth.scope : undefined;
}

function securityOf(auth: Auth): Json[] {
  const rights = [requiredRight(auth) ?? []].flat();
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

/** The schema of a response in a format other than JSON: CSL-JSON is an array of items, anything else a string. */
const schemaOfType = (mediaType: string): Json =>
  mediaType.endsWith('csl+json')
    ? {
        type: 'array',
        description: 'CSL-JSON 1.0.2 items; an array even for a single item',
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

/** The parameters of an object schema, one per property. Aliases are not documented. */
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

/** Collects the components that operations refer to. */
class Components {
  readonly #api: Api;
  readonly #schemas: Record<string, Json> = {};
  readonly #responses: Record<string, Json> = {};
  /** Starts with the errors of requests that match no operation. */
  readonly #codes = new Set<ProblemCode>(['not_found', 'method_not_allowed', 'invalid_id', 'body_too_large']);

  constructor(api: Api) {
    this.#api = api;
  }

  /** The JSON Schema of a request (`input`) or response (`output`). Schemas with an id become references. */
  convert(schema: z.ZodType, io: 'input' | 'output', where: string): Json {
    const { properties, $defs = {} } = toJsonSchema(z.object({ root: schema }), io, where);
    for (const [id, definition] of Object.entries($defs as Record<string, Json>)) {
      const known = this.#schemas[id];
      if (known && JSON.stringify(known) !== JSON.stringify(definition)) {
        throw new Error(`${where}: two schemas have the id ${id}, or one differs between requests and responses`);
      }
      this.#schemas[id] = definition;
    }
    return (properties as { root: Json }).root;
  }

  /** A reference to the error response for these codes. */
  errorResponse(codes: ProblemCode[], route: AnyRoute): Json {
    const name = codes.map(pascalCase).join('Or') + (route.plainText ? 'AsText' : '') + limitedName(route);
    const headers = headerReferences({
      ...commonHeaders,
      ...(hasLimit(route) && rateLimitHeaders),
      ...(codes.some((code) => temporary.has(code)) && { 'Retry-After': 'RetryAfter' }),
    });
    const code = { properties: { code: { enum: codes } } };
    this.#responses[name] = {
      description: codes.map((each) => `\`${each}\`: ${problemDescriptions[each]}`).join('\n'),
      headers,
      content: {
        ...(route.plainText && { 'text/plain': { schema: { type: 'string' } } }),
        // API Gateway itself rejects malformed percent-encoding, and what it has no function for, always as JSON.
        ...((!route.plainText || codes.includes('invalid_query') || codes.includes('busy')) && {
          'application/json': { schema: { allOf: [{ $ref: '#/components/schemas/Error' }, code] } },
        }),
      },
    };
    for (const each of codes) this.#codes.add(each);
    return { $ref: `#/components/responses/${name}` };
  }

  /** A reference to the 304 response. */
  notModified(route: AnyRoute): Json {
    const name = `NotModified${limitedName(route)}`;
    this.#responses[name] = {
      description: "The client's cached copy is current",
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

/** The schema of `errorBody` in lambda.ts: closed on the Integrations API, open elsewhere. */
function errorSchema(api: Api, codes: ReadonlySet<ProblemCode>): Json {
  const properties = {
    error: { type: 'string', description: 'The error message, for people' },
    code: { type: 'string', enum: [...codes].sort(), description: 'The error code, for programs' },
    details: {
      type: ['object', 'null'],
      description: 'Further information, such as the issues of an invalid request',
      properties: {
        issues: {
          type: 'array',
          description: 'The issues of the request, at most 100',
          maxItems: maxListedIssues,
          items: {
            type: 'object',
            properties: {
              path: {
                type: 'string',
                description: 'The location in the path, query or body; empty for the whole part',
              },
              message: { type: 'string' },
            },
            required: ['path', 'message'],
          },
        },
        more_issues: { type: 'integer', minimum: 1, description: 'The number of further issues, if any' },
      },
      additionalProperties: true,
    },
  };
  if (api === 'integrations') {
    return { type: 'object', properties, required: ['error', 'code', 'details'], additionalProperties: false };
  }
  const requestId = { type: 'string', description: 'The value of the X-Request-Id header' };
  return { type: 'object', properties: { ...properties, request_id: requestId }, required: ['error'] };
}

const pascalCase = (code: string) => code.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());

const sorted = <T>(record: Record<string, T>): Record<string, T> =>
  Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
