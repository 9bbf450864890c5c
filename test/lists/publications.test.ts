import { describe, expect, test } from '@jest/globals';
import { pageBounds } from '../../src/lists/page.ts';
import { comparison, matches, type PublicationQuery } from '../../src/lists/publications.ts';
import { aRow } from '../support/builders.ts';

const query = (fields: Partial<PublicationQuery> = {}): PublicationQuery => ({
  page: 1,
  per_page: 20,
  q: '',
  sort: 'last_fetched_at',
  dir: 'desc',
  publication_type: null,
  publication_year: null,
  min_cited_by: null,
  ...fields,
});

describe('filters', () => {
  test.each([
    [{ publication_type: 'journal-article' }, true],
    [{ publication_type: 'dataset' }, false],
    [{ publication_year: 2008 }, true],
    [{ publication_year: 2009 }, false],
    [{ min_cited_by: 3 }, true],
    [{ min_cited_by: 4 }, false],
    [{ q: 'cracked' }, true],
    [{ q: 'ED POT' }, true],
    [{ q: 'kettle' }, false],
    [{ q: 'cracked', publication_year: 2009 }, false],
  ])('%j: %s', (fields, expected) => {
    expect(matches(aRow(), query(fields))).toBe(expected);
  });

  test('an unknown citation count passes no minimum but 0', () => {
    const row = aRow({ cited_by_count: null });
    expect([0, 1].map((min_cited_by) => matches(row, query({ min_cited_by })))).toEqual([true, false]);
  });

  test('search sees English and plain titles only', () => {
    expect(matches(aRow({ title: { en: 'Pots', es: 'Ollas' } }), query({ q: 'ollas' }))).toBe(false);
    expect(matches(aRow({ title: { es: 'Ollas' } }), query({ q: 'ollas' }))).toBe(false);
    expect(matches(aRow({ title: { en: 'Pots', es: 'Ollas' } }), query({ q: 'pots' }))).toBe(true);
    expect(matches(aRow({ title: null }), query({ q: 'pots' }))).toBe(false);
  });
});

describe('order', () => {
  const order = (fields: Partial<PublicationQuery>, ...dates: (string | null)[]) =>
    dates
      .map((publication_date, index) => aRow({ publication_date, doi: `10.5555/${index}` }))
      .sort(comparison(query(fields)))
      .map(({ publication_date }) => publication_date);

  test('partial dates count as their earliest day; none come last in both directions', () => {
    const dates = ['2008-02', null, '2008', '2008-01-15'];
    const sort = 'publication_date';
    expect(order({ sort, dir: 'asc' }, ...dates)).toEqual(['2008', '2008-01-15', '2008-02', null]);
    expect(order({ sort, dir: 'desc' }, ...dates)).toEqual(['2008-02', '2008-01-15', '2008', null]);
  });

  test('equal ones are ordered by DOI in both directions', () => {
    for (const dir of ['asc', 'desc'] as const) {
      const rows = ['10.5555/b', '10.5555/a'].map((doi) => aRow({ doi })).sort(comparison(query({ dir })));
      expect(rows.map(({ doi }) => doi)).toEqual(['10.5555/a', '10.5555/b']);
    }
  });
});

describe('pages', () => {
  test.each([
    [0, 1, 20, { first: 0, end: 0, pages: 0 }],
    [41, 3, 20, { first: 40, end: 41, pages: 3 }],
    [40, 2, 20, { first: 20, end: 40, pages: 2 }],
    [40, 3, 20, { first: 40, end: 40, pages: 2 }],
    [5, Number.MAX_SAFE_INTEGER, 100, { first: 5, end: 5, pages: 1 }],
  ])('%d rows, page %d of %d', (total, page, perPage, expected) => {
    expect(pageBounds(total, page, perPage)).toEqual(expected);
  });
});
