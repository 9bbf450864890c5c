import { Agent, request as sendRequest } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { createClient, RegistryError } from '../../clients/typescript/src/client.ts';
import { syncList } from '../../clients/typescript/src/sync.ts';
import type { Entry } from './ledger.ts';
import { MemoryCopy } from './memory-copy.ts';
import { publicQueries, type Request, requestsOf, type Scale } from './requests.ts';

/** The results of one kind of request. */
export interface Seen {
  /** From the first attempt to the response, in milliseconds. */
  times: number[];
  /** The number of responses by status. */
  statuses: Record<string, number>;
}

/** A response that should not occur. */
export interface Failure {
  kind: string;
  reason: string;
  requestId: string | undefined;
}

export interface TrafficResult {
  seen: Map<string, Seen>;
  failures: Failure[];
  ledger: Entry[];
  /** The copies kept by following changes. */
  copies: { items: Map<string, string>; cursor: string | undefined }[];
}

export type TrafficMessage = { kind: 'progress'; requests: number } | ({ kind: 'result' } & TrafficResult);

/**
 * The clients, in a separate thread. Most connections send requests of every kind, one at a time; one in 25 follows the
 * changes of the publications. Ends with the result after the message `stop`.
 */
const scale = workerData as Scale;
const clientTimeoutMs = 60_000;
const reportEveryMs = 2_000;
const followEveryMs = 500;
/** The delay between the starts of connections, so that not all functions cold-start at once. */
const rampMs = 200;

const queries = publicQueries(scale.publications);
const stopping = new AbortController();
const seen = new Map<string, Seen>();
const failures: Failure[] = [];
const ledger: Entry[] = [];
let requests = 0;

const seenOf = (kind: string): Seen => {
  const found = seen.get(kind) ?? { times: [], statuses: {} };
  seen.set(kind, found);
  return found;
};

interface Answer {
  status: number;
  requestId: string | undefined;
  retryAfterSeconds: number | undefined;
}

/** Records a response. Returns whether it is final, rather than a request to wait. */
function record(kind: string, { status, requestId, retryAfterSeconds }: Answer, expected: readonly number[]): boolean {
  const { statuses } = seenOf(kind);
  statuses[status] = (statuses[status] ?? 0) + 1;
  if ((status === 429 || status === 503) && retryAfterSeconds !== undefined) {
    if (status === 503) failures.push({ kind, reason: 'busy', requestId });
    return false;
  }
  requests++;
  if (!expected.includes(status)) failures.push({ kind, reason: String(status), requestId });
  return true;
}

async function lane(connection: number): Promise<void> {
  await setTimeout(connection * rampMs);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (const request of requestsOf(scale, queries, connection)) {
    if (stopping.signal.aborted) break;
    await answered(request, agent);
  }
  agent.destroy();
}

/** Sends a request until it gets a final response, and adds possible writes to the ledger. */
async function answered(request: Request, agent: Agent): Promise<void> {
  const { kind, write, mayBeMissing } = request;
  const expected = [200, 202, ...(mayBeMissing ? [404] : [])];
  const startedAtMs = performance.now();
  for (;;) {
    let answer: Answer | undefined;
    try {
      answer = await send(request, agent);
    } catch (error) {
      failures.push({ kind, reason: `no answer: ${(error as Error).message}`, requestId: undefined });
    }
    const isFinal = answer === undefined || record(kind, answer, expected);
    if (!isFinal) {
      if (stopping.signal.aborted) return;
      await setTimeout(1000 * (answer?.retryAfterSeconds ?? 1));
      continue;
    }
    const isDone = answer !== undefined && answer.status < 300;
    if (isDone) seenOf(kind).times.push(performance.now() - startedAtMs);
    // Any other 4xx is a refusal, so the write must not exist.
    const mayBeDone = isDone || answer === undefined || answer.status >= 500;
    if (write && mayBeDone) ledger.push({ ...write, isAcknowledged: isDone });
    return;
  }
}

function send({ method, url, headers, body }: Request, agent: Agent): Promise<Answer> {
  const text = body === undefined ? undefined : JSON.stringify(body);
  const sent = { ...headers, ...(text !== undefined && { 'content-type': 'application/json' }) };
  return new Promise((resolve, reject) => {
    const sending = sendRequest(url, { method, agent, headers: sent, timeout: clientTimeoutMs }, (response) => {
      response.once('error', reject);
      response.once('end', () => {
        const { 'x-request-id': requestId, 'retry-after': retryAfter } = response.headers;
        resolve({
          status: response.statusCode ?? 0,
          requestId: requestId === undefined ? undefined : String(requestId),
          retryAfterSeconds: retryAfter === undefined ? undefined : Number(retryAfter),
        });
      });
      response.resume();
    });
    sending.once('timeout', () => sending.destroy(new Error('time-out')));
    sending.once('error', reject);
    sending.end(text);
  });
}

/** Keeps a copy of the publications current, like a plugin: after a failure it continues from the copy's position. */
async function follow(): Promise<MemoryCopy> {
  const { signal } = stopping;
  const copy = new MemoryCopy();
  const failed = ({ message }: Error) => failures.push({ kind: 'changes', reason: message, requestId: undefined });
  const measured: typeof fetch = async (input, init) => {
    const startedAtMs = performance.now();
    const response = await fetch(input, init);
    const { status, headers } = response;
    const retryAfter = headers.get('retry-after');
    const answer = {
      status,
      requestId: headers.get('x-request-id') ?? undefined,
      retryAfterSeconds: retryAfter === null ? undefined : Number(retryAfter),
    };
    record('changes', answer, [200, 304]);
    if (response.ok) seenOf('changes').times.push(performance.now() - startedAtMs);
    return response;
  };
  const { baseUrl, installationKey } = scale.target;
  const client = createClient({ baseUrl, credential: installationKey, fetch: measured, timeoutMs: clientTimeoutMs });
  while (!signal.aborted) {
    await syncList(client, 'publications', copy, { locale: 'en', signal }).catch((error: Error) => {
      // Responses are already recorded above.
      if (!signal.aborted && !(error instanceof RegistryError)) failed(error);
    });
    await setTimeout(followEveryMs, undefined, { signal }).catch(() => {});
  }
  return copy;
}

const port = parentPort;
if (!port) throw new Error('This file is the entry of a worker thread');
const post = (message: TrafficMessage) => port.postMessage(message);
port.once('message', () => stopping.abort());
const reporting = setInterval(() => post({ kind: 'progress', requests }), reportEveryMs);
const followers = Math.max(1, Math.floor(scale.connections / 25));
const lanes = Array.from({ length: scale.connections - followers }, (_, connection) => lane(connection));
const copies = await Promise.all(Array.from({ length: followers }, follow));
await Promise.all(lanes);
clearInterval(reporting);
post({ kind: 'result', seen, failures, ledger, copies: copies.map(({ items, cursor }) => ({ items, cursor })) });
port.close();
