import { expect, test } from '@jest/globals';
import { distinctIssns, labelOrNull, termOrNull } from '#src/sources/fields/response-fields.ts';

test.each([
  ['journal-article', 'journal-article'],
  ['JOURNAL_ARTICLE', 'journal-article'],
  [' Journal article ', 'journal-article'],
  ['DataCollector', 'data-collector'],
  ['', null],
  [undefined, null],
  ['\u0000', null],
  ['<b>book</b>', null],
  ['２０１９', null],
  ['-', null],
  ['a'.repeat(50), 'a'.repeat(50)],
  ['a'.repeat(51), null],
  ['_'.repeat(1_000_000), null],
])('the term of %j is %j', (written, term) => {
  expect(termOrNull(written)).toBe(term);
});

test.each([
  ['12', '12'],
  ['IX', 'IX'],
  ['S1', 'S1'],
  ['null', null],
  ['N/A', null],
  ['', null],
])('the volume %j is %j', (written, volume) => {
  expect(labelOrNull(written)).toBe(volume);
});

test.each([
  [['02643561', '0264-3561'], ['0264-3561']],
  [['2434561x'], ['2434-561X']],
  [['0264\u20133561'], ['0264-3561']],
  [['ISSN 0264-3561'], ['0264-3561']],
  [['http://id.crossref.org/issn/0264-3561'], ['0264-3561']],
  [[null, '', 'none'], ['none']],
])('the ISSNs of %j are %j', (written, issns) => {
  expect(distinctIssns(written)).toEqual(issns);
});
