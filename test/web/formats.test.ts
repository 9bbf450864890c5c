import { expect, test } from '@jest/globals';
import { formatOf } from '../../web/src/text/formats.ts';

test('all cells of a list share one format of their language', () => {
  expect(formatOf('de')).toBe(formatOf('de'));
  expect(formatOf('de').number(1234.5)).toBe('1.234,5');
  expect(formatOf('en').number(1234.5)).toBe('1,234.5');
});

test.each([
  ['2020', '2020'],
  ['2020-02', 'Feb 2020'],
  ['2020-02-29', 'Feb 29, 2020'],
  ['2021-02-29', '2021-02-29'],
  ['Spring 2020', 'Spring 2020'],
])('the publication date %s is written as %s', (date, text) => {
  expect(formatOf('en').partialDate(date)).toBe(text);
});
