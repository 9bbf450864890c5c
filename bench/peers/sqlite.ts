import { DatabaseSync } from 'node:sqlite';
import { publicationSpec } from '#src/lists/publications.ts';
import type { PublicationRow } from '#src/records/publications/row.ts';
import { defaultText } from '#src/vocabulary/locale.ts';
import type { ListQuery } from '../shared/mix.ts';
import type { ListedRow } from './postgres.ts';

/**
 * The list of publications in SQLite: a table, its indexes, and an index of trigrams (FTS5) for the search. A function
 * could open it without a server. FTS5 needs three letters, so shorter texts are searched for row by row.
 */

const sorts = Object.entries(publicationSpec.sorts);
const listed = 'doi, title, publication_date, publication_year, publication_type, cited_by_count, last_fetched_at';
const columns = [...listed.split(', '), 'searched', 'is_public', ...sorts.map(([name]) => `by_${name}`)];
const indexes = [
  '(publication_type, publication_year, cited_by_count) WHERE is_public',
  '(cited_by_count) WHERE is_public',
  // Rows without a value come last in both directions.
  ...sorts.flatMap(([name]) =>
    ['DESC', 'ASC'].map((direction) => `(by_${name} IS NULL, by_${name} ${direction}, doi) WHERE is_public`),
  ),
];
/** With the file in memory, as PostgreSQL has its buffers. */
const settings = 'PRAGMA mmap_size = 2147418112; PRAGMA cache_size = -1000000; PRAGMA temp_store = MEMORY;';
const shortestIndexed = 3;

/** Opens a file, which is made if there is none. */
export function openSqlite(file: string) {
  const database = new DatabaseSync(file);
  database.exec(settings);
  return {
    async load(rows: Iterable<PublicationRow>): Promise<void> {
      database.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF');
      database.exec(`CREATE TABLE publications (${columns.join(', ')}); BEGIN`);
      database.exec("CREATE VIRTUAL TABLE words USING fts5(searched, content='', tokenize='trigram case_sensitive 1')");
      const insert = database.prepare(`INSERT INTO publications VALUES (${columns.map(() => '?').join(', ')})`);
      const addWords = database.prepare('INSERT INTO words (rowid, searched) VALUES (?, ?)');
      for (const row of rows) {
        const searched = (defaultText(row.title) ?? '').toLowerCase();
        const places = sorts.map(([, read]) => read(row));
        const { title, publication_date, publication_year, publication_type, cited_by_count } = row;
        const shown = [row.doi, JSON.stringify(title), publication_date, publication_year, publication_type];
        const isPublic = publicationSpec.where.public(row) ? 1 : 0;
        const values = [...shown, cited_by_count, row.last_fetched_at, searched, isPublic, ...places];
        addWords.run(insert.run(...values).lastInsertRowid, searched);
      }
      for (const [n, index] of indexes.entries()) database.exec(`CREATE INDEX index_${n} ON publications ${index}`);
      database.exec("INSERT INTO words (words) VALUES ('optimize'); COMMIT; ANALYZE");
    },
    find(query: ListQuery): { rows: ListedRow[]; total: number } {
      const { count, page, values, paging } = statements(query);
      const total = Number(database.prepare(count).get(...values)?.total);
      const rows = database.prepare(page).all(...values, ...paging);
      return { rows: rows.map((row) => ({ ...row, title: JSON.parse(String(row.title)) })) as ListedRow[], total };
    },
    version: async () => String(database.prepare('SELECT sqlite_version() AS version').get()?.version),
    close: async () => database.close(),
  };
}

function statements({ page, per_page, q, sort, dir, publication_type, publication_year, min_cited_by }: ListQuery) {
  const conditions = ['is_public'];
  const values: (string | number)[] = [];
  const add = (condition: string, value: string | number) => {
    conditions.push(condition);
    values.push(value);
  };
  const text = q.toLowerCase();
  if ([...text].length >= shortestIndexed)
    add('rowid IN (SELECT rowid FROM words WHERE words MATCH ?)', `"${text.replaceAll('"', '""')}"`);
  else if (text !== '') add('instr(searched, ?) > 0', text);
  if (publication_type !== null) add('publication_type = ?', publication_type);
  if (publication_year !== null) add('publication_year = ?', publication_year);
  if (min_cited_by) add('cited_by_count >= ?', min_cited_by);
  const from = `FROM publications WHERE ${conditions.join(' AND ')}`;
  const order = `by_${sort} IS NULL, by_${sort} ${dir}, doi`;
  return {
    count: `SELECT count(*) AS total ${from}`,
    page: `SELECT ${listed} ${from} ORDER BY ${order} LIMIT ? OFFSET ?`,
    values,
    paging: [per_page, (page - 1) * per_page],
  };
}
