import { beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { RowIndex } from '#src/lists/index/row-index.ts';
import { openSnapshot, packSnapshot } from '#src/lists/load/snapshot.ts';
import type { Position } from '#src/lists/model/page.ts';
import type { ListQuery } from '#src/lists/model/query.ts';
import { publicationSpec } from '#src/lists/publications.ts';
import { whenLoaded } from '#src/lists/sections/base.ts';
import type { PublicationRow } from '#src/records/publications/row.ts';
import { aRow } from '../../support/builders.ts';
import { scan } from '../publication-queries.ts';

beforeAll(() => {
  process.env.TABLE_NAME = 'test';
});

const rows = 400;
const rowAt = (n: number, fields: Partial<PublicationRow> = {}) =>
  aRow({ doi: `10.5555/${n}`, title: `Title ${n % 7}`, last_fetched_at: n % 50, cited_by_count: n % 11, ...fields });

/** Rows of which so few match that they are sorted by themselves, written before or after the snapshot, some twice. */
const rareRow = fc
  .record({
    n: fc.integer({ min: 0, max: rows + 3 }),
    last_fetched_at: fc.integer({ min: 0, max: 50 }),
    cited_by_count: fc.option(fc.integer({ min: 0, max: 11 })),
    title: fc.constantFrom('Title 0', 'Title 3', 'Zebra'),
    isRare: fc.boolean(),
  })
  .map(({ n, isRare, ...fields }) => rowAt(n, { ...fields, publication_type: isRare ? 'dataset' : 'book' }));
const writes = fc.array(rareRow, { maxLength: 3 });

/** All rows of a query, page by page, each after the position at which the last one ended. */
async function walked(index: RowIndex<PublicationRow>, query: ListQuery): Promise<PublicationRow[]> {
  const found: PublicationRow[] = [];
  let after: Position | undefined;
  for (;;) {
    const page = await whenLoaded(() => index.findAfter(query, after));
    found.push(...page.rows);
    if (!page.hasMore) return found;
    after = page.last;
  }
}

test.each([true, false])('few matches among many rows are in order, with a snapshot: %s', async (hasSnapshot) => {
  const common = Array.from({ length: rows }, (_, n) => rowAt(n));
  const sort = fc.constantFrom('last_fetched_at', 'cited_by_count', 'title', 'doi');
  await fc.assert(
    fc.asyncProperty(
      writes,
      writes,
      writes,
      sort,
      fc.constantFrom('asc', 'desc'),
      async (before, after, last, by, dir) => {
        const query = {
          page: 1,
          per_page: 2,
          q: '',
          sort: by,
          dir,
          where: [],
          equals: { publication_type: 'dataset' },
        } as const;
        let index = new RowIndex<PublicationRow>(publicationSpec);
        index.put([...common, ...before]);
        if (hasSnapshot) {
          const bytes = Buffer.concat(
            packSnapshot(publicationSpec as never, { watermarkMs: 1, epoch: 0, fullAtMs: 1 }, index as never),
          );
          const snapshot = await openSnapshot(publicationSpec as never, async (from, to) =>
            Uint8Array.from(bytes.subarray(from, to)),
          );
          index = new RowIndex<PublicationRow>(publicationSpec, snapshot?.base);
        }
        const known = new Map([...common, ...before].map((row) => [row.doi, row]));
        for (const written of [[], after, last]) {
          await whenLoaded(() => index.put(written));
          for (const row of written) known.set(row.doi, row);
          for (const page of [1, 2, 3])
            expect(await whenLoaded(() => index.find({ ...query, page }))).toEqual(
              scan(known.values(), { ...query, page }),
            );
          const { rows: inOrder } = scan(known.values(), { ...query, per_page: rows });
          expect(await walked(index, query)).toEqual(inOrder);
        }
      },
    ),
    { numRuns: 60 },
  );
});
