import { WorkRecord, workRow, workShape } from '../../domain/work.ts';
import { comparableWork } from '../../duplicates/domain/comparable.ts';
import { recordName } from '../../duplicates/domain/pair.ts';
import { keys, refs } from '../keys.ts';
import { transactWithRow } from '../list-rows.ts';
import {
  getItem,
  getItems,
  type Item,
  ifUnchanged,
  queryAll,
  type RewriteResult,
  rewriteRecord,
  type Write,
  type Writes,
} from '../table.ts';
import { blockWrites, storedBlocks } from './duplicate-blocks.ts';

/** A work, or undefined. */
export async function getWork(id: string): Promise<WorkRecord | undefined> {
  const item = await getItem(keys.work(id));
  return item && WorkRecord.parse(item);
}

/** All works of a person, including those that have become publications. */
export async function worksOf(orcid: string): Promise<WorkRecord[]> {
  return (await itemsOf(orcid)).map((item) => WorkRecord.parse(item));
}

/** The ids of all works of a person. */
export async function workIdsOf(orcid: string): Promise<string[]> {
  return (await itemsOf(orcid)).map(({ id }) => String(id));
}

async function itemsOf(orcid: string): Promise<Item[]> {
  const found = await queryAll({
    IndexName: 'byRef',
    KeyConditionExpression: 'refPk = :pk',
    ExpressionAttributeValues: { ':pk': refs.worksOf(orcid) },
  });
  // The index is eventually consistent; the records are not.
  return getItems(found.map(({ id }) => keys.work(String(id))));
}

/**
 * Writes a work, its list row and `extraWrites` in one transaction. `before` is the record that was read. `stale`: the
 * work was changed concurrently; read again. `refused`: a condition of `extraWrites` failed. `isRetold`: if it is
 * withdrawn, report that to copies of the list again.
 */
export async function saveWork(
  record: WorkRecord,
  before: WorkRecord | undefined,
  extraWrites: Writes = [],
  isRetold = false,
): Promise<'saved' | 'stale' | 'refused'> {
  const comparable = comparableWork(record);
  const blocks = storedBlocks(comparable);
  const copies = blockWrites(recordName({ kind: 'work', id: record.id }), comparable, before?.blocks, blocks);
  const place = { ...keys.work(record.id), ...refs.workOf(record.orcid, record.id) };
  const write = (stored: WorkRecord) => ({
    writes: [{ Put: { Item: { ...place, ...stored, blocks, shape: workShape }, ...ifUnchanged(before) } }, ...copies],
    row: { ...workRow(stored), ...keys.workRow(record.id) },
  });
  return (await transactWithRow({ record, before, isRetold, write }, extraWrites)).outcome;
}

/** The condition that a work has not changed since it was read. */
export function ifWorkUnchanged(work: WorkRecord): Write {
  return { ConditionCheck: { Key: keys.work(work.id), ...ifUnchanged(work) } };
}

/** Rewrites a work of an older shape, with its list row, and returns the result. */
export function rewriteWork(id: string): Promise<RewriteResult> {
  return rewriteRecord(keys.work(id), workShape, {
    parse: (item) => WorkRecord.parse(item),
    save: async (record, before) => (await saveWork(record, before, [], true)) === 'saved',
  });
}

/** The existing works with these ids. */
export async function getWorks(ids: readonly string[]): Promise<Map<string, WorkRecord>> {
  const found = (await getItems(ids.map(keys.work))).map((item) => WorkRecord.parse(item));
  return new Map(found.map((work) => [work.id, work]));
}
