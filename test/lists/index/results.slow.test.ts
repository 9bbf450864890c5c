import { expect, jest, test } from '@jest/globals';
import { RowIndex } from '#src/lists/index/row-index.ts';
import { ValueIndex } from '#src/lists/index/value-index.ts';
import type { ListQuery } from '#src/lists/model/query.ts';
import { publicationSpec } from '#src/lists/publications.ts';
import type { PublicationRow } from '#src/records/publications/row.ts';
import { aRow } from '../../support/builders.ts';

const query: ListQuery = {
  page: 1,
  per_page: 5,
  q: '',
  sort: 'cited_by_count',
  dir: 'desc',
  where: ['public'],
  facets: ['publication_type'],
};
const rowAt = (n: number, fields: Partial<PublicationRow> = {}) =>
  aRow({ doi: `10.5555/${n}`, cited_by_count: n, publication_type: 'book', ...fields });
const listOfTen = () => {
  const index = new RowIndex<PublicationRow>(publicationSpec);
  index.put(Array.from({ length: 10 }, (_, n) => rowAt(n)));
  return index;
};

test('a result that was counted is brought up to date when rows are written, not counted again', () => {
  const index = listOfTen();
  index.find(query);
  const counted = jest.spyOn(ValueIndex.prototype, 'facetCounts');
  index.put([rowAt(3, { publication_type: 'dataset' }), rowAt(4, { visible: false }), rowAt(10)]);
  const { total, rows, facets } = index.find(query);
  expect({ total, facets }).toEqual({
    total: 10,
    facets: {
      publication_type: new Map([
        ['book', 9],
        ['dataset', 1],
      ]),
    },
  });
  expect(rows.map(({ doi }) => doi)).toEqual([10, 9, 8, 7, 6].map((n) => `10.5555/${n}`));
  expect(counted).not.toHaveBeenCalled();
  jest.restoreAllMocks();
});

test('the counts that a caller got do not change, and are the same object while their rows do not', () => {
  const index = listOfTen();
  const first = index.find(query).facets?.publication_type;
  index.put([rowAt(3, { cited_by_count: 90 })]);
  expect(index.find(query).facets?.publication_type).toBe(first);
  index.put([rowAt(11)]);
  expect(index.find(query).facets?.publication_type).toEqual(new Map([['book', 11]]));
  expect(first).toEqual(new Map([['book', 10]]));
});

test('after many writes, results are computed anew', () => {
  const index = listOfTen();
  index.find(query);
  for (let n = 0; n < 1_000; n++) index.put([rowAt(n % 300, { cited_by_count: n })]);
  const { total, rows } = index.find(query);
  expect({ total, first: rows[0]?.cited_by_count }).toEqual({ total: 300, first: 999 });
});

test('a far page follows a row that has moved in the order', () => {
  const index = new RowIndex<PublicationRow>(publicationSpec);
  index.put(Array.from({ length: 4_000 }, (_, n) => rowAt(n, { visible: n % 2 === 1 || n === 0 })));
  const far = { ...query, page: 300 };
  expect(index.find(far).rows[0]?.cited_by_count).toBe(3_999 - 2 * 299 * 5);
  index.put([rowAt(0, { cited_by_count: 5_000 })]);
  expect(index.find(far).rows[0]?.cited_by_count).toBe(3_999 - 2 * (299 * 5 - 1));
});
