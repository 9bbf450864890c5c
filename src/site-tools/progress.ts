import * as z from 'zod';
import { getItem, type Key, updateIf } from '../storage/table.ts';

/** A pass that nobody continued for a day starts over. */
const passMs = 24 * 3_600_000;

/** How far a pass through a shard has come. */
export const RepairProgress = z.object({
  /** The last publication examined; null after the end of a pass. */
  after: z.string().nullable(),
  /** Milliseconds since the epoch. */
  savedAtMs: z.int(),
});

/** The publication after which a pass continues; undefined at its start. */
export async function positionOf(key: Key, now: Date): Promise<string | undefined> {
  const stored = RepairProgress.optional().parse(await getItem(key));
  const isRecent = stored && stored.savedAtMs > now.getTime() - passMs;
  return (isRecent && stored.after) || undefined;
}

/** Stores how far a pass has come; `after` is null at its end. */
export async function savePosition(key: Key, after: string | null, now: Date): Promise<void> {
  await updateIf({
    Key: key,
    UpdateExpression: 'SET #after = :after, savedAtMs = :now',
    ExpressionAttributeNames: { '#after': 'after' },
    ExpressionAttributeValues: { ':after': after, ':now': now.getTime() },
  });
}
