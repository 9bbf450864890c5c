/**
 * Every error an answer can carry: its code, its HTTP status and what it means. The gateway responses, the OpenAPI
 * documents and docs/errors.md are made from this one table.
 */
export const problems = {
  invalid_query: { status: 400, meaning: 'A query parameter is missing its value, malformed or out of bounds.' },
  invalid_body: { status: 400, meaning: 'The body is not JSON, or not of the shape this route takes.' },
  invalid_id: { status: 400, meaning: 'An identifier in the path is malformed.' },
  missing_credential: { status: 401, meaning: 'The route needs a credential and the request has none.' },
  invalid_credential: { status: 401, meaning: 'The credential is unknown, malformed or no longer active.' },
  credential_inactive: { status: 403, meaning: 'The installation or its credential is not active.' },
  credential_expired: { status: 403, meaning: 'The credential has expired.' },
  origin_rejected: { status: 403, meaning: 'The origin of the request is not verified for this installation.' },
  scope_not_granted: { status: 403, meaning: 'The credential does not hold the scope this route needs.' },
  forbidden: { status: 403, meaning: 'The caller may not do this.' },
  not_found: { status: 404, meaning: 'Nothing public has this address.' },
  method_not_allowed: { status: 405, meaning: 'The address exists, the method does not; Allow lists those that do.' },
  conflict: { status: 409, meaning: 'What is stored does not allow this change, whatever the request says.' },
  body_too_large: { status: 413, meaning: 'The body is larger than 256 KB.' },
  rate_limited: { status: 429, meaning: 'Too many requests; Retry-After says when to come back.' },
  internal_error: { status: 500, meaning: 'The service failed. The request id identifies the log entry.' },
  setup_incomplete: { status: 500, meaning: 'The service is not completely configured.' },
  upstream_unavailable: {
    status: 502,
    meaning: 'A metadata source, the directory of users or API Gateway did not answer. Try again.',
  },
  not_configured: { status: 503, meaning: 'This part of the service is not configured.' },
  timeout: { status: 504, meaning: 'The service took too long to answer.' },
} as const satisfies Record<string, { status: number; meaning: string }>;

export type ProblemCode = keyof typeof problems;

/** One thing wrong with a request: where (dot and index path into the part named by the code) and what. */
export interface Issue {
  path: string;
  message: string;
}

/** An error a client may see. `message` is the public text; `cause` stays in the log. */
export class Problem extends Error {
  // A literal: minified bundles rename classes.
  override name = 'Problem';
  readonly code: ProblemCode;
  readonly details: Record<string, unknown> | null;
  readonly headers: Record<string, string>;

  constructor(
    code: ProblemCode,
    message: string,
    options: { details?: Record<string, unknown>; headers?: Record<string, string>; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.code = code;
    this.details = options.details ?? null;
    this.headers = options.headers ?? {};
  }

  get status(): number {
    return problems[this.code].status;
  }
}
