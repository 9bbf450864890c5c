import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import type { Change, ChangePage, ListName } from '../src/client.ts';
import type { Checkpoint, Copy } from '../src/sync.ts';

/** Columns to sort and filter by, beside the id and the complete item as JSON. */
const columns = {
  publications: ['publication_year', 'publication_date', 'publication_type', 'cited_by_count', 'last_fetched_at'],
  works: ['publication_year', 'publication_date', 'work_type', 'created_at'],
  projects: ['programme', 'title', 'start_date', 'end_date', 'created_at'],
  people: ['slug', 'people_type'],
  groups: ['kind', 'taken_over_by'],
} as const satisfies Record<ListName, readonly string[]>;

const idColumn = { publications: 'doi', works: 'id', projects: 'id', people: 'orcid', groups: 'id' } as const;

export const listNames = Object.keys(columns) as ListName[];

/** Copies of the lists in one SQLite file: one table per list, and the table `places` with a checkpoint per list. */
export class SqliteCopy implements Copy {
  readonly #database: DatabaseSync;
  readonly #registry: string;
  readonly #locale: string;

  /** A file belongs to one registry and locale: `checkpoint` throws if it holds a copy of another. */
  constructor(file: string, registry: string, locale: string) {
    this.#database = new DatabaseSync(file, { timeout: 10_000 });
    this.#registry = registry;
    this.#locale = locale;
    this.#database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL');
    this.#database.exec(
      `CREATE TABLE IF NOT EXISTS places (list TEXT PRIMARY KEY, cursor TEXT NOT NULL, etag TEXT,
        registry TEXT NOT NULL, locale TEXT NOT NULL) STRICT, WITHOUT ROWID`,
    );
    for (const list of listNames) {
      const others = columns[list].map((column) => `${column} ANY`);
      const all = [
        `${idColumn[list]} TEXT PRIMARY KEY`,
        ...others,
        'changed_at INTEGER NOT NULL',
        'item TEXT NOT NULL',
      ];
      this.#database.exec(`CREATE TABLE IF NOT EXISTS ${list} (${all.join(', ')}) STRICT, WITHOUT ROWID`);
    }
  }

  checkpoint(list: ListName): Checkpoint | undefined {
    const found = this.#database.prepare('SELECT * FROM places WHERE list = ?').get(list);
    if (!found) return undefined;
    if (found.registry !== this.#registry || found.locale !== this.#locale) {
      throw new Error(
        `This file has a copy of ${found.registry} in the language "${found.locale}": choose another with --file`,
      );
    }
    return { cursor: String(found.cursor), etag: found.etag === null ? undefined : String(found.etag) };
  }

  /** Writes items and checkpoint in one transaction. */
  apply<List extends ListName>(list: List, page: ChangePage<List>, checkpoint: Checkpoint): void {
    this.#database.exec('BEGIN IMMEDIATE');
    try {
      if (page.reset) this.#database.exec(`DELETE FROM ${list}`);
      this.#put(list, page.changes);
      this.#database
        .prepare('INSERT OR REPLACE INTO places VALUES (?, ?, ?, ?, ?)')
        .run(list, checkpoint.cursor, checkpoint.etag ?? null, this.#registry, this.#locale);
      this.#database.exec('COMMIT');
    } catch (error) {
      this.#database.exec('ROLLBACK');
      throw error;
    }
  }

  #put<List extends ListName>(list: List, changes: Change<List>[]): void {
    const id = idColumn[list];
    const names = [id, ...columns[list], 'changed_at', 'item'];
    const marks = names.map(() => '?').join(', ');
    const upsert = this.#database.prepare(`INSERT OR REPLACE INTO ${list} (${names.join(', ')}) VALUES (${marks})`);
    const remove = this.#database.prepare(`DELETE FROM ${list} WHERE ${id} = ?`);
    for (const change of changes) {
      if (change.type === 'removed') {
        remove.run(change.id);
        continue;
      }
      const fields: { [column: string]: unknown } = { ...change.item };
      const values = columns[list].map((column) => (fields[column] ?? null) as SQLInputValue);
      upsert.run(change.id, ...values, change.changed_at, JSON.stringify(change.item));
    }
  }

  count(list: ListName): number {
    return Number(this.#database.prepare(`SELECT count(*) AS n FROM ${list}`).get()?.n);
  }

  /** The items as the registry sent them, by id. */
  items(list: ListName): Map<string, unknown> {
    const rows = this.#database.prepare(`SELECT ${idColumn[list]} AS id, item FROM ${list}`).all();
    return new Map(rows.map(({ id, item }) => [String(id), JSON.parse(String(item))]));
  }

  close(): void {
    this.#database.close();
  }
}
