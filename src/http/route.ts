import type * as z from 'zod';
import type { Auth, Caller } from '../auth/caller.ts';
import type { Budget } from '../auth/rate-limit.ts';
import type { RequestHead } from '../auth/request-head.ts';
import type { ProblemCode } from '../errors.ts';
import type { Grant } from '../runtime/grant.ts';

export type Api = 'consumer' | 'integrations' | 'dashboard';

/** Who may keep an answer, and for how long: see `cacheControl` in answer-headers.ts. */
export type CachePolicy = 'public' | 'document' | 'private' | 'none';

type Schema = z.ZodType;
export type Responses = { readonly [status: number]: Schema };

type ParsedOr<S extends Schema | undefined, Otherwise> = S extends Schema ? z.output<S> : Otherwise;

/** What a handler is given: validated parts of the request, the caller, the time, and an id for the logs. */
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
  /** Of a caller with a limit, this request counted. */
  budget: Budget | undefined;
  /** The known query values as they were sent, before defaults: what the client asked for, and how to ask it again. */
  given: Readonly<Record<string, string>>;
  /** The value of Accept, if the client sent one. */
  accept: string | undefined;
  /** The value of Accept-Language, if the client sent one. */
  acceptLanguage: string | undefined;
  /** The request as far as it says who sent it, for routes that judge that themselves. */
  head: RequestHead;
  now: Date;
  requestId: string;
}

/** A success that is not JSON: a text of one of the media types the route declares. */
export interface TextResult {
  status: 200;
  text: string;
  mediaType: string;
  headers?: Record<string, string>;
}

/** One of the declared statuses with a body of its schema, or a text. */
export type RouteResult<R extends Responses> =
  | { [S in keyof R & number]: { status: S; body: z.input<R[S]>; headers?: Record<string, string> } }[keyof R & number]
  | TextResult;

export interface Route<
  Params extends Schema | undefined = Schema | undefined,
  Query extends Schema | undefined = Schema | undefined,
  Body extends Schema | undefined = Schema | undefined,
  R extends Responses = Responses,
  A extends Auth = Auth,
> {
  /** `<noun>.<verb>`, the same as the file's folder and name. */
  id: string;
  api: Api;
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** As the client sees it, parameters in braces; one greedy parameter `{name+}` may end it. */
  path: `/${string}`;
  summary: string;
  description?: string;
  auth: A;
  params?: Params;
  /** An object of string-to-value schemas: query values arrive as strings. */
  query?: Query;
  body?: Body;
  responses: R;
  /** The media types a 200 can have besides JSON. */
  mediaTypes?: readonly string[];
  /** Its answers are plain text, not JSON, and so are its errors: their message. Each response is a string then. */
  plainText?: true;
  /** The media type of its successes, where that is not JSON: each response is a string then. Errors stay JSON. */
  answerType?: 'text/html' | 'text/javascript';
  /** Default: of a GET `public` where anybody may call and `private` otherwise. No other answer may ever be kept. */
  cache?: CachePolicy;
  /** Codes this route raises besides those every route can. */
  problems: readonly ProblemCode[];
  grants: readonly Grant[];
  /** Default 256. */
  memoryMb?: number;
  /** Default 10, and 29 for a route that reads lists; at most 29, where API Gateway gives up. */
  timeoutSeconds?: number;
  handle(input: RouteInput<Params, Query, Body, A>): Promise<RouteResult<NoInfer<R>>>;
}

/** Types a route declaration; the loader, the stacks, the OpenAPI document and the tests read what it returns. */
export function defineRoute<
  Params extends Schema | undefined = undefined,
  Query extends Schema | undefined = undefined,
  Body extends Schema | undefined = undefined,
  const R extends Responses = Responses,
  const A extends Auth = Auth,
>(route: Route<Params, Query, Body, R, A>): Route<Params, Query, Body, R, A> {
  return route;
}

/** Any route, whatever its schemas. */
export type AnyRoute = Omit<Route, 'handle'> & {
  // biome-ignore lint/suspicious/noExplicitAny: a list of routes has no common input type
  handle(input: any): Promise<{ status: number; body: unknown; headers?: Record<string, string> } | TextResult>;
};
