import * as z from 'zod';
import { PublicationRecord } from '#src/records/publications/publication.ts';
import { namesPerson, withoutPerson } from '#src/records/publications/removals.ts';
import { publicationShape } from '#src/records/publications/row.ts';
import {
  compress,
  decompress,
  dropParts,
  readCompressedParts,
  StoredParts,
  stage,
} from '#src/records/publications/store/compressed.ts';
import { retryIfStale, stale } from '#src/runtime/retry.ts';
import { keys } from '#src/table/keys.ts';
import { getItem, type Item, transact } from '#src/table/table.ts';

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
  const content = await readCompressedParts(doi, parts);
  if (content !== undefined) return { ...MergedPublication.parse(content), parts };
  const now = await getItem(keys.mergedPublication(doi));
  if (StoredParts.optional().parse(now?.parts)?.generation === parts.generation) {
    throw new Error(`The merged publication ${doi} lacks a part`);
  }
  return now && mergedPublicationAt(doi, now);
}

/** The item of a merged publication. If it is too large, its parts have been put. */
export function mergedItem(merged: MergedPublication, parts: StoredParts | undefined) {
  const content = parts ? { parts } : { body: compress(withoutParts(merged)) };
  return { ...keys.mergedPublication(merged.record.doi), shape: publicationShape, ...content };
}

/** The stored content of a merged publication. */
export const withoutParts = ({ parts: _, record, ...merged }: MergedPublication) => ({
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
    const { orcids = [], left_orcids, unmatched_orcids } = RowPeople.parse((await getItem(row)) ?? {});
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
          UpdateExpression:
            'SET orcids = :others, left_orcids = :left, not_author_orcids = :not, unmatched_orcids = :unmatched, changed = :now',
          ConditionExpression: 'orcids = :read',
          ExpressionAttributeValues: {
            ':others': orcids.filter(isOther),
            ':left': left_orcids?.filter(isOther) ?? null,
            ':unmatched': unmatched_orcids.filter(isOther),
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

const RowPeople = z.object({
  orcids: z.array(z.string()).optional(),
  left_orcids: z.array(z.string()).nullish(),
  unmatched_orcids: z.array(z.string()).default([]),
});
