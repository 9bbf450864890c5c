import { lookup } from 'node:dns/promises';
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import { isPublicAddress } from './public-address.ts';

/** Requests to servers that others name: to public addresses only, within a time, without redirects. */

export interface Address {
  address: string;
  family: number;
}

/** How hosts are found, which tests replace. */
export interface PublicHosts {
  /** Resolves a host name to all its addresses. Rejects if there is none. */
  resolve: (host: string) => Promise<Address[]>;
  /** Hosts that may have private addresses and use http, for the local stack. */
  allowedHosts: readonly string[];
}

export const publicHosts: PublicHosts = {
  resolve: (host) => lookup(host, { all: true, verbatim: true }),
  allowedHosts: [],
};

interface PublicRequest {
  method?: 'GET' | 'POST';
  headers: Record<string, string>;
  body?: string;
}

/**
 * The addresses of a URL's host, if all of them are public; none otherwise. Connections use only these addresses, which
 * prevents DNS rebinding.
 */
export async function addressesOf(
  { hostname }: URL,
  { resolve, allowedHosts }: PublicHosts,
  signal: AbortSignal,
): Promise<Address[]> {
  const addresses = await beforeDeadline(resolve(withoutBrackets(hostname)), signal).catch(() => []);
  const isAllowed = addresses.every(({ address }) => isPublicAddress(address)) || allowedHosts.includes(hostname);
  return isAllowed ? addresses : [];
}

/** Sends a request to one of these addresses. Redirects are not followed. The caller must destroy the response. */
export function sendTo(
  addresses: Address[],
  url: URL,
  { method = 'GET', headers, body }: PublicRequest,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const options = {
    signal,
    method,
    lookup: pinnedTo(addresses),
    // A new connection each time: a pooled one could lead to an unchecked address.
    agent: false,
    headers: { ...headers, 'accept-encoding': 'identity', 'user-agent': 'publication-registry/1.0' },
  } as const;
  return new Promise((resolve, reject) => {
    const sent: ClientRequest = (url.protocol === 'https:' ? httpsRequest : httpRequest)(url, options, resolve);
    // After a 101 there is no response event, and we must close the socket.
    sent.on('upgrade', (response, socket) => {
      socket.destroy();
      resolve(response);
    });
    sent.on('close', () => reject(new Error('The connection was closed without an answer')));
    sent.on('error', reject).end(body);
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

/** The body of a response, up to this size; undefined if it is longer. */
export async function bodyWithin(response: IncomingMessage, mostBytes: number): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > mostBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Rejects at the deadline, even if the work does not observe the signal. */
export function beforeDeadline<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const late = new Promise<never>((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  return Promise.race([work, late]);
}

export const withoutBrackets = (hostname: string) => hostname.replace(/^\[(.*)\]$/, '$1');

/** A fixed phrase, because network errors contain IP addresses. */
export function connectionFault({ code = '' }: NodeJS.ErrnoException, signal: AbortSignal): string {
  if (signal.aborted) return 'did not answer in time';
  const isCertificate = /CERT|TLS|SSL|ALTNAME|SIGNATURE|ISSUER/.test(code);
  return isCertificate ? 'has no valid certificate' : 'could not be reached';
}
