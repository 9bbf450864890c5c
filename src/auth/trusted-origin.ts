import { env } from '../runtime/env.ts';

/** Whether an origin is the dashboard's own or another one that the operator trusts. */
export function isTrustedOrigin(origin: string | undefined): boolean {
  return origin !== undefined && env('TRUSTED_ORIGINS').includes(origin);
}
