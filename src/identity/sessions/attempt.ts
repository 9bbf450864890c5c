import * as oauth from 'oauth4webapi';
import { invalidField, Problem } from '../../errors.ts';
import { env } from '../../runtime/env.ts';
import type { SignInAttempt } from '../domain/sign-in-attempt.ts';

/** Where the issuer sends the browser back to, for each origin of the dashboard. It must be registered there. */
export const callbackPath = '/api/auth/callback';

/** A new attempt to sign in, which ends at a page of the dashboard, and the id under which the browser finds it again. */
export function newAttempt(
  returnTo: string,
  origin: string,
  reauthenticates: boolean,
): { id: string; attempt: SignInAttempt } {
  const attempt = {
    state: oauth.generateRandomState(),
    nonce: oauth.generateRandomNonce(),
    verifier: oauth.generateRandomCodeVerifier(),
    returnTo,
    origin,
    reauthenticates,
  };
  return { id: oauth.generateRandomState(), attempt };
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
