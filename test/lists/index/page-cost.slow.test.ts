import { afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { RowColumns } from '#src/lists/index/columns.ts';
import { RowIndex } from '#src/lists/index/row-index.ts';
import type { ListQuery } from '#src/lists/model/query.ts';
import { publicationSpec } from '#src/lists/publications.ts';
import type { PublicationRow } from '#src/records/publications/row.ts';
import { aRow } from '../../support/builders.ts';

const rowCount = 5_000;
const index = new RowIndex<PublicationRow>(publicationSpec);
const query: ListQuery = { page: 1, per_page: 10, q: '', sort: 'cited_by_count', dir: 'desc', where: ['public'] };
/** By the DOI's number, which also is its citation count. */
const numberOf = (doi: string) => Number(doi.slice('10.5555/'.length));

beforeAll(() => {
  index.put(
    Array.from({ length: rowCount }, (_, n) =>
      aRow({ doi: `10.5555/${n}`, cited_by_count: n, visible: n % 10 > 0 || n === 0 }),
    ),
  );
});
afterEach(() => {
  jest.restoreAllMocks();
});

/** The rows that a query creates and those it reads. */
function costOf(asked: Partial<ListQuery>) {
  const [made, seen] = [jest.spyOn(RowColumns.prototype, 'row'), jest.spyOn(RowColumns.prototype, 'at')];
  const { rows } = index.find({ ...query, ...asked });
  const cost = { made: made.mock.calls.length, seen: seen.mock.calls.length };
  jest.restoreAllMocks();
  return { dois: rows.map(({ doi }) => doi), ...cost };
}

describe('a page far into the list makes only its own rows, and looks at no others', () => {
  test.each<[string, Partial<ListQuery>]>([
    ['all that are public', {}],
    ['all rows', { where: [] }],
    ['a few of them', { atLeast: { cited_by_count: rowCount - 50 } }],
    ['in the order of another list', { foreignOrder: { source: {}, numberOf } }],
  ])('%s', (_, asked) => {
    const all = costOf({ ...asked, per_page: rowCount }).dois;
    const offset = all.length - 15;
    expect(costOf({ ...asked, offset })).toEqual({ dois: all.slice(offset, offset + 10), made: 10, seen: 0 });
  });
});

test('the order of another list is made once, until that list changes', () => {
  const count = jest.fn(numberOf);
  const foreignOrder = { source: {}, numberOf: count };
  for (const offset of [0, 4_000]) index.find({ ...query, foreignOrder, offset });
  expect(count).toHaveBeenCalledTimes(rowCount);
  index.find({ ...query, foreignOrder: { source: {}, numberOf: count } });
  expect(count).toHaveBeenCalledTimes(2 * rowCount);
});
