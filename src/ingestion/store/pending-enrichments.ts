import * as z from 'zod';
import { keys } from '#src/table/keys.ts';
import { queryPage, transact, type Write } from '#src/table/table.ts';

/** A publication stored without an enrichment's answer, because the enrichment failed. */
export const PendingEnrichment = z.object({
  doi: z.string(),
  /** When to retry, in milliseconds since the epoch. */
  due_at: z.int(),
  /** The number of failed retries. */
  attempts: z.int(),
});
export type PendingEnrichment = z.output<typeof PendingEnrichment>;

/** The write that lists a publication, for the transaction that stores it. */
export function addPendingEnrichment(pending: PendingEnrichment): Write {
  return { Put: { Item: { ...keys.pendingEnrichment(pending.due_at, pending.doi), ...pending } } };
}

/** The write that removes a publication from the list, for the transaction that stores its enrichment. */
export function removePendingEnrichment({ due_at, doi }: PendingEnrichment): Write {
  return { Delete: { Key: keys.pendingEnrichment(due_at, doi) } };
}

/** The publications to retry, longest due first, at most `limit`. */
export async function dueEnrichments(now: Date, limit: number): Promise<PendingEnrichment[]> {
  const { pk, sk } = keys.pendingEnrichment(now.getTime() + 1, '');
  const inTime = {
    KeyConditionExpression: 'pk = :pk AND sk < :due',
    ExpressionAttributeValues: { ':pk': pk, ':due': sk },
    Limit: limit,
  };
  const { items } = await queryPage(inTime, undefined);
  return items.map((item) => PendingEnrichment.parse(item));
}

/** Lists a publication for a later time. */
export async function postponeEnrichment(pending: PendingEnrichment, due_at: number): Promise<void> {
  await transact([removePendingEnrichment(pending), addPendingEnrichment({ ...pending, due_at })]);
}
