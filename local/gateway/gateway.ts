import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { account } from '../cloudformation/template.ts';
import { createServer } from '../http-module.ts';
import type { Functions } from '../lambda/functions.ts';
import { Authorizers, type Grant } from './authorizers.ts';
import { compressAnswer } from './compression.ts';
import {
  type Answer,
  gatewayAnswer,
  mockAnswer,
  type ResponseType,
  type TemplateContext,
} from './gateway-responses.ts';
import { functionArnIn } from './invocation.ts';
import { eventOf, parseQuery, proxyAnswer, type RawRequest, type RestEvent } from './proxy.ts';
import { type Match, type Method, matchPath, type RestApi } from './rest-api.ts';
import type { UsagePlans } from './usage-plans.ts';

/** The limits of API Gateway and of a Lambda event. */
const mostBodyBytes = 10 * 1024 * 1024;
const mostEventBytes = 6 * 1024 * 1024;
const longestIntegrationMs = 29_000;

/** The gateway of one REST API stage: turns HTTP requests into responses. */
export class Gateway {
  readonly api: RestApi;
  /** Whether an operator has deleted the API. */
  isDeleted = false;
  readonly #functions: Functions;
  readonly #plans: UsagePlans;
  readonly #authorizers: Authorizers;

  constructor(api: RestApi, functions: Functions, plans: UsagePlans, now: () => number = Date.now) {
    this.api = api;
    this.#functions = functions;
    this.#plans = plans;
    this.#authorizers = new Authorizers(functions, now);
  }

  async answer(request: RawRequest): Promise<Answer> {
    const requestId = randomUUID();
    const [path = '/', search = ''] = request.target.split(/\?(.*)/s);
    const { id, stage } = this.api;
    const context: TemplateContext = {
      requestId,
      extendedRequestId: requestId,
      apiId: id,
      stage,
      path,
      httpMethod: request.method,
      'identity.sourceIp': request.sourceIp,
    };
    const refuse: Refuse = (type, message, more) => gatewayAnswer(this.api, type, message, { ...context, ...more });
    const answered = await this.#pass(request, { path, search, requestId, context, refuse });
    return { ...answered, headers: [...answered.headers, ['x-amzn-RequestId', requestId]] };
  }

