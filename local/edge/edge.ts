import { randomBytes } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Answer } from '../gateway/gateway-responses.ts';
import type { RawRequest } from '../gateway/proxy.ts';
import { matches } from '../iam/policy.ts';
import { Cache } from './cache.ts';
import type { Behavior, Distribution, Origin } from './template.ts';
import { ViewerFunction } from './viewer-function.ts';

/** Sends a distribution's request to an origin. */
export type AskOrigin = (origin: Origin, request: RawRequest) => Promise<Answer>;

/** The source address of origin requests: one for documentation (RFC 5737), which no client has. */
const edgeAddress = '198.51.100.1';

export interface EdgeOptions {
  /** Whether answers are cached and simultaneous requests share one answer, as in CloudFront. */
  caches: boolean;
  now: () => number;
}

/** A CloudFront distribution: selects the behaviour of a request, calls its origin, and caches the answer. */
export class Edge {
  readonly #distribution: Distribution;
  readonly #ask: AskOrigin;
  readonly #options: EdgeOptions;
  readonly #cache: Cache;
  readonly #functions = new Map<string, ViewerFunction>();
  readonly #waiting = new Map<string, Promise<Answer>>();

  constructor(distribution: Distribution, ask: AskOrigin, options: EdgeOptions) {
    this.#distribution = distribution;
    this.#ask = ask;
    this.#options = options;
    this.#cache = new Cache(options.now);
    for (const { viewerRequest: code } of distribution.behaviors) {
      if (code !== undefined && !this.#functions.has(code)) this.#functions.set(code, new ViewerFunction(code));
    }
  }

  async answer(request: RawRequest): Promise<Answer> {
    const requestId = randomBytes(42).toString('base64url');
    const behavior = this.#behaviorOf(request.target);
    const send = (answer: Answer, result: string, ageSeconds?: number): Answer => {
      const { headers } = conditional(answer, request);
      const added: [string, string][] = [
        ['X-Cache', `${result} from cloudfront`],
        ['Via', `1.1 ${this.#distribution.domainName} (CloudFront)`],
        ['X-Amz-Cf-Id', requestId],
        ...(ageSeconds === undefined ? [] : [['Age', String(ageSeconds)] as [string, string]]),
      ];
      return { ...conditional(answer, request), headers: [...withPolicy(headers, behavior), ...added] };
    };
    if (!behavior.methods.has(request.method)) return send(methodRefused, 'Error');
    const code = behavior.viewerRequest;
    const viewed = code === undefined ? request : this.#run(code, request, requestId);
    const ask = async () => {
      const answer = await this.#ask(behavior.origin, originRequest(viewed, behavior, requestId));
      return behavior.compresses ? compress(answer, codingsOf(request, behavior)) : answer;
    };
    const isCached =
      this.#options.caches && behavior.cache.maxTtlSeconds > 0 && ['GET', 'HEAD'].includes(viewed.method);
    if (!isCached) {
      const answer = await ask();
      return send(answer, resultOf(answer));
    }
    const key = cacheKeyOf(viewed, behavior);
    const hit = this.#cache.find(key);
    if (hit?.isStale) this.#fetch(key, ask, behavior).catch(() => {});
    if (hit) return send(hit.answer, 'Hit', hit.ageSeconds);
    const answer = await this.#fetch(key, ask, behavior);
    // https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/HTTPStatusCodes.html
    const kept = answer.status >= 500 ? this.#cache.find(key, true) : undefined;
    return kept ? send(kept.answer, 'Hit', kept.ageSeconds) : send(answer, resultOf(answer));
  }

  /** Requests with one cache key that arrive during an origin request share its answer, as in CloudFront. */
  #fetch(key: string, ask: () => Promise<Answer>, { cache }: Behavior): Promise<Answer> {
    const waiting = this.#waiting.get(key);
    if (waiting) return waiting;
    const fetched = ask()
      .then((answer) => {
        this.#cache.store(key, answer, cache);
        return answer;
      })
      .finally(() => this.#waiting.delete(key));
    this.#waiting.set(key, fetched);
    return fetched;
  }

  #behaviorOf(target: string): Behavior {
    const [path = '/'] = target.split('?');
    const { behaviors } = this.#distribution;
    const found = behaviors.find(({ pathPattern }) => pathPattern === undefined || matches(pathPattern, path));
    return found ?? (behaviors.at(-1) as Behavior);
  }

  #run(code: string, request: RawRequest, requestId: string): RawRequest {
    return (this.#functions.get(code) as ViewerFunction).run(request, this.#distribution, requestId);
  }
}

const methodRefused: Answer = {
  status: 403,
  headers: [['Content-Type', 'text/html']],
  body: 'This distribution is not configured to allow the HTTP request method that was used for this request.',
};

const resultOf = ({ status }: Answer) => (status >= 400 ? 'Error' : 'Miss');

/** The method, path, query, the cache policy's headers and the encoding. */
function cacheKeyOf({ method, target, headers }: RawRequest, behavior: Behavior): string {
  const { cache } = behavior;
  const [path, search = ''] = target.split(/\?(.*)/s);
  const values = cache.headers.map((name) => valuesOf(headers, name));
  return JSON.stringify([method, path, cache.hasQuery && search, values, codingsOf({ headers }, behavior)]);
}

