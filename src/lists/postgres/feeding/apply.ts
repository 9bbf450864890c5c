import { log } from '../../../runtime/log.ts';
import type { RowSchema } from '../../model/spec.ts';
import { blamesValues, type Database, Values } from '../database.ts';
import type { RowOf, Table } from '../list.ts';
import { digestOf, recordOf, storable, type TableRecord } from '../records.ts';
import { sortKey } from '../sort-keys.ts';

/** Limit of the rows of a statement as JSON. A request to the database may be limited to 4 MiB. */
const maxBytes = 2_000_000;

/** Rows whose digests a statement reads. Ids take at most 1 KB each, and a response may be limited to 1 MiB. */
const rowsCompared = 800;

/** A row that cannot be stored. It is not shown until it can: the others are. */
export interface Refusal {
  id: string;
  reason: string;
}

/** What is written to the table of a list. */
export interface Batch<Row> {
  rows: readonly Row[];
  refused?: readonly Refusal[];
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
  epoch?: number;
  /** The JSON of the comparison; `null` for none. */
  filling?: string;
  /** The page that was compared. Nothing is written if the comparison is elsewhere by now. */
  filled?: { shard: string; after: string; upTo: string | null };
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
  const put = async (part: readonly TableRecord[]): Promise<Refusal[] | undefined> => {
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
  refused: readonly Refusal[];
  sweep?: Sweep;
}

async function writePart<Schema extends RowSchema>(
  { run }: Database,
  { name: table, contents }: Table<Schema>,
  version: number,
  records: readonly TableRecord[],
  { refused, sweep }: Others,
  { isNewVersion = false, settledMs, epoch, filling, filled }: NextState,
): Promise<boolean> {
  const values = new Values();
  const isChanged = records.length > 0 || refused.length > 0 || sweep !== undefined;
  const list = values.bind(table, 'text');
  const sets = [
    ...(isChanged ? ['content = content + 1'] : []),
    // A statement must change something to wait for others.
    `version = version + ${isNewVersion ? 1 : 0}`,
    ...(settledMs === undefined ? [] : [`settled_ms = ${values.bind(settledMs, 'bigint')}`]),
    ...(epoch === undefined ? [] : [`epoch = ${values.bind(epoch, 'bigint')}`]),
    ...(filling === undefined ? [] : [`filling = nullif(${values.bind(filling, 'text')}, 'null')::jsonb`]),
  ];
  const where = [`list = ${list}`, `version = ${values.bind(version, 'bigint')}`];
  if (filled) {
    const shard = values.bind(filled.shard, 'text');
    const upTo = filled.upTo === null ? "'null'::jsonb" : `to_jsonb(${values.bind(filled.upTo, 'text')})`;
    sets.push(`filling = jsonb_set(filling, ARRAY['after', ${shard}], ${upTo})`);
    where.push(`filling -> 'after' ->> ${shard} = ${values.bind(filled.after, 'text')}`);
  }
  const parts = [`moved AS (UPDATE list_states SET ${sets.join(', ')} WHERE ${where.join(' AND ')} RETURNING list)`];
  if (records.length > 0) {
    const names = Object.keys(records[0] ?? {}).filter((name) => name !== 'id' && name !== 'content');
    const given = values.bind(JSON.stringify(records), 'json');
    parts.push(
      `input AS (SELECT * FROM json_populate_recordset(NULL::${table}, ${given})
        WHERE EXISTS (SELECT FROM moved))`,
      `put AS (INSERT INTO ${table} SELECT * FROM input ON CONFLICT (id) DO UPDATE
        SET ${names.map((name) => `${name} = excluded.${name}`).join(', ')}
        WHERE ${table}.digest <> excluded.digest)`,
      `content AS (INSERT INTO ${contents} SELECT * FROM json_populate_recordset(NULL::${contents}, ${given})
        WHERE EXISTS (SELECT FROM moved) ON CONFLICT (id) DO UPDATE SET content = excluded.content
        WHERE ${contents}.content <> excluded.content)`,
      `accepted AS (DELETE FROM list_refusals WHERE list = ${list} AND key IN (SELECT key FROM input))`,
    );
  }
  if (refused.length > 0) {
    const given = `json_to_recordset(${values.bind(JSON.stringify(refused.map(toStored)), 'json')})
      AS refused(id text, reason text)`;
    parts.push(
      `gone AS (DELETE FROM ${table} WHERE key IN (SELECT id FROM ${given}) AND EXISTS (SELECT FROM moved)
        RETURNING id)`,
      `gone_contents AS (DELETE FROM ${contents} WHERE id IN (SELECT id FROM gone))`,
      `refusals AS (INSERT INTO list_refusals SELECT ${list}, id, reason, now() FROM ${given}
        WHERE EXISTS (SELECT FROM moved)
        ON CONFLICT (list, key) DO UPDATE SET reason = excluded.reason, refused_at = excluded.refused_at)`,
    );
  }
  if (sweep) {
    const upTo = sweep.upTo === null ? '' : `AND key <= ${values.bind(sweep.upTo, 'text')}`;
    parts.push(
      `swept AS (DELETE FROM ${table} WHERE shard = ${values.bind(sweep.shard, 'smallint')}
        AND key > ${values.bind(sweep.after, 'text')} ${upTo} AND key <> ALL(${values.bindTexts(sweep.kept)})
        AND EXISTS (SELECT FROM moved) RETURNING id)`,
      `swept_contents AS (DELETE FROM ${contents} WHERE id IN (SELECT id FROM swept))`,
    );
  }
  const [found] = await run(`WITH ${parts.join(',\n')} SELECT count(*)::text AS moved FROM moved`, values.all);
  return found?.moved === '1';
}

/** The rows that the table has not, or not with this content. */
export async function differing<Schema extends RowSchema>(
  { run }: Database,
  table: Table<Schema>,
  rows: readonly RowOf<Schema>[],
): Promise<RowOf<Schema>[]> {
  const digests = new Map<string | null | undefined, string | null | undefined>();
  for (let from = 0; from < rows.length; from += rowsCompared) {
    const values = new Values();
    const ids = values.bindKeys(rows.slice(from, from + rowsCompared).map((row) => sortKey(table.spec.id(row))));
    const found = await run(`SELECT key, digest FROM ${table.name} WHERE id = ANY(${ids})`, values.all);
    for (const { key, digest } of found) digests.set(key, digest);
  }
  return rows.filter((row) => digests.get(table.spec.id(row)) !== digestOf(JSON.stringify(row)));
}

function inParts(records: readonly TableRecord[]): TableRecord[][] {
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

function logRefused(table: string, refused: readonly Refusal[]): void {
  const examples = refused.slice(0, 10).map(({ id, reason }) => `${id}: ${reason}`);
  log('error', 'list rows were refused', { list: table, rows: refused.length, examples });
}

const toStored = ({ id, reason }: Refusal): Refusal => ({ id, reason: storable(reason) });

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error)).slice(0, 1_000);
