import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { negotiateLanguage } from '#src/vocabulary/locale.ts';
import type { Answer } from '../gateway/gateway-responses.ts';
import type { RawRequest } from '../gateway/proxy.ts';
import { AwsError } from '../iam/aws-error.ts';
import type { Identity } from './identity.ts';
import type { PoolClient, PoolSettings } from './pool-template.ts';
import { firstPasswordPage, refusalPage, signedInPage, signedOutPage, signInPage } from './sign-in-pages.ts';
import { type Language, languages, type SignInText } from './sign-in-texts.ts';
import type { PoolUser, UserPool } from './user-pool.ts';

/** A pending authorization. Its code can be exchanged for tokens once, until it expires. */
interface Authorization {
  sub: string;
  clientId: string;
  redirectUri: string;
  /** Undefined for a client with a secret. */
  challenge: string | undefined;
  scope: string;
  nonce: string | undefined;
  /** When the user entered the password. */
  authTimeSeconds: number | undefined;
  untilMs: number;
}

/** The data of a refresh token. */
interface Session extends Pick<Authorization, 'sub' | 'clientId' | 'scope' | 'authTimeSeconds' | 'untilMs'> {
  id: string;
  startedAtMs: number;
}

interface Call {
  query: URLSearchParams;
  form: URLSearchParams;
  /** Path and query as sent. */
  target: string;
  header(name: string): string | undefined;
}

/** The session cookie of the sign-in pages, which survives signing out of the dashboard. */
const issuerCookie = '__Host-issuer_session';
/** The dashboard's session cookie, for people who sign in directly. */
const dashboardCookie = '__Host-registry_session';
const codeLifeMs = 5 * 60_000;

/**
 * The local OpenID Connect provider and its sign-in pages. Supports only the authorization code flow, with PKCE or for
 * a client with a secret.
 */
export class SignIn {
  readonly #identity: Identity;
  readonly #pool: UserPool;
  readonly #client: PoolClient;
  readonly #clients: readonly PoolClient[];
  readonly #now: () => number;
  readonly #authorizations = new Map<string, Authorization>();
  /** By token. They end with the process, and people then sign in again. */
  readonly #refreshTokens = new Map<string, Session>();
  readonly #endpoints: Record<string, (call: Call) => Answer | Promise<Answer>> = {
    'GET /.well-known/openid-configuration': () => this.#discovery(),
    'GET /.well-known/jwks.json': () => json(200, this.#identity.jwks()),
    'GET /oauth2/authorize': (call) => this.#authorize(call),
    'POST /oauth2/token': (call) => this.#token(call),
    'POST /oauth2/revoke': (call) => this.#revoke(call),
    'GET /oauth2/userInfo': (call) => this.#userInfo(call),
    'GET /login': (call) => this.#showSignIn(call),
    'POST /login': (call) => this.#signIn(call),
    'GET /logout': (call) => this.#signOut(call),
    'POST /login/first-password': (call) => this.#setFirstPassword(call),
  };

  constructor(
    identity: Identity,
    pool: UserPool,
    { client, loadBalancerClient }: Pick<PoolSettings, 'client' | 'loadBalancerClient'>,
    now: () => number = Date.now,
  ) {
    this.#identity = identity;
    this.#pool = pool;
    this.#client = client;
    this.#clients = [client, loadBalancerClient].filter((one) => one !== undefined);
    this.#now = now;
  }

  /** Answers a request; undefined if the path does not belong to this provider. */
  async answer({ method, target, headers, body }: RawRequest): Promise<Answer | undefined> {
    const [path = '', search = ''] = target.split(/\?(.*)/s);
    const endpoint = this.#endpoints[`${method === 'HEAD' ? 'GET' : method} ${path}`];
    if (!endpoint) return undefined;
    const header = (name: string) => headers.find(([one]) => one.toLowerCase() === name)?.[1];
    const form = new URLSearchParams(method === 'POST' ? body.toString() : '');
    return endpoint({ query: new URLSearchParams(search), form, target, header });
  }

