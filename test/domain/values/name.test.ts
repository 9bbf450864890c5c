import { expect, test } from '@jest/globals';
import { nameText } from '../../../src/domain/values/name.ts';

const name = nameText(20);

test.each([
  [' Library ', 'Library'],
  ["L'Été – 図書館", "L'Été – 図書館"],
  ['👩‍🔬 lab', '👩‍🔬 lab'],
  ['می\u200cخواهم', 'می\u200cخواهم'],
  ['x'.repeat(20), 'x'.repeat(20)],
])('%j is the name %j', (written, expected) => {
  expect(name.parse(written)).toBe(expected);
});

test.each([
  ['', 1],
  [' ', 1],
  ['x'.repeat(21), 1],
  ['a\u0000b', 'must not have control characters'],
  ['a\nb', 'must not have control characters'],
  ['a\u0085b', 'must not have control characters'],
  ['a\u2028b', 'must not have control characters'],
  ['\u001b[31mred', 'must not have control characters'],
  ['a\ud800', 'must not have control characters'],
  ['\udc00a', 'must not have control characters'],
  ['\u200b\u200b', 'must have a visible character'],
  ['\u00ad \u2800', 'must have a visible character'],
  ['\u3164\u115f', 'must have a visible character'],
  ['\u{e0061}\ufe0f', 'must have a visible character'],
])('%j is no name, for one reason', (written, reason) => {
  const issues = name.safeParse(written).error?.issues ?? [];
  expect(issues).toHaveLength(1);
  if (typeof reason === 'string') expect(issues[0]?.message).toBe(reason);
});
