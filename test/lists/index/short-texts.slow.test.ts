import { beforeAll, expect, jest, test } from '@jest/globals';
import { RowIndex } from '#src/lists/index/row-index.ts';
import { openSnapshot, packSnapshot, repacked } from '#src/lists/load/snapshot.ts';
import type { ListQuery } from '#src/lists/model/query.ts';
import { publicationSpec } from '#src/lists/publications.ts';
import { type Base, inSteps } from '#src/lists/sections/base.ts';
import type { PublicationRow } from '#src/records/publications/row.ts';
import { aRow } from '../../support/builders.ts';
import { indexOf } from '../../support/list-rows.ts';
import { scan } from '../publication-queries.ts';

const rows = 11_000;
const rowAt = (n: number, title: string) => aRow({ doi: `10.5555/${n}`, title, last_fetched_at: n });
/** Each has a word of its own with these letters, and half of them the same other one. */
const all = Array.from({ length: rows }, (_, n) => rowAt(n, `Ät${n}水の ${n % 2 ? 'kiln' : '😀'}`));
const packed = (list: RowIndex<PublicationRow>) => repacked<typeof PublicationRow>(publicationSpec, list);
const shortTexts = (list: RowIndex<PublicationRow>) =>
  list
    .pack('last_fetched_at desc', Object.keys(publicationSpec.schema.shape))
    .indexes.flatMap(([name]) => (name.startsWith('words/lower/') ? [name.slice('words/lower/'.length)] : []));

let index: RowIndex<PublicationRow>;

beforeAll(() => {
  process.env.TABLE_NAME = 'test';
  index = packed(indexOf(publicationSpec, all));
});

test('texts of a letter or two that are in many words have a set of their rows in the snapshot', () => {
  expect(shortTexts(index)).toEqual(expect.arrayContaining(['ä', 'ät', 't', '水', '水の', 'の']));
  for (const few of ['ki', '😀', '12', 'zz']) expect(shortTexts(index)).not.toContain(few);
  expect(shortTexts(packed(indexOf(publicationSpec, all.slice(0, 3_000))))).toEqual([]);
});

test('a search reads such a set together with the words, before it looks for rows', async () => {
  const bytes = Buffer.concat(
    packSnapshot(publicationSpec as never, { watermarkMs: 1, epoch: 0, fullAtMs: 1 }, index as never),
  );
  const snapshot = await openSnapshot(publicationSpec as never, async (from, to) =>
    Uint8Array.from(bytes.subarray(from, to)),
  );
  const base = snapshot?.base as Base;
  const list = new RowIndex<PublicationRow>(publicationSpec, base);
  const load = jest.spyOn(base, 'load');
  await inSteps(() => list.prepareSearch('kiln', undefined));
  expect(load.mock.calls).toEqual([[['words/lower']]]);
  load.mockClear();
  await inSteps(() => list.prepareSearch('Ät', undefined));
  expect(load.mock.calls).toEqual([[['words/lower/ät']]]);
});

test('they are found among rows that are written, replaced or merged into the next snapshot as well', () => {
  const known = new Map(all.map((row) => [row.doi, row]));
  const write = (written: PublicationRow[]) => {
    index.put(written);
    for (const row of written) known.set(row.doi, row);
  };
  const asked = { page: 2, per_page: 5, sort: 'last_fetched_at', dir: 'asc', where: ['public'] } as const;
  const check = () => {
    for (const q of ['ät', 'Ä', 'の', '水', '12', 'ki', '😀', 'zz', 'at']) {
      const query: ListQuery = { ...asked, q };
      expect(index.find(query)).toEqual(scan(known.values(), query));
    }
  };
  check();
  write([rowAt(3, 'Without'), rowAt(rows, 'Ät 水の at'), rowAt(5, '7 zz'), { ...rowAt(7, 'Ät7水の'), visible: false }]);
  check();
  write([rowAt(rows, 'Without as well')]);
  check();
  index = packed(index);
  check();
  expect(shortTexts(index)).toContain('ät');
});
