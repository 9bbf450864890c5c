import type { Auth } from '../src/auth/caller.ts';
import type { AnyRoute } from '../src/http/route.ts';
import type { Grant } from '../src/runtime/grant.ts';

/** The grants that checking the caller needs, besides those the route declares. */
const grantsByAuth: Partial<Record<Auth['kind'], readonly Grant[]>> = {
  apiKey: ['usage'],
  installation: ['usage'],
  operator: ['secret:admin-cli'],
};

/** All grants of the function of a route. */
export function grantsOf({ auth, grants }: Pick<AnyRoute, 'auth' | 'grants'>): Grant[] {
  return [...grants, ...(grantsByAuth[auth.kind] ?? [])];
}
