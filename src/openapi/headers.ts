/** The headers of requests and answers as the OpenAPI documents describe them: components, and sets of references. */

/** What a request may say beside its path and query. */
export const requestHeaders = {
  AcceptLanguage: {
    name: 'Accept-Language',
    in: 'header',
    required: false,
    description: 'The languages of texts that exist in several, where the parameter `locale` is not given (RFC 9110).',
    schema: { type: 'string' },
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    required: false,
    description: 'The ETag of an answer the client has kept, several, or `*`. If it is current the answer is 304.',
    schema: { type: 'string' },
  },
  WorkspaceId: {
    name: 'X-Workspace-Id',
    in: 'header',
    required: false,
    description: 'The workspace to work in; only people who belong to several need to say. Also as `workspace_id`.',
    schema: { type: 'string' },
  },
} as const;

/** What answers say beside their bodies. */
export const responseHeaders = {
  ApiVersion: {
    description: 'The version of the API, as in its document',
    required: true,
    schema: { type: 'string' },
  },
  CacheControl: { description: 'Who may keep the answer, and for how long', schema: { type: 'string' } },
  ContentDisposition: {
    description: 'Of an answer in a format other than JSON: under which name to save it',
    schema: { type: 'string' },
  },
  ContentLanguage: { description: 'The languages the texts are in, one or several', schema: { type: 'string' } },
  ETag: { description: 'Names this content, for If-None-Match', schema: { type: 'string' } },
  ExportLimit: {
    description: 'How many entries an answer in a format other than JSON has at most',
    schema: { type: 'integer' },
  },
  ExportTruncated: {
    description: 'Of an answer in a format other than JSON: whether there are entries left over, to which Link leads',
    schema: { type: 'boolean' },
  },
  Link: {
    description: 'The addresses of the pages `first`, `prev`, `next` and `last`, as far as there are any (RFC 8288)',
    schema: { type: 'string' },
  },
  RateLimit: {
    description: 'What is left of the limit: `r` requests in the next `t` seconds',
    schema: { type: 'string' },
  },
  RateLimitPolicy: { description: 'The limit: `q` requests in `w` seconds', schema: { type: 'string' } },
  RateLimitLimit: { description: 'Requests a minute', schema: { type: 'integer' } },
  RateLimitRemaining: { description: 'Requests left in this minute', schema: { type: 'integer' } },
  RateLimitReset: {
    description: 'When the minute ends, in seconds since 1970-01-01T00:00:00Z',
    schema: { type: 'integer' },
  },
  RequestId: { description: 'Names this request in the logs', required: true, schema: { type: 'string' } },
  RetryAfter: { description: 'Seconds to wait before the next request', schema: { type: 'integer', minimum: 0 } },
  Vary: { description: 'The request headers the answer depends on', schema: { type: 'string' } },
} as const;

/** References to these headers, by the names they are sent under. */
export function headerReferences(
  headers: Partial<Record<string, keyof typeof responseHeaders>>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, component]) => [name, { $ref: `#/components/headers/${component}` }]),
  );
}

/** On every answer. */
export const commonHeaders = { 'X-API-Version': 'ApiVersion', 'X-Request-Id': 'RequestId' } as const;
/** On every answer to a caller with a limit. */
export const rateLimitHeaders = {
  RateLimit: 'RateLimit',
  'RateLimit-Policy': 'RateLimitPolicy',
  'X-RateLimit-Limit': 'RateLimitLimit',
  'X-RateLimit-Remaining': 'RateLimitRemaining',
  'X-RateLimit-Reset': 'RateLimitReset',
} as const;
/** On what may be kept. */
export const cachingHeaders = { 'Cache-Control': 'CacheControl', ETag: 'ETag', Vary: 'Vary' } as const;
