import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import * as z from 'zod';
import { invalidField, Problem } from '../errors.ts';
import { env } from '../runtime/env.ts';

/** What the browser keeps while somebody signs in at the issuer. */
const Attempt = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  returnTo: z.string(),
  origin: z.string(),
});
export type Attempt = z.output<typeof Attempt>;

/** Where the issuer sends the browser back to, for each origin of the dashboard. It must be registered there. */
export const callbackPath = '/api/auth/callback';

/** A new attempt to sign in, which ends at a page of the dashboard. */
export function newAttempt(returnTo: string, origin: string): Attempt {
  const random = () => randomBytes(32).toString('base64url');
  return { state: random(), nonce: random(), verifier: random(), returnTo, origin };
}

/** The S256 challenge of an attempt's verifier (RFC 7636, 4.2). */
export const challengeOf = ({ verifier }: Attempt) => createHash('sha256').update(verifier).digest('base64url');

/** An attempt as the value of a cookie, and back; undefined for anything else. */
export const encodeAttempt = (attempt: Attempt) => Buffer.from(JSON.stringify(attempt)).toString('base64url');

export function decodeAttempt(value: string | undefined): Attempt | undefined {
  try {
    return Attempt.safeParse(JSON.parse(Buffer.from(value ?? '', 'base64url').toString())).data;
  } catch {
    return undefined;
  }
}

/** Whether two texts are the same, in a time that does not depend on where they differ. */
export function isSame(a: string, b: string): boolean {
  const [first, second] = [Buffer.from(a), Buffer.from(b)];
  return first.length === second.length && timingSafeEqual(first, second);
}

/**
 * A path of the dashboard to return to. Anything that a browser could take for another site is refused: the answer
 * would otherwise lead people from our address to an attacker's.
 */
export function localPath(returnTo: string): string {
  const base = 'https://dashboard.invalid';
  const url = returnTo.startsWith('/') ? URL.parse(returnTo, base) : null;
  // A path such as /.//evil.example is a local one that becomes //evil.example, which is none.
  if (url?.origin !== base || url.pathname.startsWith('//'))
    throw invalidField('query', 'return_to', 'must be a path of the dashboard, such as /publications');
  return `${url.pathname}${url.search}${url.hash}`;
}

/** The origin of the dashboard that the browser uses: one of the configured ones, or else the first of them. */
export function dashboardOrigin(given: string | undefined): string {
  const trusted = env('TRUSTED_ORIGINS');
  if (given !== undefined && !trusted.includes(given)) {
    throw invalidField('query', 'origin', 'must be an origin of the dashboard');
  }
  const origin = given ?? trusted[0];
  if (origin === undefined) throw new Problem('not_configured', 'Signing in needs the setting dashboardUrl');
  return origin;
}
