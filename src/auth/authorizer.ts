import type { Grant } from '../runtime/grant.ts';
import type { Auth } from './caller.ts';

/** An API Gateway request authorizer. */
export interface Authorizer {
  /** The same as the file's name in lambdas/authorizers. */
  id: string;
  /** The routes whose `auth.kind` is one of these are put behind it. */
  kinds: readonly Exclude<Auth['kind'], 'none' | 'operator'>[];
  summary: string;
  /**
   * Its answer may be reused while this header has the same value, and for so long; so long may a revoked credential
   * still pass. Without it the authorizer is asked every time, also when the request has no credential.
   */
  cache?: { header: string; seconds: number };
  grants: readonly Grant[];
}
