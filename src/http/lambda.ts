import middy, { type MiddlewareObj } from '@middy/core';
import jsonBodyParser from '@middy/http-json-body-parser';
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import type * as z from 'zod';
import type { Auth, RequestState } from '#src/identity/callers/caller.ts';
import { addressFromEdge, headerOf } from '#src/identity/callers/request-head.ts';
import {
  Contention,
  type Issue,
  ItemRefused,
  invalidField,
  invalidRequest,
  isTimeout,
  Problem,
  type RequestPart,
} from '#src/runtime/errors.ts';
import { retriesEndOf, runInvocation, withRetriesUntil } from '#src/runtime/invocation.ts';
import { issuesOf, plainMessage } from '#src/runtime/issues.ts';
import { logRequest } from '#src/runtime/log.ts';
import { startPreloads } from '#src/runtime/preload.ts';
import { completeResponse } from './complete-response.ts';
import { fittedBody } from './fitted-body.ts';
import { isPaged, knownParameters, PageNumbers, pageLinks, pathOf } from './links.ts';
import { problems } from './problems.ts';
import { isRedirect } from './redirect.ts';
import { type AnyRoute, type Api, formType, type RouteInput } from './route.ts';

const maxBodyBytes = 256 * 1024;
/** Answers a request with a logged 504 this long before the time limit, when Lambda would end it without a trace. */
const timeoutEarlyInMillis = 250;

type Entry = ((event: APIGatewayProxyEvent, context: { awsRequestId: string }) => Promise<APIGatewayProxyResult>) & {
  /** The load that scripts/bundle/provisioned.mjs waits for. */
  preloaded?: Promise<unknown> | undefined;
};
/**
 * The Lambda context with state shared by the middlewares. Only the laptop cloud sets `injectFault` (option --fault),
 * which delays or fails the response. Neither a template nor a request can put a function in Lambda's context.
 */
type HandlerContext = Context & { state: RequestState; injectFault?: () => Promise<void> };
type Middleware = MiddlewareObj<APIGatewayProxyEvent, APIGatewayProxyResult, Error, HandlerContext>;
type Result = Awaited<ReturnType<AnyRoute['handle']>>;
type Request = middy.Request<APIGatewayProxyEvent, APIGatewayProxyResult, Error, HandlerContext>;

/** Creates the Lambda handler of a route with the common middleware stack. */
export function lambda(route: AnyRoute): Entry {
  // Curators must see every earlier change, so each request of the dashboard reads the latest ones itself.
  const preloaded = startPreloads({ ...route, readsChanges: route.api === 'dashboard' });
  const stack = middy<APIGatewayProxyEvent, APIGatewayProxyResult, Error, HandlerContext>({
    timeoutEarlyInMillis,
  }).use(answerAndLog(route));
  if (route.auth.kind !== 'none') stack.use(authenticate(route.auth));
  if (route.body) stack.use(acceptBody(route)).use(jsonBodyParser({ disableContentTypeCheck: true }));
  if (route.arguments && route.method === 'POST') stack.use(acceptForm());
  const entry = stack.handler(async (event: APIGatewayProxyEvent, context: HandlerContext, { signal }) => {
    const { state, injectFault } = context;
    const handle = async () => route.handle(inputOf(route, event, state));
    const result = await runInvocation(signal, handle, retriesEndOf(context));
    await injectFault?.();
    const { mediaType, body, isAbridged, isBase64Encoded } = contentOf(route, result);
    const headers = {
      'content-type': isText(mediaType) ? `${mediaType}; charset=utf-8` : mediaType,
      ...linkOf(route, event, result),
      ...(isAbridged && { 'x-abridged': 'true' }),
      ...ignoredHeader(route, event),
      ...result.headers,
    };
    const cookies = 'cookies' in result ? result.cookies : undefined;
    return {
      statusCode: result.status,
      headers,
      body,
      ...(isBase64Encoded && { isBase64Encoded }),
      ...(cookies && { multiValueHeaders: { 'set-cookie': [...cookies] } }),
    };
  });
  // Middy's type requires the whole Lambda context, but only the request id is used.
  return Object.assign(entry as unknown as Entry, { preloaded });
}

/** The body and media type of a result. Never includes fields, statuses or types that the route does not declare. */
function contentOf(route: AnyRoute, result: Result): Content {
  if ('mediaType' in result) {
    const { mediaType } = result;
    if (!route.mediaTypes?.includes(mediaType)) throw new Error(`${route.id} answered an undeclared type ${mediaType}`);
    if ('text' in result) return { mediaType, body: result.text };
    return { mediaType, body: Buffer.from(result.bytes).toString('base64'), isBase64Encoded: true };
  }
  const schema = route.responses[result.status];
  if (!schema) throw new Error(`${route.id} answered an undeclared status ${result.status}`);
  const body = schema.parse(result.body);
  if (isRedirect(result.status)) return { mediaType: 'text/html', body: '' };
  return route.answerType
    ? { mediaType: route.answerType, body: typeof body === 'string' ? body : JSON.stringify(body) }
    : content(route, body);
}

