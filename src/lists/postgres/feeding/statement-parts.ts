import { listShards } from '#src/table/keys.ts';
import type { RowSchema } from '../../model/spec.ts';
import type { Values } from '../database.ts';
import { contentColumns, type Table } from '../list.ts';
import type { TableRecord } from '../records.ts';
import { storable } from '../texts.ts';

/** The parts common to the statements that write rows with the progress of their list. */

/** Limit of the rows of a statement as JSON. A request to the database may be limited to 4 MiB. */
const maxBytes = 2_000_000;

/** A row that cannot be stored. It is not shown until it can: the others are. */
export interface RefusedRow {
  id: string;
  reason: string;
}

/** A step of a comparison in a shard: from an id up to and including another, or to the end. */
export interface Step {
  shard: number;
  after: string;
  upTo: string | null;
}

/** A part of a statement that moves a comparison on, if the part before has found the state, and it is where it was. */
export const movedPart = (list: string, { shard, after, upTo }: Step, values: Values): string =>
  `moved AS (UPDATE list_positions SET after = ${values.bind(upTo, 'text')}
    WHERE list = ${list} AND shard = ${values.bind(shard, 'smallint')} AND after = ${values.bind(after, 'text')}
    AND EXISTS (SELECT FROM state) RETURNING list)`;

/** A part of a statement that begins a comparison, if the part before has written the state. */
export const beginPart = (values: Values): string =>
  `begun AS (INSERT INTO list_positions
    SELECT list, shard, '' FROM state, generate_series(0, ${values.bind(listShards - 1, 'int')}) shard
    ON CONFLICT (list, shard) DO UPDATE SET after = excluded.after)`;

/** Records as a source of rows for each of the two tables, so that the content of rows is parsed once. */
export function bindRecords<Schema extends RowSchema>(
  { name, contents }: Table<Schema>,
  records: readonly TableRecord[],
  values: Values,
): { given: string; contentsGiven: string; columns: string[] } {
  const isContent = new Set<string>(contentColumns);
  const columns = Object.keys(records[0] ?? {}).filter((column) => !isContent.has(column));
  const sourceOf = (table: string, kept: readonly string[]) => {
    const parts = records.map((record) => Object.fromEntries(kept.map((column) => [column, record[column]])));
    return `json_populate_recordset(NULL::${table}, ${values.bind(JSON.stringify(parts), 'json')})`;
  };
  return { given: sourceOf(name, columns), contentsGiven: sourceOf(contents, ['id', ...contentColumns]), columns };
}

/** A source of rows for a FROM clause. */
export const bindRefused = (refused: readonly RefusedRow[], values: Values): string =>
  `json_to_recordset(${values.bind(JSON.stringify(onceEach(refused)), 'json')}) AS refused(id text, reason text)`;

/** A part of a statement that records which rows were refused. */
export const refusalsPart = (list: string, given: string): string =>
  `refusals AS (INSERT INTO list_refusals SELECT ${list}, id, reason, now() FROM ${given}
    WHERE EXISTS (SELECT FROM moved)
    ON CONFLICT (list, key) DO UPDATE SET reason = excluded.reason, refused_at = excluded.refused_at)`;

/** Records in parts that fit into a statement each. */
export function inParts(records: readonly TableRecord[]): TableRecord[][] {
  const parts: TableRecord[][] = [[]];
  let bytes = 0;
  for (const record of records) {
    const size = Buffer.byteLength(JSON.stringify(record));
    if (bytes > 0 && bytes + size > maxBytes) {
      parts.push([]);
      bytes = 0;
    }
    parts.at(-1)?.push(record);
    bytes += size;
  }
  return parts;
}

/** As stored. A query returns a row twice that is written meanwhile. */
const onceEach = (refused: readonly RefusedRow[]): RefusedRow[] => [
  ...new Map(refused.map(({ id, reason }) => [id, { id, reason: storable(reason) }])).values(),
];
