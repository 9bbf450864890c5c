import { publicationSpec } from '#src/lists/publications.ts';
import type { PublicationRow } from '#src/records/publications/row.ts';
import { daysOf, institution } from '../shared/groups.ts';
import { connect, insertRows } from './postgres.ts';

/** Groups, members and publications on PostgreSQL, with an index that alone answers which publications are a group's. */
export interface GroupsInPostgres {
  load(rows: Iterable<PublicationRow>): Promise<void>;
  /** The newest publications of a group and those below it, and how many there are. */
  find(group: string, perPage: number): Promise<{ dois: string[]; total: number }>;
  /** The number of publications per group, each counted for the groups above, too. */
  count(): Promise<Map<string, number>>;
  /** Makes a table of its own, with the index that answers `countCells` alone. */
  prepareCells(): Promise<void>;
  /** The number of publications per group, year and open access, by these as JSON. */
  countCells(): Promise<Map<string, number>>;
  version(): Promise<string>;
  close(): Promise<void>;
}

const dayMs = 86_400_000;
const day = (ms: number | null, otherwise: number) => (ms === null ? otherwise : Math.floor(ms / dayMs));
const farDays = 10_000_000;

export async function connectGroups(url: string): Promise<GroupsInPostgres> {
  const { pool, version, close } = await connect(url, `registry_groups_${process.pid}`);
  const insert = (table: string, rows: readonly object[]) =>
    pool.query(`INSERT INTO ${table} SELECT * FROM jsonb_populate_recordset(NULL::${table}, $1)`, [
      JSON.stringify(rows),
    ]);
  return {
    async load(rows) {
      await pool.query(`
        CREATE TABLE parents (id text, parent text);
        CREATE TABLE ancestors (id text, ancestor text);
        CREATE TABLE members (group_id text, orcid text, first_day int, last_day int);
        CREATE TABLE publications (doi text COLLATE "C" PRIMARY KEY, publication_date text COLLATE "C", orcids jsonb,
          first_day int, last_day int, is_public boolean, publication_year int, open_access_status text);`);
      await insert(
        'parents',
        institution.places.flatMap(({ id, parents }) => parents.map((parent) => ({ id, parent: parent.id }))),
      );
      await insert(
        'members',
        [...institution.members].flatMap(([orcid, memberships]) =>
          memberships.map(({ group_id, starts_at, ends_at }) => ({
            ...{ group_id, orcid },
            first_day: day(starts_at, -farDays),
            last_day: day(ends_at === null ? null : ends_at - 1, farDays),
          })),
        ),
      );
      await insertRows(pool, rows, ({ doi, orcids, publication_year, open_access_status, ...row }) => ({
        ...{ doi, orcids, publication_year, open_access_status },
        ...daysOf(row.publication_date),
        publication_date: publicationSpec.sorts.publication_date(row as PublicationRow),
        is_public: publicationSpec.where.public(row as PublicationRow),
      }));
      await pool.query(`
        INSERT INTO ancestors WITH RECURSIVE above AS (
          SELECT DISTINCT id, id AS ancestor FROM (SELECT id FROM parents UNION SELECT parent FROM parents) named
          UNION SELECT above.id, parents.parent FROM above JOIN parents ON parents.id = above.ancestor)
        SELECT id, ancestor FROM above;
        CREATE TABLE authors AS SELECT orcid, doi, publication_date, first_day, last_day FROM publications,
          jsonb_array_elements_text(orcids) AS orcid WHERE is_public;
        CREATE INDEX ON authors (orcid, first_day, last_day) INCLUDE (doi, publication_date);
        CREATE INDEX ON members (group_id) INCLUDE (orcid, first_day, last_day);
        CREATE INDEX ON ancestors (ancestor) INCLUDE (id);
        CREATE INDEX ON ancestors (id) INCLUDE (ancestor);`);
      await pool.query('VACUUM ANALYZE');
    },
    async find(group, perPage) {
      const { rows } = await pool.query(
        `WITH found AS (
          SELECT DISTINCT authors.doi, authors.publication_date FROM ancestors
          JOIN members ON members.group_id = ancestors.id
          JOIN authors ON authors.orcid = members.orcid AND authors.first_day <= members.last_day
            AND authors.last_day >= members.first_day
          WHERE ancestors.ancestor = $1)
        SELECT counted.total, page.doi FROM (SELECT count(*)::int AS total FROM found) counted LEFT JOIN (
          SELECT doi, publication_date FROM found ORDER BY publication_date DESC NULLS LAST, doi COLLATE "C" LIMIT $2) page
          ON true ORDER BY page.publication_date DESC NULLS LAST, page.doi COLLATE "C"`,
        [group, perPage],
      );
      return { dois: rows.flatMap(({ doi }) => doi ?? []), total: rows[0].total };
    },
    async count() {
      const { rows } = await pool.query(
        `SELECT ancestors.ancestor, count(DISTINCT authors.doi)::int AS count FROM members
        JOIN ancestors ON ancestors.id = members.group_id
        JOIN authors ON authors.orcid = members.orcid AND authors.first_day <= members.last_day
          AND authors.last_day >= members.first_day
        GROUP BY ancestors.ancestor`,
      );
      return new Map(rows.map(({ ancestor, count }) => [ancestor, count]));
    },
    async prepareCells() {
      await pool.query(`
        CREATE TABLE counted AS SELECT orcid, doi, publication_year AS year, open_access_status AS access, first_day, last_day
          FROM publications, jsonb_array_elements_text(orcids) AS orcid WHERE is_public;
        CREATE INDEX ON counted (orcid, first_day, last_day) INCLUDE (doi, year, access);`);
      await pool.query('VACUUM ANALYZE');
    },
    async countCells() {
      const { rows } = await pool.query(
        `SELECT ancestors.ancestor, counted.year, counted.access, count(DISTINCT counted.doi)::int AS count FROM members
        JOIN ancestors ON ancestors.id = members.group_id
        JOIN counted ON counted.orcid = members.orcid AND counted.first_day <= members.last_day
          AND counted.last_day >= members.first_day
        GROUP BY ancestors.ancestor, counted.year, counted.access`,
      );
      return new Map(
        rows.map(({ ancestor, year, access, count }) => [JSON.stringify([ancestor, year, access]), count]),
      );
    },
    version,
    close,
  };
}
