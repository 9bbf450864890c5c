import pg from 'pg';
import { publicationSpec } from '#src/lists/publications.ts';
import type { PublicationRow } from '#src/records/publications/row.ts';
import { defaultText } from '#src/vocabulary/locale.ts';
import type { ListQuery } from '../shared/mix.ts';

/** The list of publications on PostgreSQL, built the usual way: a table, its indexes, one statement per page. */
export interface Postgres {
  /** Creates the table, inserts the rows, and creates and analyzes the indexes. */
  load(rows: Iterable<PublicationRow>): Promise<void>;
  find(query: ListQuery): Promise<{ rows: ListedRow[]; total: number }>;
  version(): Promise<string>;
  /** Drops the table and disconnects. */
  close(): Promise<void>;
}

export type ListedRow = Pick<
  PublicationRow,
  'doi' | 'title' | 'publication_date' | 'publication_year' | 'publication_type' | 'cited_by_count' | 'last_fetched_at'
>;

const rowsAtOnce = 5000;
const sorts = Object.entries(publicationSpec.sorts);
// Sort values come from the list's own specification, so that both sides sort alike.
const isTextSort = (name: string) => name === 'publication_date' || name === 'title';
const columns = [
  'doi text COLLATE "C" PRIMARY KEY',
  'title jsonb',
  'searched text',
  'publication_date text',
  'publication_year int',
  'publication_type text',
  'cited_by_count int',
  'last_fetched_at bigint',
  'is_public boolean',
  ...sorts.map(([name]) => `by_${name} ${isTextSort(name) ? 'text COLLATE "C"' : 'bigint'}`),
];
const indexes = [
  'USING gin (lower(searched) gin_trgm_ops)',
  '(publication_type, publication_year, cited_by_count) WHERE is_public',
  '(cited_by_count) WHERE is_public',
  // Two indexes per sort: rows without a value come last in both directions, and ties are ordered by DOI.
  ...sorts.flatMap(([name]) => [
    `(by_${name} DESC NULLS LAST, doi) WHERE is_public`,
    `(by_${name} ASC NULLS LAST, doi) WHERE is_public`,
  ]),
];

/** Connects to a server. Works in its own schema and leaves the rest of the database untouched. */
export async function connectPostgres(url: string, connections = 1): Promise<Postgres> {
  const { pool, version, close } = await connect(url, `registry_bench_${process.pid}`, connections);
  return {
    async load(rows) {
      await pool.query(`CREATE TABLE publications (${columns.join(', ')})`);
      await insertRows(pool, rows, (row) => ({
        ...row,
        searched: defaultText(row.title),
        is_public: publicationSpec.where.public(row),
        ...Object.fromEntries(sorts.map(([name, read]) => [`by_${name}`, read(row)])),
      }));
      for (const index of indexes) await pool.query(`CREATE INDEX ON publications ${index}`);
      await pool.query('VACUUM ANALYZE publications');
    },
    async find(query) {
      const { rows } = await pool.query(statement(query));
      const found = rows.filter(({ doi }) => doi !== null);
      return { rows: found.map(({ total: _, place: __, ...row }) => row), total: rows[0].total };
    },
    version,
    close,
  };
}

/** Connects to a server, with an empty schema that `close` drops. */
export async function connect(
  url: string,
  schema: string,
  connections = 1,
): Promise<{ pool: pg.Pool; version(): Promise<string>; close(): Promise<void> }> {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    // Settings for a database that fits into memory: sorts stay in memory, and random reads are cheap.
    options: `-c search_path=${schema},public -c work_mem=64MB -c random_page_cost=1.1 -c jit=off`,
    types: {
      getTypeParser: (oid, format) => (oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format)),
    },
  });
  await pool.query('CREATE EXTENSION IF NOT EXISTS pg_trgm SCHEMA public');
  await pool.query(`CREATE SCHEMA ${schema}`);
  return {
    pool,
    version: async () => String((await pool.query('SHOW server_version')).rows[0].server_version),
    async close() {
      await pool.query(`DROP SCHEMA ${schema} CASCADE`);
      await pool.end();
    },
  };
}

/**
 * Page and total in one statement. It is unnamed, so that PostgreSQL plans it for the actual values: a trigram index
 * only helps for some texts.
 */
function statement(query: ListQuery): { text: string; values: unknown[] } {
  const { page, per_page, q, sort, dir, publication_type, publication_year, min_cited_by } = query;
  const values: unknown[] = [];
  const bound = (value: unknown) => `$${values.push(value)}`;
  const conditions = ['is_public'];
  if (q !== '') conditions.push(`lower(searched) LIKE ${bound(`%${q.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`)}`);
  if (publication_type !== null) conditions.push(`publication_type = ${bound(publication_type)}`);
  if (publication_year !== null) conditions.push(`publication_year = ${bound(publication_year)}`);
  if (min_cited_by) conditions.push(`cited_by_count >= ${bound(min_cited_by)}`);
  const where = `WHERE ${conditions.join(' AND ')}`;
  const direction = `${dir === 'asc' ? 'ASC' : 'DESC'} NULLS LAST`;
  const text = `
    SELECT counted.total, page.* FROM (SELECT count(*)::int AS total FROM publications ${where}) counted
    LEFT JOIN (
      SELECT doi, title, publication_date, publication_year, publication_type, cited_by_count, last_fetched_at,
        by_${sort} AS place
      FROM publications ${where} ORDER BY by_${sort} ${direction}, doi
      LIMIT ${bound(per_page)} OFFSET ${bound((page - 1) * per_page)}
    ) page ON true
    ORDER BY page.place ${direction}, page.doi`;
  return { text, values };
}

/** Inserts rows in batches, with the columns from `toRecord`. */
export async function insertRows<Row>(
  pool: pg.Pool,
  rows: Iterable<Row>,
  toRecord: (row: Row) => object,
): Promise<void> {
  for (const batch of batches(rows, rowsAtOnce)) {
    await pool.query(`INSERT INTO publications SELECT * FROM jsonb_populate_recordset(NULL::publications, $1)`, [
      JSON.stringify(batch.map(toRecord)),
    ]);
  }
}

function* batches<T>(items: Iterable<T>, size: number): Generator<T[]> {
  let batch: T[] = [];
  for (const item of items) {
    batch.push(item);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
