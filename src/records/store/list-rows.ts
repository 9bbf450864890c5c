import type * as z from 'zod';
import { type Collection, keys, listEpochSortKey, listRowKey, listShards } from '#src/table/keys.ts';
import {
  type AttemptTime,
  type Item,
  type Key,
  type Page,
  query,
  queryPage,
  transact,
  updateIf,
  type Write,
  type Writes,
  writesAt,
} from '#src/table/table.ts';
import { isSameJson } from '#src/vocabulary/json/same-json.ts';
import {
  contentChangeAt,
  departures,
  type Withdrawable,
  type WriteTimes,
  writeTimes,
} from '../publications/publicity.ts';
import { markLeft } from './left-rows.ts';

/** Rows per page: few enough to rewrite their records well within one run of a job. */
const rowsPerPage = 500;

/**
 * The write of a list row. Readers read the rows changed since their last read, so `changed` is the time of the
 * attempt. `row` includes its shape number.
 */
export function putRow(row: Key, at: AttemptTime): Write {
  return { Put: { Item: { ...row, changed: at } } };
}

/** The time of the row that a rewrite read, and that of the change to keep. */
export interface Unchanged {
  readMs: number;
  sinceMs: number;
}

/** Whether copies of the list have to be told of a withdrawal again: such a row does not say when it was. */
export const isFromBeforeDepartures = (row: Item | undefined): boolean => row?.withdrawn_at === undefined;

const dayMs = 86_400_000;

/**
 * The times that a rewrite of a record keeps of its row, if the row still shows the same: `shown` are the fields in
 * items of public lists, or that decide who and what is in them; by default all. Undefined for a row of the last day,
 * which may have been committed so late that copies of lists have missed it.
 */
export function unchangedBy(
  written: Item,
  row: Item | undefined,
  schema: z.ZodObject<{ changed: z.ZodInt }>,
  shown = Object.keys(schema.shape).filter((field) => !(field in writeTimes)),
): Unchanged | undefined {
  const read: (Item & WriteTimes) | undefined = schema.safeParse(row).data;
  const sinceMs = read && contentChangeAt(read);
  if (!read || sinceMs === undefined || sinceMs > Date.now() - dayMs) return undefined;
  return shown.every((field) => isSameJson(read[field], written[field]))
    ? { readMs: read.changed, sinceMs }
    : undefined;
}

/** How a record and its row are written. */
export interface RecordWrite<R extends Withdrawable> {
  record: R;
  /** The publicly visible record before the write; undefined if it did not exist. */
  before: Withdrawable | undefined;
  /** Whether to report all departures to copies again, with the current time. */
  isRetold?: boolean | undefined;
  /** Only for a rewrite that changes no content. */
  unchanged?: Unchanged | undefined;
  /** Writes that go with it, whose conditions are those of the record. */
  also?: ((at: AttemptTime) => readonly Write[]) | undefined;
  /** Makes the record's own writes and the row from the record with its departures. A method, so that kinds can be mixed. */
  write(stored: R): { writes: Write[]; row: Key };
}

/** `refused`: a condition of the other writes failed. `stale`: a condition of one of the records failed. */
export type Saved<R> = { outcome: 'saved'; stored: R } | { outcome: 'stale' | 'refused' };

/**
 * Writes records and their rows in one transaction, after `extraWrites`, and stamps and marks who leaves lists by it. A
 * later withdrawal time from compaction is kept: copies that have passed the earlier one would miss the withdrawal.
 */
export async function transactWithRows<R extends Withdrawable>(
  parts: readonly RecordWrite<R>[],
  extraWrites: Writes = [],
): Promise<Saved<R[]>> {
  const earliestMs = parts.map(() => 0);
  for (;;) {
    let stored: R[] = [];
    let rowIndexes: number[] = [];
    let otherCount = 0;
    const failed = await transact((at) => {
      [stored, rowIndexes] = [[], []];
      const all = [...writesAt(extraWrites, at)];
      otherCount = all.length;
      for (const [index, { record, before, isRetold, unchanged, also, write }] of parts.entries()) {
        const left = departures(before, record, at);
        const withdrawnMs =
          left.withdrawn_at === null ? null : Math.max(isRetold ? at : left.withdrawn_at, earliestMs[index] ?? 0);
        const written = { ...record, ...left, withdrawn_at: withdrawnMs };
        const { writes: own, row } = write(written);
        const writes = [...own, ...(also?.(at) ?? [])];
        stored.push(written);
        rowIndexes.push(all.length + writes.length);
        const put = withdrawnMs === null ? putRow(row, at) : putUnlessLater(row, withdrawnMs, at);
        all.push(...writes, unchanged ? keepChange(put, unchanged, at) : put);
        if (left.withdrawn_at === at) all.push(...markLeft(row, at));
      }
      return all;
    });
    if (!failed) return { outcome: 'saved', stored };
    const indexes = [...failed.keys()];
    if (indexes.some((index) => index < otherCount)) return { outcome: 'refused' };
    if (!indexes.every((index) => rowIndexes.includes(index))) return { outcome: 'stale' };
    for (const [index, rowIndex] of rowIndexes.entries()) {
      // Only a row with the time that was read may keep it.
      if (failed.has(rowIndex) && parts[index]?.unchanged) return { outcome: 'stale' };
      const later = failed.get(rowIndex)?.withdrawn_at;
      if (typeof later === 'number') earliestMs[index] = later;
      else if (failed.has(rowIndex)) return { outcome: 'stale' };
    }
  }
}

