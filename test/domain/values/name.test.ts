import { expect, test } from '@jest/globals';
import { nameText } from '#src/vocabulary/name.ts';

const name = nameText(20);

test.each([
  [' Library ', 'Library'],
  ["L'Été – 図書館", "L'Été – 図書館"],
  ['Toma\u0301s', 'Tom\u00e1s'],
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
  ['a\u0000b', 'must not contain control characters'],
  ['a\nb', 'must not contain control characters'],
  ['a\u0085b', 'must not contain control characters'],
  ['a\u2028b', 'must not contain control characters'],
  ['\u001b[31mred', 'must not contain control characters'],
  ['a\ud800', 'must not contain control characters'],
  ['\udc00a', 'must not contain control characters'],
  ['\u200b\u200b', 'must contain a visible character'],
  ['\u00ad \u2800', 'must contain a visible character'],
  ['\u3164\u115f', 'must contain a visible character'],
  ['\u{e0061}\ufe0f', 'must contain a visible character'],
])('%j is no name, for one reason', (written, reason) => {
  const issues = name.safeParse(written).error?.issues ?? [];
  expect(issues).toHaveLength(1);
  if (typeof reason === 'string') expect(issues[0]?.message).toBe(reason);
});
