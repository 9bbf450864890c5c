import { describe, expect, test } from '@jest/globals';
import { matches, rowOrder } from '#src/lists/model/definition.ts';
import { pageBounds } from '#src/lists/model/page.ts';
import { publicationSpec } from '#src/lists/publications.ts';
import { aRow } from '../support/builders.ts';

type Query = Parameters<typeof matches>[2];
const query = (fields: Partial<Query> = {}): Query => ({
  q: '',
  sort: 'last_fetched_at',
  dir: 'desc',
  where: [],
  ...fields,
});
const passes = (row: ReturnType<typeof aRow>, fields: Partial<Query>) => matches(publicationSpec, row, query(fields));

describe('filters', () => {
  test.each([
    [{ equals: { publication_type: 'journal-article' } }, true],
    [{ equals: { publication_type: 'dataset' } }, false],
    [{ equals: { publication_year: 2008, publication_type: null } }, true],
    [{ equals: { publication_year: 2009 } }, false],
    [{ except: { publication_year: 2009 } }, true],
    [{ except: { publication_year: [2009, 2008] } }, false],
    [{ except: { publication_year: null, publication_subtype: 'erratum' } }, true],
    [{ equals: { orcid: '0000-0002-1825-0097' } }, true],
    [{ equals: { orcid: '0009-9999-0000-0019' } }, false],
    [{ where: ['public'] }, true],
    [{ ids: new Set(['10.5555/pots']) }, true],
    [{ ids: new Set<string>() }, false],
    [{ atLeast: { cited_by_count: 3 } }, true],
    [{ atLeast: { cited_by_count: 4 } }, false],
    [{ q: 'cracked' }, true],
    [{ q: 'ED POT' }, true],
    [{ q: 'kettle' }, false],
    [{ q: 'cracked', equals: { publication_year: 2009 } }, false],
  ] as [Partial<Query>, boolean][])('%j: %s', (fields, expected) => {
    expect(passes(aRow(), fields)).toBe(expected);
  });

  test('an unknown citation count passes no minimum but 0', () => {
    const row = aRow({ cited_by_count: null });
    expect([0, 1].map((least) => passes(row, { atLeast: { cited_by_count: least } }))).toEqual([true, false]);
  });

  test('search covers English titles and titles without a language only', () => {
    expect(passes(aRow({ title: { en: 'Pots', es: 'Ollas' } }), { q: 'ollas' })).toBe(false);
    expect(passes(aRow({ title: { es: 'Ollas' } }), { q: 'ollas' })).toBe(false);
    expect(passes(aRow({ title: { en: 'Pots', es: 'Ollas' } }), { q: 'pots' })).toBe(true);
    expect(passes(aRow({ title: null }), { q: 'pots' })).toBe(false);
  });
});

describe('order', () => {
  const order = (fields: Partial<Query>, ...dates: (string | null)[]) =>
    dates
      .map((publication_date, index) => aRow({ publication_date, doi: `10.5555/${index}` }))
      .sort(rowOrder(publicationSpec, query(fields)))
      .map(({ publication_date }) => publication_date);

  test('partial dates count as their earliest day; none come last in both directions', () => {
    const dates = ['2008-02', null, '2008', '2008-01-15'];
    const sort = 'publication_date';
    expect(order({ sort, dir: 'asc' }, ...dates)).toEqual(['2008', '2008-01-15', '2008-02', null]);
    expect(order({ sort, dir: 'desc' }, ...dates)).toEqual(['2008-02', '2008-01-15', '2008', null]);
  });

  test('equal ones are ordered by DOI in both directions', () => {
    for (const dir of ['asc', 'desc'] as const) {
      const rows = ['10.5555/b', '10.5555/a']
        .map((doi) => aRow({ doi }))
        .sort(rowOrder(publicationSpec, query({ dir })));
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
