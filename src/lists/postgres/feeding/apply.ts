import { log } from '#src/runtime/log.ts';
import type { RowSchema } from '../../model/spec.ts';
import { blamesValues, type Database, Values } from '../database.ts';
import { contentColumns, type RowOf, type Table } from '../list.ts';
import { digestOf, recordOf, type TableRecord } from '../records.ts';
import { sortKey } from '../sort-keys.ts';
import type { Filling, Wake } from '../state.ts';
import {
  beginPart,
  bindRecords,
  bindRefused,
  inParts,
  movedPart,
  type RefusedRow,
  refusalsPart,
  type Step,
} from './statement-parts.ts';

/** Rows whose digests a statement reads. A request has room for their ids, and a response for much more than digests. */
const rowsCompared = 800;

/** A batch of changes to the table of a list. */
export interface Batch<Row> {
  rows: readonly Row[];
  refused?: readonly RefusedRow[];
  /** Deletes the other rows of a shard after an id, up to and including another, or to the end. */
  sweep?: Sweep;
}

interface Sweep {
  shard: number;
  after: string;
  upTo: string | null;
  kept: readonly string[];
}

/** How the state of a list changes with a write. What is undefined stays. */
export interface NextState {
  /** Makes all writes fail that began before. */
  isNewVersion?: boolean;
  settledMs?: number;
  /** That of a comparison that has ended. What only deleted rows had is then forgotten. */
  epoch?: number;
  /** The comparison; null for none. One that begins does so with the first row of each shard. */
  filling?: Filling | null;
  /** The job that brings the list up to date; null if it has. */
  wake?: Wake | null;
  /** The page that was compared. Nothing is written if the comparison is elsewhere by now. */
  filled?: Step;
}

/**
 * Writes rows and the next state of their list in one statement, if the state has the version that was read before the
 * rows were. So nothing that is written is older than what is there, whoever wrote it. Rows that do not fit into one
 * statement are written before the state. False if the version is another by now.
 */
export async function apply<Schema extends RowSchema>(
  database: Database,
  table: Table<Schema>,
  version: number,
  { rows, refused: given = [], sweep }: Batch<RowOf<Schema>>,
  next: NextState,
): Promise<boolean> {
  const refused = [...given];
  // A query returns a row twice that is written meanwhile.
  const records = new Map<string, TableRecord>();
  for (const row of rows) {
    const id = table.spec.id(row);
    try {
      records.set(id, recordOf(table, row));
    } catch (error) {
      refused.push({ id, reason: reasonOf(error) });
    }
  }
  const write = (part: readonly TableRecord[], others: Others, state: NextState) =>
    writePart(database, table, version, part, others, state);
  /** The rows of a part that were refused; undefined if the version is another by now. */
  const put = async (part: readonly TableRecord[]): Promise<RefusedRow[] | undefined> => {
    try {
      return (await write(part, { refused: [] }, {})) ? [] : undefined;
    } catch (error) {
      if (!blamesValues(error)) throw error;
      const [only] = part;
      if (only && part.length === 1) return [{ id: String(only.key), reason: reasonOf(error) }];
      const middle = part.length >> 1;
      const first = await put(part.slice(0, middle));
      const second = first && (await put(part.slice(middle)));
      return second && [...first, ...second];
    }
  };
  const parts = inParts([...records.values()]);
  let last = parts.pop() ?? [];
  for (;;) {
    for (const part of parts.splice(0)) {
      const found = await put(part);
      if (!found) return false;
      refused.push(...found);
    }
    try {
      const isWritten = await write(last, { refused, ...(sweep && { sweep }) }, next);
      if (isWritten && refused.length > 0) logRefused(table.name, refused);
      return isWritten;
    } catch (error) {
      if (!blamesValues(error) || last.length === 0) throw error;
      parts.push(last);
      last = [];
    }
  }
}

interface Others {
  refused: readonly RefusedRow[];
  sweep?: Sweep;
}

