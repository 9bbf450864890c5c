import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { EmailAddress } from '#src/identity/domain/email-address.ts';
import { anyText } from '../../support/any-text.ts';

const parsed = (written: string) => EmailAddress.safeParse(written).data;

test.each([
  ['Ada@Example.ORG', 'ada@example.org'],
  ['  ada@example.org\n', 'ada@example.org'],
  ["O'Neil+List_1@mail.example.org", "o'neil+list_1@mail.example.org"],
])('%j is %s', (written, address) => {
  expect(parsed(written)).toBe(address);
});

test.each([
  ['KELVIN SIGN', '\u212a@c.de'],
  ['LATIN CAPITAL LETTER I WITH DOT ABOVE', '\u0130@c.de'],
  ['a letter with an accent', 'ä@c.de'],
  ['full-width letters', 'ａｄａ@c.de'],
  ['a letter that is not ASCII in the domain', 'ada@\u212a.de'],
  ['a zero-width space', 'a\u200bda@c.de'],
  ['a control character', 'a\u0000da@c.de'],
  ['a blank', 'a da@c.de'],
  ['two @', 'a@b@c.de'],
  ['no domain', 'ada'],
  ['nothing', ''],
])('an address with %s is rejected', (_, written) => {
  expect(parsed(written)).toBeUndefined();
});

test('two texts are one address only where they differ in the case of ASCII letters', () => {
  const ascii = (text: string) =>
    text.trim().replace(/[A-Z]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 32));
  const character = fc.oneof(
    fc.constantFrom('k', 'K', '\u212a', 'i', 'I', '\u0130', 's', '\u017f'),
    anyText({ minLength: 1, maxLength: 1 }),
  );
  fc.assert(
    fc.property(fc.array(character, { minLength: 1, maxLength: 8 }), (characters) => {
      const written = `${characters.join('')}@c.de`;
      const address = parsed(written);
      expect(address === undefined || address === ascii(written)).toBe(true);
    }),
  );
});
