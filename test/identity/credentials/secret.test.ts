import { randomBytes } from 'node:crypto';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { hashCredential, isCredential, newCredential } from '#src/identity/credentials/secret.ts';

const anySecret = fc.uint8Array({ minLength: 32, maxLength: 32 });

test('a credential is its prefix, letters and digits, always of one length', () => {
  fc.assert(
    fc.property(anySecret, (bytes) => {
      const key = newCredential('prk', bytes);
      expect(key).toMatch(/^prk_[0-9A-Za-z]{49}$/);
      expect(isCredential('prk', key)).toBe(true);
      expect(isCredential('pri', key)).toBe(false);
    }),
  );
});

test('different bytes are different credentials', () => {
  fc.assert(
    fc.property(anySecret, anySecret, (one, other) => {
      fc.pre(!one.every((byte, index) => byte === other[index]));
      expect(newCredential('prk', one)).not.toBe(newCredential('prk', other));
    }),
  );
});

test('any single wrong character fails the checksum', () => {
  const key = newCredential('prk', randomBytes(32));
  for (let index = 4; index < key.length; index++) {
    const wrong = key[index] === 'A' ? 'B' : 'A';
    expect(isCredential('prk', key.slice(0, index) + wrong + key.slice(index + 1))).toBe(false);
  }
});

test.each(['', 'prk_', 'prk_short', `prk_${'A'.repeat(49)} `, `PRK_${'A'.repeat(49)}`])('%j is invalid', (text) => {
  expect(isCredential('prk', text)).toBe(false);
});

test('the hash depends on the pepper and is 64 hex digits', () => {
  expect(hashCredential('secret', 'one')).toMatch(/^[0-9a-f]{64}$/);
  expect(hashCredential('secret', 'one')).not.toBe(hashCredential('secret', 'two'));
});
