import { beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { curatorSpec } from '#src/lists/curated-publications.ts';
import { RowIndex } from '#src/lists/index/row-index.ts';
import { openSnapshot, packSnapshot } from '#src/lists/load/snapshot.ts';
import { countValues, matches, rowOrder, startTally } from '#src/lists/model/definition.ts';
import type { ListQuery } from '#src/lists/model/query.ts';
import { publicationSpec } from '#src/lists/publications.ts';
import { whenLoaded } from '#src/lists/sections/base.ts';
import type { CuratorRow, PublicationRow } from '#src/records/publications/row.ts';
import { aCuratorRow, aRow } from '../../support/builders.ts';
import { q, query, row, scan, text } from '../publication-queries.ts';

beforeAll(() => {
  process.env.TABLE_NAME = 'test';
});

/** The second has other indexes, so that only the rows of its snapshots are used. */
const savedAs = {
  indexed: publicationSpec,
  rowsOnly: { ...publicationSpec, where: { ...publicationSpec.where, other: () => true } },
};
/** A step in the life of a list: rows are written, it is queried, or another process loads its snapshot. */
const step = fc.oneof(
  { weight: 2, arbitrary: fc.array(row, { minLength: 1, maxLength: 12 }).map((rows) => ({ rows })) },
  { weight: 3, arbitrary: query.map((asked) => ({ query: asked })) },
  { weight: 1, arbitrary: fc.constantFrom('indexed' as const, 'rowsOnly' as const).map((snapshot) => ({ snapshot })) },
);

const anything: ListQuery = { page: 1, per_page: 1, q: '', sort: '', dir: 'asc', where: [] };
const state = { watermarkMs: 1, epoch: 0, fullAtMs: 1 };

/** The list of a process that loads a snapshot of these rows. */
async function reopened(index: RowIndex<PublicationRow>, kind: keyof typeof savedAs) {
  await whenLoaded(() => index.needEverything());
  const bytes = Buffer.concat(packSnapshot<typeof PublicationRow>(savedAs[kind], state, index));
  const snapshot = await openSnapshot(publicationSpec, async (from, to) => Uint8Array.from(bytes.subarray(from, to)));
  return new RowIndex<PublicationRow>(publicationSpec, snapshot?.base);
}

test('any sequence of writes, queries and snapshots gives the results of the reference implementation', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      let index = new RowIndex<PublicationRow>(publicationSpec);
      const rows = new Map<string, PublicationRow>();
      const asked: ListQuery[] = [];
      for (const each of steps) {
        if ('rows' in each) {
          const before = index.state();
          const changed = await whenLoaded(() => index.put(each.rows));
          expect(index.state() === before).toBe(changed === 0);
          for (const one of each.rows) rows.set(one.doi, one);
          // Results of earlier queries are brought up to date.
          for (const [nth, earlier] of asked.entries()) {
            const expected = scan(rows.values(), earlier);
            expect(await whenLoaded(() => index.find(earlier))).toEqual(expected);
            // Found anew, from what is kept of its parts: a filter without a value does not change the answer.
            const anew = { ...earlier, equals: { ...earlier.equals, [`none ${rows.size} ${nth}`]: null } };
            expect(await whenLoaded(() => index.find(anew))).toEqual(expected);
          }
        } else if ('query' in each) {
          asked.push(each.query);
          const expected = scan(rows.values(), each.query);
          expect(await whenLoaded(() => index.find(each.query))).toEqual(expected);
          // The second result comes from the cache.
          expect(index.find(each.query)).toEqual(expected);
          const { equals = {} } = each.query;
          const looked = await whenLoaded(() => {
            const titles = new Map<string, unknown>();
            index.lookUp({ equals }, ({ doi, title }) => titles.set(doi, title));
            return titles;
          });
          const wanted = [...rows.values()].filter((one) => matches(publicationSpec, one, { ...anything, equals }));
          expect(looked).toEqual(new Map(wanted.map(({ doi, title }) => [doi, title])));
          for (const tally of publicationSpec.tallies ?? []) {
            const { numbers, add } = startTally(tally);
            for (const one of rows.values()) add(one);
            expect(await whenLoaded(() => index.tally(tally))).toEqual(numbers);
          }
          const [first = '10.5555'] = rows.keys();
          for (const begun of [first, first.slice(0, -1), '10.']) {
            const ids = [...rows.keys()].filter((doi) => doi.startsWith(begun)).sort();
            expect(await whenLoaded(() => index.idsBeginning(begun, 3))).toEqual(ids.slice(0, 3));
          }
        } else index = await reopened(index, each.snapshot);
        expect(index.size).toBe(rows.size);
      }
    }),
    { numRuns: 400 },
  );
});