/** The write of a row that keeps the time of its last change: see `contentChangeAt`. */
export function keepChange({ Put }: Write, { readMs, sinceMs }: Unchanged, at: AttemptTime): Write {
  const { ConditionExpression, ExpressionAttributeValues } = Put ?? {};
  return {
    Put: {
      Item: { ...Put?.Item, rewritten_at: at, unchanged_since: sinceMs },
      ConditionExpression: [...(ConditionExpression ? [ConditionExpression] : []), 'changed = :readMs'].join(' AND '),
      ExpressionAttributeValues: { ...ExpressionAttributeValues, ':readMs': readMs },
    },
  };
}

function putUnlessLater(row: Key, withdrawnMs: number, at: AttemptTime): Write {
  const { Put } = putRow(row, at);
  return {
    Put: {
      Item: Put?.Item,
      ConditionExpression: 'NOT (withdrawn_at > :withdrawn)',
      ExpressionAttributeValues: { ':withdrawn': withdrawnMs },
    },
  };
}

/** Updates the fetch time of a list row. Does nothing if the row has a later one or does not exist. */
export async function touchRow(key: Key, fetchedAtMs: number): Promise<void> {
  await updateIf((at) => ({
    Key: key,
    UpdateExpression: 'SET last_fetched_at = :fetched, changed = :now REMOVE rewritten_at',
    ConditionExpression: 'last_fetched_at < :fetched',
    ExpressionAttributeValues: { ':fetched': fetchedAtMs, ':now': at },
  }));
}

/**
 * Updates the timestamps of a row that was committed late, so that readers do not miss it: `changed`, and
 * `withdrawn_at` if it is set. Does nothing if the row was written since it was read.
 */
export async function restampRow(
  collection: Collection,
  id: string,
  { changed, withdrawn_at = null }: { changed: number; withdrawn_at?: number | null },
): Promise<void> {
  await updateIf((at) => ({
    Key: listRowKey(collection, id),
    UpdateExpression: `SET changed = :now${withdrawn_at === null ? '' : ', withdrawn_at = :now'} REMOVE rewritten_at`,
    ConditionExpression: 'changed = :read',
    ExpressionAttributeValues: { ':read': changed, ':now': at },
  }));
}

/**
 * The ids of rows with an older shape among the next few hundred of a shard after an id, in order. A caller that
 * rewrites them can stop after any page and resume there.
 */
export async function outdatedRows(
  collection: Collection,
  shard: number,
  shape: number,
  afterId = listEpochSortKey,
): Promise<Page<string>> {
  const outdated = {
    ConsistentRead: true,
    Limit: rowsPerPage,
    KeyConditionExpression: 'pk = :pk',
    FilterExpression: 'attribute_not_exists(shape) OR shape < :shape',
    ProjectionExpression: 'sk',
    ExpressionAttributeValues: { ':pk': keys.listShard(collection, shard), ':shape': shape },
  };
  const { items, next } = await queryPage(outdated, afterId);
  return { items: items.map(({ sk }) => String(sk)), next };
}

/**
 * The write that tells all readers of a list (lists in memory, snapshots and clients' copies) that rows were deleted
 * permanently. It belongs in the transaction that deletes them.
 */
export function raiseEpoch(collection: Collection, at: AttemptTime): Write {
  return {
    Update: {
      Key: keys.listEpoch(collection),
      UpdateExpression: 'SET changed = :now ADD epoch :one',
      ExpressionAttributeValues: { ':now': at, ':one': 1 },
    },
  };
}

/**
 * Gives a list an epoch that no other history of its table has had: the current time. Restored tables have the epoch of
 * their point in time, and the next one may have been used since.
 */
export async function beginEpoch(collection: Collection, nowMs: number): Promise<void> {
  await updateIf((at) => ({
    Key: keys.listEpoch(collection),
    UpdateExpression: 'SET changed = :at, epoch = :now',
    ConditionExpression: 'attribute_not_exists(epoch) OR epoch < :now',
    ExpressionAttributeValues: { ':now': nowMs, ':at': at },
  }));
}

