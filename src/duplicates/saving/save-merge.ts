import { outputId } from '#src/records/groups/output.ts';
import { recordName } from '#src/records/likeness/pair.ts';
import type { PublicationRecord } from '#src/records/publications/publication.ts';
import { dropParts, stage } from '#src/records/publications/store/compressed.ts';
import { blockWrites } from '#src/records/publications/store/duplicate-blocks.ts';
import { aliasItem, publicationRow } from '#src/records/publications/store/items.ts';
import type { RecordWrite } from '#src/records/store/list-rows.ts';
import { keys } from '#src/table/keys.ts';
import { ifUnchanged, type Key, type Writes } from '#src/table/table.ts';
import { type MergedPublication, mergedItem, withoutParts } from '../store/merged.ts';
import { type Saving, type StoredRevision, saveTogether } from './consequences.ts';

/** Who decides about the pair of a merge updates the pairs of both, also when the decision is repeated. */
const savingAt = (now: Date): Saving => ({ now, compareLater: async () => {} });

/**
 * Merges a publication into another one: its DOI becomes an alias of that one, its aliases lead there through it, and
 * its list row becomes a tombstone. One transaction, however many aliases. `stale`: one of the two was changed
 * concurrently, or a condition of `extraWrites` failed; read again.
 */
export async function saveMerge(
  kept: StoredRevision,
  merged: MergedPublication,
  extraWrites: Writes,
  now: Date,
): Promise<'saved' | 'stale'> {
  const { record } = merged;
  const { doi, version } = record;
  const parts = await stage(doi, keys.mergedPublication(doi), withoutParts(merged), record.parts);
  const gone: RecordWrite<PublicationRecord> = {
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
  };
  const standIns = [{ id: groupsOf(doi), by: groupsOf(kept.after.doi) }];
  const isSaved = (await saveTogether([{ ...kept, saving: savingAt(now) }], extraWrites, [gone], standIns)) === 'saved';
  await dropParts(doi, isSaved ? record.parts : parts);
  return isSaved ? 'saved' : 'stale';
}

/**
 * Restores a merged publication as it was, with its DOI, aliases and row. `stale`: as in `saveMerge`. Its version
 * increases, so that no write that was prepared before the merge succeeds.
 */
export async function saveUnmerge(
  kept: StoredRevision,
  merged: MergedPublication,
  extraWrites: Writes,
  now: Date,
): Promise<'saved' | 'stale'> {
  const { record, into, parts } = merged;
  const saving = savingAt(now);
  const restored = {
    before: undefined,
    after: { ...record, version: record.version + 2 },
    restored: { seen: goneInto(merged), parts },
    condition: { ConditionExpression: 'canonical = :into', ExpressionAttributeValues: { ':into': into } },
    also: [{ Delete: { Key: keys.mergedPublication(record.doi), ConditionExpression: 'attribute_exists(pk)' } }],
    saving,
  };
  const standIns = [{ id: groupsOf(record.doi), by: null }];
  return (await saveTogether([{ ...kept, saving }, restored], extraWrites, [], standIns)) === 'saved'
    ? 'saved'
    : 'stale';
}

const groupsOf = (doi: string) => outputId({ kind: 'publication', id: doi });

/** A merged publication as shown by its row. */
const goneInto = ({ record, merged_at }: MergedPublication): PublicationRecord => ({
  ...record,
  deleted_at: new Date(merged_at).toISOString(),
});
