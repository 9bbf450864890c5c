import type { Value } from '../model/spec.ts';

/**
 * Bytes that the database orders as the in-memory lists order values: numbers by size, texts by UTF-16 code units. No
 * collation of PostgreSQL does the latter, because characters beyond U+FFFF come before U+E000 in it.
 */
export function sortKey(value: Value): Buffer {
  return typeof value === 'number' ? numberKey(value) : textKey(value);
}

/** Longer keys are stored in two parts: an entry of a b-tree takes 2,704 bytes, with the id. */
export const sortHeadBytes = 900;

/** A key as two columns that are ordered one after the other. */
export const splitKey = (key: Buffer): [Buffer, Buffer] => [
  key.subarray(0, sortHeadBytes),
  key.subarray(sortHeadBytes),
];

/** IEEE 754 with the sign bit inverted, and for negative numbers all other bits, too. */
function numberKey(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  // -0 equals 0, but is written differently.
  bytes.writeDoubleBE(value === 0 ? 0 : value);
  const isNegative = (bytes[0] ?? 0) >= 0x80;
  for (let index = 0; index < 8; index++) bytes[index] = (bytes[index] ?? 0) ^ (isNegative ? 0xff : index ? 0 : 0x80);
  return bytes;
}

/** CESU-8: each UTF-16 code unit in UTF-8, which keeps their order. */
function textKey(text: string): Buffer {
  if (!/[\ud800-\udfff]/.test(text)) return Buffer.from(text);
  const bytes: number[] = [];
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) bytes.push(unit);
    else if (unit < 0x800) bytes.push(0xc0 | (unit >> 6), 0x80 | (unit & 0x3f));
    else bytes.push(0xe0 | (unit >> 12), 0x80 | ((unit >> 6) & 0x3f), 0x80 | (unit & 0x3f));
  }
  return Buffer.from(bytes);
}
