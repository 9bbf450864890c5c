import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { isSameSecret } from '#src/runtime/same-text.ts';
import { type Platform, verificationUrls } from '../domain/installation.ts';
import { isPublicAddress } from './public-address.ts';
import {
  type Address,
  addressesOf,
  beforeDeadline,
  bodyWithin,
  connectionFault,
  type PublicHosts,
  publicHosts,
  sendTo,
  withoutBrackets,
} from './public-request.ts';

const verificationLimits = { totalMs: 5_000, bodyBytes: 4 * 1024 } as const;

/** The environment of a verification, which tests replace. */
export interface VerificationEnvironment extends PublicHosts {
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
  const { totalMs, ...hosts } = { ...defaults, ...environment };
  const fault = originFault(origin, hosts.allowedHosts);
  if (fault) return `The origin ${fault}.`;
  const deadline = new AbortController();
  // Not AbortSignal.timeout: its timer does not keep the process alive after the last socket has closed.
  const timer = setTimeout(() => deadline.abort(), totalMs);
  try {
    return await tokenSearch(origin, platform, token, deadline.signal, hosts);
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
  hosts: PublicHosts,
): Promise<string | undefined> {
  const addresses = await addressesOf(new URL(origin), hosts, signal);
  // One message for unknown names and private addresses does not reveal which names a private network resolves.
  if (addresses.length === 0) return `${new URL(origin).hostname} cannot be found on the public internet.`;
  const found: string[] = [];
  for (const url of verificationUrls(origin, platform)) {
    const fault = await tokenFault(url, token, addresses, signal);
    if (!fault) return undefined;
    found.push(`${new URL(url).pathname} ${fault}`);
  }
  return `The token was not found: ${found.join(', and ')}.`;
}

const defaults: VerificationEnvironment = { ...publicHosts, totalMs: verificationLimits.totalMs };

/** Why a URL does not publish the token, as a phrase that follows its path; undefined if it does. */
async function tokenFault(url: string, token: string, addresses: Address[], signal: AbortSignal) {
  try {
    return await beforeDeadline(answerOf(new URL(url), token, addresses, signal), signal);
  } catch (error) {
    return connectionFault(error as NodeJS.ErrnoException, signal);
  }
}

async function answerOf(url: URL, token: string, addresses: Address[], signal: AbortSignal) {
  const response = await sendTo(addresses, url, { headers: { accept: 'text/plain' } }, signal);
  try {
    return await answerFault(response, token);
  } finally {
    response.destroy();
  }
}

async function answerFault(response: IncomingMessage, token: string): Promise<string | undefined> {
  const { statusCode = 0, headers } = response;
  if (statusCode >= 300 && statusCode < 400) return 'answered with a redirect, which is not followed';
  if (statusCode !== 200) return `answered ${statusCode}`;
  if (!/^text\/plain\s*(;|$)/i.test(headers['content-type'] ?? '')) return 'is not plain text (text/plain)';
  const text = await bodyWithin(response, verificationLimits.bodyBytes);
  if (text === undefined) return 'is longer than 4 KB';
  return isSameSecret(text.trim(), token) ? undefined : 'contains a different text';
}
