import { env } from '../runtime/env.ts';

/** Whether an origin is one of the dashboard's own addresses, or another one the operator trusts like them. */
export function isTrustedOrigin(origin: string | undefined): boolean {
  return origin !== undefined && env('TRUSTED_ORIGINS').includes(origin);
}
