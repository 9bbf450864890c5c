import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { inParallel } from '#src/runtime/in-parallel.ts';
import { keys, partitions } from '#src/table/keys.ts';
import { deleteIfPresent, type Key, putItem, queryAll } from '#src/table/table.ts';

/** Keeps the note of the longest DOIs within the size of an item, and lets a run of the job deal with several notes. */
const doisPerNote = 100;
const notesAtOnce = 5;

/** Publications whose possible duplicates are still to be found, by canonical DOI. */
export const Uncompared = z.object({ dois: z.array(z.string()) });
export interface UncomparedNote extends z.output<typeof Uncompared> {
  key: Key;
}

/** Notes that the possible duplicates of these publications are to be found. */
export function addUncompared(dois: readonly string[], nowMs: number): Promise<UncomparedNote[]> {
  const starts = Array.from({ length: Math.ceil(dois.length / doisPerNote) }, (_, n) => n * doisPerNote);
  return inParallel(starts, notesAtOnce, async (start) => {
    const note = { key: keys.uncompared(nowMs, randomUUID()), dois: dois.slice(start, start + doisPerNote) };
    await putNote(note);
    return note;
  });
}

/** Leaves only these publications in notes. */
export async function keepUncompared(notes: readonly UncomparedNote[], wanted: ReadonlySet<string>): Promise<void> {
  await inParallel(notes, notesAtOnce, async ({ key, dois }) => {
    const left = dois.filter((doi) => wanted.has(doi));
    if (left.length === 0) await deleteUncompared(key);
    else if (left.length < dois.length) await putNote({ key, dois: left });
  });
}

const putNote = ({ key, dois }: UncomparedNote) => putItem({ ...key, dois });

/** The notes from before a time, oldest first. */
export async function uncomparedBefore(beforeMs: number): Promise<UncomparedNote[]> {
  const items = await queryAll({
    ConsistentRead: true,
    KeyConditionExpression: 'pk = :pk AND sk < :before',
    ExpressionAttributeValues: { ':pk': partitions.uncompared, ':before': keys.uncompared(beforeMs, '').sk },
  });
  return items.map((item) => ({
    key: { pk: partitions.uncompared, sk: String(item.sk) },
    dois: Uncompared.parse(item).dois,
  }));
}

/** Removes a note. */
export async function deleteUncompared(key: Key): Promise<void> {
  await deleteIfPresent(key);
}
