import * as z from 'zod';
import { sourceEnv } from '#src/runtime/env.ts';
import { log } from '#src/runtime/log.ts';
import { SecretNotFound, sourceCredentials } from '#src/runtime/requests/secrets.ts';
import { callLimits, fetchJson, type SourceRequest, type SourceResponse } from '../requests/http.ts';
import { SourceUnavailable } from '../requests/source.ts';

/**
 * Sends a request to ORCID, with a token if there are client credentials: then it has no quota for the day
 * (https://github.com/ORCID/ORCID-Source, ApiRateLimitFilter). Throws like fetchJson.
 */
export async function askOrcid(request: Omit<SourceRequest, 'credentials'>): Promise<SourceResponse> {
  const token = await orcidToken(request.signal);
  if (token === undefined) return fetchJson('orcid', request);
  const response = await fetchJson('orcid', { ...request, credentials: authorization(token) });
  if (response.status !== 401) return response;
  // It was revoked. With a new one, or none, the answer may be another.
  forget(token);
  const renewed = await orcidToken(request.signal);
  return fetchJson('orcid', { ...request, credentials: renewed === undefined ? undefined : authorization(renewed) });
}

const authorization = (token: string) => ({ name: 'authorization', value: `Bearer ${token}` });

const Issued = z.looseObject({ access_token: z.string().min(1), expires_in: z.number().positive() });
interface Token {
  /** The credentials that it was issued for. */
  credentials: string;
  value: Promise<z.output<typeof Issued>>;
  endsAtMs: number;
}
/** ORCID issues tokens for twenty years. A new one is asked for after a day, by each process. */
const longestUseMs = 24 * 3_600_000;
const bodyCharacters = 10_000;
/** ORCID has no delay for it. Read without a token meanwhile, the quota of the address might stop all until midnight. */
const retryTokenSeconds = 60;

let held: Token | undefined;

function forget(token: string): void {
  // A token that is still asked for is another one. Who asked for it gets its failure.
  held?.value.then(
    ({ access_token }) => {
      if (access_token === token) held = undefined;
    },
    () => undefined,
  );
}

/** The token of this process; undefined without credentials, and if their secret is missing: then ORCID has a quota. */
async function orcidToken(signal: AbortSignal | undefined): Promise<string | undefined> {
  const credentials = await readCredentials();
  if (credentials === undefined) return undefined;
  if (held?.credentials !== credentials || held.endsAtMs <= Date.now()) {
    const issued: Token = { credentials, value: issueToken(credentials, signal), endsAtMs: Date.now() + longestUseMs };
    held = issued;
    issued.value.then(
      ({ expires_in }) => {
        issued.endsAtMs = Math.min(issued.endsAtMs, Date.now() + expires_in * 1000);
      },
      () => {
        if (held === issued) held = undefined;
      },
    );
  }
  return (await held.value).access_token;
}

async function readCredentials(): Promise<string | undefined> {
  try {
    return await sourceCredentials('orcid');
  } catch (error) {
    if (!(error instanceof SecretNotFound)) throw error;
    log('error', 'ORCID is asked anonymously, within a quota for the day: its credentials cannot be read', { error });
    return undefined;
  }
}

/**
 * Asks for a token that reads public data:
 * https://info.orcid.org/documentation/api-tutorials/api-tutorial-read-data-on-a-record/.
 */
async function issueToken(credentials: string, signal: AbortSignal | undefined): Promise<z.output<typeof Issued>> {
  const colon = credentials.indexOf(':');
  if (colon < 1)
    throw new SourceUnavailable('orcid', 'has no valid credentials: they are the client id, a colon, the secret');
  const [clientId, clientSecret] = [credentials.slice(0, colon), credentials.slice(colon + 1)];
  const scope = { grant_type: 'client_credentials', scope: '/read-public' };
  const timeout = AbortSignal.timeout(callLimits.attemptMs);
  const answer = await post(
    sourceEnv('orcid', 'TOKEN_URL') ?? '',
    new URLSearchParams({ client_id: clientId, client_secret: clientSecret, ...scope }),
    signal ? AbortSignal.any([timeout, signal]) : timeout,
  );
  const { data } = Issued.safeParse(answer.body);
  if (answer.status === 200 && data) return data;
  const { status } = answer;
  const retryAfterSeconds = status === 429 || status >= 500 ? retryTokenSeconds : undefined;
  throw new SourceUnavailable('orcid', `issued no token for the client (${status})`, { status, retryAfterSeconds });
}

async function post(
  url: string,
  body: URLSearchParams,
  signal: AbortSignal,
): Promise<{ status: number; body: unknown }> {
  const headers = { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' };
  try {
    const response = await fetch(url, { method: 'POST', redirect: 'error', headers, body: String(body), signal });
    const text = (await response.text()).slice(0, bodyCharacters);
    return { status: response.status, body: z.looseObject({}).safeParse(parsed(text)).data };
  } catch (cause) {
    const retryAfterSeconds = retryTokenSeconds;
    throw new SourceUnavailable('orcid', 'could not be reached for a token', { retryAfterSeconds, cause });
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
