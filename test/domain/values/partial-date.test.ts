import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import {
  earliestDay,
  fromDateParts,
  fromIsoDate,
  fromOrcidDate,
  partialDate,
  yearOf,
} from '#src/vocabulary/partial-date.ts';

test.each([
  [[2019, 3, 1], '2019-03-01'],
  [['2019', '03', '01'], '2019-03-01'],
  [[2019, 3], '2019-03'],
  [[2019], '2019'],
  [[2019, 13, 1], '2019'],
  [[2019, 0, 1], '2019'],
  [[2019, null, 5], '2019'],
  [[2019, 2, 31], '2019-02'],
  [[2020, 2, 29], '2020-02-29'],
  [[2019, 2, 29], '2019-02'],
  [[2019, 1.5], '2019'],
  [[null], null],
  [[''], null],
  [['nineteen'], null],
  [[19], null],
  [[2549], null],
  [[], null],
])('%j is %j', ([year, month, day], date) => {
  expect(partialDate(year, month, day)).toBe(date);
});

test.each([
  [{ 'date-parts': [[2019, 3, 1]] }, '2019-03-01'],
  [{ 'date-parts': [[null]] }, null],
  [{ 'date-parts': [[]] }, null],
  [{ 'date-parts': [] }, null],
  [{ 'date-parts': 'soon' }, null],
  [undefined, null],
  ['2019', null],
])('Crossref: %j is %j', (written, date) => {
  expect(fromDateParts(written)).toBe(date);
});

test.each([
  [{ year: { value: '2012' }, month: { value: '07' }, day: null }, '2012-07'],
  [{ year: { value: '2012' }, month: null, day: { value: '09' } }, '2012'],
  [{ year: { value: '2012' }, month: { value: '00' }, day: { value: '00' } }, '2012'],
  [{ year: null, month: { value: '07' } }, null],
  [null, null],
])('ORCID: %j is %j', (written, date) => {
  expect(fromOrcidDate(written)).toBe(date);
});

test.each([
  ['2019', '2019'],
  [2019, '2019'],
  ['2019-03', '2019-03'],
  ['2019-3-1', '2019-03-01'],
  ['2019-03-01T23:59:59+05:00', '2019-03-01'],
  ['2019-03-01/2019-05-01', '2019-03-01'],
  ['2019-00-00', '2019'],
  ['2019-12-00', '2019-12'],
  ['\n  2019-03-01 / (:tba)\n', '2019-03-01'],
  ['1964-1967', '1964'],
  ['20190301', '2019-03-01'],
  ['01.03.2019', null],
  ['/2019', null],
  ['(:unav)', null],
  ['20195', null],
  ['', null],
  [null, null],
  ['1990s', null],
  ['1990er', null],
  ['1990 or so', '1990'],
])('ISO 8601: %j is %j', (written, date) => {
  expect(fromIsoDate(written)).toBe(date);
});

describe('for any date', () => {
  const days = fc.date({ min: new Date('1000-01-01'), max: new Date('2100-12-31'), noInvalidDate: true });

  test('a full date survives, and its parts sort by their earliest day', () => {
    fc.assert(
      fc.property(days, (day) => {
        const date = day.toISOString().slice(0, 10);
        expect(fromIsoDate(date)).toBe(date);
        expect(earliestDay(date)).toBe(date);
        expect(earliestDay(date.slice(0, 7))).toBe(`${date.slice(0, 7)}-01`);
        expect(earliestDay(date.slice(0, 4))).toBe(`${date.slice(0, 4)}-01-01`);
        expect(yearOf(date)).toBe(day.getUTCFullYear());
      }),
    );
  });

  test('anything else is a partial date or null', () => {
    fc.assert(
      fc.property(fc.anything(), fc.anything(), fc.anything(), (year, month, day) => {
        for (const date of [
          partialDate(year, month, day),
          fromIsoDate(year),
          fromDateParts(month),
          fromOrcidDate(day),
        ]) {
          if (date !== null) expect(date).toMatch(/^\d{4}(-\d{2}(-\d{2})?)?$/);
        }
      }),
    );
  });

  test('no date has no year', () => {
    expect(yearOf(null)).toBeNull();
  });
});
