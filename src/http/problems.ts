import type { ProblemCode } from '../errors.ts';

/**
 * The HTTP status of every error code. The gateway responses, the OpenAPI documents and docs/errors.md are generated
 * from this table and the next.
 */
export const problems = {
  invalid_query: { status: 400 },
  invalid_body: { status: 400 },
  invalid_id: { status: 400 },
  missing_credential: { status: 401 },
  invalid_credential: { status: 401 },
  credential_inactive: { status: 403 },
  credential_expired: { status: 403 },
  origin_rejected: { status: 403 },
  scope_not_granted: { status: 403 },
  forbidden: { status: 403 },
  not_found: { status: 404 },
  method_not_allowed: { status: 405 },
  conflict: { status: 409 },
  precondition_failed: { status: 412 },
  body_too_large: { status: 413 },
  rate_limited: { status: 429 },
  internal_error: { status: 500 },
  setup_incomplete: { status: 500 },
  upstream_unavailable: { status: 502 },
  not_configured: { status: 503 },
  busy: { status: 503 },
  timeout: { status: 504 },
} as const satisfies Record<ProblemCode, { status: number }>;

/** The description of each code. Separate from the statuses, so that it is not part of the function bundles. */
export const problemDescriptions: Record<ProblemCode, string> = {
  invalid_query: 'A query parameter is missing, malformed, repeated or out of range.',
  invalid_body: 'The body is not valid JSON, or does not match the schema of this route.',
  invalid_id: 'An identifier in the path is malformed.',
  missing_credential: 'The route requires a credential and the request has none.',
  invalid_credential: 'The credential is unknown, malformed or no longer active.',
  credential_inactive: 'The installation or its credential is not active.',
  credential_expired: 'The credential has expired.',
  origin_rejected: 'The origin of the request is not verified for this installation.',
  scope_not_granted: 'The credential does not have the scope that this route requires.',
  forbidden: 'The caller does not have permission to do this.',
  not_found: 'The resource does not exist, or the caller may not see it.',
  method_not_allowed: 'The path does not support this method. The Allow header lists the supported ones.',
  conflict: 'The request conflicts with the current state of the resource.',
  precondition_failed: 'The resource has changed since the version that If-Match names. Read it again.',
  body_too_large: 'The body is larger than 256 KB.',
  rate_limited: 'The rate limit is exceeded. Retry-After is the number of seconds to wait.',
  internal_error: 'The service failed. The request id identifies the entry in the log.',
  setup_incomplete: 'The service is not completely configured.',
  upstream_unavailable: 'A metadata source, the user directory or API Gateway did not answer. Try again.',
  not_configured: 'This part of the service is not configured.',
  busy: 'Too many concurrent requests. Retry-After is the number of seconds to wait.',
  timeout: 'The request timed out.',
};
