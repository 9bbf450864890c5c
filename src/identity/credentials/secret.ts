import { createHmac } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** The kind of a secret: `prk` is an API key, `pri` an installation's credential. */
export type CredentialPrefix = 'prk' | 'pri';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const secretBytes = 32;
/** The lengths of 32 bytes and of 4 bytes in base 62. */
const secretLength = 43;
const checksumLength = 6;
const shape = new RegExp(`^(prk|pri)_([0-9A-Za-z]{${secretLength}})([0-9A-Za-z]{${checksumLength}})$`);

/**
 * A new secret: prefix, 256 random bits, checksum. Letters, digits and underscore only, so that a double click selects
 * it. The prefix lets secret scanners find leaks; the checksum detects typing errors without a look-up.
 */
export function newCredential(prefix: CredentialPrefix, randomBytes: Uint8Array): string {
  const secret = newToken(randomBytes);
  return `${prefix}_${secret}${checksum(`${prefix}_${secret}`)}`;
}

/** 256 random bits in base 62, for tokens that need no prefix or checksum. */
export function newToken(randomBytes: Uint8Array): string {
  if (randomBytes.length !== secretBytes) throw new Error(`A secret requires ${secretBytes} random bytes`);
  const hex = Array.from(randomBytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return base62(BigInt(`0x${hex}`), secretLength);
}

/** Whether a text is a well-formed credential of this kind. It may still be unknown. */
export function isCredential(prefix: CredentialPrefix, text: string): boolean {
  const match = shape.exec(text);
  return match?.[1] === prefix && match[3] === checksum(`${prefix}_${match[2]}`);
}

/** The hash a secret is stored and looked up by: HMAC-SHA-256 with the pepper, in hex. */
export function hashCredential(secret: string, pepper: string): string {
  return createHmac('sha256', pepper).update(secret).digest('hex');
}

const checksum = (text: string) => base62(BigInt(crc32(text)), checksumLength);

function base62(value: bigint, length: number): string {
  let digits = '';
  for (let rest = value; rest > 0n; rest /= 62n) digits = alphabet[Number(rest % 62n)] + digits;
  return digits.padStart(length, '0');
}
