import { ifPersonExists } from '#src/records/people/store/people.ts';
import { aliasItem, PublicationItem } from '#src/records/publications/store/items.ts';
import { newAliases } from '#src/records/publications/store/relations.ts';
import { type WorkChange, workParts } from '#src/records/publications/store/works.ts';
import { keys } from '#src/table/keys.ts';
import { type AttemptTime, getItem, type Write, type Writes, writesAt } from '#src/table/table.ts';
import { newResearchers, type Revision, type Saving, type StoredRevision, saveTogether } from './consequences.ts';

interface Separation {
  /** The DOI to move to another publication. */
  doi: string;
  from: StoredRevision;
  to: Revision;
}

const ifLeadsTo = (canonical: string) => ({
  ConditionExpression: 'canonical = :canonical',
  ExpressionAttributeValues: { ':canonical': canonical },
});

/**
 * Moves a DOI from the publication it was an alias of to another one, stored with it, as its own DOI or an alias. One
 * transaction, with `works`. `stale`: one of them, or the DOI, was changed concurrently. `refused`: a condition of `extraWrites`
 * failed, or a new researcher does not exist.
 */
export async function saveSeparated(
  { doi, from, to }: Separation,
  extraWrites: Writes,
  saving: Saving & { works: readonly WorkChange[] },
): Promise<'saved' | 'stale' | 'refused'> {
  const item = PublicationItem.safeParse(await getItem(keys.publication(doi))).data;
  if (item?.kind !== 'alias') return 'stale';
  const ifStillAlias = ifLeadsTo(item.canonical);
  const isOwn = to.after.doi === doi;
  const aliases = newAliases(to.after, to.before).filter((alias) => alias !== doi);
  const also: Write[] = aliases.map((alias) => ({
    Put: { Item: aliasItem(alias, to.after.doi), ConditionExpression: 'attribute_not_exists(pk)' },
  }));
  if (!isOwn) also.unshift({ Put: { Item: aliasItem(doi, to.after.doi), ...ifStillAlias } });
  const parts = [
    { ...from, saving: { now: saving.now } },
    { ...to, saving, also, ...(isOwn && { condition: ifStillAlias }) },
  ];
  const writes = (at: AttemptTime) => [...writesAt(extraWrites, at), ...newResearchers(to).map(ifPersonExists)];
  return saveTogether(parts, writes, await workParts(saving.works));
}

/**
 * Removes an alias, so that the DOI leads nowhere. One transaction. `stale`: the publication or the alias was changed
 * concurrently. `refused`: a condition of `extraWrites` failed.
 */
export function saveWithoutAlias(
  { doi, canonical }: { doi: string; canonical: string },
  change: StoredRevision,
  extraWrites: Writes,
  saving: Saving,
) {
  const removal = { Delete: { Key: keys.publication(doi), ...ifLeadsTo(canonical) } };
  return saveTogether([{ ...change, saving, also: [removal] }], extraWrites);
}
