import { beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { curatedPublicationList, curatorSpec } from '#src/lists/curated-publications.ts';
import { databaseLists } from '#src/lists/database-lists.ts';
import { RowIndex } from '#src/lists/index/row-index.ts';
import type { ListSource } from '#src/lists/model/list-source.ts';
import type { Position } from '#src/lists/model/page.ts';
import type { ListQuery } from '#src/lists/model/query.ts';
import type { RowSchema } from '#src/lists/model/spec.ts';
import { apply, differing } from '#src/lists/postgres/feeding/apply.ts';
import { fill } from '#src/lists/postgres/feeding/fill.ts';
import { type PostgresList, type RowOf, tableOf } from '#src/lists/postgres/list.ts';
import { postgresSource } from '#src/lists/postgres/reading/source.ts';
import { recordOf } from '#src/lists/postgres/records.ts';
import { readState } from '#src/lists/postgres/state.ts';
import { publicationList, publicationSpec } from '#src/lists/publications.ts';
import { publicationsOfPeople } from '#src/lists/tallies.ts';
import type { GroupCondition } from '#src/records/groups/group-condition.ts';
import type { CuratorRow, PublicationRow } from '#src/records/publications/row.ts';
import { aCuratorRow, aRow } from '../../support/builders.ts';
import { freshTable } from '../../support/engine.ts';
import { describeWithPostgres, usePostgres } from '../../support/postgres.ts';
import { locales, q as localeText, title as localeTitle, phrase } from '../index/locale-search-fixture.ts';
import { groups, query, row, scan, unwantedValues, wantedValues } from '../publication-queries.ts';

const asRead = Number.POSITIVE_INFINITY;
const firstPage = { page: 1, per_page: 100, q: '', sort: 'title', dir: 'asc', where: [] } as const;

describeWithPostgres('lists in PostgreSQL', () => {
  const server = usePostgres();
  let publications: Stored<typeof publicationSpec.schema>;
  let curated: Stored<typeof curatorSpec.schema>;

  interface Stored<Schema extends RowSchema> {
    source: ListSource<RowOf<Schema>>;
    /** Replaces all rows, without the table of the registry. */
    store(rows: readonly RowOf<Schema>[], isEmptyFirst?: boolean): Promise<void>;
  }

  async function stored<Schema extends RowSchema>(list: PostgresList<Schema>): Promise<Stored<Schema>> {
    const { database } = server;
    const table = tableOf(list);
    await fill(database, table, Date.now() + 60_000);
    const source = postgresSource(database, list, async () => ({ settledMs: 0, epoch: 0 }));
    return {
      source,
      async store(rows, isEmptyFirst = true) {
        if (isEmptyFirst) {
          await database.run('UPDATE list_states SET content = content + 1');
          await database.run(`DELETE FROM ${table.contents}`);
          await database.run(`TRUNCATE ${table.name}, ${table.peopleTable}`);
        }
        const { version = 0 } = (await readState(database.run, table)) ?? {};
        const sweep = { shard: -1, after: '', upTo: null, kept: [] };
        expect(await apply(database, table, version, { rows, sweep }, {})).toBe(true);
      },
    };
  }

  beforeAll(async () => {
    await freshTable();
    publications = await stored(publicationList);
    curated = await stored(curatedPublicationList);
  });

  const step = fc.oneof(
    { weight: 2, arbitrary: fc.array(row, { minLength: 1, maxLength: 12 }).map((rows) => ({ rows })) },
    {
      weight: 3,
      arbitrary: fc
        .tuple(query, fc.constantFrom('title', 'doi', 'public_change', undefined))
        .map(([asked, sort]) => ({ query: sort === undefined ? asked : { ...asked, sort } })),
    },
  );

  test('any sequence of writes and queries gives the results of the definition', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
        const { source, store } = publications;
        const rows = new Map<string, PublicationRow>();
        await store([]);
        for (const each of steps) {
          if ('rows' in each) {
            for (const one of each.rows) rows.set(one.doi, one);
            await store(each.rows, false);
            continue;
          }
          const expected = scan(rows.values(), each.query);
          expect(await source.find(each.query, asRead)).toEqual(expected);
          // The second time, totals and facets are remembered.
          expect(await source.find(each.query, asRead)).toEqual(expected);
        }
      }),
      { numRuns: 30 },
    );
  });

  test('outputs of groups, also with other filters, are those of the definition, whether sorted or looked for in order', async () => {
    const paging = { page: fc.integer({ min: 1, max: 3 }), per_page: fc.integer({ min: 1, max: 4 }) };
    const where = fc.constantFrom<ListQuery['where']>([], ['public'], ['ever_public', 'public']);
    const sort = fc.constantFrom('title', 'publication_date', 'doi');
    const always = { ...paging, q: fc.constant(''), sort, dir: fc.constantFrom('asc', 'desc'), where, groups };
    const facets = fc.subarray(['publication_type', 'publication_year', 'orcid']);
    const asked = fc.record(
      { ...always, equals: wantedValues, except: unwantedValues, facets },
      { requiredKeys: ['page', 'per_page', 'q', 'sort', 'dir', 'where', 'groups'] },
    );
    const manyRows = fc.array(row, { minLength: 1, maxLength: 15 });
    const current = async () => ({ settledMs: 0, epoch: 0 });
    const sources = [
      publications.source,
      ...[1, 4, 100].map((mostLookedAt) =>
        postgresSource(server.database, publicationList, current, { fewOutputs: 1, mostLookedAt }),
      ),
    ];
    await fc.assert(
      fc.asyncProperty(
        manyRows,
        manyRows,
        fc.array(asked, { minLength: 1, maxLength: 6 }),
        async (first, later, all) => {
          const rows = new Map([...first, ...later].map((each) => [each.doi, each]));
          await publications.store(first);
          await publications.store(later, false);
          const index = new RowIndex<PublicationRow>(publicationSpec);
          index.put(rows.values());
          for (const each of all)
            for (const source of sources) {
              const expected = scan(rows.values(), each);
              expect(await source.find(each, asRead)).toEqual(expected);
              // The total is remembered now.
              expect(await source.find({ ...each, page: 1 }, asRead)).toMatchObject({ total: expected.total });
              const { last: after, ...page } = index.findAfter(each, undefined);
              expect(await source.findAndCountAfter(each, undefined, asRead)).toMatchObject(page);
              if (after)
                expect(await source.findAfter(each, after, asRead)).toMatchObject(rowsAfter(index, each, after));
            }
        },
      ),
      { numRuns: 60 },
    );
  });

  test('outputs of groups with filters of few values are found in the table of people', async () => {
    const { database } = server;
    const statements: string[] = [];
    const table = tableOf(curatedPublicationList);
    const source = postgresSource(
      {
        ...database,
        run(sql, values) {
          statements.push(sql);
          return database.run(sql, values);
        },
      },
      curatedPublicationList,
      async () => ({ settledMs: 0, epoch: 0 }),
    );
    await curated.store([aCuratorRow({ doi: '10.5555/1', orcids: ['a'], publication_year: 2020 })]);
    const linked = new Map([['a', [[-1e6, 1e6]]]]) as unknown as GroupCondition['linked'];
    const asked = { ...firstPage, where: ['present'], groups: { of: { linked, byHand: [] } } };
    const usual = { status: 'active', versions: 'shown', missing: undefined, match_state: null } as const;
    const found = await source.find({ ...asked, equals: { ...usual, publication_year: 2020 } }, asRead);
    expect(found).toMatchObject({ total: 1, rows: [{ doi: '10.5555/1' }] });
    expect(statements.join()).toContain(`count(DISTINCT number) FROM unnest`);
    expect(statements.join()).toMatch(
      new RegExp(`ARRAY\\(SELECT output.id FROM unnest\\S+ .{0,80}JOIN ${table.peopleTable}`),
    );
    expect(statements.join()).not.toContain('ctid');
    // Nearly all rows are as usual: their places are found sooner than their ids.
    statements.length = 0;
    expect(await source.find({ ...asked, equals: usual }, asRead)).toMatchObject({ total: 1 });
    expect(statements.join()).toContain(`count(DISTINCT number) FROM unnest`);
    expect(statements.join()).toContain('ctid');
  });

  const rowsAfter = (...[index, asked, after]: [RowIndex<PublicationRow>, ListQuery, Position]) => {
    const { rows, hasMore } = index.findAfter(asked, after);
    return { rows, hasMore };
  };

  test('going from position to position, in any order, gives each row once, as in memory', async () => {
    const sorts = fc.constantFrom('title', 'cited_by_count', 'publication_date', 'public_change', 'doi');
    const asked = fc.record({
      sort: sorts,
      dir: fc.constantFrom('asc', 'desc'),
      per_page: fc.integer({ min: 1, max: 7 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(row, { maxLength: 25 }), asked, async (rows, { sort, dir, per_page }) => {
        const index = new RowIndex<PublicationRow>(publicationSpec);
        index.put(rows);
        await publications.store([...new Map(rows.map((each) => [each.doi, each])).values()]);
        const search: ListQuery = { page: 1, per_page, q: '', sort, dir, where: [] };
        for (let after: ReturnType<typeof index.findAfter>['last']; ; ) {
          const expected = index.findAfter(search, after);
          expect(await publications.source.findAndCountAfter(search, after, asRead)).toMatchObject(expected);
          const { total, ...uncounted } = expected;
          expect(await publications.source.findAfter(search, after, asRead)).toEqual(
            expect.objectContaining(uncounted),
          );
          if (!expected.hasMore) break;
          after = expected.last;
        }
      }),
      { numRuns: 30 },
    );
  });

  test('far pages and totals of filters read indexes alone', async () => {
    const types = ['dataset', 'report'];
    const rows = Array.from({ length: 3_000 }, (_, n) =>
      aRow({ doi: `10.5555/${n}`, publication_type: types[n % 2] ?? '', publication_year: 2000 + (n % 2) }),
    );
    const longest = Array.from({ length: 1_000 }, (_, n) => String.fromCharCode(0x100 + ((n * n) % 1_009))).join('');
    await publications.store([...rows, aRow({ doi: '10.5555/long', publication_subtype: longest.slice(0, 950) })]);
    const { database, pool } = server;
    const table = tableOf(publicationList);
    await pool.query(`VACUUM ANALYZE ${table.name}`);
    const plans: string[] = [];
    const run: typeof database.run = async (text, values = []) => {
      const plan = await pool.query({ text: `EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF) ${text}`, values: [...values] });
      plans.push(plan.rows.map((line) => String(line['QUERY PLAN'])).join('\n'));
      return database.run(text, values);
    };
    const source = postgresSource({ ...database, run }, publicationList, async () => ({ settledMs: 0, epoch: 0 }));
    const asked = { page: 100, per_page: 20, q: '', sort: 'last_fetched_at', dir: 'desc', where: ['public'] } as const;
    expect((await source.find(asked, asRead)).total).toBe(3_001);
    const beyond = { ...asked, page: Number.MAX_SAFE_INTEGER };
    expect((await source.find({ ...beyond, equals: { publication_year: 2001 } }, asRead)).total).toBe(1_500);
    const scans = plans.flatMap((plan) =>
      [...plan.matchAll(/(\w+ )*Scan .*/g)].map(([scan]) => scan).filter((scan) => !scan.includes('never executed')),
    );
    const ofList = scans.filter((scan) => scan.includes(` ${table.name} `));
    expect(ofList.length).toBeGreaterThanOrEqual(2);
    expect(ofList.filter((scan) => !scan.includes('Index Only Scan'))).toEqual([]);
  });

  test('searches look at less than half of what is stored, and several processes look for what few rows have', async () => {
    const rows = Array.from({ length: 3_000 }, (_, n) => aRow({ doi: `10.5555/${n}`, title: `Kiln ${n}` }));
    await publications.store(rows);
    const { database, pool } = server;
    const table = tableOf(publicationList);
    await pool.query(`VACUUM ANALYZE ${table.name}, ${table.contents}`);
    const { rows: sizes } = await pool.query(
      `SELECT pg_table_size('${table.name}')::int AS searched, pg_table_size('${table.contents}')::int AS contents`,
    );
    expect(2 * sizes[0].searched).toBeLessThan(sizes[0].contents);
    const client = await pool.connect();
    try {
      // As in a table of gigabytes.
      await client.query('SET min_parallel_table_scan_size = 0; SET parallel_setup_cost = 0');
      const plans: string[] = [];
      const run: typeof database.run = async (text, values = []) => {
        const plan = await client.query({ text: `EXPLAIN (COSTS OFF) ${text}`, values: [...values] });
        plans.push(plan.rows.map((line) => String(line['QUERY PLAN'])).join('\n'));
        return database.run(text, values);
      };
      const source = postgresSource({ ...database, run }, publicationList, async () => ({ settledMs: 0, epoch: 0 }));
      expect((await source.find({ ...firstPage, q: 'qz' }, asRead)).total).toBe(0);
      const matched = plans[0]?.slice(plans[0].indexOf('CTE matched'), plans[0].indexOf('CTE few'));
      expect(matched).toContain(`Parallel Seq Scan on ${table.name}`);
      expect(plans[0]).not.toContain('Bitmap Heap Scan on list_publications');
    } finally {
      client.release(true);
    }
  });

  test('a row that has not changed is not written again', async () => {
    const row = aRow({ title: 'Kiln' });
    await publications.store([row]);
    const table = tableOf(publicationList);
    const written = async () =>
      (await server.pool.query(`SELECT r.xmin AS row, c.xmin AS content FROM ${table.name} r, ${table.contents} c`))
        .rows;
    const before = await written();
    await publications.store([row], false);
    expect(await written()).toEqual(before);
    await publications.store([{ ...row, title: 'Another' }], false);
    const after = await written();
    expect(after).toHaveLength(1);
    expect(after[0].row).not.toBe(before[0].row);
    expect(after[0].content).not.toBe(before[0].content);
  });

  test('a row whose filters together are too long for an index is refused', () => {
    const row = aRow({ publication_type: 'a'.repeat(1_200), publication_subtype: 'b'.repeat(900) });
    expect(() => recordOf(tableOf(publicationList), row)).toThrow('the values of its filters are too long');
  });

  test('searches in all languages give what they give in memory', async () => {
    const searched = fc.tuple(localeText, fc.constantFrom(...locales, undefined));
    const titles = fc.array(fc.tuple(localeTitle, phrase), { minLength: 1, maxLength: 15 });
    await fc.assert(
      fc.asyncProperty(titles, fc.array(searched, { maxLength: 8 }), async (given, searches) => {
        const doi = (n: number) => `10.5555/${n + 10}`;
        const rows = given.map(([title], n) => aRow({ doi: doi(n), title }));
        const curatorRows = given.map(([title, name], n) => aCuratorRow({ doi: doi(n), title, author_names: name }));
        await publications.store(rows);
        await curated.store(curatorRows);
        const [inMemory, curatedInMemory] = [new RowIndex(publicationSpec), new RowIndex(curatorSpec)];
        inMemory.put(rows);
        curatedInMemory.put(curatorRows);
        for (const [q, locale] of searches) {
          const asked = { ...firstPage, q, locale };
          expect(await publications.source.find(asked, asRead)).toEqual(inMemory.find(asked));
          expect(await curated.source.find(asked, asRead)).toEqual(curatedInMemory.find(asked));
        }
      }),
      { numRuns: 30 },
    );
  });

  test.each([
    ['a part of two texts', 'bc', undefined],
    ['the end of one text', 'ab', undefined],
    ['a pattern', '_%', undefined],
    ['a backslash', '\\', 'de'],
    ['a letter in both cases of Turkish', 'Ii', 'tr'],
    ['nothing but an accent', '\u0301', 'de'],
  ])('searching for %s finds the same rows as in memory', async (_, q, locale) => {
    const titles = ['ab', 'cd', 'b\\_%c', 'ıI', { en: 'I', tr: 'ıI' }];
    const rows = titles.map((title, n) => aCuratorRow({ doi: `10.5555/${n}`, title, author_names: 'cd\nef' }));
    await curated.store(rows);
    const index = new RowIndex<CuratorRow>(curatorSpec);
    index.put(rows);
    for (const least of [-2, 0, 1]) {
      const asked = { ...firstPage, q, locale, atLeast: { cited_by_count: least } };
      expect(await curated.source.find(asked, asRead)).toEqual(index.find(asked));
    }
  });

  test('every list has a table that answers all its queries', async () => {
    const { database } = server;
    for (const list of databaseLists as unknown as PostgresList<RowSchema>[]) {
      const { sorts, equals, atLeast, where } = list.spec;
      await stored(list);
      const source = postgresSource(database, list, async () => ({ settledMs: 0, epoch: 0 }));
      const facets = Object.keys(equals);
      for (const sort of Object.keys(sorts)) {
        const asked = {
          ...firstPage,
          sort,
          q: 'kiln',
          locale: 'tr',
          facets,
          equals: Object.fromEntries(facets.map((name) => [name, ['a', 1]])),
          atLeast: Object.fromEntries(Object.keys(atLeast).map((name) => [name, 1])),
          where: Object.keys(where),
        };
        expect(await source.find(asked, asRead)).toMatchObject({ rows: [], total: 0 });
        expect(await source.findAfter(asked, { value: 'a', id: 'b' }, asRead)).toMatchObject({ hasMore: false });
      }
    }
    const names = databaseLists.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });

  test('more rows than a response takes, large ones, and many values', async () => {
    const quoted = 'a "quoted\\" {value}, too';
    const rows = Array.from({ length: 2_500 }, (_, n) =>
      aRow({
        doi: n % 7 ? `10.5555/${n}` : `10.5555/\u{1f600}${n}`,
        title: n % 100 === 0 ? { en: `${'𝒳 ü'.repeat(9_000)}${n}`, de: `${'長い'.repeat(900)}${n}` } : `Kiln ${n % 13}`,
        cited_by_count: n % 3 ? n % 50 : null,
        orcids: [`o${n % 1_700}`, ...(n % 3 ? [quoted] : [])],
        publication_type: n % 2 ? 'dataset' : 'report',
        publication_year: 2000 + (n % 4),
      }),
    );
    await publications.store(rows);
    const index = new RowIndex<PublicationRow>(publicationSpec);
    index.put(rows);
    const asked = (fields: Partial<ListQuery>): ListQuery => ({
      page: 1,
      per_page: 3_000,
      q: '',
      sort: 'title',
      dir: 'asc',
      where: [],
      ...fields,
    });
    const queries: Partial<ListQuery>[] = [
      {},
      { dir: 'desc', facets: ['orcid', 'publication_type'] },
      { page: 2, per_page: 1_200, sort: 'cited_by_count' },
      { page: Number.MAX_SAFE_INTEGER, per_page: 100 },
      { per_page: Number.MAX_SAFE_INTEGER, offset: 3 },
      { q: 'ü𝒳', locale: 'de', per_page: 20 },
      { q: '長', locale: 'de', facets: ['orcid'] },
      // Many rows that match are not sorted, and few are.
      { q: 'kiln', page: 3, per_page: 20 },
      { q: 'kiln 1', page: 2, per_page: 20, dir: 'desc' },
      { q: 'kiln 1', page: 3, per_page: 20, dir: 'desc' },
      { q: 'kiln', page: 2, per_page: 20, facets: ['orcid', 'publication_type'] },
      { q: 'k', page: 2, per_page: 20, where: ['public'] },
      { equals: { publication_year: 2001 }, page: 2, per_page: 20, sort: 'cited_by_count' },
      { equals: { publication_year: [2001, 2002] }, page: 9, per_page: 20, facets: ['publication_type'] },
      { equals: { publication_type: 'dataset' }, where: ['public'], page: 9, per_page: 20 },
      { equals: { orcid: [quoted, 'o1'] }, where: ['public'], page: 2, per_page: 20 },
      { equals: { orcid: 'o1' }, where: ['public'], per_page: 20 },
      { atLeast: { cited_by_count: 7.5 }, atMost: { cited_by_count: 30 }, per_page: 20 },
      { foreignOrder: { source: {}, numberOf: (id) => id.length }, page: 3, per_page: 900 },
    ];
    for (const fields of queries)
      expect(await publications.source.find(asked(fields), asRead)).toEqual(index.find(asked(fields)));
    const after = { value: rows[100]?.cited_by_count ?? null, id: rows[100]?.doi ?? '' };
    for (const q of ['', 'kiln', 'kiln 1']) {
      const later = asked({ sort: 'cited_by_count', q });
      expect(await publications.source.findAndCountAfter(later, after, asRead)).toMatchObject(
        index.findAfter(later, after),
      );
    }
    const visited: string[] = [];
    await publications.source.visitRows(({ doi }) => void visited.push(doi), asRead);
    expect(visited.sort()).toEqual(rows.map(({ doi }) => doi).sort());
    const { value } = await publications.source.tally(publicationsOfPeople, asRead);
    expect(value).toEqual(index.tally(publicationsOfPeople));
    expect((await publications.source.tally(publicationsOfPeople, asRead)).value).toBe(value);
    const hidden = aRow({ ...rows[0], visible: false });
    index.put([hidden]);
    await publications.store([hidden], false);
    expect((await publications.source.tally(publicationsOfPeople, asRead)).value).not.toBe(value);
    for (const text of ['', '10.', rows[7]?.doi ?? '', rows[7]?.doi.slice(0, -1) ?? '', '11'])
      expect(await publications.source.idsBeginning(text, 50, asRead)).toEqual(index.idsBeginning(text, 50));
    expect(await publications.source.facetCounts('orcid', ['public'], asRead)).toEqual(
      index.facetCounts('orcid', ['public']),
    );
  });

  /** Each character takes two bytes in JSON, and four in JSON in JSON. */
  const quotes = (length: number) => '"'.repeat(length);
  const longest = 240_000;
  /** Stores large rows in parts: a machine with much else to do takes too long for one statement with all. */
  const storeParts = async (rows: readonly PublicationRow[], size: number) => {
    await publications.store([]);
    for (let from = 0; from < rows.length; from += size) await publications.store(rows.slice(from, from + size), false);
  };

  test('values of facets that a response has no room for are read apart, and all are counted', async () => {
    const rows = Array.from({ length: 1_150 }, (_, n) =>
      aRow({
        doi: `10.5555/${n}`,
        title: `Kiln ${n}`,
        orcids: [`${quotes(1_000)}${n}`],
        journal: `${quotes(1_000)}${n % 1_100}`,
        publication_type: `${'t'.repeat(1_900)}${n % 900}`,
        identifiers: Array.from({ length: 5 }, (_, m) => `isbn:${'i'.repeat(1_500)}${n % 800}-${m}`).join('\n'),
        publication_year: 2000 + (n % 3),
      }),
    );
    await storeParts(rows, 50);
    const index = new RowIndex<PublicationRow>(publicationSpec);
    index.put(rows);
    const facets = ['orcid', 'journal', 'publication_type', 'identifier', 'publication_year', 'is_retracted'];
    for (const fields of [
      { where: ['public'], facets: ['orcid', 'publication_type'] },
      { where: ['public'], facets },
      { equals: { publication_year: 2001 }, facets },
      { q: 'kiln', facets },
    ]) {
      const asked = { ...firstPage, ...fields };
      const expected = index.find(asked);
      expect(await publications.source.find(asked, asRead)).toEqual(expected);
    }
    for (const where of [['public'], []])
      expect(await publications.source.facetCounts('orcid', where, asRead)).toEqual(index.facetCounts('orcid', where));
  });

  test('a page of rows that are larger than a response each has all of them, however it is asked for', async () => {
    const rows = Array.from({ length: 100 }, (_, n) =>
      aRow({
        doi: `10.5555/${n + 100}`,
        title: n % 40 === 0 ? `${quotes(longest)}${n}` : `${'ü'.repeat(20_000)}${n}`,
        cited_by_count: n % 2 ? null : n,
        publication_type: `${'t'.repeat(1_900)}${n}`,
      }),
    );
    await storeParts(rows, 3);
    const index = new RowIndex<PublicationRow>(publicationSpec);
    index.put(rows);
    for (const sort of ['doi', 'title', 'cited_by_count']) {
      const asked = { ...firstPage, sort };
      expect(await publications.source.find(asked, asRead)).toEqual(index.find(asked));
      const counted = { ...asked, facets: ['publication_type', 'publication_year'] };
      expect(await publications.source.find(counted, asRead)).toEqual(index.find(counted));
      for (const after of [undefined, { value: null, id: rows[10]?.doi ?? '' }]) {
        const expected = index.findAfter(asked, after);
        expect(await publications.source.findAndCountAfter(asked, after, asRead)).toMatchObject(expected);
      }
    }
    const visited: string[] = [];
    await publications.source.visitRows(({ doi }) => void visited.push(doi), asRead);
    expect(visited).toEqual(rows.map(({ doi }) => doi).sort());
  });

  test('a row that is too large for any response is refused', () => {
    expect(() => recordOf(tableOf(publicationList), aRow({ title: quotes(longest) }))).not.toThrow();
    expect(() => recordOf(tableOf(publicationList), aRow({ title: quotes(260_000) }))).toThrow(
      'the row is larger than a response of the database',
    );
  });

  test('ids of the largest size are compared, and put in the order of another list', async () => {
    const rows = Array.from({ length: 1_000 }, (_, n) => aRow({ doi: `10.5555/${quotes(985)}${n}` }));
    await storeParts(rows, 100);
    const changed = { ...(rows[850] as PublicationRow), title: 'Another title' };
    const asked = rows.map((each, n) => (n === 850 ? changed : each));
    expect(await differing(server.database, tableOf(publicationList), asked)).toEqual([changed]);
    const index = new RowIndex<PublicationRow>(publicationSpec);
    index.put(rows);
    const ordered = { ...firstPage, foreignOrder: { source: {}, numberOf: (id: string) => id.length } };
    expect(await publications.source.find(ordered, asRead)).toEqual(index.find(ordered));
  });
});
