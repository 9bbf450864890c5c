/** Header components of the OpenAPI documents, and sets of references to them. */

export const requestHeaders = {
  AcceptLanguage: {
    name: 'Accept-Language',
    in: 'header',
    required: false,
    description: 'The preferred languages of translated texts (RFC 9110), if the parameter `locale` is missing.',
    schema: { type: 'string' },
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    required: false,
    description:
      'The ETag of the version to change, or `*`. If it is not the current one, or weak, the response is 412 and nothing ' +
      'is changed.',
    schema: { type: 'string' },
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    required: false,
    description: 'The ETags of cached copies, or `*`. If one is current, the response is 304.',
    schema: { type: 'string' },
  },
  WorkspaceId: {
    name: 'X-Workspace-Id',
    in: 'header',
    required: false,
    description:
      'The workspace of the request. Required only for members of several workspaces. Alternative: `workspace_id`.',
    schema: { type: 'string' },
  },
} as const;

export const responseHeaders = {
  Abridged: {
    description:
      '`true` if long texts and lists were cut, because the response would be larger than 5 MB. Ask for fewer items per ' +
      'page.',
    schema: { type: 'boolean' },
  },
  IgnoredParameters: {
    description:
      'The query parameters that the route does not know and ignored, percent-encoded and separated by commas; at most 20.',
    schema: { type: 'string' },
  },
  ApiVersion: {
    description: 'The version of the API',
    required: true,
    schema: { type: 'string' },
  },
  CacheControl: { description: 'Who may cache the response, and for how long', schema: { type: 'string' } },
  ContentDisposition: {
    description: 'The file name of a response in a format other than JSON',
    schema: { type: 'string' },
  },
  ContentLanguage: { description: 'The languages of the texts', schema: { type: 'string' } },
  ETag: { description: 'The entity tag, for If-None-Match and If-Match', schema: { type: 'string' } },
  ExportLimit: {
    description: 'The maximum number of items in a response in a format other than JSON',
    schema: { type: 'integer' },
  },
  ExportTruncated: {
    description:
      'Whether there are more items, in a response in a format other than JSON. Link then has the URL of the rest.',
    schema: { type: 'boolean' },
  },
  Link: {
    description: 'The URLs of the pages `first`, `prev`, `next` and `last`, if they exist (RFC 8288)',
    schema: { type: 'string' },
  },
  Location: { description: 'The address to go to', required: true, schema: { type: 'string' } },
  RateLimit: {
    description: 'The remaining limit: `r` requests in the next `t` seconds',
    schema: { type: 'string' },
  },
  RateLimitPolicy: { description: 'The limit: `q` requests in `w` seconds', schema: { type: 'string' } },
  RateLimitLimit: { description: 'The limit of requests per minute', schema: { type: 'integer' } },
  RateLimitRemaining: { description: 'The remaining requests in this minute', schema: { type: 'integer' } },
  RateLimitReset: {
    description: 'The end of the minute, in seconds since 1970-01-01T00:00:00Z',
    schema: { type: 'integer' },
  },
  RequestId: { description: 'The id of this request in the logs', required: true, schema: { type: 'string' } },
  RetryAfter: { description: 'The seconds to wait before the next request', schema: { type: 'integer', minimum: 0 } },
  Vary: { description: 'The request headers that the response depends on', schema: { type: 'string' } },
} as const;

export function headerReferences(
  headers: Partial<Record<string, keyof typeof responseHeaders>>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, component]) => [name, { $ref: `#/components/headers/${component}` }]),
  );
}

export const commonHeaders = { 'X-API-Version': 'ApiVersion', 'X-Request-Id': 'RequestId' } as const;
/** Headers of every response to a rate-limited caller. */
export const rateLimitHeaderNames = {
  RateLimit: 'RateLimit',
  'RateLimit-Policy': 'RateLimitPolicy',
  'X-RateLimit-Limit': 'RateLimitLimit',
  'X-RateLimit-Remaining': 'RateLimitRemaining',
  'X-RateLimit-Reset': 'RateLimitReset',
} as const;
/** Headers of cacheable responses. */
export const cachingHeaders = { 'Cache-Control': 'CacheControl', ETag: 'ETag', Vary: 'Vary' } as const;
