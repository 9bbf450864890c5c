/** Every kind of error a client may see. src/http/problems.ts gives each its HTTP status. */
export type ProblemCode =
  | 'invalid_query'
  | 'invalid_body'
  | 'invalid_id'
  | 'missing_credential'
  | 'invalid_credential'
  | 'credential_inactive'
  | 'credential_expired'
  | 'origin_rejected'
  | 'scope_not_granted'
  | 'forbidden'
  | 'not_found'
  | 'method_not_allowed'
  | 'conflict'
  | 'body_too_large'
  | 'rate_limited'
  | 'internal_error'
  | 'setup_incomplete'
  | 'upstream_unavailable'
  | 'not_configured'
  | 'busy'
  | 'timeout';

/** One thing wrong with a request: where (dot and index path into the part named by the code) and what. */
export interface Issue {
  path: string;
  message: string;
}

/** What routes and services throw for an error a client may see. `message` is the public text; `cause` stays in the log. */
export class Problem extends Error {
  // A literal: minified bundles rename classes.
  override name = 'Problem';
  readonly code: ProblemCode;
  readonly details: Record<string, unknown> | null;
  /** When the same request may succeed. */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: ProblemCode,
    message: string,
    options: { details?: Record<string, unknown>; retryAfterSeconds?: number; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.code = code;
    this.details = options.details ?? null;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

/** The part of a request that is wrong. */
export type RequestPart = 'path' | 'query' | 'body';

const codeOfPart = { path: 'invalid_id', query: 'invalid_query', body: 'invalid_body' } as const;
/** So many issues are listed in an error; the rest are counted. */
export const mostIssues = 100;
const mostInMessage = 3;

/**
 * The error for a request with these faults: the first few in the message, at most `mostIssues` in `details.issues`. Where there
 * are more, `details.more_issues` counts the rest.
 */
export function invalidRequest(part: RequestPart, issues: readonly Issue[]): Problem {
  const texts = issues.slice(0, mostInMessage).map(({ path, message }) => (path ? `${path} ${message}` : message));
  const rest = issues.length - texts.length;
  const message = `The ${part} is not valid: ${texts.join('; ')}${rest > 0 ? `; and ${rest} more` : ''}`;
  const details = {
    issues: issues.slice(0, mostIssues),
    ...(issues.length > mostIssues && { more_issues: issues.length - mostIssues }),
  };
  return new Problem(codeOfPart[part], message, { details });
}

/** The error for one field of a request. `message` goes on from its name: "must be in the future". */
export const invalidField = (part: RequestPart, path: string, message: string): Problem =>
  invalidRequest(part, [{ path, message }]);

/**
 * Others kept `what` busy until the retries were used up: they wrote it, or the table was throttled. What was to be
 * written is not. A route that declares `conflict` answers 409, any other 503 with Retry-After; a queue message is
 * delivered again.
 */
export class Contention extends Error {
  // A literal: minified bundles rename classes.
  override name = 'Contention';

  constructor(what: string, cause?: unknown) {
    super(`${what} was busy with other requests for too long`, { cause });
  }
}
