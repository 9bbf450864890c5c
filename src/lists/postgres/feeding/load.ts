import type { RowSchema } from '../../model/spec.ts';
import { blamesValues, type Database, Values } from '../database.ts';
import type { RowOf, Table } from '../list.ts';
import { recordOf, type TableRecord } from '../records.ts';
import { logRefused, reasonOf } from './apply.ts';
import {
  bindRecords,
  bindRefused,
  inParts,
  movedPart,
  type RefusedRow,
  refusalsPart,
  type Step,
} from './statement-parts.ts';

/** The rows of a step, in the order of their ids, and those that could not be read. */
export interface FeedPage<Row> extends Step {
  rows: readonly Row[];
  refused: readonly RefusedRow[];
}

/**
 * Appends a page to tables that have no indexes yet, in statements that each move the position of the shard, so none is
 * repeated. The shards of a list may be loaded at once. False if the page is loaded by somebody else.
 */
export async function load<Schema extends RowSchema>(
  database: Database,
  table: Table<Schema>,
  version: number,
  { rows, refused, shard, after, upTo }: FeedPage<RowOf<Schema>>,
): Promise<boolean> {
  const records: TableRecord[] = [];
  // With the first part, since a later page does not read them again.
  let refusals = [...refused];
  for (const row of rows) {
    try {
      records.push(recordOf(table, row));
    } catch (error) {
      refusals.push({ id: table.spec.id(row), reason: reasonOf(error) });
    }
  }
  if (refusals.length > 0) logRefused(table.name, refusals);
  /** Loads records up to an id. Those that the database refuses are found by halving. */
  const put = async (part: readonly TableRecord[], step: Step): Promise<boolean> => {
    try {
      const isLoaded = await loadPart(database, table, version, part, refusals, step);
      refusals = [];
      return isLoaded;
    } catch (error) {
      const [only] = part;
      if (!blamesValues(error) || !only) throw error;
      if (part.length === 1) {
        const refusal = { id: String(only.key), reason: reasonOf(error) };
        logRefused(table.name, [refusal]);
        refusals.push(refusal);
        return put([], step);
      }
      const middle = part.length >> 1;
      const end = lastKey(part.slice(0, middle));
      return (
        (await put(part.slice(0, middle), { ...step, upTo: end })) && put(part.slice(middle), { ...step, after: end })
      );
    }
  };
  const parts = inParts(records);
  let from = after;
  for (const [index, part] of parts.entries()) {
    const end = index === parts.length - 1 ? upTo : lastKey(part);
    if (!(await put(part, { shard, after: from, upTo: end }))) return false;
    from = end ?? '';
  }
  return true;
}

const lastKey = (part: readonly TableRecord[]) => String(part.at(-1)?.key);

async function loadPart<Schema extends RowSchema>(
  { run }: Database,
  table: Table<Schema>,
  version: number,
  records: readonly TableRecord[],
  refused: readonly RefusedRow[],
  step: Step,
): Promise<boolean> {
  const values = new Values();
  const list = values.bind(table.name, 'text');
  const parts = [
    // Shards do not wait for each other, and the state stays until this ends.
    `state AS (SELECT list FROM list_states
      WHERE list = ${list} AND version = ${values.bind(version, 'bigint')} FOR SHARE)`,
    movedPart(list, step, values),
  ];
  if (records.length > 0) {
    const { given, contentsGiven } = bindRecords(table, records, values);
    const append = (to: string, rows: string) =>
      `INSERT INTO ${to} SELECT * FROM ${rows} WHERE EXISTS (SELECT FROM moved)`;
    parts.push(`put AS (${append(table.name, given)})`, `content AS (${append(table.contents, contentsGiven)})`);
  }
  if (refused.length > 0) parts.push(refusalsPart(list, bindRefused(refused, values)));
  const [found] = await run(`WITH ${parts.join(',\n')} SELECT count(*)::text AS moved FROM moved`, values.all);
  return found?.moved === '1';
}
