import { randomBytes } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import type { AnyRoute } from '#src/http/route.ts';
import { newCredential } from '#src/identity/credentials/secret.ts';
import { InstallationScope } from '#src/identity/domain/installation.ts';
import { loadRoutes } from '../../lib/load-declarations.ts';
import { mayCall, onlyFromOwnPages, type Right } from '../e2e/access-table.ts';
import type { Stack, SuiteOptions } from './stack.ts';

// Calls every route over the real gateway as every kind of caller. A table states the expected results, not the routes.

/** The credentials of a caller, and the status for a refused caller. `in` means that the caller may use the route. */
export interface Caller {
  headers: Record<string, string>;
  /** Keys and credentials: known to the service, with different rights. */
  key?: 'unknown' | 'inactive' | { scopes: string[] };
  installation?: 'refused' | { scopes: string[] };
  /** Tokens and the operator's secret. */
  session?: 'refused' | 'signed in' | 'steward' | 'member' | 'admin' | 'superadmin';
  /** Where the cookie contains the token. */
  fromCookie?: boolean;
  operator?: boolean;
}

export type Callers = Record<string, Caller>;

export const apiScopes = ['ingest', 'membership.update'];

const ranks = ['signed in', 'steward', 'member', 'admin', 'superadmin'];
const isChange = ({ method }: AnyRoute) => method !== 'GET';

function expected(right: Right, caller: Caller, route: AnyRoute, dashboardUrl: string): 'in' | 401 | 403 {
  const fromOwnPage = onlyFromOwnPages[nameOf(route)];
  if (fromOwnPage !== undefined) return caller.headers.origin === dashboardUrl ? fromOwnPage : 403;
  if (right === 'anybody') return 'in';
  if (right === 'operator') return caller.operator ? 'in' : 401;
  if (right === 'any steward') return expected('steward', caller, route, dashboardUrl);
  if (right === 'any member') return expected('member', caller, route, dashboardUrl);
  const orSteward = /^(member|admin) or steward$/.exec(right)?.[1];
  if (orSteward !== undefined) {
    // Each fails for want of a body or a group before it is asked whose that group is.
    return caller.session === 'steward' ? 'in' : expected(orSteward as Right, caller, route, dashboardUrl);
  }
  if (ranks.includes(right)) {
    const { session } = caller;
    if (session === undefined || session === 'refused') return 401;
    if (caller.fromCookie && isChange(route)) return 403;
    return ranks.indexOf(session) >= ranks.indexOf(right) ? 'in' : 403;
  }
  const { key, installation } = caller;
  const isForKeys = right === 'any key' || apiScopes.includes(right);
  if (key !== undefined) {
    if (key === 'unknown' || key === 'inactive') return 401;
    return isForKeys && (right === 'any key' || key.scopes.includes(right)) ? 'in' : 403;
  }
  if (installation === undefined) return 401;
  if (isForKeys || installation === 'refused') return 403;
  return right === 'any installation' || installation.scopes.includes(right) ? 'in' : 403;
}

const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
const holding = (secret: string) => ({ headers: { 'x-api-key': secret } });

/** The callers of a stack.json, and callers with credentials that nobody issued. */
export function callersOf({
  api_keys,
  installation_key,
  dashboard_tokens,
  admin_cli_secret,
  dashboard_url,
}: Stack): Callers {
  const { superadmin, workspace_admin, workspace_member, steward } = dashboard_tokens ?? {};
  const cookie = `__Host-registry_session=${superadmin}`;
  return {
    nobody: { headers: {} },
    'a malformed key': { ...holding('prk_nonsense'), key: 'unknown' },
    'an unknown key': { ...holding(newCredential('prk', randomBytes(32))), key: 'unknown' },
    'an unknown credential': { ...holding(newCredential('pri', randomBytes(32))), key: 'unknown' },
    'a wrong operator': { ...bearer('x'.repeat(40)), session: 'refused' },
    ...(api_keys?.ingest && { 'a key for ingestion': { ...holding(api_keys.ingest), key: { scopes: ['ingest'] } } }),
    ...(api_keys?.full && { 'the right key': { ...holding(api_keys.full), key: { scopes: apiScopes } } }),
    ...(installation_key && {
      'the right installation': {
        ...holding(installation_key),
        installation: { scopes: [...InstallationScope.options] },
      },
      'the right installation from a foreign site': {
        headers: { 'x-api-key': installation_key, origin: 'https://evil.example' },
        installation: 'refused',
      },
    }),
    ...(steward && { 'a steward': { ...bearer(steward), session: 'steward' } }),
    ...(workspace_member && { 'a member': { ...bearer(workspace_member), session: 'member' } }),
    ...(workspace_admin && { 'an administrator': { ...bearer(workspace_admin), session: 'admin' } }),
    ...(superadmin && {
      'a superadmin': { ...bearer(superadmin), session: 'superadmin' },
      'a superadmin by a cookie, from nowhere': { headers: { cookie }, session: 'superadmin', fromCookie: true },
      'a superadmin by a cookie, from a page of the dashboard': {
        headers: { cookie, origin: dashboard_url },
        session: 'superadmin',
      },
    }),
    ...(admin_cli_secret && { 'the operator': { ...bearer(admin_cli_secret), session: 'refused', operator: true } }),
  };
}

const routes = (await loadRoutes()).map(({ declaration }) => declaration);
const nameOf = ({ api, id }: AnyRoute) => `${api} ${id}`;

/** Calls every route as each of these callers; without `mayWrite`, only the routes that read. */
export function describeAccess(stackOf: () => Stack, callers: () => Callers, { mayWrite }: SuiteOptions): void {
  test('every route has an entry, and every entry a route', () => {
    expect(Object.keys(mayCall).sort()).toEqual(routes.map(nameOf).sort());
  });

  const asked = routes.filter((route) => mayWrite || !isChange(route));
  describe.each(asked.map((route) => [nameOf(route), route] as const))('%s', (name, route) => {
    test(`is for ${mayCall[name]}`, async () => {
      // No such ids exist and no body is sent, so an accepted request changes nothing that the last test checks.
      const path = route.path.replace(/\{[^}]+\}/g, 'nothing-here');
      const { base_url, dashboard_url } = stackOf();
      const url = `${route.api === 'dashboard' ? dashboard_url : base_url}${path}`;
      const seen: Record<string, 'in' | number> = {};
      // Sending and compressing responses takes most of the time: one is enough.
      let copy: string | null = null;
      // One after another: concurrent requests start more instances of a function, which takes longer.
      for (const [who, { headers }] of Object.entries(callers())) {
        const answer = await fetch(url, {
          method: route.method,
          redirect: 'manual',
          headers: {
            ...headers,
            'accept-encoding': 'identity',
            ...(copy !== null && { 'if-none-match': copy }),
            // Signing out would end the session for the following routes.
            ...(name in onlyFromOwnPages && { authorization: '', cookie: '' }),
          },
          signal: AbortSignal.timeout(90_000),
        });
        const { status } = answer;
        if (status === 200) copy = answer.headers.get('etag');
        const isIn = ![401, 403, 405, 429].includes(status) && status < 500;
        seen[who] = isIn ? 'in' : status;
      }
      const right = mayCall[name] ?? 'operator';
      const wanted = Object.entries(callers()).map(
        ([who, caller]) => [who, expected(right, caller, route, dashboard_url)] as const,
      );
      expect(seen).toEqual(Object.fromEntries(wanted));
    });
  });
}
