import { randomBytes } from 'node:crypto';
import { cookieOf } from '#src/identity/sessions/session-token.ts';
import type { Answer } from '../gateway/gateway-responses.ts';
import type { RawRequest } from '../gateway/proxy.ts';
import type { AskAddress } from './private-apis.ts';
import { Signer } from './signer.ts';
import type { LoadBalancerSettings, SignInAction } from './template.ts';

/** A signed-in user. On AWS the cookie contains all of it, encrypted. */
interface Session {
  signIn: SignInAction;
  claims: Record<string, unknown>;
  accessToken: string;
  refreshToken: string | undefined;
  /** When the claims must be requested again. */
  claimsUntilMs: number;
  untilMs: number;
}

/** A user who is at the issuer, and their destination. */
interface Attempt {
  signIn: SignInAction;
  target: string;
  nonce: string;
}

interface Tokens {
  access_token: string;
  refresh_token?: string;
  expires_in: number;
}

const signedInPath = '/oauth2/idpresponse';
const sessionCookie = 'AWSELBAuthSessionCookie-0';
const nonceCookie = 'AWSALBAuthNonce';
/** The lifetime of the signed claims, which are renewed for each request. */
const dataSeconds = 120;
const cookieDays = 7;

/**
 * An application load balancer whose listener signs people in
 * (https://docs.aws.amazon.com/elasticloadbalancing/latest/application/listener-authenticate-users.html). Sessions end
 * with the process.
 */
export class LoadBalancer {
  readonly settings: LoadBalancerSettings;
  readonly signer = new Signer();
  readonly #ask: AskAddress;
  readonly #now: () => number;
  readonly #sessions = new Map<string, Session>();
  readonly #attempts = new Map<string, Attempt>();

  constructor(settings: LoadBalancerSettings, ask: AskAddress, now: () => number) {
    this.settings = settings;
    this.#ask = ask;
    this.#now = now;
  }

  async answer(request: RawRequest): Promise<Answer> {
    const { method, sourceIp, target } = request;
    const [path = '/'] = target.split('?');
    if (path === signedInPath) return this.#finishSignIn(request);
    const rule = this.settings.rules.find((one) => one.matches({ path, method, sourceIp }));
    let session: Session | undefined;
    for (const action of rule?.actions ?? []) {
      if (action.kind === 'answer') return page(action.status);
      if (action.kind === 'forward') return this.#forward(request, action.addresses, session);
      const known = this.#sessions.get(cookieIn(request, sessionCookie) ?? '');
      session = known && (await this.#renewed(known));
      // As documented, users whose session has ended sign in again even where users without a session are refused.
      if (!session)
        return known || action.otherwise === 'authenticate' ? this.#beginSignIn(request, action) : page(401);
    }
    return page(500);
  }

  async #forward(request: RawRequest, addresses: readonly string[], session: Session | undefined): Promise<Answer> {
    const [address = ''] = addresses;
    const before = valuesIn(request, 'x-forwarded-for');
    const own: [string, string][] = [
      ['X-Forwarded-For', [...before, request.sourceIp].join(', ')],
      ...(session ? this.#identityHeaders(session) : []),
    ];
    const replaced = new Set(own.map(([name]) => name.toLowerCase()));
    const headers = [...request.headers.filter(([name]) => !replaced.has(name.toLowerCase())), ...own];
    return this.#ask(address, { ...request, headers, sourceIp: address }) ?? page(503);
  }

  /** Replaces these headers of the client's request. */
  #identityHeaders({ signIn: { issuer, clientId }, claims, accessToken }: Session): [string, string][] {
    const exp = Math.floor(this.#now() / 1000) + dataSeconds;
    const statement = { signer: this.settings.arn, client: clientId, iss: issuer, exp };
    return [
      ['x-amzn-oidc-data', this.signer.sign(statement, claims)],
      ['x-amzn-oidc-identity', String(claims.sub)],
      ['x-amzn-oidc-accesstoken', accessToken],
    ];
  }

  #beginSignIn(request: RawRequest, signIn: SignInAction): Answer {
    const [state, nonce] = [random(), random()];
    this.#attempts.set(state, { signIn, target: request.target, nonce });
    const url = new URL(signIn.authorizationEndpoint);
    const { clientId: client_id, scope } = signIn;
    const redirect_uri = `${originOf(request)}${signedInPath}`;
    for (const [name, value] of Object.entries({ client_id, redirect_uri, response_type: 'code', scope, state })) {
      url.searchParams.set(name, value);
    }
    return redirect(url.href, cookie(nonceCookie, nonce));
  }

