import { recordName } from '#src/records/likeness/pair.ts';
import type { PublicationRecord } from '#src/records/publications/publication.ts';
import { dropParts, stage } from '#src/records/publications/store/compressed.ts';
import { blockWrites } from '#src/records/publications/store/duplicate-blocks.ts';
import { aliasItem, publicationRow } from '#src/records/publications/store/items.ts';
import { publicationWrites, stagePublication } from '#src/records/publications/store/publications.ts';
import { transactWithRows } from '#src/records/store/list-rows.ts';
import { keys } from '#src/table/keys.ts';
import { ifUnchanged, type Key, type Writes } from '#src/table/table.ts';
import { type MergedPublication, mergedItem, withoutParts } from '../store/merged.ts';
import { publicationPart, type Revision, relatingWrites, type Saving, withConsequences } from './consequences.ts';

/** The kept publication of a merge. */
type Kept = Revision & { before: PublicationRecord };

/** Who decides about the pair of a merge updates the pairs of both, also when the decision is repeated. */
const savingAt = (now: Date): Saving => ({ now, compareLater: async () => {} });

/**
 * Merges a publication into another one: its DOI becomes an alias of that one, its aliases lead there through it, and
 * its list row becomes a tombstone. One transaction, however many aliases. `stale`: one of the two was changed
 * concurrently, or a condition of `extraWrites` failed; read again.
 */
export function saveMerge(kept: Kept, merged: MergedPublication, extraWrites: Writes, now: Date) {
  return withConsequences([[kept, savingAt(now)]], () => writeMerge(kept, merged, extraWrites));
}

async function writeMerge(kept: Kept, merged: MergedPublication, extraWrites: Writes): Promise<'saved' | 'stale'> {
  const { record } = merged;
  const { doi, version } = record;
  const staged = { ...kept, after: await stagePublication(kept.after, kept.before) };
  const parts = await stage(doi, keys.mergedPublication(doi), withoutParts(merged), record.parts);
  const { outcome } = await transactWithRows<PublicationRecord>(
    [
      publicationPart(staged),
      {
        record: goneInto(merged),
        before: record,
        write: (stored) => ({
          writes: [
            { Put: { Item: aliasItem(doi, merged.into), ...ifUnchanged({ version }) } },
            { Put: { Item: mergedItem(merged, parts) } },
            ...blockWrites(recordName({ kind: 'publication', id: doi }), undefined, record.blocks, null),
          ],
          row: { ...publicationRow(stored), merged_into: merged.into } as Key,
        }),
      },
    ],
    extraWrites,
  );
  const isSaved = outcome === 'saved';
  await dropParts(kept.after.doi, isSaved ? kept.before.parts : staged.after.parts);
  await dropParts(doi, isSaved ? record.parts : parts);
  return isSaved ? 'saved' : 'stale';
}

/**
 * Restores a merged publication as it was, with its DOI, aliases and row. `stale`: as in `saveMerge`. Its version
 * increases, so that no write that was prepared before the merge succeeds.
 */
export function saveUnmerge(kept: Kept, merged: MergedPublication, extraWrites: Writes, now: Date) {
  const restored = { before: undefined, after: merged.record };
  const changes = [kept, restored].map((change) => [change, savingAt(now)] as const);
  return withConsequences(changes, () => writeUnmerge(kept, merged, extraWrites));
}

async function writeUnmerge(kept: Kept, merged: MergedPublication, extraWrites: Writes): Promise<'saved' | 'stale'> {
  const { record, into } = merged;
  const staged = { ...kept, after: await stagePublication(kept.after, kept.before) };
  const restored = await stagePublication(
    { ...record, version: record.version + 2 },
    { ...record, parts: merged.parts },
  );
  const { outcome } = await transactWithRows<PublicationRecord>(
    [
      publicationPart(staged),
      {
        record: restored,
        before: goneInto(merged),
        write: (stored) => ({
          writes: [
            ...publicationWrites(stored, undefined, {
              ConditionExpression: 'canonical = :into',
              ExpressionAttributeValues: { ':into': into },
            }),
            { Delete: { Key: keys.mergedPublication(record.doi), ConditionExpression: 'attribute_exists(pk)' } },
            ...relatingWrites({ before: undefined, after: record }),
          ],
          row: publicationRow(stored),
        }),
      },
    ],
    extraWrites,
  );
  const isSaved = outcome === 'saved';
  await dropParts(kept.after.doi, isSaved ? kept.before.parts : staged.after.parts);
  await dropParts(record.doi, isSaved ? merged.parts : restored.parts);
  return isSaved ? 'saved' : 'stale';
}

/** A merged publication as shown by its row. */
const goneInto = ({ record, merged_at }: MergedPublication): PublicationRecord => ({
  ...record,
  deleted_at: new Date(merged_at).toISOString(),
});
