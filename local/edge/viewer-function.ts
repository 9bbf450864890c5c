import { createContext, Script } from 'node:vm';
import type { RawRequest } from '../gateway/proxy.ts';

/**
 * Ends a function that never returns. This is wall-clock time, and a busy laptop may suspend a thread for seconds.
 * CloudFront allows about a millisecond of CPU time.
 */
const longestMs = 30_000;

interface ViewerValue {
  value: string;
  multiValue?: { value: string }[];
}

interface ViewerRequest {
  method: string;
  uri: string;
  querystring: Record<string, ViewerValue>;
  headers: Record<string, ViewerValue>;
  cookies: Record<string, ViewerValue>;
}

/** A CloudFront viewer-request function, compiled once. */
export class ViewerFunction {
  readonly #script: Script;
  readonly #timeoutMs: number;
  readonly #context = createContext({}, { codeGeneration: { strings: false, wasm: false } });

  /** `code` must declare a function `handler`. */
  constructor(code: string, timeoutMs = longestMs) {
    this.#timeoutMs = timeoutMs;
    this.#script = new Script('JSON.stringify(handler(JSON.parse(event)))');
    new Script(code).runInContext(this.#context, { timeout: timeoutMs });
  }

  /**
   * Returns the request with the path and headers that the function changed. Event structure:
   * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/functions-event-structure.html. Throws for
   * unsupported results: responses, changed methods, queries or cookies (removed cookies are supported).
   */
  run(request: RawRequest, distribution: { id: string; domainName: string }, requestId: string): RawRequest {
    const [uri = '/', search] = request.target.split(/\?(.*)/s);
    const sent: ViewerRequest = {
      method: request.method,
      uri,
      querystring: valuesOf(
        (search ?? '')
          .split('&')
          .filter(Boolean)
          .map((pair) => split(pair, '=')),
      ),
      headers: valuesOf(
        request.headers
          .filter(([name]) => name.toLowerCase() !== 'cookie')
          .map(([name, value]) => [name.toLowerCase(), value]),
      ),
      cookies: valuesOf(cookiesOf(request)),
    };
    const context = { distributionDomainName: distribution.domainName, distributionId: distribution.id };
    const event = {
      version: '1.0',
      context: { ...context, eventType: 'viewer-request', requestId },
      viewer: { ip: request.sourceIp },
      request: sent,
    };
    Object.assign(this.#context, { event: JSON.stringify(event) });
    const answered = JSON.parse(String(this.#script.runInContext(this.#context, { timeout: this.#timeoutMs })));
    return changed(request, sent, answered as ViewerRequest, search);
  }
}

function changed(
  request: RawRequest,
  sent: ViewerRequest,
  result: ViewerRequest,
  search: string | undefined,
): RawRequest {
  const isSame = (name: 'method' | 'querystring' | 'cookies') =>
    JSON.stringify(result?.[name]) === JSON.stringify(sent[name]);
  const removed = new Set(Object.keys(sent.cookies).filter((name) => !result?.cookies || !(name in result.cookies)));
  for (const name of removed) delete sent.cookies[name];
  for (const name of ['method', 'querystring', 'cookies'] as const) {
    if (!isSame(name)) throw new Error(`A viewer function has changed ${name}, which is not supported`);
  }
  const kept = withoutCookies(request.headers, removed).filter(([name, value]) => {
    const lower = name.toLowerCase();
    return lower === 'cookie' || allOf(result.headers[lower]).includes(value);
  });
  const names = new Set(kept.map(([name, value]) => JSON.stringify([name.toLowerCase(), value])));
  const added = Object.entries(result.headers).flatMap(([name, value]) =>
    allOf(value).flatMap((one): [string, string][] => (names.has(JSON.stringify([name, one])) ? [] : [[name, one]])),
  );
  const target = search === undefined ? result.uri : `${result.uri}?${search}`;
  return { ...request, target, headers: [...kept, ...added] };
}

const allOf = (value: ViewerValue | undefined) =>
  value ? (value.multiValue?.map((one) => one.value) ?? [value.value]) : [];

function valuesOf(pairs: readonly (readonly [string, string])[]): Record<string, ViewerValue> {
  const grouped = Map.groupBy(pairs, ([name]) => name);
  return Object.fromEntries(
    [...grouped].map(([name, headers]) => {
      const values = headers.map(([, value]) => ({ value }));
      return [name, { value: values[0]?.value ?? '', ...(values.length > 1 && { multiValue: values }) }];
    }),
  );
}

function withoutCookies(headers: RawRequest['headers'], removed: ReadonlySet<string>): RawRequest['headers'] {
  return headers.flatMap(([name, value]): RawRequest['headers'] => {
    if (name.toLowerCase() !== 'cookie') return [[name, value]];
    const left = value.split(';').filter((pair) => !removed.has(split(pair.trim(), '=')[0]));
    return left.length > 0 ? [[name, left.join(';').trim()]] : [];
  });
}

const cookiesOf = ({ headers }: RawRequest) =>
  headers
    .filter(([name]) => name.toLowerCase() === 'cookie')
    .flatMap(([, value]) => value.split(';').map((pair) => split(pair.trim(), '=')));

function split(pair: string, separator: string): [string, string] {
  const at = pair.indexOf(separator);
  return at < 0 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)];
}
