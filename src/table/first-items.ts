import { ExecuteStatementCommand } from '@aws-sdk/lib-dynamodb';
import { inParallel } from '#src/runtime/in-parallel.ts';
import { log } from '#src/runtime/log.ts';
import { db, type Item, query, retryWhileBusy, tableName } from './table.ts';

/** DynamoDB's limit for the partitions that one statement names. */
const perStatement = 50;
const queriesAtOnce = 12;

/** Whether the role may select, which nobody can say of AWS: it depends on how IAM sees the keys of a statement. */
let maySelect = true;

/**
 * The first items of each of these partitions by sort key, at most `most` of each, with strong consistency. Selects them in
 * one call, which takes a third of the processor time of as many queries; where that is refused or is not all, queries them.
 */
export async function firstItems(partitions: readonly string[], most: number): Promise<Map<string, Item[]>> {
  const distinct = [...new Set(partitions)];
  const selected = await select(distinct, most);
  if (selected) return selected;
  return new Map(await inParallel(distinct, queriesAtOnce, async (pk) => [pk, await queryFirst(pk, most)] as const));
}

async function select(partitions: readonly string[], most: number): Promise<Map<string, Item[]> | undefined> {
  if (!maySelect || partitions.length < 2 || partitions.length > perStatement) return undefined;
  const request = {
    Statement: `SELECT * FROM "${tableName()}" WHERE pk IN [${partitions.map(() => '?').join(',')}]`,
    Parameters: [...partitions],
    ConsistentRead: true,
    Limit: partitions.length * most,
  };
  try {
    const { Items = [], NextToken } = await retryWhileBusy(() => db.send(new ExecuteStatementCommand(request)));
    if (NextToken !== undefined) return undefined;
    const found = Map.groupBy(Items as Item[], ({ pk }) => String(pk));
    for (const [pk, items] of found) found.set(pk, items.sort(bySortKey).slice(0, most));
    return found;
  } catch (error) {
    if (!(error instanceof Error && error.name === 'AccessDeniedException')) throw error;
    log('warn', 'Partitions are queried one by one', { error });
    maySelect = false;
    return undefined;
  }
}

const bySortKey = ({ sk: one }: Item, { sk: other }: Item) => (String(one) < String(other) ? -1 : 1);

async function queryFirst(pk: string, most: number): Promise<Item[]> {
  const first: Item[] = [];
  const items = query({
    ConsistentRead: true,
    Limit: most,
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': pk },
  });
  for await (const item of items) {
    first.push(item);
    if (first.length === most) break;
  }
  return first;
}
