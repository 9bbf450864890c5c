import * as oauth from 'oauth4webapi';
import { env } from '#src/runtime/env.ts';
import { Problem } from '#src/runtime/errors.ts';
import { readSecret } from '#src/runtime/requests/secrets.ts';
import type { SignInAttempt } from '../domain/sign-in-attempt.ts';

/** The time-out of a request to the issuer. A person is waiting for it in a browser. */
const timeoutMs = 5_000;
/** The tolerated clock skew between the issuer and us, as in src/identity/sessions/verify-token.ts. */
const toleranceSeconds = 60;

/** The tokens of a person (OpenID Connect Core 1.0, 3.1.3.3 and 12.2). */
export interface Tokens {
  id_token: string;
  refresh_token?: string | undefined;
}

/** Why sign-in failed: the user declined, it took too long or was already used, or the answer is not for them. */
export interface NotSignedIn {
  failed: 'denied' | 'expired' | 'refused';
  /** For the log. */
  reason: string;
}

const known = new Map<string, oauth.AuthorizationServer>();

/** The issuer's published metadata, read once per process. Throws `upstream_unavailable` if it cannot be read. */
async function metadata(): Promise<oauth.AuthorizationServer> {
  const issuer = new URL(env('SIGN_IN_ISSUER'));
  const cached = known.get(issuer.href);
  if (cached) return cached;
  const read = await orUnavailable(async () =>
    oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, requestOptions())),
  );
  known.set(issuer.href, read);
  return read;
}

/** Only the laptop has an issuer without https: the settings reject any other (lib/config.ts). */
const requestOptions = () => ({
  signal: () => AbortSignal.timeout(timeoutMs),
  [oauth.allowInsecureRequests]: env('SIGN_IN_ISSUER').startsWith('http:'),
});

const client = (): oauth.Client => ({
  client_id: env('SIGN_IN_AUDIENCE'),
  [oauth.clockTolerance]: toleranceSeconds,
});

/** How this client authenticates: without a secret, it only states its id. */
async function authentication(issuer: oauth.AuthorizationServer): Promise<oauth.ClientAuth> {
  const arn = env('SIGN_IN_CLIENT_SECRET_ARN');
  if (arn === undefined) return oauth.None();
  const secret = (await readSecret(arn)).trim();
  const methods = issuer.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  return methods.includes('client_secret_basic') ? oauth.ClientSecretBasic(secret) : oauth.ClientSecretPost(secret);
}

/**
 * The address at the issuer where a person signs in, in a language if one is given. Only the holder of the verifier can
 * exchange the code.
 */
export async function authorizationUrl(
  attempt: SignInAttempt,
  redirectUri: string,
  language?: string,
): Promise<string> {
  const { authorization_endpoint } = await metadata();
  return addressWith(authorization_endpoint, {
    response_type: 'code',
    client_id: env('SIGN_IN_AUDIENCE'),
    redirect_uri: redirectUri,
    scope: 'openid email profile',
    state: attempt.state,
    nonce: attempt.nonce,
    code_challenge: await oauth.calculatePKCECodeChallenge(attempt.verifier),
    code_challenge_method: 'S256',
    ...(attempt.reauthenticates && { prompt: 'login' }),
    // Cognito has a parameter of its own. Others ignore what they do not know, as OAuth requires.
    ...(language !== undefined && { ui_locales: language, lang: language }),
  });
}

/** The tokens for the answer that the browser brings back from the issuer. */
export async function exchangeCode(
  answer: URLSearchParams,
  { state, nonce, verifier }: SignInAttempt,
  redirectUri: string,
): Promise<Tokens | NotSignedIn> {
  const issuer = await metadata();
  let checked: URLSearchParams;
  try {
    checked = oauth.validateAuthResponse(issuer, client(), answer, state);
  } catch (error) {
    if (error instanceof oauth.AuthorizationResponseError) return { failed: 'denied', reason: error.error };
    // Otherwise a foreign page could use its own code to sign a user in as somebody else.
    return { failed: 'expired', reason: String(error) };
  }
  if (!checked.has('code')) return { failed: 'denied', reason: 'The issuer gives no code' };
  const ask = await authentication(issuer);
  return tokensFrom(
    () => oauth.authorizationCodeGrantRequest(issuer, client(), ask, checked, redirectUri, verifier, requestOptions()),
    (response) => oauth.processAuthorizationCodeResponse(issuer, client(), response, { expectedNonce: nonce }),
  );
}

/** New tokens for a refresh token, unless it has expired or was revoked. */
export async function refreshTokens(refreshToken: string): Promise<Tokens | NotSignedIn> {
  const issuer = await metadata();
  const ask = await authentication(issuer);
  return tokensFrom(
    () => oauth.refreshTokenGrantRequest(issuer, client(), ask, refreshToken, requestOptions()),
    (response) => oauth.processRefreshTokenResponse(issuer, client(), response),
  );
}

/** Revokes a refresh token (RFC 7009), if the issuer supports that. Throws `upstream_unavailable` if it fails. */
export async function revokeToken(refreshToken: string): Promise<void> {
  const issuer = await metadata();
  if (!issuer.revocation_endpoint) return;
  const ask = await authentication(issuer);
  const additionalParameters = { token_type_hint: 'refresh_token' };
  await orUnavailable(async () =>
    oauth.processRevocationResponse(
      await oauth.revocationRequest(issuer, client(), ask, refreshToken, { ...requestOptions(), additionalParameters }),
    ),
  );
}

/**
 * The URL where the browser ends its session at the issuer and returns to `returnUrl`; undefined if the issuer has
 * none.
 */
export async function endSessionUrl(returnUrl: string): Promise<string | undefined> {
  const { end_session_endpoint: end } = await metadata();
  if (!end) return undefined;
  // Cognito calls the return address logout_uri, OpenID Connect RP-Initiated Logout 1.0 post_logout_redirect_uri.
  return addressWith(end, {
    client_id: env('SIGN_IN_AUDIENCE'),
    logout_uri: returnUrl,
    post_logout_redirect_uri: returnUrl,
  });
}

function addressWith(endpoint: string | undefined, parameters: Record<string, string>): string {
  const url = URL.parse(endpoint ?? '');
  if (!url || !/^https?:$/.test(url.protocol)) throw unavailable(new Error(`The issuer has no endpoint ${endpoint}`));
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}

async function tokensFrom(
  request: () => Promise<Response>,
  process: (response: Response) => Promise<oauth.TokenEndpointResponse>,
): Promise<Tokens | NotSignedIn> {
  try {
    const { id_token, refresh_token } = await process(await request());
    if (!id_token) throw new Error('The token response has no ID token');
    return { id_token, refresh_token };
  } catch (error) {
    if (error instanceof oauth.ResponseBodyError && error.status === 400 && error.error === 'invalid_grant')
      return { failed: 'expired', reason: 'The issuer refuses the grant' };
    // The claims of an ID token that is not for this client or this attempt.
    const isOfClaims = Object.hasOwn(((error as Error).cause ?? {}) as object, 'claims');
    if (error instanceof oauth.OperationProcessingError && isOfClaims)
      return { failed: 'refused', reason: error.message };
    throw unavailable(error);
  }
}

async function orUnavailable<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    throw unavailable(error);
  }
}

const unavailable = (cause: unknown) =>
  new Problem('upstream_unavailable', 'The identity provider cannot be reached. Try again later', { cause });
