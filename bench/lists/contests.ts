import { curatorSpec } from '#src/lists/curated-publications.ts';
import type { RowIndex } from '#src/lists/index/row-index.ts';
import type { StoredSpec } from '#src/lists/load/snapshot.ts';
import type { ListQuery as AnyListQuery } from '#src/lists/model/query.ts';
import type { RowSchema } from '#src/lists/model/spec.ts';
import { publicationSpec } from '#src/lists/publications.ts';
import { whenLoaded } from '#src/lists/sections/base.ts';
import { connectCuratorPostgres } from '../peers/curators-postgres.ts';
import { connectPostgres } from '../peers/postgres.ts';
import { openSqlite } from '../peers/sqlite.ts';
import type { Report } from '../shared/command.ts';
import { type CuratorQuery, curatorMix, curatorRowFromTable } from '../shared/curators.ts';
import { localeMix, localizedRowFromTable, searchedLocales } from '../shared/locales.ts';
import { memoryMb } from '../shared/memory.ts';
import { commonParts, type ListQuery, queryMix, rowFromTable } from '../shared/mix.ts';
import { timed } from '../shared/statistics.ts';

export interface Answer {
  total: number;
}

/** One list on both sides. */
export interface Contest<Row extends object, Query> {
  /** Of the two lists that `snapshot-answer.ts` knows. */
  name: 'publications' | 'curators';
  /** Of its snapshots. */
  file: string;
  spec: StoredSpec<RowSchema>;
  kinds: { name: string; queryOf(variation: number): Query }[];
  rowOf(index: number): Row;
  /** The row with a changed field that no query uses. */
  touched(row: Row, change: number): Row;
  /** The query as the route passes it to the index. */
  asked(query: Query): AnyListQuery;
  /** The fields of rows that are read, the same on all sides. */
  fields: readonly string[];
  /** Measurements of the list before the first query. */
  measureFirst?(list: RowIndex<Row>): Promise<Report['facts']>;
  /** The part of an answer that the other side must match. */
  answerOf(found: Answer): unknown;
  /** On a PostgreSQL server. */
  connectPostgres?(url: string): Promise<Peer<Row, Query>>;
  /** In a file of SQLite. */
  openSqlite?(file: string): Peer<Row, Query>;
}

export interface Peer<Row, Query> {
  load(rows: Iterable<Row>): Promise<void>;
  find(query: Query): unknown;
  version(): Promise<string>;
  close(): Promise<void>;
}

export function publicContest(rows: number): Contest<ReturnType<typeof rowFromTable>, ListQuery> {
  type Row = ReturnType<typeof rowFromTable>;
  return {
    name: 'publications',
    file: 'publications',
    spec: publicationSpec as unknown as StoredSpec<RowSchema>,
    kinds: queryMix(rows),
    rowOf: (index) => rowFromTable(index, rows),
    touched: (row, change) => ({ ...row, edit_count: change }),
    asked: indexQuery,
    fields: shownFields,
    answerOf: (found) => {
      const { rows, total } = found as Answer & { rows: Row[] };
      return { rows, total };
    },
    connectPostgres,
    openSqlite,
  };
}

export function curatorContest(rows: number): Contest<ReturnType<typeof curatorRowFromTable>, CuratorQuery> {
  type Row = ReturnType<typeof curatorRowFromTable>;
  return {
    name: 'curators',
    file: 'curators',
    spec: curatorSpec as unknown as StoredSpec<RowSchema>,
    kinds: curatorMix(rows),
    rowOf: (index) => curatorRowFromTable(index, rows),
    touched: (row, change) => ({ ...row, created_at: change }),
    asked: (query) => query as AnyListQuery,
    fields: ['doi', 'title', 'publication_year', 'publication_type', 'cited_by_count'],
    answerOf: (found) => {
      const { rows, total, facets = {} } = found as ReturnType<RowIndex<Row>['find']>;
      const counts = Object.entries(facets).map(([name, values]) => [name, Object.fromEntries(values)]);
      return { dois: rows.map(({ doi }) => doi), total, facets: Object.fromEntries(counts) };
    },
    connectPostgres: connectCuratorPostgres,
  };
}

export function localeContest(rows: number): Contest<ReturnType<typeof rowFromTable>, AnyListQuery> {
  return {
    name: 'publications',
    file: 'locales',
    spec: publicationSpec as unknown as StoredSpec<RowSchema>,
    kinds: localeMix(rows, commonParts(rows)),
    rowOf: (index) => localizedRowFromTable(index, rows),
    touched: (row, change) => ({ ...row, edit_count: change }),
    asked: (query) => query,
    fields: shownFields,
    answerOf: ({ total }) => ({ total }),
    async measureFirst(list) {
      const facts: Report['facts'] = {};
      for (const locale of searchedLocales) {
        const stepsMs: number[] = [];
        const memoryBeforeMb = await memoryMb();
        let building = list.prepareSearch('x', locale);
        const step = () => {
          try {
            return building.next().done ?? false;
          } catch (error) {
            building = list.prepareSearch('x', locale);
            throw error;
          }
        };
        for (let isDone = false; !isDone; ) {
          const { result, ms } = await timed(() => whenLoaded(step));
          stepsMs.push(ms);
          isDone = result;
        }
        facts[`first search in ${locale}, ms`] = stepsMs.reduce((sum, ms) => sum + ms, 0);
        facts[`its longest step (${locale}), ms`] = Math.max(...stepsMs);
        facts[`its memory (${locale}), MB`] = (await memoryMb()) - memoryBeforeMb;
      }
      return facts;
    },
  };
}

/** The columns that all sides read; SQLite and PostgreSQL have no more. */
const shownFields = [
  'doi',
  'title',
  'publication_date',
  'publication_year',
  'publication_type',
  'cited_by_count',
  'last_fetched_at',
];

/** The query as the list route passes it to the index. */
function indexQuery({ publication_type, publication_year, min_cited_by, ...paging }: ListQuery) {
  return {
    ...paging,
    equals: { publication_type, publication_year },
    atLeast: { cited_by_count: min_cited_by },
    where: ['public'],
  };
}
