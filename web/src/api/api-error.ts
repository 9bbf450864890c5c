/** A problem with one part of a request. `path` is empty for the whole part. */
export interface Issue {
  path: string;
  message: string;
}

/** An unsuccessful response of the API. `message` is the API's own text, for people. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** The code from docs/errors.md; undefined if something in front of the API answered. */
  readonly code: string | undefined;
  readonly issues: readonly Issue[];
  /** The id of the request in the logs. */
  readonly requestId: string | undefined;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(response: Response, body: unknown) {
    const { error, code, details, request_id } = (typeof body === 'object' && body !== null ? body : {}) as {
      error?: string;
      code?: string;
      details?: Record<string, unknown> | null;
      request_id?: string;
    };
    super(error ?? `HTTP ${response.status}`);
    this.status = response.status;
    this.code = code;
    this.issues = (details?.issues as Issue[] | undefined) ?? [];
    this.requestId = request_id ?? response.headers.get('X-Request-Id') ?? undefined;
    this.details = details ?? {};
  }
}
