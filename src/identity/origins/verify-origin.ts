import { createHash, timingSafeEqual } from 'node:crypto';
import { lookup } from 'node:dns/promises';
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { type Platform, verificationUrls } from '../domain/installation.ts';
import { isPublicAddress } from './public-address.ts';

const verificationLimits = { totalMs: 5_000, bodyBytes: 4 * 1024 } as const;

export interface Address {
  address: string;
  family: number;
}

/** The environment of a verification, which tests replace. */
export interface VerificationEnvironment {
  /** Resolves a host name to all its addresses. Rejects if there is none. */
  resolve: (host: string) => Promise<Address[]>;
  /** Hosts that may have private addresses and use http, for the local stack. */
  allowedHosts: readonly string[];
  totalMs: number;
}

/**
 * Why an origin cannot be verified, as a phrase that follows "The origin"; undefined if it can. Explicit ports below
 * 1024 are rejected, because they belong to services other than web servers.
 */
export function originFault(origin: string, allowedHosts: readonly string[]): string | undefined {
  const { protocol, hostname, port } = new URL(origin);
  if (allowedHosts.includes(hostname)) return undefined;
  if (protocol !== 'https:') return 'must start with https://';
  if (port !== '' && Number(port) < 1024) return 'must have no port, or a port of at least 1024';
  const host = withoutBrackets(hostname);
  if (isIP(host) ? !isPublicAddress(host) : !hostname.includes('.')) return 'must be on the public internet';
  return undefined;
}

/**
 * Checks whether a site publishes a token. Returns undefined if it does, otherwise a sentence that explains the
 * finding. The name is resolved once, all addresses must be public, and connections use only these addresses, which
 * prevents DNS rebinding. Redirects are not followed.
 */
export async function verifyOrigin(
  origin: string,
  platform: Platform,
  token: string,
  environment: Partial<VerificationEnvironment> = {},
): Promise<string | undefined> {
  const { resolve, allowedHosts, totalMs } = { ...defaults, ...environment };
  const fault = originFault(origin, allowedHosts);
  if (fault) return `The origin ${fault}.`;
  const deadline = new AbortController();
  // Not AbortSignal.timeout: its timer does not keep the process alive after the last socket has closed.
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
  { resolve, allowedHosts }: Pick<VerificationEnvironment, 'resolve' | 'allowedHosts'>,
): Promise<string | undefined> {
  const { hostname } = new URL(origin);
  const addresses = await beforeDeadline(resolve(withoutBrackets(hostname)), signal).catch(() => []);
  const isAllowed = addresses.every(({ address }) => isPublicAddress(address)) || allowedHosts.includes(hostname);
  // The same message for both, so that it does not reveal which names a private network resolves.
  if (addresses.length === 0 || !isAllowed) return `${hostname} cannot be found on the public internet.`;
  const found: string[] = [];
  for (const url of verificationUrls(origin, platform)) {
    const fault = await tokenFault(url, token, addresses, signal);
    if (!fault) return undefined;
    found.push(`${new URL(url).pathname} ${fault}`);
  }
  return `The token was not found: ${found.join(', and ')}.`;
}

const defaults: VerificationEnvironment = {
  resolve: (host) => lookup(host, { all: true, verbatim: true }),
  allowedHosts: [],
  totalMs: verificationLimits.totalMs,
};

const withoutBrackets = (hostname: string) => hostname.replace(/^\[(.*)\]$/, '$1');

/** Rejects at the deadline, even if the work does not observe the signal. */
function beforeDeadline<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const late = new Promise<never>((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  return Promise.race([work, late]);
}

/** Why a URL does not publish the token, as a phrase that follows its path; undefined if it does. */
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
    // A new connection each time: a pooled one could lead to an unchecked address.
    agent: false,
    headers: { accept: 'text/plain', 'accept-encoding': 'identity', 'user-agent': 'publication-registry/1.0' },
  } as const;
  return new Promise((resolve, reject) => {
    const sent: ClientRequest = (url.protocol === 'https:' ? httpsRequest : httpRequest)(url, options, resolve);
    // After a 101 there is no response event, and we must close the socket.
    sent.on('upgrade', (response, socket) => {
      socket.destroy();
      resolve(response);
    });
    sent.on('close', () => reject(new Error('The connection was closed without an answer')));
    sent.on('error', reject).end();
  });
}

/** A DNS lookup that always returns the checked addresses. */
const pinnedTo =
  (addresses: Address[]): LookupFunction =>
  (_host, { all }, done) => {
    const [first] = addresses;
    if (all) done(null, addresses);
    else done(null, first?.address ?? '', first?.family);
  };

async function answerFault(response: IncomingMessage, token: string): Promise<string | undefined> {
  const { statusCode = 0, headers } = response;
  if (statusCode >= 300 && statusCode < 400) return 'answered with a redirect, which is not followed';
  if (statusCode !== 200) return `answered ${statusCode}`;
  if (!/^text\/plain\s*(;|$)/i.test(headers['content-type'] ?? '')) return 'is not plain text (text/plain)';
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > verificationLimits.bodyBytes) return 'is longer than 4 KB';
    chunks.push(chunk);
  }
  return isSame(Buffer.concat(chunks).toString('utf8').trim(), token) ? undefined : 'contains a different text';
}

/** Compares hashes, so that texts of any length take the same time. */
function isSame(found: string, token: string): boolean {
  const [one, other] = [found, token].map((text) => createHash('sha256').update(text).digest()) as [Buffer, Buffer];
  return timingSafeEqual(one, other);
}

/** A fixed phrase, because network errors contain IP addresses. */
function connectionFault({ code = '' }: NodeJS.ErrnoException, signal: AbortSignal): string {
  if (signal.aborted) return 'did not answer in time';
  const isCertificate = /CERT|TLS|SSL|ALTNAME|SIGNATURE|ISSUER/.test(code);
  return isCertificate ? 'has no valid certificate' : 'could not be reached';
}