  #discovery(): Answer {
    const { issuer } = this.#identity;
    return json(200, {
      issuer,
      authorization_endpoint: `${issuer}/oauth2/authorize`,
      token_endpoint: `${issuer}/oauth2/token`,
      jwks_uri: `${issuer}/.well-known/jwks.json`,
      userinfo_endpoint: `${issuer}/oauth2/userInfo`,
      revocation_endpoint: `${issuer}/oauth2/revoke`,
      end_session_endpoint: `${issuer}/logout`,
      response_types_supported: ['code'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none'],
      scopes_supported: this.#client.scopes,
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
    });
  }

  /** Redirects to the application with a code, or to the sign-in page first. */
  #authorize({ query, target, header }: Call): Answer {
    const parameter = (name: string) => query.get(name) ?? undefined;
    const redirectUri = parameter('redirect_uri') ?? '';
    // Never redirect to an unregistered address, not even with an error: it could be an attacker's.
    const client = this.#clients.find(({ id }) => id === parameter('client_id'));
    const language = languageOf(query, header);
    if (!client) return refused(400, language, 'unknownClient');
    if (!client.callbackUrls.includes(redirectUri)) return refused(400, language, 'unknownRedirect');
    const state = parameter('state');
    const back = (answer: Record<string, string>) => {
      const url = new URL(redirectUri);
      for (const [name, value] of Object.entries({ ...answer, ...(state && { state }) })) {
        url.searchParams.set(name, value);
      }
      return redirect(url.href);
    };
    const refusal = (error: string, error_description: string) => back({ error, error_description });
    if (parameter('response_type') !== 'code')
      return refusal('unsupported_response_type', 'response_type must be code');
    const challenge = parameter('code_challenge');
    const isProved = parameter('code_challenge_method') === 'S256' && /^[\w-]{43}$/.test(challenge ?? '');
    if (client.secret === undefined && !isProved) {
      return refusal('invalid_request', 'code_challenge must be given, with code_challenge_method=S256');
    }
    const scope = parameter('scope') ?? client.scopes.join(' ');
    const isKnown = (one: string) => client.scopes.includes(one);
    if (!scope.split(' ').every(isKnown)) return refusal('invalid_scope', `scope must be of ${client.scopes}`);
    const signedIn = this.#signedIn(header);
    if (!signedIn) return redirect(`/login?${new URLSearchParams({ continue: target })}`);
    if (query.get('prompt') === 'login') {
      query.delete('prompt');
      return redirect(`/login?${new URLSearchParams({ continue: `/oauth2/authorize?${query}`, again: 'true' })}`);
    }
    const { user, authTimeSeconds } = signedIn;
    const code = randomBytes(24).toString('base64url');
    const untilMs = this.#now() + codeLifeMs;
    const asked = { clientId: client.id, redirectUri, challenge, scope, nonce: parameter('nonce') };
    this.#authorizations.set(code, { sub: user.sub, ...asked, authTimeSeconds, untilMs });
    return back({ code });
  }

  #token({ form }: Call): Answer {
    const client = this.#clientOf(form);
    if (!client) return json(400, { error: 'invalid_client' });
    if (form.get('grant_type') === 'authorization_code') return this.#exchangeCode(form, client);
    if (form.get('grant_type') === 'refresh_token') return this.#refresh(form.get('refresh_token') ?? '', client);
    return json(400, { error: 'unsupported_grant_type' });
  }

  /** The client that submits a form, with its secret if it has one. */
  #clientOf(form: URLSearchParams): PoolClient | undefined {
    const client = this.#clients.find(({ id }) => id === form.get('client_id'));
    return client?.secret === undefined || client.secret === form.get('client_secret') ? client : undefined;
  }

  #exchangeCode(form: URLSearchParams, client: PoolClient): Answer {
    const parameter = (name: string) => form.get(name) ?? '';
    const authorization = this.#authorizations.get(parameter('code'));
    this.#authorizations.delete(parameter('code'));
    const challenge = createHash('sha256').update(parameter('code_verifier')).digest('base64url');
    const isProved =
      authorization?.challenge === undefined ? client.secret !== undefined : authorization.challenge === challenge;
    const user = authorization && this.#pool.find(authorization.sub);
    const isRight =
      isProved &&
      authorization?.clientId === client.id &&
      authorization.redirectUri === parameter('redirect_uri') &&
      authorization.untilMs > this.#now();
    if (!user || !isRight) return json(400, { error: 'invalid_grant' });
    const { sub, scope, nonce, authTimeSeconds } = authorization;
    const refreshToken = randomBytes(32).toString('base64url');
    const untilMs = this.#now() + client.refreshTokenMinutes * 60_000;
    const times = { authTimeSeconds, startedAtMs: this.#now(), untilMs };
    const session = { id: randomUUID(), sub, clientId: client.id, scope, ...times };
    this.#refreshTokens.set(refreshToken, session);
    return json(200, { ...this.#tokensOf(user, session, nonce, client), refresh_token: refreshToken });
  }

  /** As in Cognito, a refresh token can be used repeatedly, and the new ID token has no nonce. */
  #refresh(refreshToken: string, client: PoolClient): Answer {
    const session = this.#refreshTokens.get(refreshToken);
    const isValid = session !== undefined && session.untilMs > this.#now() && session.clientId === client.id;
    const user = isValid ? this.#pool.find(session.sub) : undefined;
    if (!session || !user || session.startedAtMs <= (user.signedOutAtMs ?? -1))
      return json(400, { error: 'invalid_grant' });
    return json(200, this.#tokensOf(user, session, undefined, client));
  }

  /** Also answers 200 for unknown tokens (RFC 7009, 2.2). */
  #revoke({ form }: Call): Answer {
    if (!this.#clientOf(form)) return json(400, { error: 'invalid_client' });
    this.#refreshTokens.delete(form.get('token') ?? '');
    return json(200, {});
  }

  /** As in Cognito, values are strings. */
  #userInfo({ header }: Call): Answer {
    const token = /^Bearer (.+)$/.exec(header('authorization') ?? '')?.[1] ?? '';
    const user = this.#pool.find(this.#identity.subjectOf(token) ?? '');
    if (!user) return json(401, { error: 'invalid_token' });
    const { sub, email, attributes } = user;
    return json(200, { sub, username: sub, email, email_verified: attributes.email_verified ?? 'false' });
  }

  #tokensOf(user: PoolUser, session: Session, nonce: string | undefined, { id, idTokenMinutes }: PoolClient) {
    const lifeSeconds = idTokenMinutes * 60;
    return {
      id_token: this.#identity.idToken(user, lifeSeconds, {
        nonce,
        audience: id,
        authTimeSeconds: session.authTimeSeconds,
        originId: session.id,
      }),
      access_token: this.#identity.accessToken(user, session.scope, lifeSeconds, id),
      token_type: 'Bearer',
      expires_in: lifeSeconds,
    };
  }

  #showSignIn({ query, header }: Call): Answer {
    const token = cookieOf(header);
    const signedIn = query.get('again') ? undefined : this.#signedIn(header);
    const onward = onwardOf(query);
    const language = languageOf(authorizationOf(onward), header);
    if (signedIn && token) return html(200, signedInPage(language, signedIn.user.email, token, this.#identity.issuer));
    return html(200, signInPage(language, onward));
  }

  async #signIn({ form, header }: Call): Promise<Answer> {
    const onward = onwardOf(form);
    const language = languageOf(authorizationOf(onward), header);
    if (isForeign(header)) return refused(403, language, 'foreign');
    const email = form.get('email') ?? '';
    const user = await this.#pool.signIn(email, form.get('password') ?? '');
    if (!user) return html(401, signInPage(language, onward, { email, isWrong: true }));
    if (user.status === 'FORCE_CHANGE_PASSWORD') {
      // As on Cognito's pages, sign-in continues when the user sets a new password.
      return html(200, firstPasswordPage(language, onward, { code: this.#pool.newCode(user.sub), email: user.email }));
    }
    return this.#signedInAs(user, onward);
  }

  #signedInAs(user: PoolUser, onward: string | undefined): Answer {
    const token = this.#identity.idToken(user, this.#lifeSeconds);
    const own = cookie(issuerCookie, token, this.#lifeSeconds);
    return onward ? redirect(onward, own) : redirect('/login', own, cookie(dashboardCookie, token, this.#lifeSeconds));
  }

  #signOut({ query, header }: Call): Answer {
    const language = languageOf(query, header);
    const wanted = query.get('logout_uri') ?? query.get('post_logout_redirect_uri');
    const clearing = [cookie(issuerCookie, '', 0), cookie(dashboardCookie, '', 0)];
    if (wanted === null) return { ...html(200, signedOutPage(language)), headers: [...pageHeaders, ...clearing] };
    if (this.#client.logoutUrls.includes(wanted)) return redirect(wanted, ...clearing);
    return refused(400, language, 'unknownLogout');
  }

  async #setFirstPassword({ form, header }: Call): Promise<Answer> {
    const onward = onwardOf(form);
    const language = languageOf(authorizationOf(onward), header);
    if (isForeign(header)) return refused(403, language, 'foreign');
    const given = { code: form.get('code') ?? '', email: form.get('email') ?? '' };
    try {
      await this.#pool.confirmNewPassword(given.email, given.code, form.get('password') ?? '');
      return this.#signedInAs(this.#pool.get(given.email), onward);
    } catch (error) {
      if (!(error instanceof AwsError)) throw error;
      return html(400, firstPasswordPage(language, onward, given, error.message));
    }
  }

  #signedIn(header: Call['header']): { user: PoolUser; authTimeSeconds: number | undefined } | undefined {
    const token = cookieOf(header);
    const claims = token === undefined ? undefined : this.#identity.claimsOf(token);
    const user = claims && this.#pool.find(claims.sub);
    return user && { user, authTimeSeconds: claims.auth_time };
  }

  get #lifeSeconds(): number {
    return this.#client.idTokenMinutes * 60;
  }
}

/**
 * The address to continue at: only the authorization endpoint, since others could be an attacker's. Rebuilt from its
 * parts, which encodes characters that a Location header does not allow.
 */
function onwardOf(values: URLSearchParams): string | undefined {
  const [path, search] = (values.get('continue') ?? '').split(/\?(.*)/s);
  return path === '/oauth2/authorize' && search !== undefined ? `${path}?${new URLSearchParams(search)}` : undefined;
}

/** The parameters of the authorization request that a page leads on to. */
const authorizationOf = (onward = '') => new URLSearchParams(onward.split('?')[1]);

/** The language of a page: the first one that the application asks for (OpenID Connect), or else that of the browser. */
function languageOf(request: URLSearchParams, header: Call['header']): Language {
  const [wanted] = request.get('ui_locales')?.split(' ') ?? [];
  return negotiateLanguage(languages, wanted, header('accept-language'));
}

/** Whether the browser reports that another site's page sent the request. */
function isForeign(header: Call['header']): boolean {
  const site = header('sec-fetch-site');
  return site !== undefined && site !== 'same-origin' && site !== 'none';
}

function cookieOf(header: Call['header']): string | undefined {
  const pairs = (header('cookie') ?? '').split(';').map((pair) => pair.trim().split(/=(.*)/s));
  return pairs.find(([name]) => name === issuerCookie)?.[1] || undefined;
}

type Header = [name: string, value: string];

const cookie = (name: string, value: string, lifeSeconds: number): Header => [
  'Set-Cookie',
  `${name}=${value}; Path=/; HttpOnly; Secure; SameSite=Lax; Max-Age=${lifeSeconds}`,
];

/** URLs contain codes and pages contain tokens: no caching, no referrer, no scripts. */
const pageHeaders: Header[] = [
  ['Content-Type', 'text/html; charset=utf-8'],
  ['Cache-Control', 'no-store'],
  ['Referrer-Policy', 'no-referrer'],
  ['Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'"],
  ['X-Content-Type-Options', 'nosniff'],
];

function html(status: number, body: string): Answer {
  return { status, headers: pageHeaders, body };
}

const refused = (status: number, language: Language, reason: SignInText): Answer =>
  html(status, refusalPage(language, reason));

function redirect(location: string, ...headers: Header[]): Answer {
  return { status: 303, headers: [['Location', location], ['Cache-Control', 'no-store'], ...headers], body: '' };
}

/** A JSON response. As in Cognito, any origin may fetch keys and exchange codes, since no cookies are involved. */
function json(status: number, content: unknown): Answer {
  const headers: Header[] = [
    ['Content-Type', 'application/json'],
    ['Cache-Control', 'no-store'],
    ['Access-Control-Allow-Origin', '*'],
  ];
  return { status, headers, body: JSON.stringify(content) };
}
