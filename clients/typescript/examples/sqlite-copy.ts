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

/** Tables of the groups of outputs, if the copy is made with them. */
const groupTables = { publications: 'groups_of_publications', works: 'groups_of_works' } as const;
const groupTableOf = (list: ListName) => (list === 'publications' || list === 'works' ? groupTables[list] : undefined);

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
    for (const table of Object.values(groupTables)) {
      this.#database.exec(
        `CREATE TABLE IF NOT EXISTS ${table} (id TEXT NOT NULL, group_id TEXT NOT NULL, is_direct INTEGER NOT NULL,
          PRIMARY KEY (id, group_id)) STRICT, WITHOUT ROWID`,
      );
      this.#database.exec(`CREATE INDEX IF NOT EXISTS ${table}_by_group ON ${table} (group_id)`);
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
      const groupTable = groupTableOf(list);
      if (page.reset) {
        this.#database.exec(`DELETE FROM ${list}`);
        if (groupTable) this.#database.exec(`DELETE FROM ${groupTable}`);
      }
      this.#put(list, page.changes);
      if (groupTable) this.#putGroups(groupTable, page.changes);
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

  #putGroups(table: string, changes: Change<ListName>[]): void {
    const remove = this.#database.prepare(`DELETE FROM ${table} WHERE id = ?`);
    const insert = this.#database.prepare(`INSERT INTO ${table} VALUES (?, ?, ?)`);
    for (const { id, item } of changes) {
      remove.run(id);
      const groups = item && 'groups' in item ? (item.groups ?? []) : [];
      for (const group of groups) insert.run(id, group.id, group.is_direct ? 1 : 0);
    }
  }

  /** The ids of publications or works of a group, if the copy is made with groups. */
  idsOfGroup(list: keyof typeof groupTables, group: string): string[] {
    const rows = this.#database
      .prepare(`SELECT id FROM ${groupTables[list]} WHERE group_id = ? ORDER BY id`)
      .all(group);
    return rows.map(({ id }) => String(id));
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
