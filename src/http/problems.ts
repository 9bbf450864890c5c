import type { ProblemCode } from '../errors.ts';

/**
 * The HTTP status of every error an answer can carry. The gateway responses, the OpenAPI documents and
 * docs/errors.md are made from this table and the next.
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
  body_too_large: { status: 413 },
  rate_limited: { status: 429 },
  internal_error: { status: 500 },
  setup_incomplete: { status: 500 },
  upstream_unavailable: { status: 502 },
  not_configured: { status: 503 },
  busy: { status: 503 },
  timeout: { status: 504 },
} as const satisfies Record<ProblemCode, { status: number }>;

/** What each means. Apart from the statuses, since only tools read it: the functions leave it out. */
export const meanings: Record<ProblemCode, string> = {
  invalid_query: 'A query parameter is missing its value, malformed or out of bounds.',
  invalid_body: 'The body is not JSON, or not of the shape this route takes.',
  invalid_id: 'An identifier in the path is malformed.',
  missing_credential: 'The route needs a credential and the request has none.',
  invalid_credential: 'The credential is unknown, malformed or no longer active.',
  credential_inactive: 'The installation or its credential is not active.',
  credential_expired: 'The credential has expired.',
  origin_rejected: 'The origin of the request is not verified for this installation.',
  scope_not_granted: 'The credential does not hold the scope this route needs.',
  forbidden: 'The caller may not do this.',
  not_found: 'There is nothing with this address or id that the caller may see.',
  method_not_allowed: 'The address exists, the method does not; Allow lists those that do.',
  conflict: 'What is stored does not allow this change, whatever the request says.',
  body_too_large: 'The body is larger than 256 KB.',
  rate_limited: 'Too many requests; Retry-After says when to come back.',
  internal_error: 'The service failed. The request id identifies the log entry.',
  setup_incomplete: 'The service is not completely configured.',
  upstream_unavailable: 'A metadata source, the directory of users or API Gateway did not answer. Try again.',
  not_configured: 'This part of the service is not configured.',
  busy: 'Other requests kept changing the same thing, or came too fast. Retry-After says when to try again.',
  timeout: 'The service took too long to answer.',
};