interface Content {
  mediaType: string;
  body: string;
  /** Whether it was cut because it exceeded the response limit. */
  isAbridged?: boolean;
  isBase64Encoded?: boolean;
}

/** Whether a type has a character set: all of ours that are no zip files. */
const isText = (mediaType: string) => !mediaType.startsWith('application/vnd.openxmlformats');

function content({ plainText }: AnyRoute, body: unknown): Content {
  if (plainText) return { mediaType: 'text/plain', body: String(body) };
  const { text, isAbridged } = fittedBody(body);
  return { mediaType: 'application/json', body: text, isAbridged };
}

/** Converts errors to the API's error body, completes the response, and logs one line per request. */
function answerAndLog(route: AnyRoute): Middleware {
  const finish = async ({ event, context }: Request, response: APIGatewayProxyResult, problem?: Problem) => {
    const requestId = event.requestContext.requestId;
    const clientRequestId = clientRequestIdOf(event);
    // Otherwise the gateway's access log has the address.
    const ip = addressFromEdge(event);
    await completeResponse(route, event, response, context.state);
    const outcome = { status: response.statusCode, durationMs: Date.now() - context.state.now.getTime() };
    const observed = await context.state.observer?.(outcome);
    logRequest(response.statusCode >= 500 ? 'error' : 'info', {
      requestId,
      ...(clientRequestId && { clientRequestId }),
      ...(ip && { ip }),
      route: `${route.api}/${route.id}`,
      method: event.httpMethod,
      path: route.path,
      status: response.statusCode,
      durationMs: outcome.durationMs,
      ...(problem && { code: problem.code, error: problem.message }),
      ...(problem && response.statusCode >= 500 && { cause: problem.cause }),
      ...observed,
    });
  };
  return {
    before: ({ context }) => {
      context.state = { now: new Date() };
    },
    after: async (request) => {
      if (request.response) await finish(request, request.response);
    },
    onError: async (request) => {
      const problem = problemOf(request.error, route);
      const error = errorBody(route.api, problem, request.event.requestContext.requestId);
      const { mediaType, body } = content(route, route.plainText ? problem.message : error);
      const { retryAfterSeconds } = problem;
      const headers = {
        'content-type': `${mediaType}; charset=utf-8`,
        ...(retryAfterSeconds !== undefined && { 'retry-after': String(retryAfterSeconds) }),
      };
      request.response = { statusCode: problems[problem.code].status, headers, body };
      await finish(request, request.response, problem);
    },
  };
}

/** The client's request id, if well-formed. Logged in addition to ours. */
function clientRequestIdOf(event: APIGatewayProxyEvent): string | undefined {
  const id = headerOf(event, 'x-request-id');
  return id && /^[\w.:+/=-]{1,128}$/.test(id) ? id : undefined;
}

/** The Link header of a list page. Other responses have none. */
function linkOf(route: AnyRoute, event: APIGatewayProxyEvent, result: Result): { link?: string } {
  if (!isPaged(route) || !('body' in result)) return {};
  return {
    link: pageLinks(pathOf(route, decodedPath(event)), knownValues(route, event), PageNumbers.parse(result.body)),
  };
}

/** Names the query parameters that the route does not know: such a filter has silently no effect. */
function ignoredHeader(route: AnyRoute, event: APIGatewayProxyEvent): { 'x-ignored-parameters'?: string } {
  if (route.arguments) return {};
  const known = knownParameters(route);
  const ignored = Object.keys(event.multiValueQueryStringParameters ?? {}).filter((name) => !known.includes(name));
  if (ignored.length === 0) return {};
  // Anything can be a name: encoded, so that none is taken for two or breaks the header, and no more than fits.
  const names = ignored.slice(0, mostIgnored).map((name) => encodeURIComponent(name.slice(0, 50).toWellFormed()));
  return { 'x-ignored-parameters': names.join(', ') };
}

/** How many are named. Enough for a reader to notice; headers have a limit. */
const mostIgnored = 20;

/**
 * The error body: exactly three fields on the Integrations API; elsewhere also the request id, without empty details.
 */
export function errorBody(api: Api, problem: Problem, requestId: string): Record<string, unknown> {
  const { message: error, code, details } = problem;
  if (api === 'integrations') return { error, code, details };
  return { error, code, ...(details && { details }), request_id: requestId };
}

function problemOf(error: unknown, route: AnyRoute): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof Contention) {
    const text = 'Too many concurrent requests are changing the same data. Try again';
    const code = route.problems.includes('conflict') ? 'conflict' : 'busy';
    return new Problem(code, text, { cause: error, retryAfterSeconds: 1 });
  }
  if (error instanceof ItemRefused && route.body) {
    const text = `The body makes what is to be stored too large. ${error.message}`;
    return new Problem('invalid_body', text, { cause: error });
  }
  const cause = (error as { cause?: { package?: string } } | null)?.cause;
  if (cause?.package === '@middy/http-json-body-parser') {
    return new Problem('invalid_body', 'The body is not valid JSON');
  }
  // Middy aborts shortly before Lambda would end the function without a response.
  if (cause?.package === '@middy/core') return new Problem('timeout', 'The request timed out');
  if (isTimeout(error)) {
    const text = 'A service of the registry does not answer. Try again in some seconds';
    return new Problem('busy', text, { cause: error, retryAfterSeconds: 5 });
  }
  return new Problem('internal_error', 'Internal server error', { cause: error });
}