  async #pass(request: RawRequest, received: ReceivedRequest): Promise<Answer> {
    const { path, search, requestId, context, refuse } = received;
    if (!this.#admits(request, path)) return refuse('ACCESS_DENIED', 'User: anonymous is not authorized');
    const match = matchPath(this.api.root, path);
    const method = match && (match.resource.methods.get(request.method) ?? match.resource.methods.get('ANY'));
    if (!match || !method) return refuse('MISSING_AUTHENTICATION_TOKEN', 'Missing Authentication Token');
    if (request.body.length > mostBodyBytes) return refuse('REQUEST_TOO_LARGE', 'Request Too Long');
    const query = parseQuery(search);
    if (!query) return refuse('BAD_REQUEST_PARAMETERS', 'The query string is not valid percent-encoding');
    context.resourcePath = match.resource.path;
    const matched = { ...match, resourcePath: match.resource.path, resourceId: method.resourceId };
    const event = eventOf(request, path, query, matched, this.api, requestId);
    const granted = await this.#authorize(method, match, event, refuse);
    if ('status' in granted) return granted;
    if (method.apiKeyRequired) {
      const header = this.#headerOf(event, 'x-api-key');
      const apiKey = this.api.keySource === 'AUTHORIZER' ? granted.usageIdentifierKey : header;
      const usage = this.#plans.countRequest(apiKey, this.api.id, this.api.stage);
      if (usage.kind === 'unknown') return refuse('INVALID_API_KEY', 'Forbidden');
      if (usage.kind === 'throttled') return refuse('THROTTLED', 'Too Many Requests');
      Object.assign(event.requestContext.identity, { apiKey, apiKeyId: usage.keyId });
    }
    if (method.integration.Type === 'MOCK') {
      const readsText = !this.api.isBinary || method.integration.ContentHandling === 'CONVERT_TO_TEXT';
      if (!readsText) return refuse('DEFAULT_5XX', 'Internal server error');
      const mediaType = (this.#headerOf(event, 'content-type') ?? 'application/json').split(';')[0]?.trim() ?? '';
      const header = (name: string) => this.#headerOf(event, name);
      const answer = mockAnswer(method.integration, mediaType, context, method.where, header);
      return answer ?? refuse('UNSUPPORTED_MEDIA_TYPE', 'Unsupported Media Type');
    }
    const answer = await this.#invoke(method, { ...event, ...bodyInEvent(request.body, this.api.isBinary) }, refuse);
    return compressAnswer(answer, this.#headerOf(event, 'accept-encoding'), this.api.minimumCompressionBytes);
  }

  /** Whether the API's policy allows the request. */
  #admits({ method, headers, endpointId }: RawRequest, path: string): boolean {
    const { policy, stage } = this.api;
    const referers = headers.filter(([name]) => name.toLowerCase() === 'referer').map(([, value]) => value);
    const known = new Map([
      ['aws:Referer', referers],
      ['aws:SourceVpce', endpointId === undefined ? [] : [endpointId]],
    ]);
    const decision = policy?.decide({
      action: 'execute-api:Invoke',
      resource: `execute-api:/${stage}/${method}${path}`,
      valuesOf: (key) => known.get(key),
    });
    return decision === undefined || decision === 'allow';
  }

  async #authorize(method: Method, match: Match, event: RestEvent, refuse: Refuse): Promise<Grant | Answer> {
    if (!method.authorizer) return { context: {}, usageIdentifierKey: undefined };
    const { id, stage } = this.api;
    const place = `${account.region}:${account.id}:${id}/${stage}/${event.httpMethod}${event.path}`;
    const decision = await this.#authorizers.decide(method.authorizer, {
      methodArn: `arn:aws:execute-api:${place}`,
      header: (name) => this.#headerOf(event, name.toLowerCase()),
      query: (name) => event.queryStringParameters?.[name],
      event: { ...event, pathParameters: match.pathParameters },
    });
    if (decision.kind === 'refused') {
      const entries = Object.entries(decision.context).map(([name, value]) => [`authorizer.${name}`, value]);
      return refuse(decision.responseType, decision.message, Object.fromEntries(entries));
    }
    event.requestContext.authorizer = { ...decision.grant.context, integrationLatency: 0 };
    return decision.grant;
  }

  async #invoke(method: Method, event: object, refuse: Refuse): Promise<Answer> {
    if (!method.mayInvoke) return refuse('API_CONFIGURATION_ERROR', 'Internal server error');
    const { Uri = '', TimeoutInMillis = longestIntegrationMs } = method.integration;
    const tooLarge = Buffer.byteLength(JSON.stringify(event)) > mostEventBytes;
    if (tooLarge) return refuse('REQUEST_TOO_LARGE', 'Request Too Long');
    const invocation = this.#functions.byArn(functionArnIn(Uri)).invoke(event);
    const outcome = await withinMs(invocation, Math.min(TimeoutInMillis, longestIntegrationMs));
    if (!outcome) return refuse('INTEGRATION_TIMEOUT', 'Endpoint request timed out');
    if (!outcome.ok && outcome.isThrottled) return refuse('INTEGRATION_FAILURE', 'Internal server error');
    const answer = outcome.ok ? proxyAnswer(outcome.value, this.api.isBinary) : undefined;
    return answer ?? refuse('DEFAULT_5XX', 'Internal server error');
  }

  #headerOf(event: RestEvent, lowerName: string): string | undefined {
    for (const [name, value] of Object.entries(event.headers)) if (name.toLowerCase() === lowerName) return value;
    return undefined;
  }
}

type Refuse = (type: ResponseType, message: string, more?: TemplateContext) => Answer;

