import { ifPersonExists } from '#src/records/people/store/people.ts';
import type { PublicationRecord } from '#src/records/publications/publication.ts';
import { dropParts } from '#src/records/publications/store/compressed.ts';
import { aliasItem, PublicationItem, publicationRow } from '#src/records/publications/store/items.ts';
import { publicationWrites, stagePublication } from '#src/records/publications/store/publications.ts';
import { relatingNote, relatingWrite } from '#src/records/publications/store/relations.ts';
import { type WorkChange, workPart } from '#src/records/publications/store/works.ts';
import { type RecordWrite, transactWithRow, transactWithRows } from '#src/records/store/list-rows.ts';
import type { WorkRecord } from '#src/records/works/work.ts';
import { keys } from '#src/table/keys.ts';
import { getItem, type Write, type Writes, writesAt } from '#src/table/table.ts';

/** A publication before and after a write; `before` is undefined if it is new. */
interface Separation {
  /** The DOI to move to another publication. */
  doi: string;
  from: { before: PublicationRecord; after: PublicationRecord };
  to: { before: PublicationRecord | undefined; after: PublicationRecord };
}

/**
 * Moves a DOI from the publication it was an alias of to another one, stored with it, as its own DOI or an alias. One
 * transaction, with `works`. `stale`: one of them, or the DOI, was changed concurrently. `refused`: a condition of `extraWrites`
 * failed, or one of `linked` does not exist.
 */
export async function saveSeparated(
  { doi, from, to }: Separation,
  extraWrites: Writes,
  linked: readonly string[],
  works: readonly WorkChange[] = [],
): Promise<'saved' | 'stale' | 'refused'> {
  const item = PublicationItem.safeParse(await getItem(keys.publication(doi))).data;
  if (item?.kind !== 'alias') return 'stale';
  const ifStillAlias = {
    ConditionExpression: 'canonical = :canonical',
    ExpressionAttributeValues: { ':canonical': item.canonical },
  };
  const staged = {
    from: await stagePublication(from.after, from.before),
    to: await stagePublication(to.after, to.before),
  };
  const isOwn = to.after.doi === doi;
  const aliases = to.after.aliases.filter((alias) => alias !== doi && !to.before?.aliases.includes(alias));
  const nowMs = Date.now();
  const relating = relatingWrite(to.after, to.before, nowMs);
  const notes: Write[] = [relatingNote(from.after.doi, nowMs), ...(relating ? [relating] : [])];
  const moved: Write = { Put: { Item: aliasItem(doi, to.after.doi), ...ifStillAlias } };
  const parts: RecordWrite<PublicationRecord>[] = [
    {
      record: staged.from,
      before: from.before,
      write: (stored) => ({ writes: publicationWrites(stored, from.before), row: publicationRow(stored) }),
    },
    {
      record: staged.to,
      before: to.before,
      write: (stored) => ({
        writes: [
          ...publicationWrites(stored, to.before, isOwn ? ifStillAlias : undefined),
          ...(isOwn ? [] : [moved]),
          ...aliases.map(
            (alias): Write => ({
              Put: { Item: aliasItem(alias, to.after.doi), ConditionExpression: 'attribute_not_exists(pk)' },
            }),
          ),
          ...notes,
        ],
        row: publicationRow(stored),
      }),
    },
  ];
  const { outcome } = await transactWithRows<PublicationRecord | WorkRecord>(
    [...parts, ...works.map(workPart)],
    (at) => [...writesAt(extraWrites, at), ...linked.map(ifPersonExists)],
  );
  const isSaved = outcome === 'saved';
  await dropParts(from.after.doi, isSaved ? from.before.parts : staged.from.parts);
  await dropParts(to.after.doi, isSaved ? to.before?.parts : staged.to.parts);
  return outcome;
}

/**
 * Removes an alias, so that the DOI leads nowhere. One transaction. `stale`: the publication or the alias was changed
 * concurrently, or a condition of `extraWrites` failed.
 */
export async function saveWithoutAlias(
  alias: string,
  canonical: string,
  { before, after }: { before: PublicationRecord; after: PublicationRecord },
  extraWrites: Writes,
): Promise<'saved' | 'stale'> {
  const staged = await stagePublication(after, before);
  const removal: Write = {
    Delete: {
      Key: keys.publication(alias),
      ConditionExpression: 'canonical = :canonical',
      ExpressionAttributeValues: { ':canonical': canonical },
    },
  };
  const { outcome } = await transactWithRow<PublicationRecord>(
    {
      record: staged,
      before,
      write: (stored) => ({
        writes: [...publicationWrites(stored, before), removal, relatingNote(after.doi, Date.now())],
        row: publicationRow(stored),
      }),
    },
    extraWrites,
  );
  await dropParts(after.doi, outcome === 'saved' ? before.parts : staged.parts);
  return outcome === 'saved' ? 'saved' : 'stale';
}
