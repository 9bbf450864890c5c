import { STATUS_CODES } from 'node:http';
import type * as z from 'zod';
import type { Auth } from '#src/identity/callers/caller.ts';
import type { ProblemCode } from '#src/runtime/errors.ts';
import { release } from '#src/runtime/release.ts';
import { exportsNamed, hasLinks, isInParts, isPaged, queryNames } from '../links.ts';
import { problems } from '../problems.ts';
import { isRedirect } from '../redirect.ts';
import { cacheControl, cachePolicyOf } from '../response-headers.ts';
import { type AnyRoute, type Api, formType } from '../route.ts';
import { apiVersions } from '../versions.ts';
import { Components, hasLimit, type OpenApiDocument, sorted } from './components.ts';
import {
  cachingHeaders,
  commonHeaders,
  headerReferences,
  rateLimitHeaderNames,
  type requestHeaders,
  responseHeaders,
} from './headers.ts';
import type { Json } from './json-schema.ts';
import { requiredRight, security } from './security.ts';

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
  'parameter or an unknown field of a body is an error (400). HEAD returns the headers of GET without a body, and OPTIONS the methods of a path.';

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
      'x-release': release,
      description: `${description}\n\n${conventions}`,
      license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
    },
    servers: [
      { url: '..', description: 'The deployment that serves this document' },
      {
        url: '{base_url}',
        description: 'Any deployment, by the base URL of the API. The default is that of `npm start`.',
        // A description of the variable itself would make swagger-parser 13 refuse the document.
        variables: { base_url: { default: `http://localhost:${localPort}` } },
      },
    ],
    tags: orderedTags(ours).map((name) => ({ name })),
    paths: sorted(paths),
    components: components.toJson(new Set(ours.map(({ auth }) => auth.kind))),
  };
}

/** The tags that readers look for first, and the service's own routes, which come last. */
const firstTags = ['publications', 'researchers', 'people', 'projects', 'works'];
const lastTags = ['health', 'debug-auth', 'docs', 'openapi', 'internal'];

/** The tags in the order in which the pages of the APIs show them; the page opens with the first. */
function orderedTags(routes: readonly AnyRoute[]): string[] {
  const tags = new Set(routes.flatMap(tagsOf).sort());
  const known = (names: readonly string[]) => names.filter((name) => tags.has(name));
  const others = [...tags].filter((name) => !firstTags.includes(name) && !lastTags.includes(name));
  return [...known(firstTags), ...others, ...known(lastTags)];
}

const tagsOf = ({ id, internal }: AnyRoute) => [id.slice(0, id.indexOf('.')), ...(internal ? ['internal'] : [])];

