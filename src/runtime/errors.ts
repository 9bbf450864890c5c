/** All error codes of the APIs. src/http/problems.ts maps them to HTTP statuses. */
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
  | 'gone'
  | 'precondition_failed'
  | 'body_too_large'
  | 'rate_limited'
  | 'internal_error'
  | 'setup_incomplete'
  | 'upstream_unavailable'
  | 'not_configured'
  | 'busy'
  | 'timeout';

/** One fault of a request. `path` is the dot and index path into the part that the error code names. */
export interface Issue {
  path: string;
  message: string;
}

/** An error for the client. `message` is public; `cause` is only logged. */
export class Problem extends Error {
  // A literal: minified bundles rename classes.
  override name = 'Problem';
  readonly code: ProblemCode;
  readonly details: Record<string, unknown> | null;
  /** The delay after which the request may succeed. */
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

/** The part of a request that is invalid. */
export type RequestPart = 'path' | 'query' | 'body';

const codeOfPart = { path: 'invalid_id', query: 'invalid_query', body: 'invalid_body' } as const;
/** The number of issues an error lists. Any others are only counted. */
export const maxListedIssues = 100;
const maxInMessage = 3;

/**
 * The error for an invalid request. The message has the first few issues, `details.issues` up to `maxListedIssues`, and
 * `details.more_issues` the number of any others.
 */
export function invalidRequest(part: RequestPart, issues: readonly Issue[]): Problem {
  const texts = issues.slice(0, maxInMessage).map(({ path, message }) => (path ? `${path} ${message}` : message));
  const rest = issues.length - texts.length;
  const message = `The ${part} is not valid: ${texts.join('; ')}${rest > 0 ? `; and ${rest} more` : ''}`;
  const details = {
    issues: issues.slice(0, maxListedIssues),
    ...(issues.length > maxListedIssues && { more_issues: issues.length - maxListedIssues }),
  };
  return new Problem(codeOfPart[part], message, { details });
}

/** The error for one invalid field. `message` follows the field's name: "must be in the future". */
export const invalidField = (part: RequestPart, path: string, message: string): Problem =>
  invalidRequest(part, [{ path, message }]);

/**
 * Concurrent writes or throttling used up all retries, and nothing was written. A route that declares `conflict`
 * answers 409, any other 503 with Retry-After. A queue message is redelivered.
 */
export class Contention extends Error {
  // A literal: minified bundles rename classes.
  override name = 'Contention';

  constructor(subject: string, cause?: unknown) {
    super(`${subject} is being changed by too many other requests`, { cause });
  }
}

/** Whether a call of the table or another service was given up because there was no answer. It may have been carried out. */
export const isTimeout = (error: unknown): boolean => error instanceof Error && error.name === 'TimeoutError';

/**
 * An item that the table can never store, such as one above 400 KB. The message is shown to users. A route with a body
 * answers 400. A worker records it as the failure of its task.
 */
export class ItemRefused extends Error {
  // A literal: minified bundles rename classes.
  override name = 'ItemRefused';
}
