import { AlbJwtVerifier, JwtVerifier } from 'aws-jwt-verify';
import { AlbJwksCache } from 'aws-jwt-verify/alb-cache';
import {
  FetchError,
  JwksNotAvailableInCacheError,
  JwksValidationError,
  JwkValidationError,
} from 'aws-jwt-verify/error';
import type { Fetcher } from 'aws-jwt-verify/https';
import { SimpleJwksCache } from 'aws-jwt-verify/jwk';
import type { JwtHeader, JwtPayload } from 'aws-jwt-verify/jwt-model';
import { env } from '../runtime/env.ts';
import type { SentToken } from './session-token.ts';

/** Who a token is about: their id at the issuer, and their address, lower-case, if the issuer has verified it. */
export interface Identity {
  subject: string;
  email: string | null;
}

/** Signed with a key pair, whose private half only the issuer has. */
const algorithms = ['RS256', 'ES256'];
/** How far the clocks of issuer and service may be apart. */
const graceSeconds = 60;
const keyFetchTimeoutMs = 3_000;

type Verifier = { verify(jwt: string): Promise<JwtPayload> };
const verifiers = new Map<string, Verifier>();

/**
 * Who a token is about, once its signature, algorithm, issuer, audience and times are those of this deployment's sign-in;
 * else why it proves nothing, for the log. Throws when the issuer's keys cannot be had: that says nothing of the token.
 */
export async function verified({ jwt, fromLoadBalancer }: SentToken): Promise<Identity | { refused: string }> {
  const verifier = fromLoadBalancer ? loadBalancerVerifier() : issuerVerifier();
  if (!verifier) return { refused: 'No load balancer is configured' };
  try {
    return identityIn(await verifier.verify(jwt));
  } catch (error) {
    if (ofTheKeys.some((kind) => error instanceof kind)) throw error;
    return { refused: (error as Error).message };
  }
}

/** What goes wrong with the keys, not with the token. */
const ofTheKeys = [FetchError, JwksValidationError, JwkValidationError, JwksNotAvailableInCacheError];

function issuerVerifier(): Verifier {
  const [issuer, audience, jwksUri] = [env('SIGN_IN_ISSUER'), env('SIGN_IN_AUDIENCE'), env('SIGN_IN_JWKS_URL')];
  return kept([issuer, audience, jwksUri], () =>
    JwtVerifier.create(
      {
        issuer,
        jwksUri,
        // Checked below: access tokens of Cognito name their client elsewhere.
        audience: null,
        graceSeconds,
        customJwtCheck: (token) => {
          refuseAlgorithm(token.header);
          refuseAudience(token.payload, audience);
        },
      },
      { jwksCache: new SimpleJwksCache({ fetcher }) },
    ),
  );
}

function loadBalancerVerifier(): Verifier | undefined {
  const [albArn, issuer, clientId = null] = [env('ALB_ARN'), env('SIGN_IN_ISSUER'), env('ALB_CLIENT_ID')];
  if (albArn === undefined) return undefined;
  return kept([albArn, issuer, clientId ?? ''], () =>
    AlbJwtVerifier.create(
      { albArn, issuer, clientId, graceSeconds, customJwtCheck: ({ header }) => refuseAlgorithm(header) },
      { jwksCache: new AlbJwksCache({ fetcher }) },
    ),
  );
}

/** One verifier a configuration: it holds the keys it has fetched. */
function kept(configuration: string[], make: () => Verifier): Verifier {
  const key = configuration.join(' ');
  const verifier = verifiers.get(key) ?? make();
  verifiers.set(key, verifier);
  return verifier;
}

function refuseAlgorithm({ alg }: JwtHeader): void {
  if (!alg || !algorithms.includes(alg)) throw new Error(`The algorithm ${alg} is not one of ${algorithms}`);
}

function refuseAudience(payload: JwtPayload, audience: string): void {
  const named = [payload.aud ?? []].flat();
  const isFor = named.includes(audience) || (payload.token_use === 'access' && payload.client_id === audience);
  if (!isFor) throw new Error('The token is for another audience');
  if (payload.exp === undefined) throw new Error('The token never expires');
}

/** An address nobody has verified may be somebody else's. */
function identityIn({ sub, email, email_verified }: JwtPayload): Identity | { refused: string } {
  if (!sub) return { refused: 'The token names no subject' };
  const isVerified = email_verified === undefined || email_verified === true || email_verified === 'true';
  return { subject: sub, email: typeof email === 'string' && email && isVerified ? email.trim().toLowerCase() : null };
}

/** Fetches keys from the configured address: nowhere else, and not for ever. */
const fetcher: Fetcher = {
  async fetch(url) {
    const signal = AbortSignal.timeout(keyFetchTimeoutMs);
    try {
      const response = await fetch(url, { redirect: 'error', signal });
      if (!response.ok) throw new Error(`The status is ${response.status}`);
      return await response.arrayBuffer();
    } catch (error) {
      throw new FetchError(url, error);
    }
  },
};
