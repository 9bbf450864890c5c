import type * as z from 'zod';
import type { Auth, Caller } from '../auth/caller.ts';
import type { Budget } from '../auth/rate-limit.ts';
import type { RequestHead } from '../auth/request-head.ts';
import type { ProblemCode } from '../errors.ts';
import type { Grant } from '../runtime/grant.ts';
import type { RequestObserver } from '../runtime/log.ts';

export type Api = 'consumer' | 'integrations' | 'dashboard';

/** Who may cache a response, and for how long: see `cacheControl` in response-headers.ts. */
export type CachePolicy = 'public' | 'document' | 'private' | 'none';

type Schema = z.ZodType;
export type Responses = { readonly [status: number]: Schema };

type ParsedOr<S extends Schema | undefined, Otherwise> = S extends Schema ? z.output<S> : Otherwise;

/** The input of a handler: the validated parts of the request, the caller, the time and the request id. */
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
  /** The rate limit of the caller, if there is one, including this request. */
  budget: Budget | undefined;
  /** The known query values as sent, without defaults. Links repeat them. */
  given: Readonly<Record<string, string>>;
  /** The Accept header. */
  accept: string | undefined;
  /** The Accept-Language header. */
  acceptLanguage: string | undefined;
  /** The If-Match header. Routes with `ifMatch` compare it. */
  ifMatch: string | undefined;
  /** The request's headers and context, for routes that check the sender themselves. */
  head: RequestHead;
  now: Date;
  requestId: string;
  /** Calls this when the request has its response. What it returns joins the log line of the request. */
  observe(observer: RequestObserver): void;
}

/** A success response in one of the declared media types other than JSON. */
export interface TextResult {
  status: 200;
  text: string;
  mediaType: string;
  headers?: Record<string, string>;
}

/** What a result can have besides its body. */
interface ResultHead {
  headers?: Record<string, string>;
  /** Values of Set-Cookie, a header each. */
  cookies?: readonly string[];
}

/** A declared status with a body of its schema, or a text. */
export type RouteResult<R extends Responses> =
  | { [S in keyof R & number]: { status: S; body: z.input<R[S]> } & ResultHead }[keyof R & number]
  | TextResult;

export interface Route<
  Params extends Schema | undefined = Schema | undefined,
  Query extends Schema | undefined = Schema | undefined,
  Body extends Schema | undefined = Schema | undefined,
  R extends Responses = Responses,
  A extends Auth = Auth,
> {
  /** `<noun>.<verb>`, equal to the folder and the name of the file. */
  id: string;
  api: Api;
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** The public path, with parameters in braces. It may end with one greedy parameter `{name+}`. */
  path: `/${string}`;
  summary: string;
  description?: string;
  /** For the operators' own tools rather than for clients of the API. The document tags it `internal`. */
  internal?: true;
  auth: A;
  params?: Params;
  /** An object of string-to-value schemas: query values arrive as strings. */
  query?: Query;
  body?: Body;
  /** A request without a body counts as one with the body `{}`. */
  optionalBody?: true;
  /** The media types of the body besides JSON. Any type that ends in `+json` is accepted. */
  bodyTypes?: readonly string[];
  /** The handler compares If-Match, and its answers have the ETag of what it wrote. Adds `precondition_failed`. */
  ifMatch?: true;
  responses: R;
  /** The media types of a 200 besides JSON. */
  mediaTypes?: readonly string[];
  /** Responses are plain text instead of JSON, and so are errors (their message). All response schemas are strings. */
  plainText?: true;
  /** The media type of successes, if it is not JSON. All response schemas are strings. Errors stay JSON. */
  answerType?: 'text/html' | 'text/javascript';
  /** Default of GET: `public` if there is no authentication, otherwise `private`. Other methods are never cached. */
  cache?: CachePolicy;
  /** Error codes of this route, in addition to the common ones. */
  problems: readonly ProblemCode[];
  grants: readonly Grant[];
  /** Default 256, or 1024 for a route that reads lists: it holds them in memory. */
  memoryMb?: number;
  /** Default 10, or 29 for a route that reads lists. At most 29, the time-out of API Gateway. */
  timeoutSeconds?: number;
  handle(input: RouteInput<Params, Query, Body, A>): Promise<RouteResult<NoInfer<R>>>;
}

/** Declares a route. The loader, the stacks, the OpenAPI documents and the tests read the declaration. */
export function defineRoute<
  Params extends Schema | undefined = undefined,
  Query extends Schema | undefined = undefined,
  Body extends Schema | undefined = undefined,
  const R extends Responses = Responses,
  const A extends Auth = Auth,
>(route: Route<Params, Query, Body, R, A>): Route<Params, Query, Body, R, A> {
  return route;
}

/** A route with any schemas. */
export type AnyRoute = Omit<Route, 'handle'> & {
  // biome-ignore lint/suspicious/noExplicitAny: a list of routes has no common input type
  handle(input: any): Promise<({ status: number; body: unknown } & ResultHead) | TextResult>;
};