/** Authenticates and authorizes the caller before anything else is validated. */
function authenticate(auth: Exclude<Auth, { kind: 'none' }>): Middleware {
  return {
    before: async ({ event, context }) => {
      const { state } = context;
      state.caller = await withRetriesUntil(retriesEndOf(context), () => auth.authenticate(event, state));
    },
  };
}

/** Rejects missing, non-JSON and oversized bodies before parsing. */
function acceptBody({ optionalBody }: AnyRoute): Middleware {
  return {
    before: ({ event }) => {
      if (!event.body && optionalBody) {
        Object.assign(event, { body: '{}', isBase64Encoded: false });
        return;
      }
      if (!event.body) throw new Problem('invalid_body', 'The request has no body');
      const type = headerOf(event, 'content-type');
      if (type && !/^\s*application\/([\w.+-]+\+)?json\s*(;|$)/i.test(type)) {
        throw new Problem('invalid_body', 'The body must be JSON, with the content type application/json');
      }
      checkSize(event);
    },
  };
}

/** Rejects oversized bodies, and those of another type than a form. A form may be empty. */
function acceptForm(): Middleware {
  return {
    before: ({ event }) => {
      const type = headerOf(event, 'content-type');
      if (event.body && type && !new RegExp(`^\\s*${formType}\\s*(;|$)`, 'i').test(type)) {
        throw new Problem('invalid_body', `The body must be a form, with the content type ${formType}`);
      }
      checkSize(event);
    },
  };
}

function checkSize({ body, isBase64Encoded }: APIGatewayProxyEvent): void {
  const bytes = Buffer.byteLength(body ?? '', isBase64Encoded ? 'base64' : 'utf8');
  if (bytes > maxBodyBytes) throw new Problem('body_too_large', 'The body is larger than 256 KB');
}

/** The arguments of a route that checks them itself: of the query, then of a form. */
function sentArguments({ method }: AnyRoute, event: APIGatewayProxyEvent): [name: string, value: string][] {
  const query = Object.entries(event.multiValueQueryStringParameters ?? {});
  const inQuery = query.flatMap(([name, values]) => (values ?? []).map((value): [string, string] => [name, value]));
  if (method !== 'POST') return inQuery;
  const form = Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8').toString();
  return [...inQuery, ...new URLSearchParams(form)];
}

function inputOf(route: AnyRoute, event: APIGatewayProxyEvent, state: RequestState): RouteInput {
  const { now, caller, budget } = state;
  const params = route.params && parse(route.params, 'path', decodedPath(event));
  // Checked even if the route declares no parameters.
  const values = route.arguments ? {} : singleValues(event);
  return {
    caller: caller ?? { kind: 'none' },
    budget,
    params,
    query: route.query && parse(route.query, 'query', values),
    body: route.body && parse(route.body, 'body', event.body),
    sent: route.arguments ? sentArguments(route, event) : [],
    given: route.arguments ? {} : knownValues(route, event),
    accept: headerOf(event, 'accept'),
    acceptLanguage: headerOf(event, 'accept-language'),
    ifMatch: headerOf(event, 'if-match'),
    head: event,
    now,
    requestId: event.requestContext.requestId,
    observe: (observer) => {
      state.observer = observer;
    },
  };
}

/** API Gateway REST APIs pass path parameters percent-encoded. They are decoded once, here. */
function decodedPath(event: APIGatewayProxyEvent): Record<string, string> {
  const decoded: Record<string, string> = {};
  for (const [name, raw] of Object.entries(event.pathParameters ?? {})) {
    try {
      decoded[name] = decodeURIComponent(raw ?? '');
    } catch {
      throw invalidField('path', name, 'is not valid percent-encoding');
    }
  }
  return decoded;
}

/** The query values, already decoded by the gateway. A repeated parameter is an error. */
function singleValues(event: APIGatewayProxyEvent): Record<string, string> {
  const issues: Issue[] = [];
  const values: Record<string, string> = {};
  for (const [name, all] of Object.entries(event.multiValueQueryStringParameters ?? {})) {
    if (all && all.length > 1) issues.push({ path: name, message: 'is given more than once' });
    values[name] = all?.[0] ?? '';
  }
  if (issues.length > 0) throw invalidRequest('query', issues);
  return values;
}

/** The query values that the route reads, as sent. */
function knownValues(route: AnyRoute, event: APIGatewayProxyEvent): Record<string, string> {
  const known = knownParameters(route);
  return Object.fromEntries(Object.entries(singleValues(event)).filter(([name]) => known.includes(name)));
}

function parse(schema: z.ZodType, part: RequestPart, value: unknown) {
  const parsed = schema.safeParse(value, { error: plainMessage });
  if (!parsed.success) throw invalidRequest(part, issuesOf(parsed.error));
  return parsed.data;
}
