import type { AnyRoute, Api, CachePolicy } from './route.ts';
import { apiVersions } from './versions.ts';

/** The Cache-Control value of each policy. A list can be older than its rows by this plus LIST_STALENESS_MS. */
export const cacheControl: Record<CachePolicy, string> = {
  public: 'public, max-age=60, stale-while-revalidate=300',
  document: 'public, max-age=3600, stale-while-revalidate=86400',
  private: 'private, no-cache',
  none: 'no-store',
};

/** The cache policy of a route: declared, or derived from its method and authentication. */
export function cachePolicyOf({ cache, method, auth }: AnyRoute): CachePolicy {
  if (method !== 'GET') return 'none';
  return cache ?? (auth.kind === 'none' ? 'public' : 'private');
}

/** The CORS headers that a page of another origin may read and send. */
export const corsSettings = {
  exposedHeaders: [
    'Content-Disposition',
    'Content-Language',
    'ETag',
    'Link',
    'Location',
    'RateLimit',
    'RateLimit-Policy',
    'Retry-After',
    'X-Abridged',
    'X-API-Version',
    'X-Export-Limit',
    'X-Export-Truncated',
    'X-Ignored-Parameters',
    'X-RateLimit-Limit',
    'X-RateLimit-Remaining',
    'X-RateLimit-Reset',
    'X-Request-Id',
  ],
  allowedHeaders: [
    'Accept-Language',
    'Authorization',
    'Content-Type',
    'If-Match',
    'If-None-Match',
    'X-API-Key',
    'X-Request-Id',
    'X-Workspace-Id',
  ],
  maxAgeSeconds: 86_400,
} as const;

/** Whether any origin may read unauthenticated responses. The dashboard's are for its own pages only. */
export const allowsAnyOrigin = (api: Api) => api !== 'dashboard';

/** The headers of every response of an API, from functions and from API Gateway. */
export function apiHeaders(api: Api): Record<string, string> {
  return {
    'X-API-Version': apiVersions[api],
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    // Browsers ignore it over HTTP, so it does no harm on a laptop.
    'Strict-Transport-Security': 'max-age=31536000',
  };
}

/** Lets pages of an origin (or `*`) read a response. */
export function corsHeaders(origin: string): Record<string, string> {
  return {
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Expose-Headers': corsSettings.exposedHeaders.join(', '),
  };
}

/** The headers of every response of a route. `origin` is the request's, if its pages may read the response. */
export function routeHeaders({ api, auth }: AnyRoute, origin: string | undefined): Record<string, string> {
  const isPublic = allowsAnyOrigin(api) && auth.kind === 'none';
  const reader = isPublic ? '*' : origin;
  return {
    ...apiHeaders(api),
    'Cross-Origin-Resource-Policy': isPublic ? 'cross-origin' : 'same-site',
    ...(reader !== undefined && corsHeaders(reader)),
    // Dashboard pages can authenticate with a cookie.
    ...(!allowsAnyOrigin(api) && reader !== undefined && { 'Access-Control-Allow-Credentials': 'true' }),
  };
}

/** Adds names to a Vary value without duplicates. Undefined if there are none. */
export function mergeVary(present: unknown, ...names: (string | false)[]): string | undefined {
  const all = [...String(present ?? '').split(','), ...names].flatMap((name) => (name ? [name.trim()] : []));
  const distinct = new Map(all.filter(Boolean).map((name) => [name.toLowerCase(), name]));
  return distinct.size > 0 ? [...distinct.values()].sort().join(', ') : undefined;
}
