import { expect, test } from '@jest/globals';
import { visibleText } from '../../web/src/text/visible-text.ts';

test.each([
  ['two spaces', 'Press  office', 'Press office'],
  ['a space that does not break', 'Press\u00a0office', 'Press office'],
  ['invisible letters', 'Press\u200b \u202eoffice\u2069', 'Press office'],
  ['space around it', ' Press office\n', 'Press office'],
])('a name with %s can be typed as it is seen', (_, name, expected) => {
  expect(visibleText(name)).toBe(expected);
});