test('without a locale, the list of curators finds English titles and author names', () => {
  const curatorRow = fc
    .tuple(
      row,
      fc.array(
        text.map((name) => name.trim()),
        { maxLength: 3 },
      ),
    )
    .map(([fields, names]) => aCuratorRow({ ...fields, author_names: names.filter(Boolean).join('\n') }));
  const search = fc.record({ q, page: fc.constant(1), per_page: fc.constant(100) });
  const facets = ['orcid_id', 'visibility', 'status'];
  fc.assert(
    fc.property(fc.array(curatorRow, { minLength: 1, maxLength: 12 }), fc.array(search), (rows, searches) => {
      const index = new RowIndex<CuratorRow>(curatorSpec);
      index.put(rows);
      const stored = [...new Map(rows.map((each) => [each.doi, each])).values()];
      for (const each of searches) {
        const asked = { ...each, sort: 'title', dir: 'asc', where: [], facets } as const;
        const found = stored.filter((one) => matches(curatorSpec, one, asked));
        const texts = (one: CuratorRow) => [
          (typeof one.title === 'object' ? one.title?.en : one.title) ?? '',
          ...one.author_names.split('\n'),
        ];
        const part = asked.q.normalize('NFC').toLowerCase();
        expect(found).toEqual(stored.filter((one) => texts(one).some((t) => t.toLowerCase().includes(part))));
        expect(index.find(asked)).toMatchObject({
          rows: found.sort(rowOrder(curatorSpec, asked)),
          total: found.length,
          facets: Object.fromEntries(facets.map((name) => [name, countValues(curatorSpec, found, name)])),
        });
      }
    }),
    { numRuns: 100 },
  );
});

test('every substring of a title finds it', () => {
  fc.assert(
    fc.property(
      fc.array(text, { minLength: 1, maxLength: 8 }),
      fc.nat(),
      fc.nat(),
      fc.nat(),
      (titles, which, from, to) => {
        const index = new RowIndex<PublicationRow>(publicationSpec);
        index.put(titles.map((each, n) => aRow({ doi: `10.5555/${n}`, title: each })));
        const chosen = (titles[which % titles.length] ?? '').toLowerCase();
        const [start, end] = [from % (chosen.length + 1), to % (chosen.length + 1)].sort((a, b) => a - b) as [
          number,
          number,
        ];
        const asked = {
          page: 1,
          per_page: 100,
          q: chosen.slice(start, end),
          sort: 'last_fetched_at',
          dir: 'asc',
          where: [],
        } as const;
        const expected = titles.filter((each) => each.toLowerCase().includes(asked.q.toLowerCase())).length;
        expect(index.find(asked).total).toBe(expected);
      },
    ),
    { numRuns: 400 },
  );
});

describe('thousands of rows', () => {
  const many = Array.from({ length: 3000 }, (_, n) =>
    aRow({
      doi: `10.5555/${n}`,
      title: `Pots of kiln ${n % 700} ${n % 2 ? 'odd' : 'even'}`,
      cited_by_count: n % 50,
      last_fetched_at: n,
      orcids: [`o${n % 90}`],
      visible: n % 40 !== 3,
    }),
  );
  const index = new RowIndex<PublicationRow>(publicationSpec);
  index.put(many);
  const ask = (fields: Partial<ListQuery>): ListQuery => ({
    page: 1,
    per_page: 20,
    q: '',
    sort: 'cited_by_count',
    dir: 'desc',
    where: ['public'],
    ...fields,
  });

  test.each<[string, Partial<ListQuery>]>([
    ['a word of every other row', { q: 'odd' }],
    ['one letter', { q: 'o' }],
    ['a phrase', { q: 'n 42 ev' }],
    ['no match', { q: 'teapot' }],
    ['a far page', { page: 140 }],
    ['a nearer page of an order that was counted before', { page: 70 }],
    ['the last page', { page: 147 }],
    ['a page beyond the last', { page: 148 }],
    ['a far page of all rows, hidden ones too', { page: 149, where: [] }],
    ['one of many owners', { equals: { orcid: 'o7' } }],
    ['some of many owners', { equals: { orcid: ['o7', 'o8', 'o89', 'nobody'] } }],
    ['a range', { atLeast: { cited_by_count: 10 }, atMost: { cited_by_count: 12 } }],
    ['facets of all', { facets: ['orcid', 'publication_type'] }],
    ['facets of a search', { q: 'odd', equals: { orcid: ['o7', 'o8'] }, facets: ['orcid', 'publication_year'] }],
  ])('%s', (_, fields) => {
    expect(index.find(ask(fields))).toEqual(scan(many, ask(fields)));
  });

  test('every page, in any sequence', () => {
    for (const page of [147, 1, 55, 52, 54, 53, 110, 2]) {
      for (const dir of ['asc', 'desc'] as const)
        expect(index.find(ask({ page, dir }))).toEqual(scan(many, ask({ page, dir })));
    }
  });

  test('after many rows have changed, including posting lists that became bitsets', () => {
    const changed = many.map((each, n) => (n % 3 ? each : { ...each, title: `Even odder ${n}`, cited_by_count: null }));
    index.put(changed);
    for (const fields of [{ q: 'odd' }, { q: 'n 42 ev' }, {}, { q: 'odder 9' }, { atLeast: { cited_by_count: 40 } }]) {
      expect(index.find(ask(fields))).toEqual(scan(changed, ask(fields)));
    }
    expect(index.facetCounts('orcid', ['public']).get('o7')).toBe(
      changed.filter(({ orcids, visible }) => visible && orcids[0] === 'o7').length,
    );
  });
});

