import type { Auth, Grant } from './route.ts';

/** An API Gateway request authorizer, kept for as long as the header has the same value. */
export interface Authorizer {
  /** The same as the file's name in lambdas/authorizers. */
  id: string;
  /** The routes whose `auth.kind` is one of these are put behind it. */
  kinds: readonly Exclude<Auth['kind'], 'none'>[];
  summary: string;
  identityHeader: string;
  /** How long the gateway may reuse an answer, and so how long a revoked credential may still pass. */
  cacheSeconds: number;
  grants: readonly Grant[];
}
