import { BatchWriteCommand, type BatchWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { syntheticPublication } from '../../local/data/synthetic.ts';
import { startDynamoDb } from '../../local/engines/dynamodb.ts';
import { inParallel } from '../../src/runtime/in-parallel.ts';
import { publicationRow } from '../../src/storage/publications.ts';
import { db, type Item, tableName } from '../../src/storage/table.ts';
import { freshTable } from '../../test/support/engine.ts';

const itemsAtOnce = 25;

/** Runs a task with an empty table in DynamoDB Local (in memory), set in the environment. */
export async function withTable<T>(task: () => Promise<T>): Promise<T> {
  const engine = await startDynamoDb(undefined);
  try {
    process.env.TEST_DYNAMODB_ENDPOINT = engine.endpoint;
    await freshTable();
    return await task();
  } finally {
    db.destroy();
    await engine.stop();
  }
}

/** Writes only the list rows of this many synthetic publications, with this time of change. */
export async function writeListRows(publications: number, changed = Date.now()): Promise<void> {
  await inParallel(batches(publications, changed), 8, async (batch) => {
    let left: BatchWriteCommandInput['RequestItems'] = {
      [tableName()]: batch.map((Item) => ({ PutRequest: { Item } })),
    };
    while (left && Object.keys(left).length > 0) {
      left = (await db.send(new BatchWriteCommand({ RequestItems: left }))).UnprocessedItems;
    }
  });
}

function* batches(publications: number, changed: number): Generator<Item[]> {
  for (let first = 0; first < publications; first += itemsAtOnce) {
    const size = Math.min(itemsAtOnce, publications - first);
    yield Array.from({ length: size }, (_, index) => ({
      ...publicationRow(syntheticPublication(first + index, publications)),
      changed,
    }));
  }
}