/** The epoch of a list, strongly consistent; 0 before its first. Queried, so that whoever may list the rows may read it. */
export async function readEpoch(collection: Collection): Promise<number> {
  const { pk, sk } = keys.listEpoch(collection);
  const request = {
    ConsistentRead: true,
    KeyConditionExpression: 'pk = :pk AND sk = :sk',
    ExpressionAttributeValues: { ':pk': pk, ':sk': sk },
  };
  const { items } = await queryPage(request, undefined);
  return Number(items[0]?.epoch ?? 0);
}

/** The rows of a shard after an id, in order of their ids. */
const rowsAfter = (collection: Collection, shard: number, afterId = listEpochSortKey) => ({
  ConsistentRead: true,
  Limit: rowsPerPage,
  KeyConditionExpression: 'pk = :pk AND sk > :after',
  ProjectionExpression: 'sk',
  ExpressionAttributeValues: { ':pk': keys.listShard(collection, shard), ':after': afterId },
});

/** The ids of some rows of a shard after an id, in order, and where to continue. */
export async function rowIds(collection: Collection, shard: number, afterId?: string): Promise<Page<string>> {
  const { items, next } = await queryPage(rowsAfter(collection, shard, afterId), undefined);
  return { items: items.map(({ sk }) => String(sk)), next };
}

/** A row with the time of its last write. */
export interface ChangedRow {
  id: string;
  changed: number;
}

/** Rows of a shard written after a given row, in order of time, and where to continue. */
export async function rowsChangedAfter(
  collection: Collection,
  shard: number,
  { id, changed }: ChangedRow,
): Promise<{ items: ChangedRow[]; next: ChangedRow | undefined }> {
  const pk = keys.listShard(collection, shard);
  const later = {
    IndexName: 'changes',
    ConsistentRead: true,
    Limit: rowsPerPage,
    KeyConditionExpression: 'pk = :pk AND changed >= :changed',
    ProjectionExpression: 'sk, changed',
    ExpressionAttributeValues: { ':pk': pk, ':changed': changed },
    ExclusiveStartKey: { pk, sk: id, changed },
  };
  const page = await queryPage(later, undefined);
  const items = page.items.map((item) => ({ id: String(item.sk), changed: Number(item.changed) }));
  return {
    items: items.filter((row) => row.id !== listEpochSortKey),
    next: page.next === undefined ? undefined : items.at(-1),
  };
}

/** When a row of a list was last written or permanently deleted; 0 if never. */
export async function lastChangeOf(collection: Collection): Promise<number> {
  let lastMs = 0;
  for (let shard = 0; shard < listShards; shard++) {
    const latest = {
      IndexName: 'changes',
      ConsistentRead: true,
      ScanIndexForward: false,
      Limit: 1,
      KeyConditionExpression: 'pk = :pk',
      ProjectionExpression: 'changed',
      ExpressionAttributeValues: { ':pk': keys.listShard(collection, shard) },
    };
    const [row] = (await queryPage(latest, undefined)).items;
    lastMs = Math.max(lastMs, Number(row?.changed ?? 0));
  }
  return lastMs;
}

/** The number of rows of a shard, or those counted before the deadline (milliseconds since the epoch). */
export async function countRows(collection: Collection, shard: number, deadlineMs: number): Promise<number> {
  let count = 0;
  for await (const _ of query(rowsAfter(collection, shard))) {
    count += 1;
    if (count % rowsPerPage === 0 && Date.now() > deadlineMs) break;
  }
  return count;
}

/** The ids of a shard's publications whose links need attention, after an id, in order. Deleted ones are omitted. */
export async function unmatchedPublications(shard: number, afterId?: string): Promise<string[]> {
  const rows = rowsAfter('PUB', shard, afterId);
  const unmatched = query({
    ...rows,
    FilterExpression: 'author_match_state = :state AND deleted_at = :none',
    ExpressionAttributeValues: { ...rows.ExpressionAttributeValues, ':state': 'needs_attention', ':none': null },
  });
  const ids: string[] = [];
  for await (const { sk } of unmatched) ids.push(String(sk));
  return ids;
}

/**
 * The ids of a shard's publications (including deleted and merged ones) that list a person, once did, or say
 * that they are no author, in order.
 */
export async function publicationsNaming(orcid: string, shard: number, afterId?: string): Promise<string[]> {
  const rows = rowsAfter('PUB', shard, afterId);
  const linked = query({
    ...rows,
    FilterExpression:
      'contains(orcids, :orcid) OR contains(left_orcids, :orcid) OR contains(not_author_orcids, :orcid)',
    ExpressionAttributeValues: { ...rows.ExpressionAttributeValues, ':orcid': orcid },
  });
  const ids: string[] = [];
  for await (const { sk } of linked) ids.push(String(sk));
  return ids;
}
