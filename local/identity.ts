import { createPrivateKey, createPublicKey, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { readJson, writePrivateJson } from './files.ts';

/** What survives a restart: with it, the same user gets the same token again. */
interface Kept {
  keyId: string;
  privateKeyPem: string;
  issuedAtSeconds: number;
  subjects: Record<string, string>;
}

const lifetimeSeconds = 10 * 365 * 24 * 60 * 60;
export const audience = 'registry-dashboard';

/** Stands in for the user pool of the dashboard: one signing key, and tokens that last. */
export class Identity {
  readonly #kept: Kept;
  readonly #issuer: string;
  readonly #file: string | undefined;

  /** The key is kept in `file`, readable by its owner only, or in memory without it. */
  constructor(issuer: string, file: string | undefined) {
    this.#issuer = issuer;
    this.#file = file;
    this.#kept = (file && readJson<Kept>(file)) || newKey();
    this.#save();
  }

  /** The public key in the form verifiers fetch it. */
  jwks(): { keys: Record<string, unknown>[] } {
    const publicKey = createPublicKey(this.#kept.privateKeyPem).export({ format: 'jwk' });
    return { keys: [{ ...publicKey, kid: this.#kept.keyId, use: 'sig', alg: 'RS256' }] };
  }

  /** A bearer token of a user. */
  tokenFor(email: string): string {
    const { keyId, privateKeyPem, issuedAtSeconds, subjects } = this.#kept;
    subjects[email] ??= randomUUID();
    this.#save();
    const header = { alg: 'RS256', typ: 'JWT', kid: keyId };
    const claims = {
      iss: this.#issuer,
      aud: audience,
      sub: subjects[email],
      email,
      email_verified: true,
      token_use: 'id',
      iat: issuedAtSeconds,
      exp: issuedAtSeconds + lifetimeSeconds,
    };
    const signed = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
    const signature = sign('RSA-SHA256', Buffer.from(signed), createPrivateKey(privateKeyPem));
    return `${signed}.${signature.toString('base64url')}`;
  }

  #save(): void {
    if (this.#file) writePrivateJson(this.#file, this.#kept);
  }
}

function newKey(): Kept {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return {
    keyId: randomUUID(),
    privateKeyPem: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
    issuedAtSeconds: Math.floor(Date.now() / 1000),
    subjects: {},
  };
}
