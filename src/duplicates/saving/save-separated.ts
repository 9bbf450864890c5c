import { ifPersonExists } from '#src/records/people/store/people.ts';
import type { PublicationRecord } from '#src/records/publications/publication.ts';
import { dropParts } from '#src/records/publications/store/compressed.ts';
import { aliasItem, PublicationItem, publicationRow } from '#src/records/publications/store/items.ts';
import { publicationWrites, stagePublication } from '#src/records/publications/store/publications.ts';
import { newAliases } from '#src/records/publications/store/relations.ts';
import { type WorkChange, workPart } from '#src/records/publications/store/works.ts';
import { type RecordWrite, transactWithRows } from '#src/records/store/list-rows.ts';
import type { WorkRecord } from '#src/records/works/work.ts';
import { keys } from '#src/table/keys.ts';
import { getItem, type Write, type Writes, writesAt } from '#src/table/table.ts';
import {
  newResearchers,
  publicationPart,
  type Revision,
  relatingWrites,
  type Saving,
  withConsequences,
} from './consequences.ts';

/** The publication that loses an alias. */
type Losing = Revision & { before: PublicationRecord };

interface Separation {
  /** The DOI to move to another publication. */
  doi: string;
  from: Losing;
  to: Revision;
}

/**
 * Moves a DOI from the publication it was an alias of to another one, stored with it, as its own DOI or an alias. One
 * transaction, with `works`. `stale`: one of them, or the DOI, was changed concurrently. `refused`: a condition of `extraWrites`
 * failed, or a new researcher does not exist.
 */
export function saveSeparated(
  separation: Separation,
  extraWrites: Writes,
  saving: Saving & { works: readonly WorkChange[] },
): Promise<'saved' | 'stale' | 'refused'> {
  const { from, to } = separation;
  const changes = [[from, { now: saving.now }] as const, [to, saving] as const];
  return withConsequences(changes, () => writeSeparated(separation, extraWrites, saving.works));
}

async function writeSeparated(
  { doi, from, to }: Separation,
  extraWrites: Writes,
  works: readonly WorkChange[],
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
  const aliases = newAliases(to.after, to.before).filter((alias) => alias !== doi);
  const moved: Write = { Put: { Item: aliasItem(doi, to.after.doi), ...ifStillAlias } };
  const parts: RecordWrite<PublicationRecord>[] = [
    publicationPart({ before: from.before, after: staged.from }),
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
          ...relatingWrites(to),
        ],
        row: publicationRow(stored),
      }),
    },
  ];
  const { outcome } = await transactWithRows<PublicationRecord | WorkRecord>(
    [...parts, ...works.map(workPart)],
    (at) => [...writesAt(extraWrites, at), ...newResearchers(to).map(ifPersonExists)],
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
export function saveWithoutAlias(
  alias: { doi: string; canonical: string },
  change: Losing,
  extraWrites: Writes,
  saving: Saving,
): Promise<'saved' | 'stale'> {
  return withConsequences([[change, saving]], () => writeWithoutAlias(alias, change, extraWrites));
}

async function writeWithoutAlias(
  { doi, canonical }: { doi: string; canonical: string },
  { before, after }: Losing,
  extraWrites: Writes,
): Promise<'saved' | 'stale'> {
  const staged = await stagePublication(after, before);
  const removal: Write = {
    Delete: {
      Key: keys.publication(doi),
      ConditionExpression: 'canonical = :canonical',
      ExpressionAttributeValues: { ':canonical': canonical },
    },
  };
  const { outcome } = await transactWithRows<PublicationRecord>([publicationPart({ before, after: staged })], (at) => [
    ...writesAt(extraWrites, at),
    removal,
  ]);
  await dropParts(after.doi, outcome === 'saved' ? before.parts : staged.parts);
  return outcome === 'saved' ? 'saved' : 'stale';
}
