import { keys } from '../keys.ts';
import { deleteItems, type Key, queryAll } from '../table.ts';

/**
 * Deletes what is left under the keys of a person whose record is deleted: what workers stored meanwhile.
 */
export async function deleteLeftovers(orcid: string): Promise<void> {
  const found = [...(await keysIn(keys.person(orcid).pk)), ...(await keysIn(keys.proposalOf(orcid, '').pk))];
  await deleteItems([...found, keys.refreshAttempt('person', orcid)]);
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
