import { beforeAll, beforeEach, expect, test } from '@jest/globals';
import { RowIndex } from '#src/lists/index/row-index.ts';
import { openSnapshot, packSnapshot } from '#src/lists/load/snapshot.ts';
import type { ListQuery } from '#src/lists/model/query.ts';
import { publicationSpec } from '#src/lists/publications.ts';
import { inSteps, Unloaded, whenLoaded } from '#src/lists/sections/base.ts';
import { groupRows } from '#src/lists/sections/row-group.ts';
import type { PublicationRow } from '#src/records/publications/row.ts';
import { aRow } from '../../support/builders.ts';

beforeAll(() => {
  process.env.TABLE_NAME = 'test';
});

const groups = 24;
const size = groups * groupRows;
/** Neighbors by title are in different groups. */
const numberAt = (n: number) => (n * 7_919) % size;
const titleOf = (number: number) => `Title ${String(number).padStart(6, '0')}`;
const rowAt = (n: number): PublicationRow =>
  aRow({ doi: `10.5555/${n}`, title: titleOf(numberAt(n)), last_fetched_at: n });

/** A list that has loaded nothing of its snapshot yet. */
let index: RowIndex<PublicationRow>;

beforeEach(async () => {
  const all = new RowIndex<PublicationRow>(publicationSpec);
  all.put(Array.from({ length: size }, (_, n) => rowAt(n)));
  const bytes = Buffer.concat(
    packSnapshot(publicationSpec as never, { watermarkMs: 1, epoch: 0, fullAtMs: 1 }, all as never),
  );
  const snapshot = await openSnapshot(publicationSpec as never, async (from, to) =>
    Uint8Array.from(bytes.subarray(from, to)),
  );
  index = new RowIndex<PublicationRow>(publicationSpec, snapshot?.base);
});

test('a phrase of two common parts is looked for in all groups of rows', async () => {
  const query: ListQuery = { page: 1, per_page: 1, q: 'e 0', sort: 'title', dir: 'desc', where: [] };
  await inSteps(() => index.prepareSearch(query.q, undefined));
  const found = await whenLoaded(() => index.find(query));
  expect(found).toMatchObject({ total: size, rows: [{ title: titleOf(size - 1) }] });
});

test('many written rows find their places in an order of the snapshot together, not one group of rows after the other', async () => {
  const written = Array.from({ length: 60 }, (_, n) => rowAt(size + n)).map((row, n) => ({
    ...row,
    title: `${titleOf(n * 400)} b`,
  }));
  await whenLoaded(() => index.put(written));

  const query: ListQuery = { page: 1, per_page: 3, q: '', sort: 'title', dir: 'asc', where: [] };
  let loads = 0;
  for (let isLoaded = false; !isLoaded; ) {
    try {
      index.find(query);
      isLoaded = true;
    } catch (error) {
      if (!(error instanceof Unloaded)) throw error;
      await error.load();
      loads++;
    }
  }
  const found = await whenLoaded(() => index.find({ ...query, offset: 398 }));
  expect(found.rows.map(({ title }) => title)).toEqual([titleOf(397), titleOf(398), titleOf(399)]);
  expect((await whenLoaded(() => index.find({ ...query, offset: 401 }))).rows[1]?.title).toBe(`${titleOf(400)} b`);
  expect(loads).toBeLessThan(groups / 2);
});