/** The cache policy's encodings that the client accepts. */
function codingsOf({ headers }: Pick<RawRequest, 'headers'>, { cache }: Behavior): string[] {
  const accepted = valuesOf(headers, 'accept-encoding').flatMap((value) =>
    value.split(',').map((part) => part.trim().toLowerCase()),
  );
  const accepts = (coding: string) =>
    accepted.some((part) => part.split(';')[0]?.trim() === coding && !/;\s*q=0(\.0*)?$/.test(part));
  return cache.codings.filter(accepts);
}

const valuesOf = (headers: RawRequest['headers'], lowerName: string) =>
  headers.filter(([name]) => name.toLowerCase() === lowerName).map(([, value]) => value);

/** The request for the origin. */
function originRequest(viewed: RawRequest, behavior: Behavior, requestId: string): RawRequest {
  const { origin, cache, forwardsAll, forwardsHost } = behavior;
  const own = new Map<string, [string, string]>();
  const put = (name: string, value: string) => own.set(name.toLowerCase(), [name, value]);
  if (!forwardsHost) put('Host', origin.domainName);
  put('Via', '1.1 cloudfront.net (CloudFront)');
  put('X-Amz-Cf-Id', requestId);
  put('X-Forwarded-For', [...valuesOf(viewed.headers, 'x-forwarded-for'), viewed.sourceIp].join(', '));
  if (!forwardsAll) put('User-Agent', 'Amazon CloudFront');
  if (cache.codings.length > 0) {
    const codings = codingsOf(viewed, behavior);
    if (codings.length > 0) put('Accept-Encoding', codings.join(','));
    else own.delete('accept-encoding');
  }
  for (const { name, value } of origin.headers) put(name, value);
  const isForwarded = (lowerName: string) => {
    if (own.has(lowerName)) return false;
    if (lowerName === 'accept-encoding' && cache.codings.length > 0) return false;
    return forwardsAll || cache.headers.includes(lowerName);
  };
  const forwarded = viewed.headers.filter(([name]) => isForwarded(name.toLowerCase()));
  const [path = '/', search] = viewed.target.split(/\?(.*)/s);
  const hasQuery = search !== undefined && (forwardsAll || cache.hasQuery);
  const target = `${origin.path}${path}${hasQuery ? `?${search}` : ''}`;
  return { ...viewed, target, headers: [...forwarded, ...own.values()], sourceIp: edgeAddress };
}

/** A 304 if the client already has the answer. */
function conditional(answer: Answer, { method, headers }: RawRequest): Answer {
  const [known] = valuesOf(headers, 'if-none-match');
  const [, tag] = answer.headers.find(([name]) => name.toLowerCase() === 'etag') ?? [];
  const strong = (text: string) => text.trim().replace(/^W\//, '');
  const isKnown = tag !== undefined && known?.split(',').some((one) => strong(one) === strong(tag));
  if (answer.status !== 200 || !isKnown || !['GET', 'HEAD'].includes(method)) return answer;
  const omitted = /^(content-(type|language|disposition|encoding)|link)$/i;
  return { status: 304, headers: answer.headers.filter(([name]) => !omitted.test(name)), body: '' };
}

/** The response headers after applying the behaviour's policy. */
function withPolicy(headers: Answer['headers'], { responseHeaders }: Behavior): Answer['headers'] {
  const has = (name: string) => headers.some(([present]) => present.toLowerCase() === name.toLowerCase());
  const added = responseHeaders.filter(({ name, override }) => override || !has(name));
  const replaced = new Set(added.map(({ name }) => name.toLowerCase()));
  return [
    ...headers.filter(([name]) => !replaced.has(name.toLowerCase())),
    ...added.map(({ name, value }): [string, string] => [name, value]),
  ];
}

/**
 * Compressible types: https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/ServingCompressedFiles.html
 */
const compressible = /^(application\/(json|javascript|xml|wasm|.+\+(json|xml))|text\/\w+|image\/svg\+xml)\b/;
const compressedBytes = { least: 1_000, most: 10_000_000 };

function compress(answer: Answer, codings: readonly string[]): Answer {
  const header = (wanted: string) => answer.headers.find(([name]) => name.toLowerCase() === wanted)?.[1];
  const [coding] = codings;
  const length = Buffer.byteLength(answer.body);
  const isFit = length >= compressedBytes.least && length <= compressedBytes.most;
  const isType = compressible.test(header('content-type') ?? '');
  if (!coding || !isFit || !isType || header('content-encoding') || ![200, 403, 404].includes(answer.status))
    return answer;
  const body =
    coding === 'br'
      ? brotliCompressSync(answer.body, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })
      : gzipSync(answer.body, { level: 1 });
  const weak = (value: string) => (value.startsWith('W/') ? value : `W/${value}`);
  const headers = answer.headers.map(([name, value]): [string, string] => [
    name,
    name.toLowerCase() === 'etag' ? weak(value) : value,
  ]);
  return { ...answer, headers: [...headers, ['Content-Encoding', coding]], body };
}
