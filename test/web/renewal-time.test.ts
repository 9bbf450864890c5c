import { expect, test } from '@jest/globals';
import { endsSoon, renewalTime } from '../../web/src/session/renewal-time.ts';

const minute = 60_000;
const now = Date.UTC(2026, 0, 1);

test.each([
  ['five minutes before its end', 60, 55],
  ['after half of a session of five minutes', 5, 2.5],
  ['after half of one that a fast clock takes for short', 3, 1.5],
])('a session is extended %s', (_, lasts, after) => {
  expect(renewalTime(now + lasts * minute, now)).toBe(now + after * minute);
});

test.each([
  [4 * minute, true],
  [6 * minute, false],
])('a session that ends in %d ms ends soon: %p', (ms, expected) => {
  expect(endsSoon(now + ms, now)).toBe(expected);
});

test('a session whose end nobody knows does not end soon', () => {
  expect(endsSoon(null, now)).toBe(false);
});
