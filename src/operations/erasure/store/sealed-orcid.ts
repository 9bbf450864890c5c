import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;

/** Anyone with the key can find the iD of a hash by trying all iDs, so encrypting with it discloses nothing more. */
const cipherKey = (key: string) => createHmac('sha256', key).update('sealed iD').digest();

/** An iD encrypted under the key of the hashes, as base64: initialization vector, tag, text. */
export function sealOrcid(orcid: string, key: string): string {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv(algorithm, cipherKey(key), iv);
  const text = Buffer.concat([cipher.update(orcid, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64');
}

/** The sealed iD. Throws an Error if it was sealed with another key. */
export function openOrcid(sealed: string, key: string): string {
  const bytes = Buffer.from(sealed, 'base64');
  const decipher = createDecipheriv(algorithm, cipherKey(key), bytes.subarray(0, ivBytes));
  decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
  return Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]).toString('utf8');
}
