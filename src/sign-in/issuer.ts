import * as z from 'zod';
import { Problem } from '../errors.ts';
import { env } from '../runtime/env.ts';
import { readSecret } from '../runtime/secrets.ts';

/** How long a request to the issuer may take. Somebody waits for it in a browser. */
const timeoutMs = 5_000;

const endpoint = z.url({ protocol: /^https?$/ });

/** What an issuer publishes of itself (OpenID Connect Discovery 1.0, 3; RFC 8414 for revocation). */
const Metadata = z.object({
  authorization_endpoint: endpoint,
  token_endpoint: endpoint,
  token_endpoint_auth_methods_supported: z.array(z.string()).default(['client_secret_basic']),
  revocation_endpoint: endpoint.optional(),
  end_session_endpoint: endpoint.optional(),
});
type Metadata = z.output<typeof Metadata>;

/** The tokens of a person (OpenID Connect Core 1.0, 3.1.3.3 and 12.2). */
const Tokens = z.object({ id_token: z.string().min(1), refresh_token: z.string().min(1).optional() });
export type Tokens = z.output<typeof Tokens>;

const known = new Map<string, Metadata>();

/** The issuer's endpoints, read once per process. Throws `upstream_unavailable` if it does not publish them now. */
async function metadata(): Promise<Metadata> {
  const issuer = env('SIGN_IN_ISSUER');
  const cached = known.get(issuer);
  if (cached) return cached;
  const response = await ask(`${issuer}/.well-known/openid-configuration`, {});
  const read = Metadata.safeParse(await response.json().catch(() => undefined));
  if (!response.ok || !read.success) {
    throw unavailable(new Error(`The discovery document has the status ${response.status}`, { cause: read.error }));
  }
  known.set(issuer, read.data);
  return read.data;
}

/** A request for a code that only the holder of the verifier can exchange (RFC 7636). */
export interface AuthorizationRequest {
  redirectUri: string;
  state: string;
  nonce: string;
  /** The S256 challenge of the verifier. */
  challenge: string;
}

/** The address at the issuer where a person signs in. */
export async function authorizationUrl(request: AuthorizationRequest): Promise<string> {
  const url = new URL((await metadata()).authorization_endpoint);
  const parameters = {
    response_type: 'code',
    client_id: env('SIGN_IN_AUDIENCE'),
    redirect_uri: request.redirectUri,
    scope: 'openid email profile',
    state: request.state,
    nonce: request.nonce,
    code_challenge: request.challenge,
    code_challenge_method: 'S256',
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}

/** The tokens for a code; undefined if the issuer refuses it. */
export function exchangeCode(code: string, verifier: string, redirectUri: string): Promise<Tokens | undefined> {
  return requestTokens({ grant_type: 'authorization_code', code, code_verifier: verifier, redirect_uri: redirectUri });
}

/** New tokens for a refresh token; undefined if it has expired or was revoked. */
export function refreshTokens(refreshToken: string): Promise<Tokens | undefined> {
  return requestTokens({ grant_type: 'refresh_token', refresh_token: refreshToken });
}

/** Revokes a refresh token (RFC 7009), if the issuer can. Throws `upstream_unavailable` if it fails to. */
export async function revokeToken(refreshToken: string): Promise<void> {
  const { revocation_endpoint: url } = await metadata();
  if (!url) return;
  const response = await post(url, { token: refreshToken, token_type_hint: 'refresh_token' });
  if (!response.ok) throw unavailable(new Error(`The revocation has the status ${response.status}`));
}

/** Where the browser ends its session at the issuer, to come back to `returnUrl`; undefined if the issuer has none. */
export async function endSessionUrl(returnUrl: string): Promise<string | undefined> {
  const { end_session_endpoint: end } = await metadata();
  if (!end) return undefined;
  const url = new URL(end);
  // Cognito calls the address logout_uri, OpenID Connect RP-Initiated Logout 1.0 post_logout_redirect_uri.
  const parameters = { client_id: env('SIGN_IN_AUDIENCE'), logout_uri: returnUrl, post_logout_redirect_uri: returnUrl };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}

async function requestTokens(form: Record<string, string>): Promise<Tokens | undefined> {
  const response = await post((await metadata()).token_endpoint, form);
  const body: unknown = await response.json().catch(() => undefined);
  if (response.ok) {
    const tokens = Tokens.safeParse(body);
    if (tokens.success) return tokens.data;
    throw unavailable(new Error('The token response has no ID token', { cause: tokens.error }));
  }
  const { error } = (body ?? {}) as { error?: unknown };
  if (response.status === 400 && error === 'invalid_grant') return undefined;
  throw unavailable(new Error(`The token endpoint has the status ${response.status}: ${String(error).slice(0, 100)}`));
}

/** Posts a form as this client. A client without a secret only names itself (RFC 6749, 2.3.1 and 3.2.1). */
async function post(url: string, form: Record<string, string>): Promise<Response> {
  const clientId = env('SIGN_IN_AUDIENCE');
  const arn = env('SIGN_IN_CLIENT_SECRET_ARN');
  const secret = arn === undefined ? undefined : (await readSecret(arn)).trim();
  const takesBasic = (await metadata()).token_endpoint_auth_methods_supported.includes('client_secret_basic');
  const inBody = { ...form, client_id: clientId, ...(secret && !takesBasic && { client_secret: secret }) };
  const encoded = `${encodeURIComponent(clientId)}:${encodeURIComponent(secret ?? '')}`;
  const authorization = secret && takesBasic ? { authorization: `Basic ${btoa(encoded)}` } : {};
  return ask(url, { method: 'POST', body: new URLSearchParams(inBody), headers: authorization });
}

/** Asks the issuer, without redirects and with a time-out. */
async function ask(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) });
  } catch (error) {
    throw unavailable(error);
  }
}

const unavailable = (cause: unknown) =>
  new Problem('upstream_unavailable', 'The identity provider cannot be reached. Try again later', { cause });
