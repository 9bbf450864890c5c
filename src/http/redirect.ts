import * as z from 'zod';

/** The responses of a redirecting route, which needs the answer type `text/html`. */
export const redirectResponses = { 303: z.literal('') } as const;

/** Sends the browser to another address with GET, and sets cookies. */
export const redirectTo = (location: string, cookies: readonly string[] = []) => ({
  status: 303 as const,
  body: '' as const,
  headers: { location },
  cookies,
});
