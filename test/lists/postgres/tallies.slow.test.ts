import '../../support/reads-postgres.ts';
import { beforeAll, expect, jest, test } from '@jest/globals';
import fc from 'fast-check';
import pg from 'pg';
import * as z from 'zod';
import { peopleChanges } from '#src/lists/changes/people-changes.ts';
import { publicationChanges } from '#src/lists/changes/record-changes.ts';
import { curatedPublicationList, curatorFacets } from '#src/lists/curated-publications.ts';
import { databaseLists } from '#src/lists/database-lists.ts';
import { countValues, matches, startTally } from '#src/lists/model/definition.ts';
import type { RowSchema } from '#src/lists/model/spec.ts';
import { apply } from '#src/lists/postgres/feeding/apply.ts';
import { fill } from '#src/lists/postgres/feeding/fill.ts';
import { keepCurrent } from '#src/lists/postgres/feeding/keep-current.ts';
import { type PostgresList, type RowOf, tableOf } from '#src/lists/postgres/list.ts';
import { postgresSource } from '#src/lists/postgres/reading/source.ts';
import { readState } from '#src/lists/postgres/state.ts';
import { publicationStatistics, publicationTimeseries } from '#src/lists/publication-statistics.ts';
import { publicationList, publications } from '#src/lists/publications.ts';
import { publicationCounts } from '#src/lists/researchers.ts';
import { curatedWorks, works } from '#src/lists/works.ts';
import { sitemapIndex } from '#src/publishing/pages/sitemap.ts';
import type { CuratorRow } from '#src/records/publications/row.ts';
import { putRow, raiseEpoch } from '#src/records/store/list-rows.ts';
import { curatedFilters, curatedSearch } from '#src/responses/curated-outputs/publication-search.ts';
import { groupFilters } from '#src/responses/group-query.ts';
import { publicConditions, publicFilters } from '#src/responses/owner-filters.ts';
import { publicPublicationCounts } from '#src/responses/people.ts';
import { keys, shardOf } from '#src/table/keys.ts';
import { transact } from '#src/table/table.ts';
import { aCuratorRow } from '../../support/builders.ts';
import { freshTable } from '../../support/engine.ts';
import { describeWithPostgres, usePostgres } from '../../support/postgres.ts';
import { expectTalliesOfRows } from '../../support/tallies.ts';

const asRead = Number.POSITIVE_INFINITY;
const soon = () => Date.now() + 60_000;
const carberry = '0000-0002-1825-0097';
const doiOf = (n: number) => `10.5555/${n}`;
const lists = [publicationList, curatedPublicationList] as unknown as PostgresList<RowSchema>[];

/** Rows that differ in what is counted. */
const row: fc.Arbitrary<CuratorRow> = fc
  .record({
    doi: fc.nat(15).map(doiOf),
    orcids: fc.subarray(['a', 'b', 'c']),
    visible: fc.boolean(),
    deleted_at: fc.constantFrom(null, null, '2026-01-31T12:00:00.000Z'),
    superseded_by: fc.constantFrom(null, null, '10.5555/99'),
    merged_into: fc.constantFrom(null, null, '10.5555/99'),
    withdrawn_at: fc.constantFrom(null, 1, 7),
    left_orcids: fc.subarray(['a', 'd']),
    publication_type: fc.constantFrom(null, 'dataset', 'journal-article'),
    publication_year: fc.constantFrom(null, 2019, 2020),
    publisher: fc.constantFrom(null, 'Kiln Press', 'nul\0 and \ud800'),
    has_abstract: fc.boolean(),
    has_open_match: fc.boolean(),
    edit_count: fc.nat(1),
    created_at: fc.constantFrom(0, 86_400_000),
    changed: fc.nat(5),
  })
  .map(aCuratorRow);

