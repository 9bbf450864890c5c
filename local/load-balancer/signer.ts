import { createPublicKey, generateKeyPairSync, randomUUID, sign } from 'node:crypto';

/** What a load balancer states of its statement: who it is, and for which client of which issuer. */
export interface Statement {
  signer: string;
  client: string;
  iss: string;
  /** In seconds since the epoch. */
  exp: number;
}

/** The key of a load balancer. It signs what the load balancer says of somebody (ES256). */
export class Signer {
  readonly keyId = randomUUID();
  readonly #key = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;

  publicKeyPem(): string {
    return createPublicKey(this.#key).export({ type: 'spki', format: 'pem' }) as string;
  }

  sign(statement: Statement, claims: Record<string, unknown>): string {
    const { iss, exp } = statement;
    const header = { typ: 'JWT', kid: this.keyId, alg: 'ES256', ...statement };
    const signed = [header, { ...claims, exp, iss }].map((part) => padded(JSON.stringify(part))).join('.');
    const signature = sign('SHA256', Buffer.from(signed), { key: this.#key, dsaEncoding: 'ieee-p1363' });
    return `${signed}.${padded(signature)}`;
  }
}

/** Unlike other issuers of tokens, load balancers keep the padding. */
function padded(content: string | Buffer): string {
  const encoded = Buffer.from(content).toString('base64url');
  return encoded.padEnd(Math.ceil(encoded.length / 4) * 4, '=');
}
