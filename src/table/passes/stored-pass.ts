import * as z from 'zod';
import { keys, type PassName } from '../keys.ts';
import { deleteItems, putItem, queryAll, updateExpression, updateIf } from '../table.ts';

/** The progress of a pass in one of its parts. Times in milliseconds since the epoch. */
export const PassProgress = z.object({
  /** The state that records are brought to. The part starts over when it changes. */
  target: z.string(),
  /** When the current or last round started. */
  started_at: z.int(),
  saved_at: z.int(),
  /** Where the round continues; null at its start. */
  after: z.string().nullable(),
  /** Whether the round has reached its end. */
  ended: z.boolean(),
  /** Rounds completed for this target. */
  rounds: z.int(),
  /** Incremented by every write. A write is conditional on the version it read. */
  version: z.int(),
});
export type PassProgress = z.output<typeof PassProgress>;

/** A record that failed in a pass. Times in milliseconds since the epoch. */
export const FailedRecord = z.object({
  /** The part of the pass, or the kind of record. */
  kind: z.string(),
  id: z.string(),
  /** The source that was asked, if any. */
  source: z.string().optional(),
  /** The number of failures in a row. */
  attempts: z.int().min(1),
  attempted_at: z.int(),
  /** The earliest time of a retry. */
  due_at: z.int(),
  /** The reason, as shown to operators. */
  reason: z.string(),
});
export type FailedRecord = z.output<typeof FailedRecord>;

/** The stored state of a pass. */
export interface StoredPass {
  /** By name of the part. */
  progress: Map<string, PassProgress>;
  failed: FailedRecord[];
}

const progressPrefix = keys.passProgress('refresh', '').sk;

/** The progress and failures of a pass, read in one query. */
export async function readPass(pass: PassName): Promise<StoredPass> {
  const items = await queryAll({
    ConsistentRead: true,
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': keys.passPartition(pass) },
  });
  const stored: StoredPass = { progress: new Map(), failed: [] };
  for (const item of items) {
    const sk = String(item.sk);
    if (sk.startsWith(progressPrefix)) stored.progress.set(sk.slice(progressPrefix.length), PassProgress.parse(item));
    else stored.failed.push(FailedRecord.parse(item));
  }
  return stored;
}

/** Stores the progress of a part; false if another run has done so since `before` was read. */
export function savePassProgress(
  pass: PassName,
  part: string,
  after: PassProgress,
  before: PassProgress | undefined,
): Promise<boolean> {
  const update = updateExpression(after);
  return updateIf({
    Key: keys.passProgress(pass, part),
    ...update,
    ConditionExpression: before ? '#version = :read' : 'attribute_not_exists(pk)',
    ExpressionAttributeValues: { ...update.ExpressionAttributeValues, ...(before && { ':read': before.version }) },
  });
}

/** Notes a failed record, replacing an earlier note. */
export const saveFailedRecord = (pass: PassName, failed: FailedRecord): Promise<void> =>
  putItem({ ...keys.failedRecord(pass, failed.kind, failed.id), ...failed });

/** Removes the notes of resolved records. */
export const removeFailedRecords = (
  pass: PassName,
  records: readonly Pick<FailedRecord, 'kind' | 'id'>[],
): Promise<void> => deleteItems(records.map(({ kind, id }) => keys.failedRecord(pass, kind, id)));
