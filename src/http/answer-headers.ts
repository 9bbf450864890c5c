import type { AnyRoute, Api, CachePolicy } from './route.ts';
import { apiVersions } from './versions.ts';

/** How long whoever may keep an answer. A list may be older than its rows by this, and by LIST_STALENESS_MS. */
export const cacheControl: Record<CachePolicy, string> = {
  public: 'public, max-age=60, stale-while-revalidate=300',
  document: 'public, max-age=3600, stale-while-revalidate=86400',
  private: 'private, no-cache',
  none: 'no-store',
};

/** What a route says of keeping its answers, or what follows from its method and from who may call it. */
export function cachePolicyOf({ cache, method, auth }: AnyRoute): CachePolicy {
  if (method !== 'GET') return 'none';
  return cache ?? (auth.kind === 'none' ? 'public' : 'private');
}

/** The headers a page of another origin may read, and may send. */
export const crossOrigin = {
  exposedHeaders: [
    'Content-Disposition',
    'Content-Language',
    'ETag',
    'Link',
    'Location',
    'RateLimit',
    'RateLimit-Policy',
    'Retry-After',
    'X-API-Version',
    'X-Export-Limit',
    'X-Export-Truncated',
    'X-RateLimit-Limit',
    'X-RateLimit-Remaining',
    'X-RateLimit-Reset',
    'X-Request-Id',
  ],
  allowedHeaders: [
    'Accept-Language',
    'Authorization',
    'Content-Type',
    'If-None-Match',
    'X-API-Key',
    'X-Request-Id',
    'X-Workspace-Id',
  ],
  /** How long a browser may remember what a preflight said. */
  maxAgeSeconds: 86_400,
} as const;

/** Whether any page may read what this API says to nobody in particular. The dashboard talks to its own pages only. */
export const isOpen = (api: Api) => api !== 'dashboard';

/** On every answer of an API, whoever makes it. */
export function apiHeaders(api: Api): Record<string, string> {
  return {
    'X-API-Version': apiVersions[api],
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    // Browsers heed it over HTTPS only, so it does no harm on a laptop.
    'Strict-Transport-Security': 'max-age=31536000',
  };
}

/** What lets pages of one origin, or of any, read an answer. */
export function corsHeaders(origin: string): Record<string, string> {
  return {
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Expose-Headers': crossOrigin.exposedHeaders.join(', '),
  };
}

/** What a function adds to every answer of a route; `origin` is the one of the request if its pages may read the answer. */
export function routeHeaders({ api, auth }: AnyRoute, origin: string | undefined): Record<string, string> {
  const isPublic = isOpen(api) && auth.kind === 'none';
  const reader = isPublic ? '*' : origin;
  return {
    ...apiHeaders(api),
    'Cross-Origin-Resource-Policy': isPublic ? 'cross-origin' : 'same-site',
    ...(reader !== undefined && corsHeaders(reader)),
    // The dashboard's pages may be signed in by a cookie.
    ...(!isOpen(api) && reader !== undefined && { 'Access-Control-Allow-Credentials': 'true' }),
  };
}

/** The value of Vary with these names added, each once; undefined when there are none. */
export function varyWith(present: unknown, ...names: (string | false)[]): string | undefined {
  const all = [...String(present ?? '').split(','), ...names].flatMap((name) => (name ? [name.trim()] : []));
  const distinct = new Map(all.filter(Boolean).map((name) => [name.toLowerCase(), name]));
  return distinct.size > 0 ? [...distinct.values()].sort().join(', ') : undefined;
}