describeWithPostgres('tallies in PostgreSQL', () => {
  const server = usePostgres();

  const newSource = (list: PostgresList<RowSchema>, database = server.database) =>
    postgresSource(database, list, async () => ({ settledMs: 0, epoch: 0 }));

  beforeAll(async () => {
    await freshTable();
    for (const list of lists) await fill(server.database, tableOf(list), soon());
  });

  const rowsOf = async (list: PostgresList<RowSchema>): Promise<RowOf<RowSchema>[]> =>
    (await server.pool.query(`SELECT content FROM ${tableOf(list).contents}`)).rows.map(({ content }) =>
      JSON.parse(content),
    );

  /** Expects that a list answers as the definition does for the rows of its table. */
  async function expectCounts(list: PostgresList<RowSchema>, source: ReturnType<typeof newSource>): Promise<void> {
    await expectTalliesOfRows(server.pool, tableOf(list));
    const rows = await rowsOf(list);
    const { spec, kept = [] } = list;
    for (const tally of spec.tallies ?? []) {
      const { numbers, add } = startTally(tally);
      for (const each of rows) add(each);
      expect((await source.tally(tally, asRead)).value).toEqual(numbers);
    }
    for (const { equals = {}, where = [], facets = [] } of kept) {
      const [sort = ''] = Object.keys(spec.sorts);
      const query = { page: 1, per_page: 1, q: '', sort, dir: 'asc', equals, where, facets } as const;
      const found = rows.filter((each) => matches(spec, each, query));
      const expected = Object.fromEntries(facets.map((name) => [name, countValues(spec, found, name)]));
      const page = await source.find(query, asRead);
      expect({ total: page.total, facets: page.facets }).toEqual({ total: found.length, facets: expected });
      for (const name of facets) {
        const wanted = [...(expected[name]?.keys() ?? [])].slice(0, 2);
        for (const values of [wanted, wanted.slice(1)]) {
          const one = { ...query, equals: { ...equals, [name]: values }, facets: [] };
          expect((await source.find(one, asRead)).total).toBe(rows.filter((each) => matches(spec, each, one)).length);
        }
      }
      if (Object.keys(equals).length > 0) continue;
      for (const name of facets) expect(await source.facetCounts(name, where, asRead)).toEqual(expected[name]);
    }
  }

  const step = fc.oneof(
    fc.record({ rows: fc.array(row, { minLength: 1, maxLength: 6 }) }),
    fc.record({ refused: fc.array(fc.nat(15), { minLength: 1, maxLength: 3 }) }),
    fc.record({ swept: fc.nat(15) }),
    fc.record({ swept: fc.nat(15), rows: fc.array(row, { minLength: 1, maxLength: 2 }) }),
  );

  /** Writes a step, as a job does that compares a list: of several at once, none makes the others fail. */
  async function write(list: PostgresList<RowSchema>, { rows = [], refused = [], swept }: Partial<Step>) {
    const { version = 0 } = (await readState(server.database.run, tableOf(list))) ?? {};
    const kept = rows.map(({ doi }) => doi);
    const sweep = swept !== undefined && { sweep: { shard: shardOf(doiOf(swept)), after: '', upTo: null, kept } };
    const batch = { rows, refused: refused.map((n) => ({ id: doiOf(n), reason: 'test' })), ...sweep };
    expect(await apply(server.database, tableOf(list), version, batch, {})).toBe(true);
  }
  interface Step {
    rows: CuratorRow[];
    refused: number[];
    swept: number;
  }

  test('any writes and deletions, several at once, leave what the definition counts', async () => {
    const sources = lists.map((list) => newSource(list));
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 5 }),
        async (rounds) => {
          for (const round of rounds) {
            await Promise.all(round.flatMap((each) => lists.map((list) => write(list, each))));
            for (const [index, list] of lists.entries()) await expectCounts(list, sources[index] ?? newSource(list));
          }
        },
      ),
      { numRuns: 12 },
    );
  });

  test('only numbers that have changed are read again, and a map stays the same without a change', async () => {
    const [list] = lists as [PostgresList<RowSchema>];
    const many = Array.from({ length: 5_000 }, (_, n) =>
      aCuratorRow({ doi: doiOf(n), orcids: [`person ${n} ${'x'.repeat(n % 200)}`] }),
    );
    await write(list, { rows: many });
    let read = 0;
    const source = newSource(list, {
      ...server.database,
      async run(...given) {
        const found = await server.database.run(...given);
        read += found.length;
        return found;
      },
    });
    const tally = list.spec.tallies?.find(({ name }) => name === 'listed_since');
    if (!tally) throw new Error('The list has no such tally');
    const all = async () => [
      (await source.tally(tally, asRead)).value,
      await source.facetCounts('orcid', ['public'], asRead),
    ];
    const before = await all();
    expect(before.map(({ size }) => size >= many.length)).toEqual([true, true]);
    read = 0;
    expect(await all()).toEqual(before);
    await write(list, { rows: [{ ...(many[0] as CuratorRow), title: 'Another title' }] });
    const same = await all();
    expect(same.every((value, index) => value === before[index])).toBe(true);
    await write(list, { rows: [{ ...(many[0] as CuratorRow), orcids: [] }] });
    expect((await all()).map((value, index) => [value === before[index], value.has('person 0 ')])).toEqual([
      [false, false],
      [false, false],
    ]);
    expect(read).toBeLessThan(20);
    await expectCounts(list, source);
  }, 60_000);

  test('nothing of a deleted row is left when a comparison has ended, and readers notice', async () => {
    const [list] = lists as [PostgresList<RowSchema>];
    const table = tableOf(list);
    await fill(server.database, table, soon());
    const source = newSource(list);
    await write(list, { rows: [aCuratorRow({ doi: doiOf(1), orcids: ['erased'] })] });
    await expectCounts(list, source);
    await server.database.run('UPDATE list_states SET epoch = -1, filling = NULL WHERE list = $1::text', [table.name]);
    await fill(server.database, table, soon());
    const { rows } = await server.pool.query(`SELECT FROM ${table.talliesTable} WHERE key LIKE '%erased%'`);
    expect(rows).toHaveLength(0);
    await expectCounts(list, source);
  });

  test('what everybody sees first counts no rows', async () => {
    const publication = { ...aCuratorRow({ doi: doiOf(1), publisher: 'Kiln' }), ...keys.publicationRow(doiOf(1)) };
    // The new epoch begins a comparison, which deletes what the tests before have written.
    await transact((at) => [putRow(publication, at), raiseEpoch('PUB', at)]);
    await keepCurrent(server.database, databaseLists as unknown as PostgresList<RowSchema>[])(soon());
    process.env.PUBLIC_BASE_URL = 'https://registry.example';
    const spy = jest.spyOn(pg.Client.prototype, 'query');
    const paging = { page: 1, per_page: 20, sort: 'last_fetched_at', dir: 'desc' } as const;
    const { conditions } = await publicConditions(
      z.object({ ...publicFilters, ...groupFilters }).parse({}),
      new Date(),
    );
    const { find: search } = await curatedSearch(z.object(curatedFilters).parse({}), undefined, new Date());
    const facets = [...curatorFacets];
    const ofWorks = { page: 1, per_page: 20, q: '', sort: 'publication_date', dir: 'desc' } as const;
    expect(await publications.find({ ...paging, q: '', ...conditions }, 0)).toMatchObject({ total: 1 });
    expect((await search({ ...paging, facets })).facets?.publisher).toEqual(new Map([['Kiln', 1]]));
    const { find: ofPublisher } = await curatedSearch(
      z.object(curatedFilters).parse({ publisher: 'Kiln' }),
      undefined,
      new Date(),
    );
    expect(await ofPublisher(paging)).toMatchObject({ total: 1 });
    await works.find({ ...ofWorks, where: ['public'] }, 0);
    await curatedWorks.find({ ...ofWorks, where: [], equals: { status: 'active', visibility: null } }, 0);
    expect(await publicationStatistics(null)).toMatchObject({ total_publications: 1 });
    expect((await publicationTimeseries(new Date(1_700_000_000_000))).months.at(-1)?.count).toBe(1);
    expect((await publicPublicationCounts()).size).toBe(1);
    expect((await publicationCounts())(carberry).visible).toBe(1);
    const everywhere = z.object(curatedFilters).parse({ q: 'kiln', search_in: 'everything' });
    expect(await (await curatedSearch(everywhere, undefined, new Date())).find(paging)).toMatchObject({ total: 1 });
    expect(await peopleChanges.latest(0)).toMatchObject({ latestMs: -1 });
    expect(await publicationChanges.latest(0)).toMatchObject({ latestMs: expect.any(Number) });
    expect((await publicationChanges.after(undefined, 10, 0)).changes).toHaveLength(1);
    expect(await sitemapIndex()).toContain('list=publications');
    // As harvesters of a set go on, to whom no total is told.
    const ofSet = { ...paging, q: '', where: ['ever_public'], equals: { publication_type: 'dataset' } } as const;
    expect(await publications.findAfter({ ...ofSet, sort: 'doi' }, undefined, 0)).toMatchObject({ hasMore: false });
    const statements = spy.mock.calls.map(([given]) => String((given as { text?: string })?.text ?? given));
    spy.mockRestore();
    expect(statements.filter((each) => each.includes('_tallies')).length).toBeGreaterThan(10);
    const counting = statements.filter((each) => /count\(\*\)(?! OVER|::text AS moved)/.test(each));
    // Only the search itself, but not the journals and publishers that it goes through.
    expect(counting).toEqual([expect.stringContaining('text_lower LIKE')]);
  });
});
