import type { AnyRoute } from '#src/http/route.ts';
import type { Auth } from '#src/identity/callers/caller.ts';
import type { Grant } from '#src/table/grants.ts';

/** The grants for checking the caller, besides those the route declares. */
const grantsByAuth: Partial<Record<Auth['kind'], readonly Grant[]>> = {
  apiKey: ['usage:update'],
  installation: ['usage:update'],
  operator: ['secret:admin-cli'],
};

export function grantsOf({ auth, grants }: Pick<AnyRoute, 'auth' | 'grants'>): Grant[] {
  return [...grants, ...(grantsByAuth[auth.kind] ?? [])];
}

/** Whether a function with these grants holds a list in memory. */
export const readsLists = (grants: readonly Grant[]): boolean =>
  grants.some((grant) => grant.startsWith('lists:') && grant !== 'lists:compact');
