import { expect, test } from '@jest/globals';
import { fromCrossref } from './parsed.ts';

const by = 'https://creativecommons.org/licenses/by/4.0/';
const own = 'https://kilns.example/licence';
/** A source's year is not centuries ahead. */
const nextYear = new Date().getFullYear() + 1;
const starting = (...parts: number[]) => ({ 'date-parts': [parts] });

test.each<[what: string, licences: object[], url: string | null]>([
  ['that has begun', [{ URL: by, 'content-version': 'vor', start: starting(2020, 1, 1) }], by],
  ['without a start', [{ URL: by, 'content-version': 'vor' }], by],
  ['with an unreadable start', [{ URL: by, 'content-version': 'vor', start: { 'date-parts': [[null]] } }], by],
  ['that will begin', [{ URL: by, 'content-version': 'vor', start: starting(nextYear, 1, 1) }], null],
  ['that will begin in a year', [{ URL: by, start: starting(nextYear) }], null],
  ['for mining that will begin', [{ URL: by, 'content-version': 'tdm', start: starting(nextYear, 5) }], null],
  [
    'that another one will replace',
    [
      { URL: by, 'content-version': 'vor', start: starting(nextYear, 1, 1) },
      { URL: own, 'content-version': 'vor', start: starting(2020, 1, 1) },
    ],
    own,
  ],
  [
    'of the manuscript until that of the version of record begins',
    [
      { URL: own, 'content-version': 'vor', start: starting(nextYear, 1, 1) },
      { URL: by, 'content-version': 'am', start: starting(2020, 1, 1) },
    ],
    by,
  ],
])('a licence %s', (_, license, url) => {
  expect(fromCrossref({ license }).license_url).toBe(url);
});
