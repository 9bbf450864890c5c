import { keys, partitions, shardOf } from '#src/table/keys.ts';
import { deleteItems, getItems, type Key, queryAll } from '#src/table/table.ts';

/**
 * Deletes items that workers stored under a person's keys after the record was deleted. Keeps links to proposals that
 * could not be deleted.
 */
export async function deleteLeftovers(orcid: string): Promise<void> {
  const links = await keysIn(keys.proposalOf(orcid, '').pk);
  const kept = new Set((await getItems(links.map(({ sk }) => keys.proposal(sk)))).map(({ sk }) => sk));
  const failed = [
    keys.failedRecord('refresh', 'person', orcid),
    keys.failedRecord('backfill', `${partitions.people}${shardOf(orcid)}`, orcid),
    keys.failedRecord('group-memberships', `people-${shardOf(orcid)}`, orcid),
    keys.failedRecord('group-memberships', `members-${shardOf(orcid)}`, orcid),
    keys.failedRecord('reset', `people#${shardOf(orcid)}`, orcid),
  ];
  await deleteItems([...(await keysIn(keys.person(orcid).pk)), ...links.filter(({ sk }) => !kept.has(sk)), ...failed]);
}

async function keysIn(pk: string): Promise<Key[]> {
  const items = await queryAll({
    ConsistentRead: true,
    KeyConditionExpression: 'pk = :pk',
    ProjectionExpression: 'sk',
    ExpressionAttributeValues: { ':pk': pk },
  });
  return items.map(({ sk }) => ({ pk, sk: String(sk) }));
}
