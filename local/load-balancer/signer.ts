import { createPublicKey, generateKeyPairSync, randomUUID, sign } from 'node:crypto';

/** The header of the signed claims: the load balancer, the issuer and the client. */
export interface Statement {
  signer: string;
  client: string;
  iss: string;
  /** In seconds since the epoch. */
  exp: number;
}

/** The key with which a load balancer signs claims (ES256). */
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

/** Unlike other token issuers, load balancers keep the padding. */
function padded(content: string | Buffer): string {
  const encoded = Buffer.from(content).toString('base64url');
  return encoded.padEnd(Math.ceil(encoded.length / 4) * 4, '=');
}
