import type * as z from 'zod';
import type { Auth, Caller } from '#src/identity/callers/caller.ts';
import type { Budget } from '#src/identity/callers/rate-limit.ts';
import type { RequestHead } from '#src/identity/callers/request-head.ts';
import type { ProblemCode } from '#src/runtime/errors.ts';
import type { RequestObserver } from '#src/runtime/log.ts';
import type { Grant } from '#src/table/grants.ts';

export type Api = 'consumer' | 'integrations' | 'dashboard';

/** Who may cache a response, and how long: see `cacheControl` in response-headers.ts. */
export type CachePolicy = 'public' | 'document' | 'private' | 'none';

/** The type of a form's body. */
export const formType = 'application/x-www-form-urlencoded';

type Schema = z.ZodType;
export type Responses = { readonly [status: number]: Schema };

type ParsedOr<S extends Schema | undefined, Otherwise> = S extends Schema ? z.output<S> : Otherwise;

/** The input of a handler, with the validated parts of the request. */
export interface RouteInput<
  Params extends Schema | undefined = Schema | undefined,
  Query extends Schema | undefined = Schema | undefined,
  Body extends Schema | undefined = Schema | undefined,
  A extends Auth = Auth,
> {
  params: ParsedOr<Params, undefined>;
  query: ParsedOr<Query, undefined>;
  body: ParsedOr<Body, undefined>;
  caller: Extract<Caller, { kind: A['kind'] }>;
  /** The caller's rate limit, if any, counting this request. */
  budget: Budget | undefined;
  /** Known query values as sent, without defaults. Links repeat them. */
  given: Readonly<Record<string, string>>;
  accept: string | undefined;
  acceptLanguage: string | undefined;
  /** Compared by routes with `ifMatch`. */
  ifMatch: string | undefined;
  /** The arguments as sent, for routes that declare `arguments`. */
  sent: readonly (readonly [name: string, value: string])[];
  /** Headers and context, for routes that check the sender themselves. */
  head: RequestHead;
  now: Date;
  requestId: string;
  /** Calls the observer when the request has its response. Its result joins the request's log line. */
  observe(observer: RequestObserver): void;
}

/** A success response in a declared media type other than JSON. */
export interface TextResult {
  status: 200;
  text: string;
  mediaType: string;
  headers?: Record<string, string>;
}

/** A file in a declared media type. */
export interface FileResult {
  status: 200;
  bytes: Uint8Array;
  mediaType: string;
  headers?: Record<string, string>;
}

interface ResultHead {
  headers?: Record<string, string>;
  /** Values of Set-Cookie, one header each. */
  cookies?: readonly string[];
}

export type RouteResult<R extends Responses> =
  | { [S in keyof R & number]: { status: S; body: z.input<R[S]> } & ResultHead }[keyof R & number]
  | TextResult
  | FileResult;

export interface Route<
  Params extends Schema | undefined = Schema | undefined,
  Query extends Schema | undefined = Schema | undefined,
  Body extends Schema | undefined = Schema | undefined,
  R extends Responses = Responses,
  A extends Auth = Auth,
> {
  /** `<noun>.<verb>`, equal to the folder and file name. */
  id: string;
  api: Api;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The public path with parameters in braces. It may end with one greedy parameter `{name+}`. */
  path: `/${string}`;
  summary: string;
  description?: string;
  /** For operators' tools, not API clients. Tagged `internal` in the document. */
  internal?: true;
  auth: A;
  params?: Params;
  /** Query values arrive as strings, so this is an object of string-to-value schemas. */
  query?: Query;
  body?: Body;
  /**
   * Arguments in the query, or in a form in the body of a POST, which the handler checks itself because its protocol
   * answers errors in its own way. Texts only; instead of `query` and `body`.
   */
  arguments?: z.ZodObject;
  /** A request without a body counts as `{}`. */
  optionalBody?: true;
  /** Media types of the body besides JSON. Any type ending in `+json` is accepted. */
  bodyTypes?: readonly string[];
  /** The handler compares If-Match and returns the ETag of what it wrote. Adds `precondition_failed`. */
  ifMatch?: true;
  responses: R;
  /** Media types of a 200 besides JSON. */
  mediaTypes?: readonly string[];
  /** Responses and errors (their message) are plain text. All response schemas are strings. */
  plainText?: true;
  /** Media type of successes, if not JSON. Response schemas are strings, except of a type of JSON. Errors stay JSON. */
  answerType?: 'text/html' | 'text/css' | 'text/javascript' | 'text/xml' | 'application/linkset+json';
  /** Whether a body has addresses of the API besides those that `hasLinks` finds out: its function gets the base URL. */
  namesAddresses?: true;
  /** Default of GET: `public` without authentication, otherwise `private`. Other methods are never cached. */
  cache?: CachePolicy;
  /** Error codes in addition to the common ones. */
  problems: readonly ProblemCode[];
  grants: readonly Grant[];
  /** Grants for lists that few requests need. These lists are not loaded while Lambda starts the function. */
  seldomReads?: readonly Grant[];
  /** Default 256, or 1024 for routes that hold lists in memory, and for GETs of the dashboard. */
  memoryMb?: number;
  /** Default 10, or 29 for routes that read lists. At most 29, API Gateway's time-out. */
  timeoutSeconds?: number;
  handle(input: RouteInput<Params, Query, Body, A>): Promise<RouteResult<NoInfer<R>>>;
}

/** Declares a route for the loader, the stacks, the OpenAPI documents and the tests. */
export function defineRoute<
  Params extends Schema | undefined = undefined,
  Query extends Schema | undefined = undefined,
  Body extends Schema | undefined = undefined,
  const R extends Responses = Responses,
  const A extends Auth = Auth,
>(route: Route<Params, Query, Body, R, A>): Route<Params, Query, Body, R, A> {
  return route;
}

export type AnyRoute = Omit<Route, 'handle'> & {
  // biome-ignore lint/suspicious/noExplicitAny: a list of routes has no common input type
  handle(input: any): Promise<({ status: number; body: unknown } & ResultHead) | TextResult | FileResult>;
};