function operation(route: AnyRoute, components: Components): Json {
  const where = `${route.api}/${route.id}`;
  const parameters = [
    ...parametersOf('path', route.params, components, where),
    ...parametersOf(
      'query',
      route.method === 'GET' ? (route.query ?? route.arguments) : route.query,
      components,
      where,
    ),
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
    ...(route.arguments &&
      route.method === 'POST' && {
        requestBody: {
          required: true,
          content: { [formType]: { schema: components.convert(route.arguments, 'input', where) } },
        },
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

function headerParameters(route: AnyRoute): (keyof typeof requestHeaders)[] {
  return [
    ...(isTranslated(route) ? (['AcceptLanguage'] as const) : []),
    ...(hasEntityTag(route) ? (['IfNoneMatch'] as const) : []),
    ...(route.ifMatch ? (['IfMatch'] as const) : []),
    ...(route.auth.kind === 'member' ? (['WorkspaceId'] as const) : []),
  ];
}

/** Whether a cached response can be revalidated. Redirects cannot. */
const hasEntityTag = ({ method, responses }: AnyRoute) => method === 'GET' && 200 in responses;

const isTranslated = (route: AnyRoute) => queryNames(route).includes('locale');

/** Whether a route shows a web page of a record, whose links are in a header, too. */
const isPage = ({ answerType, responses }: AnyRoute) => answerType === 'text/html' && 404 in responses;

/** Whether a GET exports records in parts. */
const comesInParts = (route: AnyRoute) =>
  route.mediaTypes !== undefined && (isPaged(route) || queryNames(route).includes('cursor'));

const exportHeaders = { 'X-Export-Limit': 'ExportLimit', 'X-Export-Truncated': 'ExportTruncated' } as const;

function headersOf(route: AnyRoute, status: string): Json {
  const common = {
    ...commonHeaders,
    ...(hasLimit(route) && rateLimitHeaderNames),
    ...(!route.arguments && Number(status) < 400 && ({ 'X-Ignored-Parameters': 'IgnoredParameters' } as const)),
  };
  if (route.method !== 'GET' || status !== '200') {
    return headerReferences({
      ...common,
      ...(route.ifMatch && { ETag: 'ETag' }),
      ...(status === '200' &&
        exportsNamed(route) && {
          ...(isTranslated(route) && ({ 'Content-Language': 'ContentLanguage' } as const)),
          'Content-Disposition': 'ContentDisposition',
          Link: 'Link',
          ...exportHeaders,
        }),
      ...(isRedirect(Number(status))
        ? { Location: 'Location' }
        : isPage(route) && { 'Content-Language': 'ContentLanguage' }),
    });
  }
  return {
    ...headerReferences({
      ...common,
      ...cachingHeaders,
      ...(isTranslated(route) && { 'Content-Language': 'ContentLanguage' }),
      ...((isPage(route) || (hasLinks(route) && !(302 in route.responses))) && { Link: 'Link' }),
      ...(route.mediaTypes && { 'Content-Disposition': 'ContentDisposition' }),
      ...(!route.plainText && !route.answerType && { 'X-Abridged': 'Abridged' }),
      ...(comesInParts(route) && exportHeaders),
      ...(isInParts(route) && ({ 'X-Export-Truncated': 'ExportTruncated' } as const)),
    }),
    'Cache-Control': {
      description: responseHeaders.CacheControl.description,
      schema: { type: 'string', const: cacheControl[cachePolicyOf(route)] },
    },
  };
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
        [isRedirect(Number(status)) ? 'text/html' : mediaType]: { schema: components.convert(schema, 'output', where) },
        ...(status === '200' && otherTypes),
      },
    },
  ]);
  return Object.fromEntries(entries);
}

/** The schema of a response in another media type: CSL-JSON is an array, a JSON feed an object, anything else a string. */
function schemaOfType(mediaType: string): Json {
  const objectWith = (...required: string[]) => ({ type: 'object', required, additionalProperties: true });
  if (mediaType.endsWith('csl+json')) {
    return {
      type: 'array',
      description: 'CSL-JSON 1.0.2 items; an array even for a single item',
      items: { ...objectWith('id', 'type'), properties: { id: { type: 'string' }, type: { type: 'string' } } },
    };
  }
  if (mediaType.startsWith('application/vnd.openxmlformats')) return { type: 'string', format: 'binary' };
  if (!mediaType.endsWith('feed+json')) return { type: 'string' };
  return {
    ...objectWith('version', 'title', 'items'),
    description: 'JSON Feed 1.1',
    properties: {
      version: { type: 'string' },
      title: { type: 'string' },
      items: { type: 'array', items: { ...objectWith('id'), properties: { id: { type: 'string' } } } },
    },
  };
}

function errors(route: AnyRoute, components: Components): Json {
  const byStatus = new Map<number, ProblemCode[]>();
  for (const code of new Set([...commonProblems(route), ...route.problems])) {
    const { status } = problems[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries([...byStatus].map(([status, codes]) => [status, components.errorResponse(codes, route)]));
}

/** The parameters of an object schema, one per property, without aliases. */
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
