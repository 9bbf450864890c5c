import { beforeAll, expect, test } from '@jest/globals';
import { RowIndex } from '#src/lists/index/row-index.ts';
import { repacked, type StoredSpec } from '#src/lists/load/snapshot.ts';
import type { RowSchema } from '#src/lists/model/spec.ts';
import { publicationSpec } from '#src/lists/publications.ts';
import type { PublicationRow } from '#src/records/publications/row.ts';
import { aRow } from '../../support/builders.ts';

beforeAll(() => {
  process.env.TABLE_NAME = 'test';
});

const rowAt = (n: number) => aRow({ doi: `10.5555/${n}`, title: `Title ${n}`, orcids: [`o${n}`], last_fetched_at: n });
const query = { page: 1, per_page: 20, q: '', sort: 'last_fetched_at', dir: 'desc', where: [] } as const;

/** Rows of a snapshot, and others that were written since. */
function list(): RowIndex<PublicationRow> {
  const written = new RowIndex<PublicationRow>(publicationSpec);
  written.put([1, 2, 3].map(rowAt));
  const index = repacked(publicationSpec as unknown as StoredSpec<RowSchema>, written as never);
  index.put([2, 4].map(rowAt).map((row) => ({ ...row, title: `New ${row.title}` })));
  return index as unknown as RowIndex<PublicationRow>;
}

test('with fields, rows have these in the order asked for, from the snapshot or not', () => {
  expect(JSON.stringify(list().find(query, ['title', 'doi']).rows)).toBe(
    JSON.stringify([
      { title: 'New Title 4', doi: '10.5555/4' },
      { title: 'Title 3', doi: '10.5555/3' },
      { title: 'New Title 2', doi: '10.5555/2' },
      { title: 'Title 1', doi: '10.5555/1' },
    ]),
  );
});

test('a row that was shown in part has all of its fields when they are asked for', () => {
  const index = list();
  index.find(query, ['title']);
  expect(index.find(query).rows.at(-1)).toEqual(rowAt(1));
  expect(index.find(query, ['title']).rows.at(-1)).toEqual({ title: 'Title 1' });
});

test('rows of different calls are different objects', () => {
  const index = list();
  const [one, other] = [index.find(query).rows[1], index.find(query).rows[1]];
  Object.assign(one ?? {}, { title: 'Changed' });
  expect(other).toEqual(rowAt(3));
});
