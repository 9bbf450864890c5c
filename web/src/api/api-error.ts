/** A problem with one part of a request. `path` is empty for the whole part. */
export interface Issue {
  path: string;
  message: string;
}

/** An answer of the API that is not a success. `message` is the API's own text, for people. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** The code of docs/errors.md; undefined if something before the API answered. */
  readonly code: string | undefined;
  readonly issues: readonly Issue[];
  /** The id under which the log has this request. */
  readonly requestId: string | undefined;
  /** Everything the API said of the error. */
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