  async #finishSignIn(request: RawRequest): Promise<Answer> {
    const query = new URLSearchParams(request.target.split(/\?(.*)/s)[1]);
    const [state, code] = [query.get('state') ?? '', query.get('code')];
    const attempt = this.#attempts.get(state);
    if (!attempt || attempt.nonce !== cookieIn(request, nonceCookie)) return page(401);
    this.#attempts.delete(state);
    const { signIn, target } = attempt;
    const redirect_uri = `${originOf(request)}${signedInPath}`;
    const tokens =
      code === null ? undefined : await tokensFor(signIn, { grant_type: 'authorization_code', code, redirect_uri });
    const claims = tokens && (await claimsFor(signIn, tokens));
    if (!tokens || !claims) return page(401);
    const id = random();
    this.#sessions.set(id, {
      signIn,
      claims,
      accessToken: tokens.access_token,
      refreshToken: tokens.refresh_token,
      claimsUntilMs: this.#now() + tokens.expires_in * 1000,
      untilMs: this.#now() + signIn.sessionSeconds * 1000,
    });
    return redirect(`${originOf(request)}${target}`, cookie(sessionCookie, id));
  }

  /** The session if it is current, with valid claims; undefined if the issuer does not renew them. */
  async #renewed(session: Session): Promise<Session | undefined> {
    if (session.untilMs <= this.#now()) return undefined;
    if (session.claimsUntilMs > this.#now()) return session;
    const { signIn, refreshToken: refresh_token } = session;
    const tokens = refresh_token && (await tokensFor(signIn, { grant_type: 'refresh_token', refresh_token }));
    const claims = tokens && (await claimsFor(signIn, tokens));
    if (!tokens || !claims) return undefined;
    const claimsUntilMs = this.#now() + tokens.expires_in * 1000;
    return Object.assign(session, { claims, accessToken: tokens.access_token, claimsUntilMs });
  }
}

async function tokensFor(
  { tokenEndpoint, clientId: client_id, clientSecret: client_secret }: SignInAction,
  form: Record<string, string>,
): Promise<Tokens | undefined> {
  const body = new URLSearchParams({ ...form, client_id, client_secret });
  const response = await fetch(tokenEndpoint, { method: 'POST', body, redirect: 'manual' });
  return response.ok ? ((await response.json()) as Tokens) : undefined;
}

async function claimsFor(
  { userInfoEndpoint }: SignInAction,
  { access_token }: Tokens,
): Promise<Record<string, unknown> | undefined> {
  const headers = { Authorization: `Bearer ${access_token}` };
  const response = await fetch(userInfoEndpoint, { headers, redirect: 'manual' });
  return response.ok ? ((await response.json()) as Record<string, unknown>) : undefined;
}

const random = () => randomBytes(24).toString('base64url');

const valuesIn = ({ headers }: RawRequest, lowerName: string) =>
  headers.filter(([name]) => name.toLowerCase() === lowerName).map(([, value]) => value);

const cookieIn = (request: RawRequest, name: string) => cookieOf(valuesIn(request, 'cookie').join('; '), name);

/** The laptop has no TLS. */
const originOf = (request: RawRequest) => `http://${valuesIn(request, 'host')[0]}`;

type Header = [name: string, value: string];

const cookie = (name: string, value: string): Header => [
  'Set-Cookie',
  `${name}=${value}; Path=/; Max-Age=${cookieDays * 86_400}; HttpOnly; Secure; SameSite=Lax`,
];

const redirect = (location: string, ...headers: Header[]): Answer => ({
  status: 302,
  headers: [['Location', location], ['Cache-Control', 'no-store'], ...headers],
  body: '',
});

const page = (status: number): Answer => ({
  status,
  headers: [['Content-Type', 'text/html']],
  body: `<html><head><title>${status}</title></head><body><center><h1>${status}</h1></center></body></html>\r\n`,
});

/** Answers like https://public-keys.auth.elb.<region>.amazonaws.com. */
export function publicKeyAnswer(target: string, loadBalancers: readonly LoadBalancer[]): Answer {
  const found = loadBalancers.find(({ signer }) => target === `/${signer.keyId}`);
  return {
    status: found ? 200 : 404,
    headers: [['Content-Type', 'text/plain']],
    body: found?.signer.publicKeyPem() ?? '',
  };
}
