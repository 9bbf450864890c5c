import { Problem } from '../errors.ts';

/** What a caller may still ask in the current minute. */
export interface Budget {
  /** Requests a minute. */
  limit: number;
  /** Requests let through in the minute, this one included. */
  used: number;
  /** The minute, since the epoch. */
  minute: number;
  /** Gives this request back: it cost nothing after all. */
  refund(): Promise<void>;
}

const endsAtSeconds = ({ minute }: Budget) => (minute + 1) * 60;
const secondsLeft = (budget: Budget, now: Date) => Math.max(1, Math.ceil(endsAtSeconds(budget) - now.getTime() / 1000));

/**
 * What every answer to a caller with a limit says of it: the fields of draft-ietf-httpapi-ratelimit-headers-10, and the
 * older ones many clients read, whose reset is the time in epoch seconds.
 */
export function rateLimitHeaders(budget: Budget, now: Date): Record<string, string> {
  const remaining = Math.max(0, budget.limit - budget.used);
  return {
    'ratelimit-policy': `"minute";q=${budget.limit};w=60`,
    ratelimit: `"minute";r=${remaining};t=${secondsLeft(budget, now)}`,
    'x-ratelimit-limit': String(budget.limit),
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-reset': String(endsAtSeconds(budget)),
  };
}

/** The answer to a request over the limit, which says when the next one will be let through. */
export function rateLimitProblem(budget: Budget, now: Date): Problem {
  return new Problem('rate_limited', `This credential may make ${budget.limit} requests a minute`, {
    retryAfterSeconds: secondsLeft(budget, now),
  });
}
