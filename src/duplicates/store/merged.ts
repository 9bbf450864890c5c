import * as z from 'zod';
import { recordName } from '#src/records/likeness/pair.ts';
import { PublicationRecord } from '#src/records/publications/publication.ts';
import { namesPerson, withoutPerson } from '#src/records/publications/removals.ts';
import { publicationShape } from '#src/records/publications/row.ts';
import {
  compress,
  decompress,
  dropParts,
  readParts,
  StoredParts,
  stage,
} from '#src/records/publications/store/compressed.ts';
import { blockWrites } from '#src/records/publications/store/duplicate-blocks.ts';
import { aliasItem, publicationRow } from '#src/records/publications/store/items.ts';
import { publicationWrites, stagePublication } from '#src/records/publications/store/publications.ts';
import { transactWithRows } from '#src/records/store/list-rows.ts';
import { retryIfStale, stale } from '#src/runtime/retry.ts';
import { keys } from '#src/table/keys.ts';
import { getItem, type Item, ifUnchanged, type Key, transact, type Writes } from '#src/table/table.ts';
/** A publication as it was before its merge into another one, and everything that one took over. */
export const MergedPublication = z.object({
  record: PublicationRecord,
  /** The DOI of the other publication. */
  into: z.string(),
  pair_id: z.string(),
  /** Milliseconds since the epoch. */
  merged_at: z.int(),
  /** The number of the other publication's edit that took over edits; null if there was none. */
  edit: z.int().nullable(),
  /** The researchers that the other publication took over. */
  orcids: z.array(z.string()),
});
export type MergedPublication = z.output<typeof MergedPublication> & {
  record: PublicationRecord;
  parts?: StoredParts | undefined;
};

/** A publication that was merged into another one, by its former DOI; undefined if it is not merged. */
export async function getMerged(doi: string): Promise<MergedPublication | undefined> {
  const item = await getItem(keys.mergedPublication(doi));
  return item && mergedPublicationAt(doi, item);
}

/** The content of an item, or of the parts it names. */
async function mergedPublicationAt(doi: string, item: Item): Promise<MergedPublication | undefined> {
  const parts = StoredParts.optional().parse(item.parts);
  if (!parts) return MergedPublication.parse(decompress(item.body));
  const content = await readParts(doi, parts);
  if (content !== undefined) return { ...MergedPublication.parse(content), parts };
  const now = await getItem(keys.mergedPublication(doi));
  if (StoredParts.optional().parse(now?.parts)?.generation === parts.generation) {
    throw new Error(`The merged publication ${doi} lacks a part`);
  }
  return now && mergedPublicationAt(doi, now);
}

/** The item of a merged publication. If it is too large, its parts have been put. */
function mergedItem(merged: MergedPublication, parts: StoredParts | undefined) {
  const content = parts ? { parts } : { body: compress(withoutParts(merged)) };
  return { ...keys.mergedPublication(merged.record.doi), shape: publicationShape, ...content };
}

const withoutParts = ({ parts: _, record, ...merged }: MergedPublication) => ({
  ...merged,
  record: { ...record, parts: undefined },
});

/**
 * Removes a person from a merged publication and its row, so that undoing the merge does not restore them. False if it
 * does not name them or is not merged.
 */
export function unlinkMerged(doi: string, orcid: string): Promise<boolean> {
  return retryIfStale(`The merged publication ${doi}`, async () => {
    const item = await getItem(keys.mergedPublication(doi));
    const merged = item && (await mergedPublicationAt(doi, item));
    if (!merged || !(namesPerson(merged.record, orcid) || merged.orcids.includes(orcid))) return false;
    const isOther = (each: string) => each !== orcid;
    const left = { ...merged, record: withoutPerson(merged.record, orcid), orcids: merged.orcids.filter(isOther) };
    const row = keys.publicationRow(doi);
    const { orcids = [], left_orcids } = RowPeople.parse((await getItem(row)) ?? {});
    const parts = await stage(doi, keys.mergedPublication(doi), withoutParts(left), merged.parts);
    const failed = await transact((at) => [
      {
        Put: {
          Item: mergedItem(left, parts),
          ConditionExpression: merged.parts ? 'parts = :read' : 'body = :read',
          ExpressionAttributeValues: { ':read': merged.parts ?? item?.body },
        },
      },
      {
        Update: {
          Key: row,
          UpdateExpression: 'SET orcids = :others, left_orcids = :left, not_author_orcids = :not, changed = :now',
          ConditionExpression: 'orcids = :read',
          ExpressionAttributeValues: {
            ':others': orcids.filter(isOther),
            ':left': left_orcids?.filter(isOther) ?? null,
            ':not': left.record.not_authors.map((each) => each.orcid),
            ':read': orcids,
            ':now': at,
          },
        },
      },
    ]);
    await dropParts(doi, failed ? parts : merged.parts);
    return failed ? stale : true;
  });
}

const RowPeople = z.object({ orcids: z.array(z.string()).optional(), left_orcids: z.array(z.string()).nullish() });

interface Change {
  before: PublicationRecord;
  after: PublicationRecord;
}

/**
 * Merges a publication into another one: its DOI becomes an alias of that one, its aliases lead there through it, and
 * its list row becomes a tombstone. One transaction, however many aliases. `stale`: one of the two was changed
 * concurrently, or a condition of `extraWrites` failed; read again.
 */
export async function saveMerge(
  kept: Change,
  merged: MergedPublication,
  extraWrites: Writes,
): Promise<'saved' | 'stale'> {
  const { record } = merged;
  const { doi, version } = record;
  const staged = { ...kept, after: await stagePublication(kept.after, kept.before) };
  const parts = await stage(doi, keys.mergedPublication(doi), withoutParts(merged), record.parts);
  const { outcome } = await transactWithRows<PublicationRecord>(
    [
      keptPart(staged),
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
export async function saveUnmerge(
  kept: Change,
  merged: MergedPublication,
  extraWrites: Writes,
): Promise<'saved' | 'stale'> {
  const { record, into } = merged;
  const staged = { ...kept, after: await stagePublication(kept.after, kept.before) };
  const restored = await stagePublication(
    { ...record, version: record.version + 2 },
    { ...record, parts: merged.parts },
  );
  const { outcome } = await transactWithRows<PublicationRecord>(
    [
      keptPart(staged),
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

const keptPart = ({ before, after }: Change) => ({
  record: after,
  before,
  write: (stored: PublicationRecord) => ({ writes: publicationWrites(stored, before), row: publicationRow(stored) }),
});