interface ReceivedRequest {
  path: string;
  search: string;
  requestId: string;
  context: TemplateContext;
  refuse: Refuse;
}

export type Respond = (request: RawRequest) => Promise<Answer>;

/** A listening port. It answers 503 until `serve` is called. */
export class Listener {
  readonly port: number;
  readonly #server: Server;
  #respond: Respond | undefined;

  private constructor(server: Server) {
    this.#server = server;
    this.port = (server.address() as AddressInfo).port;
    server.on('request', (request, response) => {
      // A bug in the gateway, or a disconnected client.
      this.#serve(request, response).catch((error: unknown) => {
        if (!response.headersSent && !response.destroyed) console.error(error);
        response.destroy();
      });
    });
  }

  /** Rejects with a PortTaken error if the port is in use. */
  static async open(port: number): Promise<Listener> {
    const server = createServer({ keepAliveTimeout: 65_000 });
    await new Promise<void>((resolve, reject) => {
      server.once('error', (error: NodeJS.ErrnoException) => {
        const isTaken = error.code === 'EADDRINUSE';
        reject(isTaken ? new PortTaken(port) : error);
      });
      // Lets more than a thousand simultaneous connections wait instead of being reset.
      server.listen({ port, host: '127.0.0.1', backlog: 4096 }, resolve);
    });
    return new Listener(server);
  }

  serve(respond: Respond): void {
    this.#respond = respond;
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    this.#server.closeAllConnections();
    await closed;
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await bodyOf(request);
    const raw: RawRequest = {
      method: request.method ?? 'GET',
      target: request.url ?? '/',
      headers: pairs(request.rawHeaders),
      body,
      sourceIp: request.socket.remoteAddress ?? '127.0.0.1',
    };
    const { status, headers, body: content } = this.#respond ? await this.#respond(raw) : starting;
    const length = Buffer.byteLength(content);
    const isHead = request.method === 'HEAD';
    // For HEAD, it would be the length of the GET body, which is unknown if the function returned none.
    const hasBody = status >= 200 && status !== 204 && status !== 304 && !(isHead && length === 0);
    // A flat list of names and values keeps the case of names and repeated headers.
    response.writeHead(status, [...headers, ...(hasBody ? [['Content-Length', String(length)]] : [])].flat());
    response.end(hasBody && !isHead ? content : undefined);
  }
}

/** The port is in use. */
class PortTaken extends Error {
  override name = 'PortTaken';

  constructor(port: number) {
    super(`Port ${port} is in use. Stop the process that uses it, or choose another port with --port.`);
  }
}

/** Opens three consecutive ports before anything else starts, so that a used port is reported at once. */
export async function openListeners(port: number, undo: (() => unknown)[]): Promise<Listener[]> {
  const listeners: Listener[] = [];
  for (const offset of [0, 1, 2]) {
    const listener = await Listener.open(port === 0 ? 0 : port + offset);
    undo.push(() => listener.close());
    listeners.push(listener);
  }
  return listeners;
}

const starting: Answer = {
  status: 503,
  headers: [
    ['Content-Type', 'text/plain; charset=utf-8'],
    ['Retry-After', '1'],
  ],
  body: 'The laptop cloud is starting.\n',
};

/** Reads the whole body, so that the client can finish sending, but keeps only the allowed size. */
async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    if (length <= mostBodyBytes) chunks.push(chunk);
    length += chunk.length;
  }
  return Buffer.concat(chunks);
}

function bodyInEvent(body: Buffer, isBinary: boolean): { body: string | null; isBase64Encoded: boolean } {
  if (body.length === 0) return { body: null, isBase64Encoded: false };
  return { body: body.toString(isBinary ? 'base64' : 'utf8'), isBase64Encoded: isBinary };
}

function pairs(flat: string[]): [string, string][] {
  const found: [string, string][] = [];
  for (let index = 0; index + 1 < flat.length; index += 2) found.push([String(flat[index]), String(flat[index + 1])]);
  return found;
}

async function withinMs<T>(promise: Promise<T>, ms: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
