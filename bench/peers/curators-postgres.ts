import type pg from 'pg';
import { curatorSpec } from '#src/lists/curated-publications.ts';
import { sharedTexts } from '#src/lists/model/definition.ts';
import type { CuratorRow } from '#src/records/publications/row.ts';
import type { CuratorQuery } from '../shared/curators.ts';
import { connect, insertRows } from './postgres.ts';

/** The compared values: the DOIs of the page, the total, and the facet counts. */
export interface CuratorAnswer {
  dois: string[];
  total: number;
  facets: Record<string, Record<string, number>>;
}

const sorts = Object.entries(curatorSpec.sorts);
const equals = Object.entries(curatorSpec.equals);
const isTextSort = (name: string) => name === 'publication_date' || name === 'title';
/** Filters of which a row has any number of values. */
const lists = ['orcid_id', 'not_author', 'missing'];
const typeOf = (name: string) => (name === 'publication_year' ? 'int' : lists.includes(name) ? 'text[]' : 'text');
const columns = [
  'doi text COLLATE "C" PRIMARY KEY',
  'title jsonb',
  'searched text',
  'cited_by_count int',
  ...equals.map(([name]) => `${name} ${typeOf(name)}`),
  ...sorts.map(([name]) => `by_${name} ${isTextSort(name) ? 'text COLLATE "C"' : 'bigint'}`),
];
const active = "WHERE status = 'active'";
const indexes = [
  'USING gin (lower(searched) gin_trgm_ops)',
  'USING gin (orcid_id)',
  `(publication_type, publication_year, open_access_status) ${active}`,
  `(visibility, by_last_fetched_at DESC NULLS LAST, doi) ${active}`,
  ...sorts.flatMap(([name]) => [
    `(by_${name} DESC NULLS LAST, doi) ${active}`,
    `(by_${name} ASC NULLS LAST, doi) ${active}`,
  ]),
];

/** The curators' list on PostgreSQL: a trigram index over titles and author names, and one per sort order. */
export async function connectCuratorPostgres(url: string) {
  const { pool, version, close } = await connect(url, `curators_bench_${process.pid}`);
  return {
    version,
    close,
    async load(rows: Iterable<CuratorRow>): Promise<void> {
      await pool.query(`CREATE TABLE publications (${columns.join(', ')})`);
      await insertRows(pool, rows, (row) => ({
        ...row,
        searched: sharedTexts(curatorSpec, row, 'lower').join('\n'),
        ...Object.fromEntries(equals.map(([name, read]) => [name, read(row)])),
        ...Object.fromEntries(sorts.map(([name, read]) => [`by_${name}`, read(row)])),
      }));
      for (const index of indexes) await pool.query(`CREATE INDEX ON publications ${index}`);
      await pool.query('VACUUM ANALYZE publications');
    },
    async find(query: CuratorQuery): Promise<CuratorAnswer> {
      const { where, values } = conditions(query);
      const { rows } = await pool.query(pageStatement(query, where, values), values);
      const dois = rows.filter(({ doi }) => doi !== null).map(({ doi }) => String(doi));
      return { dois, total: rows[0].total, facets: await facetsOf(pool, query) };
    },
  };
}

function conditions({ q, equals: filters, atLeast, atMost }: CuratorQuery): { where: string; values: unknown[] } {
  const values: unknown[] = [];
  const bound = (value: unknown) => `$${values.push(value)}`;
  const all: string[] = [];
  for (const [name, value] of Object.entries(filters)) {
    if (name === 'orcid_id') all.push(`orcid_id && ${bound([value].flat())}::text[]`);
    // A literal, as an application would write it, because partial indexes need one.
    else if (name === 'status') all.push(`status = '${value}'`);
    else if (Array.isArray(value)) all.push(`${name} = ANY(${bound(value)})`);
    else all.push(`${name} = ${bound(value)}`);
  }
  for (const [name, least] of Object.entries(atLeast)) all.push(`${name} >= ${bound(least)}`);
  for (const [name, most] of Object.entries(atMost)) all.push(`${name} <= ${bound(most)}`);
  if (q !== '') all.push(`lower(searched) LIKE ${bound(`%${q.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`)}`);
  return { where: `WHERE ${all.join(' AND ')}`, values };
}

/** Page and total in one statement. */
function pageStatement({ sort, dir, page, per_page }: CuratorQuery, where: string, values: unknown[]): string {
  const direction = `${dir === 'asc' ? 'ASC' : 'DESC'} NULLS LAST`;
  const [limit, offset] = [values.push(per_page), values.push((page - 1) * per_page)];
  return `
    SELECT counted.total, page.* FROM (SELECT count(*)::int AS total FROM publications ${where}) counted
    LEFT JOIN (
      SELECT doi, title, publication_year, publication_type, cited_by_count, by_${sort} AS place
      FROM publications ${where} ORDER BY by_${sort} ${direction}, doi LIMIT $${limit} OFFSET $${offset}
    ) page ON true
    ORDER BY page.place ${direction}, page.doi`;
}

/** The facets with one value a row in one statement, and each other one in one of its own. */
async function facetsOf(pool: pg.Pool, { facets, ...query }: CuratorQuery): Promise<CuratorAnswer['facets']> {
  if (facets.length === 0) return {};
  const { where, values } = conditions({ facets, ...query });
  const single = facets.filter((name) => !lists.includes(name));
  const groups = single.map((name) => `(${name})`).join(', ');
  const marks = single.map((name) => `GROUPING(${name}) AS is_rest_${name}`).join(', ');
  const { rows } = await pool.query(
    `SELECT ${single.join(', ')}, ${marks}, count(*)::int AS found FROM publications ${where} GROUP BY GROUPING SETS (${groups})`,
    values,
  );
  const found: CuratorAnswer['facets'] = {};
  for (const name of single) {
    const counted = rows.filter((row) => row[`is_rest_${name}`] === 0 && row[name] !== null);
    found[name] = Object.fromEntries(counted.map((row) => [String(row[name]), row.found as number]));
  }
  for (const name of facets.filter((each) => lists.includes(each))) {
    const counted = await pool.query(
      `SELECT each AS value, count(*)::int AS found FROM publications, unnest(${name}) each ${where} GROUP BY each`,
      values,
    );
    found[name] = Object.fromEntries(counted.rows.map((row) => [String(row.value), row.found as number]));
  }
  return found;
}
