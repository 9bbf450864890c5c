import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { BatchWriteCommand, type BatchWriteCommandInput, DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { inParallel } from '#src/runtime/in-parallel.ts';
import { type Item, tableName } from '#src/table/table.ts';

const itemsPerBatch = 25;
const batchesAtOnce = 16;

/** Writes items unchanged, many at once, without the functions' timeouts, because the machine may be busy. */
export async function writeItems(items: Iterable<Item>): Promise<void> {
  const client = DynamoDBDocumentClient.from(new DynamoDBClient(), {
    marshallOptions: { removeUndefinedValues: true },
  });
  await inParallel(batches(items), batchesAtOnce, async (batch) => {
    let left: BatchWriteCommandInput['RequestItems'] = {
      [tableName()]: batch.map((Item) => ({ PutRequest: { Item } })),
    };
    while (left && Object.keys(left).length > 0) {
      left = (await client.send(new BatchWriteCommand({ RequestItems: left }))).UnprocessedItems;
    }
  });
  client.destroy();
}

function* batches(items: Iterable<Item>): Generator<Item[]> {
  let batch: Item[] = [];
  for (const item of items) {
    batch.push(item);
    if (batch.length < itemsPerBatch) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
