import type { Api } from '#src/http/route.ts';
import type { Stack } from '../apis/stack.ts';
import { assertMatchesDocument } from './document-match.ts';

/** Returns the API that serves a path; undefined for the pages on the dashboard's port. */
type Find = (path: string) => Api | undefined;

const watched = new Map<string, Find>();

/**
 * Makes `fetch` reject responses of this registry that do not match the OpenAPI documents, so that every HTTP test
 * checks them. Returns a function that restores `fetch`.
 */
export function checkContract({ base_url, dashboard_url, dashboard_alt_url }: Stack): () => void {
  if (watched.size === 0) globalThis.fetch = checkingFetch(globalThis.fetch);
  const finds: [string, Find][] = [
    [originOf(base_url), (path) => (path.startsWith('/integrations/') ? 'integrations' : 'consumer')],
    ...[dashboard_url, dashboard_alt_url ?? dashboard_url].map((url): [string, Find] => [
      originOf(url),
      dashboardOrPage,
    ]),
  ];
  for (const [origin, find] of finds) watched.set(origin, find);
  return () => {
    for (const [origin] of finds) watched.delete(origin);
  };
}

const originOf = (url: string) => new URL(url).origin;

const dashboardOrPage: Find = (path) =>
  /^\/(api\/|openapi\/|docs|(me|health|debug-auth)$)/.test(path) ? 'dashboard' : undefined;

const checkingFetch =
  (original: typeof fetch): typeof fetch =>
  async (input, init) => {
    const response = await original(input, init);
    const requested = new URL(input instanceof Request ? input.url : input);
    const { origin, pathname } = response.redirected ? new URL(response.url) : requested;
    const api = watched.get(origin)?.(pathname);
    if (!api) return response;
    const sent = init?.method ?? (input instanceof Request ? input.method : 'GET');
    const method = response.redirected ? 'GET' : sent.toUpperCase();
    const { status, headers } = response;
    const body = await response.clone().text();
    assertMatchesDocument(api, { method, path: pathname, status, headers, body });
    return response;
  };
