import * as z from 'zod';
import { compress, decompress } from '#src/records/publications/store/compressed.ts';
import { expiry } from '#src/runtime/retention.ts';
import { keys, partitions } from '#src/table/keys.ts';
import {
  deleteItems,
  getItem,
  type Item,
  type Key,
  putIfAbsent,
  queryAll,
  transact,
  type Write,
} from '#src/table/table.ts';
import { JsonPatch } from '#src/vocabulary/json/json-patch.ts';

/** Why a bulk edit ended before all was edited. */
export const StopReason = z.enum(['role_lost', 'overdue']);
export type StopReason = z.output<typeof StopReason>;

export const EditOutcome = z.object({
  outcome: z.enum(['edited', 'unchanged', 'not_found', 'deleted', 'invalid', 'busy', 'failed']),
  /** The number of the edit. A change of visibility alone has none. */
  edit: z.int().optional(),
  message: z.string().optional(),
  /** Of one that the job has not edited any more. */
  stopped: StopReason.optional(),
});
export type EditOutcome = z.output<typeof EditOutcome>;

/** An id of the request. One left to the job has no outcome, but the DOI of its publication. */
export const EditedId = z.object({ id: z.string(), doi: z.string().optional(), done: EditOutcome.optional() });
export type EditedId = z.output<typeof EditedId>;

/** A bulk edit that outlasts its request. Times in milliseconds since the epoch. */
export const BulkEdit = z.object({
  id: z.string(),
  workspace: z.string(),
  actor: z.string().nullable(),
  /** The `sub` of the actor's tokens, because an address can get a new owner. Missing before 1.2.0. */
  subject: z.string().optional(),
  requested_at: z.int(),
  finished_at: z.int().nullable(),
});
export type BulkEdit = z.output<typeof BulkEdit>;

export interface StoredBulkEdit extends BulkEdit {
  ids: EditedId[];
  /** Undefined once it has ended, because a patch may name people. */
  patch: JsonPatch | undefined;
  /** The outcomes of the publications edited by the job, by DOI. */
  outcomes: Map<string, EditOutcome>;
}

/** Stores the outcomes of a request, and the patch for the remaining publications. */
export async function addBulkEdit(edit: BulkEdit, ids: readonly EditedId[], patch: JsonPatch): Promise<void> {
  const { id, requested_at } = edit;
  const kept = expiry('JOB_REPORT', requested_at);
  await transact([
    { Put: { Item: { ...keys.bulkEdit(id), ...edit, body: compress(ids), ...kept } } },
    { Put: { Item: { ...keys.bulkEditPatch(id), body: compress(patch), ...kept } } },
    { Put: { Item: { ...keys.openBulkEdit(requested_at, id), id } } },
  ]);
}

/** A bulk edit, or undefined. */
export async function getBulkEdit(id: string): Promise<StoredBulkEdit | undefined> {
  const items = await queryAll(partitionQuery(keys.bulkEdit(id).pk));
  const bySortKey = new Map(items.map((item) => [String(item.sk), item]));
  const record = bySortKey.get(keys.bulkEdit(id).sk);
  if (!record) return undefined;
  const patch = bySortKey.get(keys.bulkEditPatch(id).sk);
  const outcomes = items.filter(({ sk }) => String(sk).startsWith(keys.bulkEditOutcome(id, '').sk));
  return {
    ...BulkEdit.parse(record),
    ids: z.array(EditedId).parse(decompress(record.body)),
    patch: patch && JsonPatch.parse(decompress(patch.body)),
    outcomes: new Map(outcomes.map((item) => [String(item.doi), EditOutcome.parse(item)])),
  };
}

/** The ids of unfinished bulk edits, oldest first. */
export async function openBulkEdits(): Promise<{ id: string; key: Key }[]> {
  const items = await queryAll(partitionQuery(partitions['open-bulk-edits']));
  return items.map(({ pk, sk, id }) => ({ id: String(id), key: { pk: String(pk), sk: String(sk) } }));
}

const partitionQuery = (pk: string) => ({
  ConsistentRead: true,
  KeyConditionExpression: 'pk = :pk',
  ExpressionAttributeValues: { ':pk': pk },
});

const outcomeItem = ({ id, requested_at }: BulkEdit, doi: string, outcome: EditOutcome): Key & Item => ({
  ...keys.bulkEditOutcome(id, doi),
  doi,
  ...outcome,
  ...expiry('JOB_REPORT', requested_at),
});

/** The write of an outcome, for the transaction of the change. It fails if there is one already. */
export const outcomeWrite = (edit: BulkEdit, doi: string, outcome: EditOutcome): Write => ({
  Put: { Item: outcomeItem(edit, doi, outcome), ConditionExpression: 'attribute_not_exists(pk)' },
});

/** Stores an outcome without a change, unless there is one already. */
export const saveOutcome = (edit: BulkEdit, doi: string, outcome: EditOutcome): Promise<boolean> =>
  putIfAbsent(outcomeItem(edit, doi, outcome));

/** Whether a publication has an outcome. */
export const hasOutcome = async ({ id }: BulkEdit, doi: string): Promise<boolean> =>
  (await getItem(keys.bulkEditOutcome(id, doi))) !== undefined;

/** Ends a bulk edit whose publications all have an outcome, unless another run has ended it. */
export async function endBulkEdit({ id, requested_at }: BulkEdit, now: Date): Promise<void> {
  await transact([
    {
      Update: {
        Key: keys.bulkEdit(id),
        UpdateExpression: 'SET finished_at = :now',
        ConditionExpression: 'finished_at = :none',
        ExpressionAttributeValues: { ':now': now.getTime(), ':none': null },
      },
    },
    { Delete: { Key: keys.bulkEditPatch(id) } },
    { Delete: { Key: keys.openBulkEdit(requested_at, id) } },
  ]);
}

/** Removes a bulk edit from the open ones if it is no longer stored. */
export const forgetBulkEdit = (key: Key): Promise<void> => deleteItems([key]);
