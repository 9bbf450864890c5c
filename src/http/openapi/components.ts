import * as z from 'zod';
import type { Auth } from '#src/identity/callers/caller.ts';
import { maxListedIssues, type ProblemCode } from '#src/runtime/errors.ts';
import { problemDescriptions } from '../problems.ts';
import type { AnyRoute, Api } from '../route.ts';
import {
  cachingHeaders,
  commonHeaders,
  headerReferences,
  rateLimitHeaderNames,
  requestHeaders,
  responseHeaders,
} from './headers.ts';
import { type Json, toJsonSchema } from './json-schema.ts';
import { security } from './security.ts';

/** An OpenAPI document. */
export interface OpenApiDocument extends Json {
  paths: Record<string, Record<string, Json>>;
  components: { schemas: Json; parameters: Json; responses: Json; headers: Json; securitySchemes?: Json };
}

/** Errors that may have a Retry-After header. */
const temporary: ReadonlySet<ProblemCode> = new Set(['rate_limited', 'busy', 'conflict', 'upstream_unavailable']);

/** Whether the caller has a rate limit. */
export const hasLimit = ({ auth }: AnyRoute) => auth.kind === 'apiKey' || auth.kind === 'installation';
const limitedName = (route: AnyRoute) => (hasLimit(route) ? 'WithLimit' : '');

/** Collects the components that operations refer to. */
export class Components {
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
      ...(hasLimit(route) && rateLimitHeaderNames),
      ...(codes.some((code) => temporary.has(code)) && { 'Retry-After': 'RetryAfter' }),
    });
    const code = { properties: { code: { enum: codes } } };
    this.#responses[name] = {
      description: codes.map((each) => `\`${each}\`: ${problemDescriptions[each]}`).join('\n'),
      headers,
      content: {
        ...(route.plainText && { 'text/plain': { schema: { type: 'string' } } }),
        // API Gateway itself, always in JSON, rejects malformed percent-encoding and requests that it has no function
        // for.
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
      headers: headerReferences({
        ...commonHeaders,
        ...(hasLimit(route) && rateLimitHeaderNames),
        ...cachingHeaders,
        'X-Ignored-Parameters': 'IgnoredParameters',
      }),
    };
    return { $ref: `#/components/responses/${name}` };
  }

  /** All components, for a document with these kinds of callers. */
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

/** The record with its keys in alphabetical order. */
export const sorted = <T>(record: Record<string, T>): Record<string, T> =>
  Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
