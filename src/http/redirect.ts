import * as z from 'zod';
import { publicAddress } from './links.ts';

/** The responses of a redirecting route, which needs the answer type `text/html`. */
export const redirectResponses = { 303: z.literal('') } as const;

/** Sends the browser to another address with GET, and sets cookies. */
export const redirectTo = (location: string, cookies: readonly string[] = []) => ({
  status: 303 as const,
  body: '' as const,
  headers: { location },
  cookies,
});

/** The responses of a route that redirects to another path of its API. It needs the answer type `text/html`, too. */
export const ownRedirectResponses = { 302: z.literal('') } as const;

/**
 * Redirects the browser to another path of the API at its public address, because a client's Host header may differ.
 */
export const redirectToPath = (path: `/${string}`) => ({
  status: 302 as const,
  body: '' as const,
  headers: { location: publicAddress(path) },
});
