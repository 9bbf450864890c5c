import * as z from 'zod';
import { env } from '../runtime/env.ts';
import type { AnyRoute } from './route.ts';

/** What a list says of itself, in the body of its answer. */
export const Paged = z.object({ page: z.int(), pages: z.int() });

/** The names of the query parameters a route declares. */
export function queryNames({ query }: AnyRoute): string[] {
  // Where other names are taken for them first, the declared ones come out of that.
  const declared = query instanceof z.ZodPipe ? query.out : query;
  return Object.keys((declared as z.ZodObject | undefined)?.shape ?? {});
}

/** The query parameters that a route reads, and its links repeat: those it declares, and others that stand for one. */
export function knownParameters(route: AnyRoute): string[] {
  const names = queryNames(route);
  return [
    ...names,
    ...(names.includes('perPage') ? ['per_page'] : []),
    ...(route.auth.kind === 'member' ? ['workspace_id'] : []),
  ];
}

/** Whether a route answers with a page of a list: it then has links to the others without doing anything for it. */
export function isPaged(route: AnyRoute): boolean {
  const names = queryNames(route);
  return names.includes('page') && (names.includes('per_page') || names.includes('perPage'));
}

/** Whether a route answers with addresses, and so has to know where clients find it. */
export function hasLinks(route: AnyRoute): boolean {
  return isPaged(route) || queryNames(route).includes('cursor');
}

/**
 * The value of Link for one page of a list (RFC 8288): first and last always, prev and next where there are such pages.
 * Every parameter of `sent` is kept as it is but the page; a page beyond the end has the last one before it. Addresses begin
 * with the configured one: what a client says in Host must not get into caches.
 */
export function pageLinks(path: string, sent: Record<string, string>, { page, pages }: z.output<typeof Paged>): string {
  const last = Math.max(pages, 1);
  const targets: [rel: string, page: number, exists: boolean][] = [
    ['first', 1, true],
    ['prev', Math.min(page - 1, last), page > 1],
    ['next', page + 1, page < last],
    ['last', last, true],
  ];
  return targets
    .filter(([, , exists]) => exists)
    .map(([rel, number]) => `<${address(path, { ...sent, page: String(number) })}>; rel="${rel}"`)
    .join(', ');
}

/** The address of a route with these parameters, as clients know it. */
export const address = (path: string, parameters: Record<string, string>): string =>
  `${env('PUBLIC_BASE_URL').replace(/\/$/, '')}${path}?${new URLSearchParams(parameters)}`;

/** The path of a request, made of the route's own and its decoded parameters; a greedy one keeps its slashes. */
export function pathOf({ path }: AnyRoute, params: Record<string, string>): string {
  return path.replace(/\{([^}+]+)(\+?)\}/g, (_, name: string, greedy: string) => {
    const encoded = encodeURIComponent(params[name] ?? '');
    return greedy ? encoded.replaceAll('%2F', '/') : encoded;
  });
}
