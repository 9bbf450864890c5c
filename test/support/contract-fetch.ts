import type { Cloud } from '../../local/cloud.ts';
import type { Api } from '../../src/http/route.ts';
import { assertMatchesDocument } from './document-match.ts';

/** Returns the API that serves a path; undefined for the pages on the dashboard's port. */
type Find = (path: string) => Api | undefined;

const watched = new Map<string, Find>();

/**
 * Makes `fetch` reject responses of this cloud that do not match its OpenAPI documents, so that every test over HTTP
 * checks the documents too. Returns a function that ends this.
 */
export function checkContract({ baseUrl, dashboardUrl, dashboardAltUrl }: Cloud): () => void {
  if (watched.size === 0) globalThis.fetch = checkingFetch(globalThis.fetch);
  const finds: [string, Find][] = [
    [portOf(baseUrl), (path) => (path.startsWith('/integrations/') ? 'integrations' : 'consumer')],
    ...[dashboardUrl, dashboardAltUrl].map((url): [string, Find] => [portOf(url), dashboardOrPage]),
  ];
  for (const [port, find] of finds) watched.set(port, find);
  return () => {
    for (const [port] of finds) watched.delete(port);
  };
}

const portOf = (url: string) => new URL(url).port;

const dashboardOrPage: Find = (path) =>
  /^\/(api\/|openapi\/|docs|(me|health|debug-auth)$)/.test(path) ? 'dashboard' : undefined;

const checkingFetch =
  (original: typeof fetch): typeof fetch =>
  async (input, init) => {
    const response = await original(input, init);
    const requested = new URL(input instanceof Request ? input.url : input);
    const { port, pathname } = response.redirected ? new URL(response.url) : requested;
    const api = watched.get(port)?.(pathname);
    if (!api) return response;
    const sent = init?.method ?? (input instanceof Request ? input.method : 'GET');
    const method = response.redirected ? 'GET' : sent.toUpperCase();
    const { status, headers } = response;
    const body = await response.clone().text();
    assertMatchesDocument(api, { method, path: pathname, status, headers, body });
    return response;
  };
