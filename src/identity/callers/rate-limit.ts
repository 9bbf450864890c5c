import { Problem } from '#src/runtime/errors.ts';

/** The rate limit of a caller and its use in the current minute. */
export interface Budget {
  /** Requests per minute. */
  limit: number;
  /** Requests allowed in this minute, including this one. */
  used: number;
  /** The end of the minute. */
  endsAtMs: number;
}

const secondsLeft = ({ endsAtMs }: Budget, now: Date) => Math.max(1, Math.ceil((endsAtMs - now.getTime()) / 1000));

/**
 * The rate limit headers of a response: those of draft-ietf-httpapi-ratelimit-headers-10, and the older X-RateLimit
 * ones, whose reset is in epoch seconds.
 */
export function rateLimitHeaders(budget: Budget, now: Date): Record<string, string> {
  const remaining = Math.max(0, budget.limit - budget.used);
  return {
    'ratelimit-policy': `"minute";q=${budget.limit};w=60`,
    ratelimit: `"minute";r=${remaining};t=${secondsLeft(budget, now)}`,
    'x-ratelimit-limit': String(budget.limit),
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-reset': String(budget.endsAtMs / 1000),
  };
}

/** The error for a request over the limit, with Retry-After. */
export function rateLimitProblem(budget: Budget, now: Date): Problem {
  return new Problem('rate_limited', `The limit of this credential is ${budget.limit} requests per minute`, {
    retryAfterSeconds: secondsLeft(budget, now),
  });
}
