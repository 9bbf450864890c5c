import * as oauth from 'oauth4webapi';
import { env } from '#src/runtime/env.ts';
import { invalidField, Problem } from '#src/runtime/errors.ts';
import type { SignInAttempt } from '../domain/sign-in-attempt.ts';

/**
 * The path to which the issuer sends the browser back, at each origin of the dashboard. It must be registered there.
 */
export const callbackPath = '/api/auth/callback';

/** A new sign-in attempt, which ends at a page of the dashboard, and its id for the browser. */
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
 * A path of the dashboard to return to. Rejects anything that a browser could take for another site: the redirect would
 * otherwise lead people from our address to an attacker's.
 */
export function localPath(returnTo: string): string {
  const base = 'https://dashboard.invalid';
  const url = returnTo.startsWith('/') ? URL.parse(returnTo, base) : null;
  // A path such as /.//evil.example is local, but becomes //evil.example, which is not.
  if (url?.origin !== base || url.pathname.startsWith('//'))
    throw invalidField('query', 'return_to', 'must be a path of the dashboard, such as /publications');
  return `${url.pathname}${url.search}${url.hash}`;
}

/** The origin of the dashboard that the browser uses: one of the configured ones, by default the first. */
export function dashboardOrigin(given: string | undefined): string {
  const trusted = env('TRUSTED_ORIGINS');
  if (given !== undefined && !trusted.includes(given)) {
    throw invalidField('query', 'origin', 'must be an origin of the dashboard');
  }
  const origin = given ?? trusted[0];
  if (origin === undefined) throw new Problem('not_configured', 'Signing in needs the setting dashboardUrl');
  return origin;
}
