import * as z from 'zod';
import { keys } from '../storage/keys.ts';
import { getItem, updateIf } from '../storage/table.ts';

/** How far one part of the records has been brought to a shape. Times in milliseconds since the epoch. */
export const PartProgress = z.object({
  /** The shape the records are brought to. */
  shape: z.int(),
  /** When the first pass to this shape began. */
  startedAtMs: z.int(),
  /** Passes over all records of the part that have ended without a failure. */
  passes: z.int(),
  /** Where the pass under way goes on; null at its beginning. */
  after: z.string().nullable(),
  /** Records that could not be rewritten in the pass under way. */
  failed: z.int(),
});
export type PartProgress = z.output<typeof PartProgress>;

/** The progress of all parts by their names, in one item: one read says that nothing is to be done. */
export async function readProgress(): Promise<Map<string, PartProgress>> {
  const { pk: _, sk: __, ...parts } = (await getItem(keys.backfillProgress())) ?? {};
  return new Map(Object.entries(z.record(z.string(), PartProgress).parse(parts)));
}

/** Moves a part on from where it was read; false when another run has moved it meanwhile. */
export function saveProgress(name: string, before: PartProgress | undefined, after: PartProgress): Promise<boolean> {
  return updateIf({
    Key: keys.backfillProgress(),
    UpdateExpression: 'SET #part = :after',
    ConditionExpression: before ? '#part = :before' : 'attribute_not_exists(#part)',
    ExpressionAttributeNames: { '#part': name },
    ExpressionAttributeValues: { ':after': after, ...(before && { ':before': before }) },
  });
}
