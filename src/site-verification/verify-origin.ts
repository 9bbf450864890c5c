import { createHash, timingSafeEqual } from 'node:crypto';
import { lookup } from 'node:dns/promises';
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { type Platform, verificationUrls } from '../domain/access/installation.ts';
import { isPublicAddress } from './private-address.ts';

const verificationLimits = { totalMs: 5_000, bodyBytes: 4 * 1024 } as const;

export interface Address {
  address: string;
  family: number;
}

/** The world a verification happens in; tests replace it. */
export interface Surroundings {
  /** Every address of a host name; rejects when it has none. */
  resolve: (host: string) => Promise<Address[]>;
  /** The hosts that may be private and without https, as a laptop's are. */
  allowedHosts: readonly string[];
  totalMs: number;
}

/**
 * What is wrong with an origin as a site to be verified, as a text that follows its name; undefined when nothing is.
 * Ports below 1024 belong to other services than web servers, so nobody can make us speak to those.
 */
export function originFault(origin: string, allowedHosts: readonly string[]): string | undefined {
  const { protocol, hostname, port } = new URL(origin);
  if (allowedHosts.includes(hostname)) return undefined;
  if (protocol !== 'https:') return 'must begin with https://';
  if (port !== '' && Number(port) < 1024) return 'must have no port, or one from 1024';
  const host = withoutBrackets(hostname);
  if (isIP(host) ? !isPublicAddress(host) : !hostname.includes('.')) return 'must be in the public internet';
  return undefined;
}

/**
 * Looks whether a site shows this token: undefined when it does, else a sentence that says what was found instead. The
 * name is resolved once, and only where all its addresses are public is one of exactly these connected to: what answers
 * was checked, whatever the name leads to by then. No redirect is followed.
 */
export async function verify(
  origin: string,
  platform: Platform,
  token: string,
  surroundings: Partial<Surroundings> = {},
): Promise<string | undefined> {
  const { resolve, allowedHosts, totalMs } = { ...real, ...surroundings };
  const fault = originFault(origin, allowedHosts);
  if (fault) return `The origin ${fault}.`;
  const deadline = new AbortController();
  // Not AbortSignal.timeout: its timer does not keep a function alive whose last socket has closed.
  const timer = setTimeout(() => deadline.abort(), totalMs);
  try {
    return await tokenSearch(origin, platform, token, deadline.signal, { resolve, allowedHosts });
  } finally {
    clearTimeout(timer);
    deadline.abort();
  }
}

async function tokenSearch(
  origin: string,
  platform: Platform,
  token: string,
  signal: AbortSignal,
  { resolve, allowedHosts }: Pick<Surroundings, 'resolve' | 'allowedHosts'>,
): Promise<string | undefined> {
  const { hostname } = new URL(origin);
  const addresses = await beforeDeadline(resolve(withoutBrackets(hostname)), signal).catch(() => []);
  const isAllowed = addresses.every(({ address }) => isPublicAddress(address)) || allowedHosts.includes(hostname);
  // The same words for both: which names a private network knows is nobody's business.
  if (addresses.length === 0 || !isAllowed) return `${hostname} cannot be found in the public internet.`;
  const found: string[] = [];
  for (const url of verificationUrls(origin, platform)) {
    const fault = await tokenFault(url, token, addresses, signal);
    if (!fault) return undefined;
    found.push(`${new URL(url).pathname} ${fault}`);
  }
  return `The token was not found: ${found.join(', and ')}.`;
}

const real: Surroundings = {
  resolve: (host) => lookup(host, { all: true, verbatim: true }),
  allowedHosts: [],
  totalMs: verificationLimits.totalMs,
};

const withoutBrackets = (hostname: string) => hostname.replace(/^\[(.*)\]$/, '$1');

/** The outcome of some work, or a rejection when the deadline comes first, whatever the work is waiting for. */
function beforeDeadline<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const late = new Promise<never>((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  return Promise.race([work, late]);
}

/** What is wrong with what an address answers, as a text that follows the address. */
async function tokenFault(url: string, token: string, addresses: Address[], signal: AbortSignal) {
  try {
    return await beforeDeadline(answerOf(new URL(url), token, addresses, signal), signal);
  } catch (error) {
    return connectionFault(error as NodeJS.ErrnoException, signal);
  }
}

async function answerOf(url: URL, token: string, addresses: Address[], signal: AbortSignal) {
  const response = await get(url, addresses, signal);
  try {
    return await answerFault(response, token);
  } finally {
    response.destroy();
  }
}

function get(url: URL, addresses: Address[], signal: AbortSignal): Promise<IncomingMessage> {
  const options = {
    signal,
    lookup: pinnedTo(addresses),
    // A connection of its own: one that is kept could lead anywhere.
    agent: false,
    headers: { accept: 'text/plain', 'accept-encoding': 'identity', 'user-agent': 'publication-registry/1.0' },
  } as const;
  return new Promise((resolve, reject) => {
    const sent: ClientRequest = (url.protocol === 'https:' ? httpsRequest : httpRequest)(url, options, resolve);
    // After a 101 there is no response event, and the socket is ours to close.
    sent.on('upgrade', (response, socket) => {
      socket.destroy();
      resolve(response);
    });
    sent.on('close', () => reject(new Error('The connection was closed without an answer')));
    sent.on('error', reject).end();
  });
}

/** Answers any question for an address with those that were checked. */
const pinnedTo =
  (addresses: Address[]): LookupFunction =>
  (_host, { all }, done) => {
    const [first] = addresses;
    if (all) done(null, addresses);
    else done(null, first?.address ?? '', first?.family);
  };

async function answerFault(response: IncomingMessage, token: string): Promise<string | undefined> {
  const { statusCode = 0, headers } = response;
  if (statusCode >= 300 && statusCode < 400) return 'leads to another address, which is not followed';
  if (statusCode !== 200) return `answered ${statusCode}`;
  if (!/^text\/plain\s*(;|$)/i.test(headers['content-type'] ?? '')) return 'is not plain text (text/plain)';
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > verificationLimits.bodyBytes) return 'is longer than 4 KB';
    chunks.push(chunk);
  }
  return isSame(Buffer.concat(chunks).toString('utf8').trim(), token) ? undefined : 'holds something else';
}

/** Hashed, so that texts of any length take the same time to compare. */
function isSame(found: string, token: string): boolean {
  const [one, other] = [found, token].map((text) => createHash('sha256').update(text).digest()) as [Buffer, Buffer];
  return timingSafeEqual(one, other);
}

/** In our own words: an error of the network names addresses. */
function connectionFault({ code = '' }: NodeJS.ErrnoException, signal: AbortSignal): string {
  if (signal.aborted) return 'did not answer in time';
  const isCertificate = /CERT|TLS|SSL|ALTNAME|SIGNATURE|ISSUER/.test(code);
  return isCertificate ? 'has no valid certificate' : 'could not be reached';
}
