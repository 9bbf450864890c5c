import type { IncomingHttpHeaders } from 'node:http';
import type { SourceName } from '#src/vocabulary/sources/declarations.ts';
import type { ReplayAnswer } from './recordings.ts';

// Each limit is as the source says or its public code does: docs/sources.md#what-the-sources-grant.

/** The parts of a request that a meter counts by. */
export interface MeteredRequest {
  source: SourceName;
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
}

export interface MeterOptions {
  nowMs?: () => number;
  /** The sources that are metered. Default: all. */
  only?: readonly SourceName[];
  /** How long a source works on each answer. */
  answerMs?: Partial<Record<SourceName, number>>;
  /** Quotas of a day that replace the real ones, so that a test can use them up. */
  perDay?: { openalex?: number; openalexWithKey?: number; orcid?: number };
}

/** The credentials that the metered sources know. */
export const sampleCredentials: Record<'orcid' | 'crossref' | 'datacite' | 'openalex', string> = {
  orcid: 'APP-SAMPLE:client-secret',
  crossref: 'sample-plus-token',
  datacite: 'SAMPLE.MEMBER:password',
  openalex: 'sample-key',
};

const dayMs = 86_400_000;

/** Requests and refusals so far, by source, and by lists among the requests. */
export interface MeterReading {
  requests: number;
  lists: number;
  refusals: number;
  /** Credits that OpenAlex has billed. */
  billed: number;
  mostAtOnce: number;
}

/** A counter of a UTC day. */
class DayCounter {
  #day = -1;
  #count = 0;

  add(count: number, nowMs: number): number {
    const day = Math.floor(nowMs / dayMs);
    if (day !== this.#day) [this.#day, this.#count] = [day, 0];
    this.#count += count;
    return this.#count;
  }
}

/** How much closer together requests may arrive than they were sent, at least: a busy machine delivers them late. */
const earlyMs = 250;

/** A bucket of tokens that refills evenly; it begins full. */
class Bucket {
  readonly #size: number;
  readonly #perMs: number;
  #tokens: number;
  #filledAtMs: number;

  constructor(size: number, perSecond: number, nowMs: number) {
    this.#size = size;
    this.#perMs = perSecond / 1000;
    this.#tokens = size;
    this.#filledAtMs = nowMs;
  }

  take(nowMs: number): boolean {
    this.#tokens = Math.min(this.#size, this.#tokens + (nowMs - this.#filledAtMs) * this.#perMs);
    this.#filledAtMs = nowMs;
    if (this.#tokens < 1 - earlyMs * this.#perMs) return false;
    this.#tokens -= 1;
    return true;
  }
}

/** Meters requests of one client and refuses them like the sources. */
export class Meter {
  readonly readings: Record<SourceName, MeterReading>;
  readonly #options: MeterOptions;
  readonly #nowMs: () => number;
  readonly #buckets = new Map<string, Bucket>();
  readonly #credits = new DayCounter();
  readonly #orcidReads = new DayCounter();
  readonly #underWay = new Map<SourceName, number>();
  readonly #tokens = new Set<string>();

  constructor(sources: readonly SourceName[], options: MeterOptions = {}) {
    this.#options = options;
    this.#nowMs = options.nowMs ?? Date.now;
    const none = () => ({ requests: 0, lists: 0, refusals: 0, billed: 0, mostAtOnce: 0 });
    this.readings = Object.fromEntries(sources.map((name) => [name, none()])) as Record<SourceName, MeterReading>;
  }

