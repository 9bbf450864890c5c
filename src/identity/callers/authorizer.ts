import type { Grant } from '#src/table/grants.ts';
import type { Auth } from './caller.ts';

/** An API Gateway request authorizer. */
export interface Authorizer {
  /** The name of the file in lambdas/authorizers. */
  id: string;
  /** Routes with one of these kinds of `auth` use this authorizer. */
  kinds: readonly Exclude<Auth['kind'], 'none' | 'operator'>[];
  summary: string;
  /**
   * API Gateway caches the result per value of this header for this time, during which a revoked credential may still
   * be accepted. Without it, the authorizer runs for every request, even without a credential.
   */
  cache?: { header: string; seconds: number };
  /** Default: 256. */
  memoryMb?: number;
  grants: readonly Grant[];
}
