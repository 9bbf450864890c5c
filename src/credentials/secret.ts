import { createHmac } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** What a secret opens: `prk_` an API key, `pri_` an installation's credential. */
export type CredentialPrefix = 'prk' | 'pri';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const secretBytes = 32;
/** 32 bytes, and 4, in base 62. */
const secretLength = 43;
const checksumLength = 6;
const shape = new RegExp(`^(prk|pri)_([0-9A-Za-z]{${secretLength}})([0-9A-Za-z]{${checksumLength}})$`);

/**
 * A new secret: prefix, 256 random bits, checksum. Letters and digits only, so that a double click takes it whole; the
 * prefix lets scanners find leaked ones, the checksum tells a typing error from an unknown key without a look-up.
 */
export function newCredential(prefix: CredentialPrefix, randomBytes: Uint8Array): string {
  const secret = newToken(randomBytes);
  return `${prefix}_${secret}${checksum(`${prefix}_${secret}`)}`;
}

/** 256 random bits in letters and digits: what cannot be guessed, and opens nothing. */
export function newToken(randomBytes: Uint8Array): string {
  if (randomBytes.length !== secretBytes) throw new Error(`A secret takes ${secretBytes} random bytes`);
  const hex = Array.from(randomBytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return base62(BigInt(`0x${hex}`), secretLength);
}

/** Whether a text is a credential of this kind, well-formed to the last character. Says nothing of its being known. */
export function isCredential(prefix: CredentialPrefix, text: string): boolean {
  const match = shape.exec(text);
  return match?.[1] === prefix && match[3] === checksum(`${prefix}_${match[2]}`);
}

/** What a secret is stored and looked up under: HMAC-SHA-256 in hex. Without the pepper the hash proves nothing. */
export function hashCredential(secret: string, pepper: string): string {
  return createHmac('sha256', pepper).update(secret).digest('hex');
}

const checksum = (text: string) => base62(BigInt(crc32(text)), checksumLength);

function base62(value: bigint, length: number): string {
  let digits = '';
  for (let rest = value; rest > 0n; rest /= 62n) digits = alphabet[Number(rest % 62n)] + digits;
  return digits.padStart(length, '0');
}
