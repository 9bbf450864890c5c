import { createHash } from 'node:crypto';
import { AlbJwtVerifier, JwtVerifier } from 'aws-jwt-verify';
import { AlbJwksCache } from 'aws-jwt-verify/alb-cache';
import {
  FetchError,
  JwksNotAvailableInCacheError,
  JwksValidationError,
  JwkValidationError,
  JwtExpiredError,
} from 'aws-jwt-verify/error';
import type { Fetcher } from 'aws-jwt-verify/https';
import { SimpleJwksCache } from 'aws-jwt-verify/jwk';
import type { JwtHeader, JwtPayload } from 'aws-jwt-verify/jwt-model';
import { env } from '#src/runtime/env.ts';
import { offerPreload } from '#src/runtime/preload.ts';
import { type HttpResponse, sendHttp } from '#src/runtime/requests/http-request.ts';
import { EmailAddress } from '../domain/email-address.ts';
import type { SentToken } from './session-token.ts';

/** The identity in a verified token. */
export interface Identity {
  /** The permanent id of the person at the issuer. */
  subject: string;
  /** In lower case; null unless the issuer has verified it. */
  email: string | null;
  /** When the token was issued, in milliseconds; null if unknown, as in tokens of load balancers. */
  issuedAtMs: number | null;
  /** When the person authenticated, or else `issuedAtMs`. Refreshed tokens keep it. */
  authenticatedAtMs: number | null;
  /** Common to all tokens of a session at Cognito (`origin_jti`); at other issuers it identifies the token. */
  sessionId: string;
  /** When the token expires, in milliseconds. */
  expiresAtMs: number;
}

/** Why a token is rejected, for the log, and whether only because it has expired. */
export interface TokenRefusal {
  refused: string;
  isExpired?: boolean;
}

/** Only asymmetric algorithms. */
const algorithms = ['RS256', 'ES256'];
/** The tolerated clock skew between issuer and service. */
export const graceSeconds = 60;
const keyFetchTimeoutMs = 3_000;

type Verifier = { verify(jwt: string): Promise<JwtPayload>; hydrate?(): Promise<unknown> };
const verifiers = new Map<string, { verifier: Verifier; madeAtMs: number }>();
/** A key withdrawn by the issuer is trusted at most this long. */
const keysTrustedMs = 60 * 60_000;

/**
 * Verifies signature, algorithm, issuer, audience and times of an ID token. Returns the identity, or the reason for
 * rejection for the log. Access and refresh tokens are rejected. Throws if the issuer's keys cannot be fetched, because
 * the token may still be valid.
 */
export async function verifyToken({ jwt, fromLoadBalancer }: SentToken): Promise<Identity | TokenRefusal> {
  const verifier = fromLoadBalancer ? loadBalancerVerifier() : issuerVerifier();
  if (!verifier) return { refused: 'No load balancer is configured' };
  let payload: JwtPayload;
  try {
    payload = await verifier.verify(jwt);
  } catch (error) {
    if (keyErrors.some((kind) => error instanceof kind)) throw error;
    return { refused: (error as Error).message, isExpired: error instanceof JwtExpiredError };
  }
  return identityIn(payload, jwt);
}

// A load balancer's token names its key, and such tokens are most of those that a function behind one gets.
offerPreload('sign-in', async () => {
  if (env('ALB_ARN') === undefined) await issuerVerifier().hydrate?.();
});

/** Errors in fetching the issuer's keys. */
const keyErrors = [FetchError, JwksValidationError, JwkValidationError, JwksNotAvailableInCacheError];

function issuerVerifier(): Verifier {
  const [issuer, audience, jwksUri] = [env('SIGN_IN_ISSUER'), env('SIGN_IN_AUDIENCE'), env('SIGN_IN_JWKS_URL')];
  return verifierFor([issuer, audience, jwksUri], () =>
    JwtVerifier.create(
      {
        issuer,
        jwksUri,
        audience,
        graceSeconds,
        customJwtCheck: ({ header, payload }) => {
          checkHeader(header);
          checkIsIdToken(header, payload, audience);
          checkTimes(payload);
        },
      },
      { jwksCache: new SimpleJwksCache({ fetcher }) },
    ),
  );
}

function loadBalancerVerifier(): Verifier | undefined {
  const [albArn, issuer, clientId = null] = [env('ALB_ARN'), env('SIGN_IN_ISSUER'), env('ALB_CLIENT_ID')];
  if (albArn === undefined) return undefined;
  const jwksUri = env('ALB_PUBLIC_KEYS_URL');
  return verifierFor([albArn, issuer, clientId ?? '', jwksUri ?? ''], () =>
    AlbJwtVerifier.create(
      {
        albArn,
        issuer,
        clientId,
        ...(jwksUri && { jwksUri }),
        graceSeconds,
        customJwtCheck: ({ header, payload }) => {
          checkHeader(header);
          checkTimes(payload);
        },
      },
      { jwksCache: new AlbJwksCache({ fetcher: namedKeyFetcher }) },
    ),
  );
}

