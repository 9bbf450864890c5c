import { ExecuteStatementCommand } from '@aws-sdk/lib-dynamodb';
import { inParallel } from '#src/runtime/in-parallel.ts';
import { gathered } from '#src/runtime/in-turn.ts';
import { log } from '#src/runtime/log.ts';
import { db, type Item, query, retryWhileBusy, tableName } from './table.ts';

/** DynamoDB's limit for the partitions that one statement names. */
const perStatement = 50;
const queriesAtOnce = 12;

/** Whether the role may select, which nobody can say of AWS: it depends on how IAM sees the keys of a statement. */
let maySelect = true;

interface Wanted {
  pk: string;
  most: number;
}

/**
 * The first items of each of these partitions by sort key, at most `most` of each, with strong consistency. Selects them in
 * one call with all that are `gathered`, which takes a third of the processor time of as many queries; where that is refused
 * or is not all, queries them.
 */
export async function firstItems(partitions: readonly string[], most: number): Promise<Map<string, Item[]>> {
  const wanted = partitions.map((pk): Wanted => ({ pk, most }));
  const found = await gathered(wanted, readAll);
  return new Map(partitions.map((pk) => [pk, (found.get(pk) ?? []).slice(0, most)]));
}

async function readAll(all: readonly Wanted[]): Promise<Map<string, Item[]>> {
  const wanted = new Map<string, number>();
  for (const { pk, most } of all) wanted.set(pk, Math.max(most, wanted.get(pk) ?? 0));
  const selected = await select(wanted);
  if (selected) return selected;
  return new Map(
    await inParallel(wanted, queriesAtOnce, async ([pk, most]) => [pk, await queryFirst(pk, most)] as const),
  );
}

async function select(wanted: ReadonlyMap<string, number>): Promise<Map<string, Item[]> | undefined> {
  if (!maySelect || wanted.size < 2 || wanted.size > perStatement) return undefined;
  const request = {
    Statement: `SELECT * FROM "${tableName()}" WHERE pk IN [${[...wanted].map(() => '?').join(',')}]`,
    Parameters: [...wanted.keys()],
    ConsistentRead: true,
    Limit: [...wanted.values()].reduce((sum, most) => sum + most, 0),
  };
  try {
    const { Items = [], NextToken } = await retryWhileBusy(() => db.send(new ExecuteStatementCommand(request)));
    if (NextToken !== undefined) return undefined;
    const found = Map.groupBy(Items as Item[], ({ pk }) => String(pk));
    for (const items of found.values()) items.sort(bySortKey);
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
