import * as z from 'zod';
import { env } from '#src/runtime/env.ts';
import type { AnyRoute } from './route.ts';

export const PageNumbers = z.object({ page: z.int(), pages: z.int() });

/** The names of a route's declared query parameters. */
export function queryNames({ query }: AnyRoute): string[] {
  // A query with aliases is a pipe whose output declares the parameters.
  const declared = query instanceof z.ZodPipe ? query.out : query;
  return Object.keys((declared as z.ZodObject | undefined)?.shape ?? {});
}

/** The query parameters that a route reads and repeats in its links, including aliases. */
export function knownParameters(route: AnyRoute): string[] {
  const names = queryNames(route);
  return [
    ...names,
    ...(names.includes('perPage') ? ['per_page'] : []),
    ...(route.auth.kind === 'member' ? ['workspace_id'] : []),
  ];
}

/** Whether a route returns pages of a list, which get a Link header automatically. */
export function isPaged(route: AnyRoute): boolean {
  return queryNames(route).includes('page');
}

/** Whether a route exports records that the body of its request names. */
export const exportsNamed = ({ method, mediaTypes }: AnyRoute): boolean =>
  method === 'POST' && mediaTypes !== undefined;

/** Whether a route answers a large file in parts. */
export const isInParts = (route: AnyRoute): boolean =>
  route.mediaTypes !== undefined && ['part', 'cursor'].some((name) => queryNames(route).includes(name));

/** Whether responses contain addresses of the API, which need its public base URL: links, and redirects with 302. */
export function hasLinks(route: AnyRoute): boolean {
  const hasCursor = queryNames(route).includes('cursor');
  return exportsNamed(route) || isPaged(route) || isInParts(route) || hasCursor || 302 in route.responses;
}

/** Whether a route's function has the public base URL: without it, `publicAddress` throws. */
export const hasPublicBaseUrl = (route: AnyRoute): boolean =>
  hasLinks(route) || route.namesAddresses === true || route.grants.includes('setting:site');

/**
 * The Link header of a list page (RFC 8288). All parameters except the page stay as sent. Beyond the end, prev is the
 * last page. URLs start with the configured base URL, because a client's Host header must not get into caches.
 */
export function pageLinks(
  path: string,
  sent: Record<string, string>,
  { page, pages }: z.output<typeof PageNumbers>,
): string {
  const last = Math.max(pages, 1);
  const targets: [rel: string, page: number, exists: boolean][] = [
    ['first', 1, true],
    ['prev', Math.min(page - 1, last), page > 1],
    ['next', page + 1, page < last],
    ['last', last, true],
  ];
  const links = new Map(
    targets
      .filter(([, , exists]) => exists)
      .map(([rel, number]) => [rel, `<${address(path, { ...sent, page: String(number) })}>; rel="${rel}"`]),
  );
  const [needed = '', ...others] = mostNeeded.filter((rel) => links.has(rel));
  const kept = [needed];
  for (const rel of others) {
    if (joined(links, [...kept, rel]).length <= maxLinkCharacters) kept.push(rel);
  }
  return joined(links, kept);
}

const joined = (links: ReadonlyMap<string, string>, rels: readonly string[]): string =>
  [...links].flatMap(([rel, link]) => (rels.includes(rel) ? [link] : [])).join(', ');

/** Of a longer header parse-link-header reads nothing, so that a client would take the first page for the last. */
const maxLinkCharacters = 2_000;
const mostNeeded = ['next', 'prev', 'first', 'last'];

export const publicAddress = (path: string): string => `${env('PUBLIC_BASE_URL').replace(/\/$/, '')}${path}`;

export const address = (path: string, parameters: Record<string, string>): string =>
  `${publicAddress(path)}?${new URLSearchParams(parameters)}`;

/** The path of a request, from the route's path and decoded parameters. A greedy parameter keeps its slashes. */
export function pathOf({ path }: AnyRoute, params: Record<string, string>): string {
  return path.replace(/\{([^}+]+)(\+?)\}/g, (_, name: string, greedy: string) => {
    const encoded = encodeURIComponent(params[name] ?? '');
    return greedy ? encoded.replaceAll('%2F', '/') : encoded;
  });
}
