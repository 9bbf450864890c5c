import * as z from 'zod';
import { keys, refreshPartition } from '../keys.ts';
import { deleteItems, putItem, queryAll } from '../table.ts';

/**
 * What the refresh has asked for without success so far: a person or publication, or a whole source. Times in
 * milliseconds since the epoch.
 */
export const RefreshAttempt = z.object({
  kind: z.enum(['person', 'publication', 'source']),
  /** The iD, DOI or name. */
  id: z.string(),
  /** The source that was asked. */
  source: z.enum(['orcid', 'crossref', 'datacite', 'openalex']),
  /** How often in a row. */
  attempts: z.int().min(1),
  attempted_at: z.int(),
  /** Not to be tried again before. */
  due_at: z.int(),
  /** What was wrong, as it may be shown to operators. */
  reason: z.string(),
});
export type RefreshAttempt = z.output<typeof RefreshAttempt>;

/** All of them, also those that are not due yet. A success leaves its attempt behind: see `currentAttempts`. */
export async function storedAttempts(): Promise<RefreshAttempt[]> {
  const all = {
    ConsistentRead: true,
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': refreshPartition },
  };
  return (await queryAll(all)).map((item) => RefreshAttempt.parse(item));
}

/** Stores an attempt in place of an earlier one. */
export const saveAttempt = (attempt: RefreshAttempt): Promise<void> =>
  putItem({ ...keys.refreshAttempt(attempt.kind, attempt.id), ...attempt });

/** Removes attempts that have succeeded since, or whose record is gone. */
export const removeAttempts = (attempts: readonly RefreshAttempt[]): Promise<void> =>
  deleteItems(attempts.map(({ kind, id }) => keys.refreshAttempt(kind, id)));
