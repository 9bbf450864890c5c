import * as z from 'zod';
import { keys } from '../storage/keys.ts';
import { getItem, updateIf } from '../storage/table.ts';

/** The progress of one part. Times in milliseconds since the epoch. */
export const PartProgress = z.object({
  /** The shape that the records are rewritten in. */
  shape: z.int(),
  /** When the first pass for this shape started. */
  startedAtMs: z.int(),
  /** Completed passes without a failure. */
  passes: z.int(),
  /** Where the current pass continues; null at its start. */
  after: z.string().nullable(),
  /** Records that could not be rewritten in the current pass. */
  failed: z.int(),
});
export type PartProgress = z.output<typeof PartProgress>;

/** The progress of all parts by name. It is one item, so one read shows that nothing is left to do. */
export async function readProgress(): Promise<Map<string, PartProgress>> {
  const { pk: _, sk: __, ...parts } = (await getItem(keys.backfillProgress())) ?? {};
  return new Map(Object.entries(z.record(z.string(), PartProgress).parse(parts)));
}

/** Saves the progress of a part; false if another run has saved it since it was read. */
export function saveProgress(name: string, before: PartProgress | undefined, after: PartProgress): Promise<boolean> {
  return updateIf({
    Key: keys.backfillProgress(),
    UpdateExpression: 'SET #part = :after',
    ConditionExpression: before ? '#part = :before' : 'attribute_not_exists(#part)',
    ExpressionAttributeNames: { '#part': name },
    ExpressionAttributeValues: { ':after': after, ...(before && { ':before': before }) },
  });
}
