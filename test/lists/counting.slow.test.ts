import { beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { countedKeys, countedOutput, OutputCounter } from '#src/lists/counting/output-counter.ts';
import { curatedPublicationList, curatorSpec } from '#src/lists/curated-publications.ts';
import { RowIndex } from '#src/lists/index/row-index.ts';
import { matches } from '#src/lists/model/definition.ts';
import type { ListSource } from '#src/lists/model/list-source.ts';
import type { ListQuery } from '#src/lists/model/query.ts';
import { apply } from '#src/lists/postgres/feeding/apply.ts';
import { fill } from '#src/lists/postgres/feeding/fill.ts';
import { tableOf } from '#src/lists/postgres/list.ts';
import { postgresSource } from '#src/lists/postgres/reading/source.ts';
import { readState } from '#src/lists/postgres/state.ts';
import type { CuratorRow } from '#src/records/publications/row.ts';
import { aCuratorRow } from '../support/builders.ts';
import { comparable, countedByRule, countedByValue, countedRow, counting } from '../support/counting-cases.ts';
import { freshTable } from '../support/engine.ts';
import { describeWithPostgres, usePostgres } from '../support/postgres.ts';
import { groupCounting } from './publication-queries.ts';

const asked: fc.Arbitrary<ListQuery> = fc
  .record(
    {
      counted_year: fc.constantFrom<(number | null)[]>([2019, null], [2020, 2021]),
      open_access_status: fc.constantFrom<(string | null)[]>([null], ['gold', null], ['closed']),
      orcid_id: fc.constantFrom<(string | null)[]>([null], ['a', null], ['b']),
      publisher: fc.constantFrom<(string | null)[]>([null], ['A Press', null]),
    },
    { requiredKeys: [] },
  )
  .map((equals) => ({
    page: 1,
    per_page: 1,
    q: '',
    sort: 'publication_date',
    dir: 'desc',
    where: ['present'],
    equals,
  }));

const everything: ListQuery = {
  ...{ page: 1, per_page: 1, q: '', sort: 'publication_date', dir: 'desc' },
  ...{ where: ['present'], equals: {} },
};
const cases = fc.tuple(fc.array(countedRow, { maxLength: 40 }), asked, counting);
const distinct = (rows: readonly CuratorRow[]) => [...new Map(rows.map((row) => [row.doi, row])).values()];
const byRule = (rows: readonly CuratorRow[], query: ListQuery, how: Parameters<typeof countedByRule>[1]) =>
  comparable(
    countedByRule(
      distinct(rows).filter((row) => matches(curatorSpec, row, query)),
      how,
    ),
  );

test('in memory, any outputs are counted by the rules, also after some have changed', () => {
  fc.assert(
    fc.property(cases, (([rows, query, how]) => {
      const index = new RowIndex<CuratorRow>(curatorSpec);
      index.put(rows.slice(0, 20));
      expect(comparable(index.countOutputs(query, how))).toEqual(byRule(rows.slice(0, 20), query, how));
      index.put(rows);
      expect(comparable(index.countOutputs(query, how))).toEqual(byRule(rows, query, how));
    }) as (given: [CuratorRow[], ListQuery, Parameters<typeof countedByRule>[1]]) => void),
    { numRuns: 600 },
  );
});

test('one by one, outputs are counted by the rules, and their keys are those of the cells that count them', () => {
  fc.assert(
    fc.property(cases, (([given, query, how]) => {
      const rows = distinct(given).filter((row) => matches(curatorSpec, row, query));
      const counter = new OutputCounter('orcid_id', how);
      const counted = rows.map((row) => countedOutput(curatorSpec, row));
      for (const each of counted) counter.add(each);
      const counts = counter.counts();
      expect(comparable(counts)).toEqual(byRule(rows, everything, how));
      const keysOf = counted.map((each) => how.by.map((by) => countedKeys(by, each)));
      for (const { keys, whole } of counts.cells)
        expect(keysOf.filter((own) => keys.every((key, at) => own[at]?.includes(key)))).toHaveLength(whole);
    }) as (given: [CuratorRow[], ListQuery, Parameters<typeof countedByRule>[1]]) => void),
    { numRuns: 300 },
  );
});

test('in memory, the first count of a new index has the groups of every output', () => {
  const rows = ['a', 'b'].map((orcid, n) => aCuratorRow({ doi: `10.5555/${n}`, orcids: [orcid], author_count: 1 }));
  fc.assert(
    fc.property(groupCounting, (counting) => {
      const index = new RowIndex<CuratorRow>(curatorSpec);
      index.put(rows);
      const how = { by: [], shares: { unit: { kind: 'groups' as const, counting, levelOf: () => 0 } } };
      expect(comparable(index.countOutputs(everything, how))).toEqual(byRule(rows, everything, how));
    }),
  );
});

/** Each value of what is counted by, and what has none, with the outputs of the list that it leads to. */
async function expectLists(list: Pick<ListSource<CuratorRow>, 'countOutputs' | 'find'>): Promise<void> {
  for (const equal of countedByValue) {
    const { cells } = await list.countOutputs(everything, { by: [{ kind: 'values', equal }] }, 0);
    for (const { keys, whole } of cells) {
      const { total } = await list.find({ ...everything, equals: { [equal]: keys } }, 0);
      expect({ equal, keys, total }).toEqual({ equal, keys, total: whole });
    }
  }
}

test('in memory, the filter by a value, and by none, finds what is counted', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(countedRow, { maxLength: 40 }), async (rows) => {
      const index = new RowIndex<CuratorRow>(curatorSpec);
      index.put(rows);
      await expectLists({
        countOutputs: async (query, how) => index.countOutputs(query, how),
        find: async (query) => index.find(query) as never,
      });
    }),
    { numRuns: 100 },
  );
});

describeWithPostgres('in PostgreSQL', () => {
  const server = usePostgres();
  beforeAll(async () => {
    await freshTable();
  });

  test('any outputs are counted by the rules', async () => {
    const { database } = server;
    const table = tableOf(curatedPublicationList);
    await fill(database, table, Date.now() + 60_000);
    const source = postgresSource(database, curatedPublicationList, async () => ({ settledMs: 0, epoch: 0 }));
    await fc.assert(
      fc.asyncProperty(cases, async ([rows, query, how]) => {
        await database.run('UPDATE list_states SET content = content + 1');
        await database.run(`DELETE FROM ${table.contents}`);
        await database.run(`TRUNCATE ${table.name}`);
        const { version = 0 } = (await readState(database.run, table)) ?? {};
        const sweep = { shard: -1, after: '', upTo: null, kept: [] };
        expect(await apply(database, table, version, { rows: distinct(rows), sweep }, {})).toBe(true);
        expect(comparable(await source.countOutputs(query, how, 0))).toEqual(byRule(rows, query, how));
        await expectLists(source);
      }),
      { numRuns: 60 },
    );
  });
});
