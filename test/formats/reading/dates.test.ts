import { expect, test } from '@jest/globals';
import { dateOf } from '#src/formats/reading/entries/dates.ts';

test.each([
  // As PubMed, Excel, Oracle and lists of publications have them.
  ['2020 May 1', '2020-05-01'],
  ['2020 May', '2020-05'],
  ['2020 Mar-Apr', '2020-03'],
  ['2020 Spring', '2020'],
  ['2020, May', '2020-05'],
  ['20-May-2020', '2020-05-20'],
  ['20-Mai-2020', '2020-05-20'],
  ['05/2020', '2020-05'],
  ['5.2020', '2020-05'],
  ['13/2020', '2020'],
  ['1-3 May 2020', '2020-05'],
  // Chinese, Japanese and Korean.
  ['2020年5月1日', '2020-05-01'],
  ['2020年5月', '2020-05'],
  ['2020년 5월 1일', '2020-05-01'],
  // Months in other languages, with and without a day before them.
  ['3 maja 2020', '2020-05-03'],
  ['maj 2020', '2020-05'],
  ['1 mei 2020', '2020-05-01'],
  ['květen 2020', '2020-05'],
  ['1. května 2020', '2020-05-01'],
  ['5 мая 2020 г.', '2020-05-05'],
  ['2020. május', '2020-05'],
  // It begins like March.
  ['marraskuu 2020', '2020-11'],
  // November in Czech, October in Croatian.
  ['listopad 2020', '2020'],
  ['Mai 2020', '2020-05'],
  ['1er août 2020', '2020-08-01'],
  ['Sept. 2020', '2020-09'],
  ['2020-2021', '2020'],
  ['04/05/2020', '2020'],
])('the date %s is %s', (written, date) => expect(dateOf(written)).toBe(date));