/** One verifier per configuration, because it caches the keys. A new one fetches them again. */
function verifierFor(configuration: string[], make: () => Verifier): Verifier {
  const key = configuration.join(' ');
  const known = verifiers.get(key);
  if (known && Date.now() < known.madeAtMs + keysTrustedMs) return known.verifier;
  const verifier = make();
  verifiers.set(key, { verifier, madeAtMs: Date.now() });
  return verifier;
}

function checkHeader({ alg, ...header }: JwtHeader): void {
  if (!alg || !algorithms.includes(alg)) throw new Error(`The algorithm ${alg} is not one of ${algorithms}`);
  // Extensions that a recipient must understand (RFC 7515, 4.1.11); none is supported.
  if ('crit' in header) throw new Error('The token has critical header parameters');
}

/**
 * An access or refresh token can also have the audience of the client; issuers mark those in different ways: `typ` (RFC
 * 9068), `token_use` (Cognito), the claim `typ` (Keycloak). `azp` is the client that the token was issued to.
 */
function checkIsIdToken({ typ = 'JWT' }: JwtHeader, payload: JwtPayload, audience: string): void {
  const { token_use = 'id', typ: use = 'ID', azp = audience } = payload;
  const isIdToken = String(typ).toUpperCase() === 'JWT' && token_use === 'id' && use === 'ID';
  if (!isIdToken) throw new Error('The token is not an ID token');
  const isShared = Array.isArray(payload.aud) && payload.aud.length > 1;
  if (azp !== audience || (isShared && payload.azp === undefined))
    throw new Error('The token was issued to another client');
  if (payload.exp === undefined) throw new Error('The token has no expiry');
}

/** The last second that a Date can represent (ECMAScript: Time Values). */
const lastSecond = 8.64e12;

/** Rejects times beyond the range of Date, which would cause errors wherever they are used. */
function checkTimes({ exp = 0, iat = 0 }: JwtPayload): void {
  if (!(exp <= lastSecond && iat <= lastSecond)) throw new Error('A time of the token is not a date');
}

/** The identity in the claims. An unverified e-mail address is dropped, because it may belong to another person. */
function identityIn(payload: JwtPayload, jwt: string): Identity | TokenRefusal {
  const { sub, email, email_verified, iat, exp = 0, auth_time, origin_jti } = payload;
  if (!sub) return { refused: 'The token has no subject' };
  // A boolean in ID tokens; a string from Cognito's user info endpoint, whose answer a load balancer passes on.
  const isVerified =
    email_verified === undefined ? env('SIGN_IN_EMAILS_VERIFIED') : [true, 'true'].includes(email_verified as string);
  const address = isVerified ? EmailAddress.safeParse(email).data : undefined;
  const issuedAtMs = typeof iat === 'number' ? iat * 1000 : null;
  return {
    subject: sub,
    email: address ?? null,
    issuedAtMs,
    authenticatedAtMs: typeof auth_time === 'number' ? auth_time * 1000 : issuedAtMs,
    sessionId: typeof origin_jti === 'string' ? origin_jti : createHash('sha256').update(jwt).digest('hex'),
    expiresAtMs: (exp + graceSeconds) * 1000,
  };
}

/** Fetches keys from the configured URL. */
const fetcher: Fetcher = {
  async fetch(url) {
    const { status, body } = await get(url);
    if (status !== 200) throw new FetchError(url, new Error(`The status is ${status}`));
    return arrayBufferOf(body);
  },
};

/** Fetches the key that a load balancer's token names. Clients choose that name, so the key need not exist. */
const namedKeyFetcher: Fetcher = {
  async fetch(url) {
    const { status, body } = await get(url);
    if ([403, 404].includes(status)) throw new Error('No load balancer has the key of the token');
    if (status !== 200) throw new FetchError(url, new Error(`The status is ${status}`));
    return arrayBufferOf(body);
  },
};

/** Without redirects and with a time-out. */
async function get(url: string): Promise<HttpResponse> {
  try {
    return await sendHttp({ method: 'GET', url: new URL(url), timeoutMs: keyFetchTimeoutMs });
  } catch (error) {
    throw new FetchError(url, error);
  }
}

const arrayBufferOf = (body: Buffer) => new Uint8Array(body).buffer;
