import { expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { OrcidId, orcidIdsIn, parseOrcidId } from '#src/vocabulary/identifiers/orcid-id.ts';

test.each([
  '0000-0002-1825-0097',
  ' 0000 0002 1825 0097 ',
  '0000000218250097',
  'https://orcid.org/0000-0002-1825-0097',
  'http://www.orcid.org/0000-0002-1825-0097/',
  'https://sandbox.orcid.org/0000-0002-1825-0097',
  'orcid:0000-0002-1825-0097',
  '0000\u20130002\u20131825\u20130097\u200b',
])('%j is Josiah Carberry', (written) => {
  expect(parseOrcidId(written)).toBe('0000-0002-1825-0097');
});

test('a check character x is a capital X', () => {
  expect(parseOrcidId('0000-0002-1694-233x')).toBe('0000-0002-1694-233X');
});

test.each([
  '',
  '0000-0002-1825-0098',
  '0000-0002-1825-009',
  '0000-0002-1825-00977',
  '0000-000X-1825-0097',
  'https://example.org/0000-0002-1825-0097',
  '0000-0002-1825-0097/',
  '0000-0002-1825-0097/anything',
  '0000-0002-1825-0097?a',
  '0000-0002-1825-0097#y',
  'https://orcid.org/0000-0002-1825-0097/works',
  'https://orcid.org/0000-0002-1825-0097//',
  'orcid.org/0000-0002-1825-0097?lang=en',
  'https://orcid.org/0000-0002-1825-0097#works',
  'abc',
])('%j is no ORCID iD', (written) => {
  expect(parseOrcidId(written)).toBeUndefined();
  expect(OrcidId.safeParse(written).error?.issues[0]?.message).toMatch(/^must be an ORCID iD/);
});

test.each([
  ['works of 0000-0002-1825-0097, and of 0000-0002-1694-233x', ['0000-0002-1825-0097', '0000-0002-1694-233X']],
  ['https://orcid.org/0000-0002-1825-0097/works?of=0000000218250097', ['0000-0002-1825-0097']],
  ['2024 0000\u20130002\u20131825\u20130097\u200b7', ['0000-0002-1825-0097']],
  ['pots%3A0000-0002-1825-0097', ['0000-0002-1825-0097']],
])('%j has %j', (text, orcids) => {
  expect(orcidIdsIn(text)).toEqual(expect.arrayContaining(orcids));
});

test.each(['', '0000-0002-1825-0098, and 12345678', '0000-0002-1825-009'])('%j has no iD', (text) => {
  expect(orcidIdsIn(text)).toEqual([]);
});

test('one wrong digit is always noticed', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 14 }), fc.integer({ min: 1, max: 9 }), (position, difference) => {
      const digits = [...'0000000218250097'];
      digits[position] = String((Number(digits[position]) + difference) % 10);
      expect(parseOrcidId(digits.join(''))).toBeUndefined();
    }),
  );
});
