import * as z from 'zod';
import { keys } from '#src/table/keys.ts';
import { getItems, type Write } from '#src/table/table.ts';

/** A publication or work that the undo of an intake has deleted. Once it was restored or deleted again, it says nothing. */
export const UndoneOutput = z.object({ kind: z.string(), id: z.string(), deleted_at: z.string() });
export type UndoneOutput = z.output<typeof UndoneOutput>;

/** For the transaction of the deletion. */
export const undoneOutputWrite = ({ kind, id, deleted_at }: UndoneOutput): Write => ({
  Put: { Item: { ...keys.undoneOutput(kind, id), kind, id, deleted_at } },
});

/** The records among these deleted ones whose deletion was an undo. */
export async function undoneAmong<Deleted extends UndoneOutput>(deleted: readonly Deleted[]): Promise<Deleted[]> {
  const items = UndoneOutput.array().parse(await getItems(deleted.map(({ kind, id }) => keys.undoneOutput(kind, id))));
  const undone = new Set(items.map(({ kind, id, deleted_at }) => `${kind} ${id} ${deleted_at}`));
  return deleted.filter(({ kind, id, deleted_at }) => undone.has(`${kind} ${id} ${deleted_at}`));
}
