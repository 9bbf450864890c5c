import { beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { RowIndex } from '#src/lists/index/row-index.ts';
import { repacked } from '#src/lists/load/snapshot.ts';
import { publicationSpec } from '#src/lists/publications.ts';
import type { PublicationRow } from '#src/records/publications/row.ts';
import { aRow } from '../../support/builders.ts';
import { indexOf } from '../../support/list-rows.ts';
import { query, row, scan } from '../publication-queries.ts';

beforeAll(() => {
  process.env.TABLE_NAME = 'test';
});

const fields = Object.keys(publicationSpec.schema.shape);
const repack = (index: RowIndex<PublicationRow>) => repacked<typeof PublicationRow>(publicationSpec, index);
const groupsOf = (index: RowIndex<PublicationRow>) => index.pack('last_fetched_at desc', fields).groups;
const many = (count: number) =>
  Array.from({ length: count }, (_, n) =>
    aRow({ doi: `10.5555/many.${n}`, title: `Pots of kiln ${n % 70}`, cited_by_count: n % 50, last_fetched_at: n }),
  );
const newest = { page: 1, per_page: 9, q: '', sort: 'last_fetched_at', dir: 'desc', where: [] } as const;

test('rows that are merged into a snapshot again and again give the results of the reference implementation', () => {
  const seeded = many(1_400);
  // Some rows are among the many, at any place of the order, and some are new, or change again.
  const changes = fc.array(
    fc.tuple(row, fc.option(fc.nat(1_399)), fc.nat(3_000)).map(([one, among, at]) => ({
      ...one,
      doi: among === null ? one.doi : `10.5555/many.${among}`,
      last_fetched_at: at,
    })),
    { minLength: 1, maxLength: 12 },
  );
  const rounds = fc.array(fc.tuple(changes, fc.array(query, { minLength: 1, maxLength: 4 })), {
    minLength: 2,
    maxLength: 5,
  });
  fc.assert(
    fc.property(rounds, (all) => {
      const rows = new Map(seeded.map((one) => [one.doi, one]));
      let index = repack(indexOf(publicationSpec, seeded));
      for (const [written, asked] of all) {
        index.put(written);
        for (const one of written) rows.set(one.doi, one);
        index = repack(index);
        expect([index.size, index.unsaved]).toEqual([rows.size, 0]);
        for (const each of asked) expect(index.find(each)).toEqual(scan(rows.values(), each));
        expect(groupsOf(index).reduce((total, group) => total + group.rows, 0)).toBe(rows.size);
      }
    }),
    { numRuns: 15 },
  );
});

test('only groups with a change are made again', () => {
  const rows = many(5_000);
  const index = repack(indexOf(publicationSpec, rows));
  const before = groupsOf(index);
  index.put([{ ...(rows[2_500] as PublicationRow), title: 'Changed' }]);
  const after = groupsOf(index);
  const taken = after.filter(({ bytes }) => before.some((group) => group.bytes === bytes));
  expect([before.length, after.length, taken.length]).toEqual([5, 5, 4]);
});

test('groups stay few and of a bounded size, however often a row is added or changed', () => {
  const rows = many(3_000);
  let index = repack(indexOf(publicationSpec, rows));
  for (let n = 0; n < 40; n++) {
    index.put([aRow({ doi: `10.5555/new.${n}`, last_fetched_at: 4_000 + n })]);
    index.put([{ ...(rows[(n * 701) % 3_000] as PublicationRow), last_fetched_at: (n * 977) % 3_000 }]);
    index = repack(index);
  }
  const sizes = groupsOf(index).map((group) => group.rows);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(1_024);
  expect(sizes.length).toBeLessThanOrEqual(12);
  expect(index.find(newest).rows.map(({ doi }) => doi)).toEqual(
    Array.from({ length: 9 }, (_, n) => `10.5555/new.${39 - n}`),
  );
});

test('words and values of rows that have changed are forgotten with the last row that had them', () => {
  const rows = many(300);
  const index = repack(
    indexOf(publicationSpec, [...rows, aRow({ doi: '10.5555/x', title: 'Unique', publication_type: 'map' })]),
  );
  index.put([aRow({ doi: '10.5555/x', title: 'Other', publication_type: 'score' })]);
  const size = (list: RowIndex<PublicationRow>, name: string) =>
    list.pack('last_fetched_at desc', fields).indexes.find(([section]) => section === name)?.[1].length;
  const fresh = indexOf(publicationSpec, [
    ...rows,
    aRow({ doi: '10.5555/x', title: 'Other', publication_type: 'score' }),
  ]);
  for (const name of ['words/lower', 'equal/publication_type']) expect(size(index, name)).toBe(size(fresh, name));
});
