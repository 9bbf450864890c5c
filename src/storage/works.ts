import { comparableWork } from '../domain/duplicates/comparable.ts';
import { memberName } from '../domain/duplicates/pair.ts';
import { WorkRecord, workRow, workShape } from '../domain/work.ts';
import { blockWrites, storedBlocks } from './duplicate-blocks.ts';
import { keys, refs } from './keys.ts';
import { transactWithRow } from './list-rows.ts';
import { getItem, getItems, ifUnchanged, query, type RewriteResult, rewriteRecord, type Write } from './table.ts';

/** A work, or undefined. */
export async function getWork(id: string): Promise<WorkRecord | undefined> {
  const item = await getItem(keys.work(id));
  return item && WorkRecord.parse(item);
}

/** All works of a person, including those that have become publications. */
export async function worksOf(orcid: string): Promise<WorkRecord[]> {
  const ids: string[] = [];
  const found = query({
    IndexName: 'byRef',
    KeyConditionExpression: 'refPk = :pk',
    ExpressionAttributeValues: { ':pk': refs.worksOf(orcid) },
  });
  for await (const item of found) ids.push(WorkRecord.parse(item).id);
  // The index is eventually consistent; the records are not.
  return (await getItems(ids.map(keys.work))).map((item) => WorkRecord.parse(item));
}

/**
 * Writes a work, its list row and `others` in one transaction. `before` is the record that was read. `stale`: the work
 * was changed concurrently; read again. `refused`: a condition of `others` failed.
 */
export async function saveWork(
  record: WorkRecord,
  before: WorkRecord | undefined,
  others: Write[] = [],
): Promise<'saved' | 'stale' | 'refused'> {
  const comparable = comparableWork(record);
  const blocks = storedBlocks(comparable);
  const copies = blockWrites(memberName({ kind: 'work', id: record.id }), comparable, before?.blocks, blocks);
  const failed = await transactWithRow(record, before, (stored) => {
    const place = { ...keys.work(record.id), ...refs.workOf(record.orcid, record.id) };
    const Item = { ...place, ...stored, blocks, shape: workShape };
    return {
      writes: [...others, { Put: { Item, ...ifUnchanged(before) } }, ...copies],
      row: { ...workRow(stored), ...keys.workRow(record.id) },
    };
  });
  if (!failed) return 'saved';
  return [...failed.keys()].some((index) => index < others.length) ? 'refused' : 'stale';
}

/** Rewrites a work of an older shape, and its list row, in the current one, and returns the result. */
export function rewriteWork(id: string): Promise<RewriteResult> {
  return rewriteRecord(keys.work(id), workShape, {
    parse: (item) => WorkRecord.parse(item),
    save: async (record, before) => (await saveWork(record, before)) === 'saved',
  });
}

/** The existing works with these ids. */
export async function getWorks(ids: readonly string[]): Promise<Map<string, WorkRecord>> {
  const found = (await getItems(ids.map(keys.work))).map((item) => WorkRecord.parse(item));
  return new Map(found.map((work) => [work.id, work]));
}
