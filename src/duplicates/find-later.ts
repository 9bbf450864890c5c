import { recordName } from '#src/records/likeness/pair.ts';
import type { PublicationRecord } from '#src/records/publications/publication.ts';
import { inParallel } from '#src/runtime/in-parallel.ts';
import { log } from '#src/runtime/log.ts';
import { isComparedDifferently, storedComparable, updatePairs } from './find.ts';
import { addUncompared, deleteUncompared, keepUncompared, uncomparedBefore } from './store/uncompared.ts';

/** Longer than any request takes: notes of those that still write are left alone. */
const settledAfterMs = 60_000;
const comparedAtOnce = 4;

/** Tells of a publication that was saved. Like `updatePublicationPairs`, but its pairs are updated later. */
export type CompareLater = (record: PublicationRecord, before: PublicationRecord | undefined) => Promise<void>;

/**
 * Changes many publications, at most those with these DOIs, and leaves their pairs to `compareRemaining`: reading the
 * blocks of each takes far longer than saving it. The notes are stored before, so a killed change is compared, too.
 */
export async function comparingLater<T>(
  dois: readonly string[],
  change: (compareLater: CompareLater) => Promise<T>,
): Promise<T> {
  const notes = await addUncompared(dois, Date.now());
  const changed = new Set<string>();
  const result = await change(async (record, before) => {
    if (isComparedDifferently(record, before)) changed.add(record.doi);
  });
  try {
    await keepUncompared(notes, changed);
  } catch (error) {
    log('warn', 'Publications are compared although they have not changed', { error });
  }
  return result;
}

/** Updates the pairs of publications that were changed many at once, until `untilMs`. */
export async function compareRemaining(now: Date, untilMs: number): Promise<void> {
  for (const { key, dois } of await uncomparedBefore(now.getTime() - settledAfterMs)) {
    if (Date.now() >= untilMs) return;
    await inParallel(dois, comparedAtOnce, (doi) => compareNoted(doi, now));
    await deleteUncompared(key);
  }
}

/** Never throws; the full pass finds what it misses. */
async function compareNoted(doi: string, now: Date): Promise<void> {
  const record = { kind: 'publication', id: doi } as const;
  try {
    await updatePairs(record, await storedComparable(record), now);
  } catch (error) {
    log('warn', 'Possible duplicates not updated', { record: recordName(record), error });
  }
}
