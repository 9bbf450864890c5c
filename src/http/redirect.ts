import * as z from 'zod';
import { publicAddress } from './links.ts';

/** Whether a status leads to another address. Such a response has no body. */
export const isRedirect = (status: number): boolean => status > 300 && status < 304;

/** The responses of a redirecting route. */
export const redirectResponses = { 303: z.literal('') } as const;

/** Sends the browser to another address with GET, and sets cookies. */
export const redirectTo = (location: string, cookies: readonly string[] = []) => ({
  status: 303 as const,
  body: '' as const,
  headers: { location },
  cookies,
});

/** The responses of a route that redirects to another path of its API. */
export const ownRedirectResponses = { 302: z.literal('') } as const;

/**
 * Redirects the browser to another path of the API at its public address, because a client's Host header may differ.
 */
export const redirectToPath = (path: string, headers: Record<string, string> = {}) => ({
  status: 302 as const,
  body: '' as const,
  headers: { ...headers, location: publicAddress(path) },
});
