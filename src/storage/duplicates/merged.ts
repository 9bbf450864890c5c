import * as z from 'zod';
import { memberName } from '../../domain/duplicates/pair.ts';
import { namesPerson, PublicationRecord, withoutPerson } from '../../domain/publication.ts';
import { publicationShape } from '../../domain/publication-row.ts';
import { retryIfStale, stale } from '../../runtime/retry.ts';
import { compress, decompress } from '../compressed.ts';
import { blockWrites } from '../duplicate-blocks.ts';
import { keys } from '../keys.ts';
import { transactWithRows } from '../list-rows.ts';
import { publicationRow, publicationWrites } from '../publications.ts';
import { getItem, ifUnchanged, type Key, transact, type Write } from '../table.ts';

/** A publication as it was when it was merged into another one, and what that one took over. */
export const MergedPublication = z.object({
  record: PublicationRecord,
  /** The DOI of the other publication. */
  into: z.string(),
  pair_id: z.string(),
  /** Milliseconds since the epoch. */
  merged_at: z.int(),
  /** The edit of the other publication that took over edits; null if none did. */
  edit: z.int().nullable(),
  /** The researchers that the other publication took over. */
  orcids: z.array(z.string()),
});
export type MergedPublication = z.output<typeof MergedPublication>;

/** A publication that was merged into another one, by its former DOI; undefined if it is not merged. */
export async function getMerged(doi: string): Promise<MergedPublication | undefined> {
  const item = await getItem(keys.mergedPublication(doi));
  return item && MergedPublication.parse(decompress(item.body));
}

/**
 * Takes a person out of a merged publication and its row, so that an undo of the merge does not bring them back. False if
 * there is nothing of them, or it is not merged.
 */
export function unlinkMerged(doi: string, orcid: string): Promise<boolean> {
  return retryIfStale(`The merged publication ${doi}`, async () => {
    const item = await getItem(keys.mergedPublication(doi));
    const merged = item && MergedPublication.parse(decompress(item.body));
    if (!merged || !(namesPerson(merged.record, orcid) || merged.orcids.includes(orcid))) return false;
    const isOther = (each: string) => each !== orcid;
    const left = { ...merged, record: withoutPerson(merged.record, orcid), orcids: merged.orcids.filter(isOther) };
    const row = keys.publicationRow(doi);
    const { orcids = [] } = RowPeople.parse((await getItem(row)) ?? {});
    const failed = await transact(() => [
      {
        Put: {
          Item: { ...item, ...keys.mergedPublication(doi), body: compress(left) },
          ConditionExpression: 'body = :read',
          ExpressionAttributeValues: { ':read': item.body },
        },
      },
      {
        Update: {
          Key: row,
          UpdateExpression: 'SET orcids = :left, changed = :now',
          ConditionExpression: 'orcids = :read',
          ExpressionAttributeValues: { ':left': orcids.filter(isOther), ':read': orcids, ':now': Date.now() },
        },
      },
    ]);
    return failed ? stale : true;
  });
}

const RowPeople = z.object({ orcids: z.array(z.string()).optional() });

/** A publication before and after a change. */
interface Change {
  before: PublicationRecord;
  after: PublicationRecord;
}

/**
 * Merges a publication into another one: its DOI becomes an alias of that, its aliases lead there through it, and its list
 * row becomes a tombstone. One transaction, however many aliases there are. `stale`: one of the two was changed
 * concurrently, or a condition of `others` failed; read again.
 */
export async function saveMerge(kept: Change, merged: MergedPublication, others: Write[]): Promise<'saved' | 'stale'> {
  const { record } = merged;
  const { doi, version } = record;
  const gone = { ...record, deleted_at: new Date(merged.merged_at).toISOString() };
  const alias = { ...keys.publication(doi), kind: 'alias', doi, canonical: merged.into };
  const body = compress(merged);
  const failed = await transactWithRows<PublicationRecord>([
    keptPart(kept, others),
    {
      record: gone,
      before: record,
      write: (stored) => ({
        writes: [
          { Put: { Item: alias, ...ifUnchanged({ version }) } },
          { Put: { Item: { ...keys.mergedPublication(doi), shape: publicationShape, body } } },
          ...blockWrites(memberName({ kind: 'publication', id: doi }), undefined, record.blocks, null),
        ],
        row: { ...publicationRow(stored), merged_into: merged.into } as Key,
      }),
    },
  ]);
  return failed ? 'stale' : 'saved';
}

/**
 * Restores a merged publication as it was, with its DOI, aliases and row. `stale`: as in `saveMerge`. Its version
 * increases, so that no write that was prepared before the merge succeeds.
 */
export async function saveUnmerge(
  kept: Change,
  merged: MergedPublication,
  others: Write[],
): Promise<'saved' | 'stale'> {
  const { record, into } = merged;
  const restored = { ...record, version: record.version + 2 };
  // Clients have seen what it brought to the other one: if it is not public itself, they are told that this is gone.
  const publicity = {
    visible: kept.before.visible,
    deleted_at: kept.before.deleted_at,
    withdrawn_at: record.withdrawn_at,
  };
  const failed = await transactWithRows<PublicationRecord>([
    keptPart(kept, others),
    {
      record: restored,
      before: publicity,
      write: (stored) => ({
        writes: [
          ...publicationWrites(stored, undefined, {
            ConditionExpression: 'canonical = :into',
            ExpressionAttributeValues: { ':into': into },
          }),
          { Delete: { Key: keys.mergedPublication(record.doi), ConditionExpression: 'attribute_exists(pk)' } },
        ],
        row: publicationRow(stored),
      }),
    },
  ]);
  return failed ? 'stale' : 'saved';
}

const keptPart = ({ before, after }: Change, others: Write[]) => ({
  record: after,
  before,
  write: (stored: PublicationRecord) => ({
    writes: [...others, ...publicationWrites(stored, before)],
    row: publicationRow(stored),
  }),
});