  /** Answers a request, or refuses it. `answer` has the source's answer. */
  async meter(request: MeteredRequest, answer: () => Promise<ReplayAnswer>): Promise<ReplayAnswer> {
    const { source } = request;
    const reading = this.readings[source];
    const underWay = (this.#underWay.get(source) ?? 0) + 1;
    this.#underWay.set(source, underWay);
    reading.requests += 1;
    reading.lists += Number(isList(request));
    reading.mostAtOnce = Math.max(reading.mostAtOnce, underWay);
    try {
      const workMs = this.#options.answerMs?.[source] ?? 0;
      const refused = this.#refusal(request, underWay);
      if (refused) {
        reading.refusals += 1;
        return refused;
      }
      if (workMs > 0) await new Promise((resolve) => setTimeout(resolve, workMs));
      const given = await answer();
      if (source === 'openalex') return this.#billed(request, given);
      // A test's refusal stays as it is.
      if (source !== 'crossref' || given.status === 429) return given;
      return { ...given, headers: { ...given.headers, ...crossrefPool(request).said } };
    } finally {
      this.#underWay.set(source, (this.#underWay.get(source) ?? 1) - 1);
    }
  }

  #refusal(request: MeteredRequest, underWay: number): ReplayAnswer | undefined {
    if (this.#options.only && !this.#options.only.includes(request.source)) return undefined;
    switch (request.source) {
      case 'openalex':
        return this.#refusedByOpenAlex(request);
      case 'crossref':
        return this.#refusedByCrossref(request, underWay);
      case 'orcid':
        return this.#refusedByOrcid(request);
      case 'datacite':
        return this.#refusedByDataCite(request);
      case 'europepmc':
        return undefined;
    }
  }

  /** Whether a rate of requests per second is kept. The burst is a second's worth unless given. */
  #keeps(name: string, perSecond: number, burst = perSecond): boolean {
    const nowMs = this.#nowMs();
    const bucket = this.#buckets.get(name) ?? new Bucket(burst, perSecond, nowMs);
    this.#buckets.set(name, bucket);
    return bucket.take(nowMs);
  }

  /** The polite pool says what it allows, the public one refuses without a word. */
  #refusedByCrossref(request: MeteredRequest, underWay: number): ReplayAnswer | undefined {
    const token = request.headers['crossref-plus-api-token'];
    if (token !== undefined && token !== `Bearer ${sampleCredentials.crossref}`)
      return plain(401, 'The token is not valid.');
    const { name, perSecond, atOnce, said } = crossrefPool(request);
    if (underWay <= atOnce && this.#keeps(`crossref ${name} ${isList(request)}`, perSecond)) return undefined;
    if (name === 'public') return { status: 429, headers: {}, body: '' };
    return { ...plain(429, 'Too many requests.'), headers: said };
  }

  #refusedByDataCite({ query, headers }: MeteredRequest): ReplayAnswer | undefined {
    const basic = `Basic ${Buffer.from(sampleCredentials.datacite).toString('base64')}`;
    const { authorization } = headers;
    if (authorization !== undefined && authorization !== basic) return plain(401, 'Bad credentials.');
    const isIdentified = query.has('mailto') || /\S@\S/.test(headers['user-agent'] ?? '');
    const inFiveMinutes = authorization ? 3_000 : isIdentified ? 1_000 : 500;
    if (this.#keeps(`datacite ${inFiveMinutes}`, inFiveMinutes / 300, inFiveMinutes)) return undefined;
    return { ...plain(429, 'Too many requests.'), headers: { 'Retry-After': '60' } };
  }

