import type { APIGatewayProxyEvent } from 'aws-lambda';
import type * as z from 'zod';
import type { ApiKeyScope } from '../domain/api-key.ts';
import type { InstallationScope } from '../domain/installation.ts';
import type { Role } from '../domain/user.ts';
import type { ProblemCode } from './problems.ts';
import type { Budget } from './rate-limit.ts';

export type Api = 'consumer' | 'integrations' | 'dashboard';

/**
 * Who may call a route. `apiKey` and `installation` (credential-auth.ts), `session` and `member` (session-auth.ts) and
 * `operator` (operator-auth.ts) make these; each brings its check with it, so that a function holds only its own.
 */
export type Auth = { kind: 'none' } | ApiKeyAuth | InstallationAuth | SessionAuth | MemberAuth | OperatorAuth;

/** The holder of an API key, with this scope if one is named. */
export interface ApiKeyAuth {
  kind: 'apiKey';
  scope?: ApiKeyScope;
  admit: Admit<ApiKeyCaller>;
}

/** An installation, with this scope if one is named. */
export interface InstallationAuth {
  kind: 'installation';
  scope?: InstallationScope;
  admit: Admit<InstallationCaller>;
}

/** Whoever is signed in to the dashboard, whether or not the registry knows them. */
export interface SessionAuth {
  kind: 'session';
  admit: Admit<SessionCaller>;
}

/** Somebody signed in who has at least this role in the workspace they work in. */
export interface MemberAuth {
  kind: 'member';
  role: Role;
  admit: Admit<MemberCaller>;
}

/** The operator of the deployment, by a secret. */
export interface OperatorAuth {
  kind: 'operator';
  admit: Admit<OperatorCaller>;
}

/** A request as far as it says who sent it. */
export type Sender = Pick<
  APIGatewayProxyEvent,
  'headers' | 'multiValueHeaders' | 'queryStringParameters' | 'httpMethod' | 'requestContext'
>;

/** What becomes known of a request on its way through. */
export interface Passage {
  now: Date;
  /** Of a caller with a limit. */
  budget?: Budget;
  caller?: Caller;
}

/** Checks who sent a request, before anything else is read of it: the caller, or a Problem. */
export type Admit<C extends Caller> = (sender: Sender, passage: Passage) => Promise<C>;

/** Who sent a request. */
export type Caller =
  | { kind: 'none' }
  | ApiKeyCaller
  | InstallationCaller
  | SessionCaller
  | MemberCaller
  | OperatorCaller;

export interface ApiKeyCaller {
  kind: 'apiKey';
  keyHash: string;
  clientName: string;
  scopes: string[];
}

export interface InstallationCaller {
  kind: 'installation';
  credentialHash: string;
  installationId: string;
  workspace: string;
  /** The verified origin the request comes from; undefined when a server sent it. */
  origin: string | undefined;
  scopes: string[];
}

export interface SessionCaller {
  kind: 'session';
  /** Who the identity provider says it is; the same for the same person for good. */
  subject: string;
  /** Lower-case; null when the token names none that was verified, as those of services do. */
  email: string | null;
  isSuperadmin: boolean;
}

export interface MemberCaller extends Omit<SessionCaller, 'kind'> {
  kind: 'member';
  /** The workspace they work in. */
  workspace: string;
  role: Role;
}

export interface OperatorCaller {
  kind: 'operator';
}

/**
 * What a function may touch. Each grant becomes the smallest IAM policy that does it and the environment variables that
 * name the resource; a function has nothing else.
 */
export type Grant =
  | 'table:read'
  | 'table:write'
  /** The activity log and nothing else; clearing it needs reading it. */
  | 'activity:read'
  | 'activity:clear'
  /** Counting requests against limits; functions behind a credential with a limit have it by themselves. */
  | 'usage'
  /** Lists held in memory: the table and the snapshots they begin with. */
  | 'lists'
  | 'lists:compact'
  | 'queue:researchers'
  | 'queue:works'
  | 'secret:api-key-pepper'
  /** How many requests a minute an installation may make. */
  | 'limit:installations'
  /** On which private hosts sites may be verified: none, but on a laptop. */
  | 'verification'
  /** The keys of API Gateway and which usage plan each is in. */
  | 'gateway-keys'
  | 'secret:openalex-api-key'
  /** The bearer secret of the operator routes, where there is one. */
  | 'secret:admin-cli'
  /** Which tokens say who is signed in. */
  | 'sign-in'
  /** Makes and deletes the users of the pool, where the deployment has one of its own. */
  | 'users:directory'
  /** Has the pool send the mail with which a user sets a new password. */
  | 'users:reset'
  | 'sources';

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
  /** The query values as they were sent, before defaults: what the client asked for itself, and how to ask it again. */
  given: Readonly<Record<string, string>>;
  /** The value of Accept, if the client sent one. */
  accept: string | undefined;
  /** The value of Accept-Language, if the client sent one. */
  acceptLanguage: string | undefined;
  /** The request as far as it says who sent it, for routes that judge that themselves. */
  sender: Sender;
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