test('what a search needs is built in steps, while rows change and other locales are searched', () => {
  const rowOf = (n: number, version: number): PublicationRow => {
    const texts = { en: `kiln ${n % 7} of ${version}`, tr: `Isı ${n % 5} v${version}` };
    return aRow({ doi: `10.5555/${n}`, title: n % 3 === 0 ? texts : `ISI kiln ${n % 7} of ${version}` });
  };
  const rows = new Map<string, PublicationRow>();
  const index = new RowIndex<PublicationRow>(publicationSpec);
  const write = (from: number, to: number, version: number) => {
    const written = Array.from({ length: to - from }, (_, n) => rowOf(from + n, version));
    index.put(written);
    for (const row of written) rows.set(row.doi, row);
  };
  write(0, 5_000, 1);
  const order = { page: 3, per_page: 7, sort: 'last_fetched_at', dir: 'desc', where: [] } as const;
  const expectSame = (q: string, locale: string) =>
    expect(index.find({ ...order, q, locale })).toEqual(scan(rows.values(), { ...order, q, locale }));
  let steps = 0;
  for (const _ of index.prepareSearch('ısı', 'tr')) {
    // Rows before and after the built part, and new ones.
    write(100 * steps, 100 * steps + 50, 2 + steps);
    write(4_900 - 100 * steps, 4_950, 2 + steps);
    write(5_000 + 10 * steps, 5_010 + 10 * steps, 1);
    if (steps === 2) for (const locale of ['de', 'es']) expectSame('kiln 3', locale);
    steps++;
  }
  expect(steps).toBeGreaterThan(4);
  for (const q of ['ısı', 'isi', 'kiln 3 of 2', 'ısı 4 v1', 'v3'])
    for (const locale of ['tr', 'en']) expectSame(q, locale);
  // Nothing remains to be done, and rows that change later are found.
  expect([...index.prepareSearch('ısı', 'tr')]).toEqual([]);
  write(0, 300, 9);
  for (const q of ['v9', 'of 9', 'of 1']) for (const locale of ['tr', 'az', 'en']) expectSame(q, locale);
});

test('more locales than are kept at once', () => {
  const tags = ['de', 'es', 'fr', 'pt', 'it', 'nl', 'sv', 'da', 'fi', 'cs', 'pl'];
  const rows = tags.map((tag, n) => aRow({ doi: `10.5555/${n}`, title: { en: 'pots', [tag]: `über ${tag}` } }));
  const index = new RowIndex<PublicationRow>(publicationSpec);
  index.put(rows);
  const order = { page: 1, per_page: 9, sort: 'last_fetched_at', dir: 'desc', where: [] } as const;
  for (const locale of [...tags, ...tags.toReversed()]) {
    const found = index.find({ ...order, q: `uber ${locale}`, locale });
    expect(found.rows.map(({ title }) => title)).toEqual([{ en: 'pots', [locale]: `über ${locale}` }]);
    expect(index.find({ ...order, q: 'pots', locale })).toMatchObject({ total: 11, matched_locale: 'en' });
  }
});

test('the result of a query that is used again is kept while others are forgotten, and none outlives a change', () => {
  const index = new RowIndex<PublicationRow>(publicationSpec);
  index.put([aRow({ doi: '10.5555/a', cited_by_count: 1 }), aRow({ doi: '10.5555/b', cited_by_count: 2 })]);
  const ask = (least: number): ListQuery => ({
    page: 1,
    per_page: 9,
    q: '',
    sort: 'cited_by_count',
    dir: 'asc',
    where: [],
    atLeast: { cited_by_count: least },
    facets: ['orcid'],
  });
  const countsOf = (least: number) => index.find(ask(least)).facets?.orcid;
  const kept = countsOf(1);
  const forgotten = countsOf(2);
  for (let least = 3; least < 80; least++) {
    countsOf(least);
    expect(countsOf(1)).toBe(kept);
  }
  expect(countsOf(2)).not.toBe(forgotten);
  index.put([aRow({ doi: '10.5555/c', cited_by_count: 3 })]);
  expect([countsOf(1), kept]).toEqual([new Map([['0000-0002-1825-0097', 3]]), new Map([['0000-0002-1825-0097', 2]])]);
});
