import {
  addressesOf,
  beforeDeadline,
  connectionFault,
  type PublicHosts,
  publicHosts,
  sendTo,
} from '#src/identity/origins/public-request.ts';

/** The limits of a delivery. Of the answer, only the beginning is read. */
const postLimits = { totalMs: 15_000, answerBytes: 1_024 } as const;

/** The answer of a receiver. */
export interface ReceiverAnswer {
  /** Null if there was no answer. */
  status: number | null;
  /** Why the event counts as not delivered; null if it was. */
  error: string | null;
  /** The beginning of the answer. */
  text: string | null;
  /** The receiver's Retry-After, if any. */
  retryAfterMs: number | undefined;
}

/** The environment of a delivery, which tests replace. */
export interface PostEnvironment extends PublicHosts {
  totalMs: number;
}

/**
 * Posts an event. Only 2xx counts as delivered. The name is resolved once, all addresses must be public, and connections use
 * only these; redirects are not followed. Never rejects.
 */
export async function postEvent(
  url: string,
  request: { headers: Record<string, string>; body: string; nowMs: number },
  environment: Partial<PostEnvironment> = {},
): Promise<ReceiverAnswer> {
  const { totalMs, ...hosts } = { ...publicHosts, totalMs: postLimits.totalMs, ...environment };
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), totalMs);
  const { signal } = deadline;
  try {
    const target = new URL(url);
    const addresses = await addressesOf(target, hosts, signal);
    if (addresses.length === 0) return noAnswer(`${target.hostname} cannot be found on the public internet`);
    return await beforeDeadline(answerOf(target, request, addresses, signal), signal);
  } catch (error) {
    return noAnswer(connectionFault(error as NodeJS.ErrnoException, signal));
  } finally {
    clearTimeout(timer);
    deadline.abort();
  }
}

const noAnswer = (error: string): ReceiverAnswer => ({ status: null, error, text: null, retryAfterMs: undefined });

async function answerOf(
  url: URL,
  { headers, body, nowMs }: { headers: Record<string, string>; body: string; nowMs: number },
  addresses: Parameters<typeof sendTo>[0],
  signal: AbortSignal,
): Promise<ReceiverAnswer> {
  const sent = { ...headers, 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) };
  const response = await sendTo(addresses, url, { method: 'POST', headers: sent, body }, signal);
  try {
    const status = response.statusCode ?? 0;
    const isDelivered = status >= 200 && status < 300;
    const isRedirect = status >= 300 && status < 400;
    return {
      status,
      error: isDelivered ? null : isRedirect ? 'answered with a redirect, which is not followed' : `answered ${status}`,
      // A status is an answer: what follows it may break off.
      text: await beginningOf(response).catch(() => null),
      retryAfterMs: retryAfterMs(response.headers['retry-after'], nowMs),
    };
  } finally {
    response.destroy();
  }
}

/** The beginning of a text answer. Other characters than text are left out. */
async function beginningOf(response: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes >= postLimits.answerBytes) break;
  }
  const text = Buffer.concat(chunks).subarray(0, postLimits.answerBytes).toString('utf8');
  return text.replace(/[^\P{C}\n\t]/gu, '');
}

/** Seconds or an HTTP date (RFC 9110, 10.2.3). */
function retryAfterMs(header: string | undefined, nowMs: number): number | undefined {
  if (header === undefined) return undefined;
  const ms = /^\d{1,9}$/.test(header) ? Number(header) * 1000 : Date.parse(header) - nowMs;
  return Number.isFinite(ms) ? Math.max(ms, 0) : undefined;
}