async function writePart<Schema extends RowSchema>(
  { run }: Database,
  table: Table<Schema>,
  version: number,
  records: readonly TableRecord[],
  { refused, sweep }: Others,
  { isNewVersion = false, settledMs, epoch, filling, wake, filled }: NextState,
): Promise<boolean> {
  const { name, contents, talliesTable } = table;
  const values = new Values();
  const isChanged = records.length > 0 || refused.length > 0 || sweep !== undefined;
  const list = values.bind(name, 'text');
  const sets = [
    ...(isChanged ? ['content = content + 1'] : []),
    // A statement must change something to wait for others.
    `version = version + ${isNewVersion ? 1 : 0}`,
    ...(settledMs === undefined ? [] : [`settled_ms = ${values.bind(settledMs, 'bigint')}`]),
    ...(epoch === undefined ? [] : [`epoch = ${values.bind(epoch, 'bigint')}`, 'tallies_since = content']),
    ...(filling === undefined ? [] : [`filling = ${values.bind(filling && JSON.stringify(filling), 'jsonb')}`]),
    ...(wake === undefined ? [] : [`wake = ${values.bind(wake && JSON.stringify(wake), 'jsonb')}`]),
  ];
  const parts = [
    `state AS (UPDATE list_states SET ${sets.join(', ')}
      WHERE list = ${list} AND version = ${values.bind(version, 'bigint')} RETURNING list)`,
    // The parts that follow write only if this one returns a row.
    filled ? movedPart(list, filled, values) : 'moved AS (SELECT list FROM state)',
  ];
  if (filling) parts.push(beginPart(values));
  if (records.length > 0) {
    const { given, contentsGiven, columns } = bindRecords(table, records, values);
    const replacing = (replaced: readonly string[]) =>
      `ON CONFLICT (id) DO UPDATE SET ${replaced.map((column) => `${column} = excluded.${column}`).join(', ')}`;
    parts.push(
      `input AS (SELECT * FROM ${contentsGiven} WHERE EXISTS (SELECT FROM moved))`,
      `content AS (INSERT INTO ${contents} SELECT * FROM input ${replacing(contentColumns)}
        WHERE ${contents}.digest <> excluded.digest RETURNING id)`,
      // The rows of this table follow from the content, so they are written only where that has changed.
      `put AS (INSERT INTO ${name} SELECT * FROM ${given} WHERE id IN (SELECT id FROM content)
        ${replacing(columns.filter((column) => column !== 'id'))})`,
      `accepted AS (DELETE FROM list_refusals WHERE list = ${list} AND key IN (SELECT key FROM input))`,
    );
  }
  if (refused.length > 0) {
    const given = bindRefused(refused, values);
    parts.push(
      `gone AS (DELETE FROM ${contents} WHERE key IN (SELECT id FROM ${given}) AND EXISTS (SELECT FROM moved)
        RETURNING id)`,
      `gone_rows AS (DELETE FROM ${name} WHERE id IN (SELECT id FROM gone))`,
      refusalsPart(list, given),
    );
  }
  if (sweep) {
    const upTo = sweep.upTo === null ? '' : `AND key <= ${values.bind(sweep.upTo, 'text')}`;
    parts.push(
      `swept AS (DELETE FROM ${contents} WHERE shard = ${values.bind(sweep.shard, 'smallint')}
        AND key > ${values.bind(sweep.after, 'text')} ${upTo} AND key <> ALL(${values.bindTexts(sweep.kept)})
        AND EXISTS (SELECT FROM moved) RETURNING id)`,
      `swept_rows AS (DELETE FROM ${name} WHERE id IN (SELECT id FROM swept))`,
    );
  }
  if (epoch !== undefined)
    parts.push(
      `forgotten AS (DELETE FROM ${talliesTable} WHERE value IS NULL AND EXISTS (SELECT FROM moved))`,
      // The comparison has recorded anew what is still refused. The others are gone.
      `ended_refusals AS (DELETE FROM list_refusals WHERE list = ${list} AND EXISTS (SELECT FROM moved)
        AND refused_at < to_timestamp(${values.bind(settledMs ?? 0, 'bigint')} / 1000.0))`,
    );
  const [found] = await run(`WITH ${parts.join(',\n')} SELECT count(*)::text AS moved FROM moved`, values.all);
  return found?.moved === '1';
}

/** The rows that the table has not, or not with this content. */
export async function differing<Schema extends RowSchema>(
  { run }: Database,
  table: Table<Schema>,
  rows: readonly RowOf<Schema>[],
): Promise<RowOf<Schema>[]> {
  const digests: (string | null | undefined)[] = [];
  for (let from = 0; from < rows.length; from += rowsCompared) {
    const values = new Values();
    const ids = values.bindKeys(rows.slice(from, from + rowsCompared).map((row) => sortKey(table.spec.id(row))));
    const found = await run(
      `SELECT place::text, digest FROM unnest(${ids}) WITH ORDINALITY AS asked (id, place)
      JOIN ${table.contents} USING (id)`,
      values.all,
    );
    for (const { place, digest } of found) digests[from + Number(place) - 1] = digest;
  }
  return rows.filter((row, index) => digests[index] !== digestOf(JSON.stringify(row)));
}

export function logRefused(table: string, refused: readonly RefusedRow[]): void {
  const examples = refused.slice(0, 10).map(({ id, reason }) => `${id}: ${reason}`);
  log('error', 'list rows were refused', { list: table, rows: refused.length, examples });
}

export const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error)).slice(0, 1_000);