  #refusedByOrcid({ headers }: MeteredRequest): ReplayAnswer | undefined {
    const token = /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1];
    if (token !== undefined && !this.#tokens.has(token)) return json(401, { error: 'invalid_token' });
    if (!this.#keeps('orcid', 12, 40)) return plain(503, 'Service temporarily unavailable.');
    if (token !== undefined) return undefined;
    const reads = this.#orcidReads.add(1, this.#nowMs());
    if (reads < (this.#options.perDay?.orcid ?? 10_000)) return undefined;
    return plain(429, 'The daily quota for anonymous use of this API is used up. Register for client credentials.');
  }

  /** Issues a token for client credentials. */
  issueToken(body: string): ReplayAnswer {
    const form = new URLSearchParams(body);
    const credentials = `${form.get('client_id')}:${form.get('client_secret')}`;
    if (credentials !== sampleCredentials.orcid) return json(401, { error: 'invalid_client' });
    if (form.get('grant_type') !== 'client_credentials') return json(400, { error: 'unsupported_grant_type' });
    const token = `token-${this.#tokens.size + 1}`;
    this.#tokens.add(token);
    return json(200, { access_token: token, token_type: 'bearer', expires_in: 631_138_518, scope: form.get('scope') });
  }

  #refusedByOpenAlex(request: MeteredRequest): ReplayAnswer | undefined {
    const key = keyOf(request);
    if (key !== undefined && key !== sampleCredentials.openalex)
      return json(401, { error: 'Invalid or missing API key', message: 'The API key is not valid' });
    if (key === undefined && request.query.has('cursor'))
      return json(401, { error: 'API key required', message: 'Cursor paging needs an API key' });
    if (!this.#keeps(`openalex ${key}`, key ? 30 : 10))
      return { ...json(429, { error: 'Rate limit exceeded' }), headers: { 'Retry-After': '1', ...this.#quota(key) } };
    const nowMs = this.#nowMs();
    const cost = creditsOf(request);
    if (this.#credits.add(0, nowMs) + cost <= this.#creditsPerDay(key)) return undefined;
    const untilMidnight = String(Math.ceil((dayMs - (nowMs % dayMs)) / 1000));
    const body = { error: 'Rate limit exceeded', message: 'Insufficient budget. It returns at midnight UTC.' };
    return { ...json(429, body), headers: { 'Retry-After': untilMidnight, ...this.#quota(key) } };
  }

  #creditsPerDay(key: string | undefined): number {
    const { openalex = 1_000, openalexWithKey = 10_000 } = this.#options.perDay ?? {};
    return key ? openalexWithKey : openalex;
  }

  #quota(key: string | undefined): Record<string, string> {
    const nowMs = this.#nowMs();
    const limit = this.#creditsPerDay(key);
    return {
      'X-RateLimit-Limit': String(limit),
      'X-RateLimit-Remaining': String(Math.max(limit - this.#credits.add(0, nowMs), 0)),
      'X-RateLimit-Reset': String(Math.ceil((dayMs - (nowMs % dayMs)) / 1000)),
    };
  }

  #billed(request: MeteredRequest, answer: ReplayAnswer): ReplayAnswer {
    const cost = creditsOf(request);
    this.#credits.add(cost, this.#nowMs());
    this.readings.openalex.billed += cost;
    const used = { 'X-RateLimit-Credits-Used': String(cost) };
    return { ...answer, headers: { ...answer.headers, ...this.#quota(keyOf(request)), ...used } };
  }
}

const keyOf = ({ query, headers }: MeteredRequest) =>
  query.get('api_key') ?? /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1];

const singlePath = /^\/(?:works|authors)\/(?:[a-z]?\d+|(?:doi|pmid|pmcid|mag|openalex|orcid):[^/]*)(?:\/|$)/i;

/** An address that is no single record is a list, whatever it leads to. */
function creditsOf({ path, query }: MeteredRequest): number {
  // A slash within an identifier is encoded, and decoded in this path.
  if (/^\/works\/(?:doi:)/i.test(path) || singlePath.test(path)) return 0;
  const searches =
    [...query.keys()].some((name) => name.startsWith('search')) || /\.search:/.test(query.get('filter') ?? '');
  return searches ? 10 : 1;
}

/** Crossref's pool for a request, and what its answers say of it. */
function crossrefPool(request: MeteredRequest) {
  const { query, headers } = request;
  const isPolite = query.has('mailto') || /mailto:/.test(headers['user-agent'] ?? '');
  const hasToken = headers['crossref-plus-api-token'] !== undefined;
  const [name, singles, lists, atOnce] = hasToken
    ? (['plus', 150, 150, Number.POSITIVE_INFINITY] as const)
    : isPolite
      ? (['polite', 10, 3, 3] as const)
      : (['public', 5, 1, 1] as const);
  const perSecond = isList(request) ? lists : singles;
  const said = {
    'x-api-pool': name,
    'x-rate-limit-limit': String(perSecond),
    'x-rate-limit-interval': '1s',
    ...(hasToken ? {} : { 'x-concurrency-limit': String(atOnce) }),
  };
  return { name, perSecond, atOnce, said };
}

function isList(request: MeteredRequest): boolean {
  const { source, path } = request;
  if (source === 'openalex') return creditsOf(request) > 0;
  return source === 'crossref' || source === 'datacite' ? /^\/\w+$/.test(path) : /\/search$/.test(path);
}

const plain = (status: number, body: string): ReplayAnswer => ({
  status,
  headers: { 'Content-Type': 'text/plain; charset=utf-8' },
  body,
});

const json = (status: number, body: object): ReplayAnswer => ({
  status,
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(body),
});
