import { createPrivateKey, createPublicKey, generateKeyPairSync, randomUUID, sign, verify } from 'node:crypto';
import { readJson, writePrivateJson } from '../files/json-files.ts';
import type { PoolUser } from './user-pool.ts';

/** Survives restarts, so that a user gets the same long-lived token again. */
interface Kept {
  keyId: string;
  privateKeyPem: string;
  issuedAtSeconds: number;
}

export type Claims = Record<string, unknown> & { sub: string; exp: number; auth_time?: number };

interface IdTokenOptions {
  nonce?: string | undefined;
  audience?: string;
  /** When the user entered the password. Default: now. */
  authTimeSeconds?: number | undefined;
  /** One id for all tokens of a session. */
  originId?: string;
}

const longLifeSeconds = 10 * 365 * 24 * 60 * 60;

/** Signs and verifies the tokens of the laptop's user pool. */
export class Identity {
  readonly issuer: string;
  readonly audience: string;
  readonly #kept: Kept;
  readonly #now: () => number;

  /** Stores the key in `file`, readable only by its owner, or in memory if undefined. */
  constructor(issuer: string, audience: string, file: string | undefined, now: () => number = Date.now) {
    this.issuer = issuer;
    this.audience = audience;
    this.#now = now;
    const { keyId, privateKeyPem, issuedAtSeconds } = (file && readJson<Kept>(file)) || newKey(now());
    this.#kept = { keyId, privateKeyPem, issuedAtSeconds };
    if (file) writePrivateJson(file, this.#kept);
  }

  /** The public key as a JSON Web Key Set. */
  jwks(): { keys: Record<string, unknown>[] } {
    const publicKey = createPublicKey(this.#kept.privateKeyPem).export({ format: 'jwk' });
    return { keys: [{ ...publicKey, kid: this.#kept.keyId, use: 'sig', alg: 'RS256' }] };
  }

  /** An ID token for scripts: the same at every start, valid for ten years. */
  longLivedToken(user: PoolUser): string {
    // If the user has signed out since, the token counts as issued afterwards.
    const iat = Math.max(this.#kept.issuedAtSeconds, Math.ceil((user.signedOutAtMs ?? 0) / 1000));
    return this.#signed({ ...this.#idClaims(user), iat, exp: iat + longLifeSeconds });
  }

  idToken(user: PoolUser, lifeSeconds: number, options: IdTokenOptions = {}): string {
    const {
      nonce,
      audience = this.audience,
      authTimeSeconds: auth_time,
      originId: origin_jti = randomUUID(),
    } = options;
    const claims = { ...this.#idClaims(user), aud: audience, ...this.#times(lifeSeconds), origin_jti };
    return this.#signed({ ...claims, ...(auth_time && { auth_time }), ...(nonce && { nonce }) });
  }

  /** The access token that Cognito also issues. The dashboard API does not accept it. */
  accessToken(user: PoolUser, scope: string, lifeSeconds: number, clientId = this.audience): string {
    const { sub } = user;
    const use = { token_use: 'access', client_id: clientId, scope, username: sub };
    return this.#signed({ iss: this.issuer, sub, ...use, ...this.#times(lifeSeconds) });
  }

  /** The claims of an ID token of this issuer; undefined if invalid or expired. */
  claimsOf(token: string): Claims | undefined {
    const claims = this.#verified(token);
    return claims?.aud === this.audience && claims.token_use === 'id' ? claims : undefined;
  }

  /** The subject of an access token; undefined if invalid or expired. */
  subjectOf(accessToken: string): string | undefined {
    const claims = this.#verified(accessToken);
    return claims?.token_use === 'access' ? claims.sub : undefined;
  }

  #verified(token: string): Claims | undefined {
    const [header = '', payload = '', signature = ''] = token.split('.');
    const key = createPublicKey(this.#kept.privateKeyPem);
    const isOurs = verify('RSA-SHA256', Buffer.from(`${header}.${payload}`), key, Buffer.from(signature, 'base64url'));
    if (!isOurs) return undefined;
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Claims;
    return claims.iss === this.issuer && claims.exp * 1000 > this.#now() ? claims : undefined;
  }

  #idClaims({ sub, email, attributes }: PoolUser) {
    const { iss, aud } = { iss: this.issuer, aud: this.audience };
    const email_verified = attributes.email_verified === 'true';
    return { iss, aud, sub, 'cognito:username': sub, email, email_verified, token_use: 'id' };
  }

  #times(lifeSeconds: number) {
    const iat = Math.floor(this.#now() / 1000);
    return { iat, auth_time: iat, exp: iat + lifeSeconds, jti: randomUUID() };
  }

  #signed(claims: object): string {
    const header = { alg: 'RS256', typ: 'JWT', kid: this.#kept.keyId };
    const signed = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
    const signature = sign('RSA-SHA256', Buffer.from(signed), createPrivateKey(this.#kept.privateKeyPem));
    return `${signed}.${signature.toString('base64url')}`;
  }
}

function newKey(nowMs: number): Kept {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return {
    keyId: randomUUID(),
    privateKeyPem: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
    issuedAtSeconds: Math.floor(nowMs / 1000),
  };
}
