import { BatchWriteCommand, type BatchWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { syntheticPublication } from '../../local/data/synthetic.ts';
import { startDynamoDb } from '../../local/engines/dynamodb.ts';
import { inParallel } from '../../src/runtime/in-parallel.ts';
import { publicationRow } from '../../src/storage/publications.ts';
import { db, type Item, tableName } from '../../src/storage/table.ts';
import { freshTable } from '../../test/support/engine.ts';
import { serveErasureKey } from '../../test/support/erasure-key.ts';

const itemsAtOnce = 25;

/** Runs a task with an empty table in DynamoDB Local (in memory), set in the environment. */
export async function withTable<T>(task: () => Promise<T>): Promise<T> {
  const engine = await startDynamoDb(undefined, { forLongWork: true });
  const secrets = await serveErasureKey();
  try {
    process.env.TEST_DYNAMODB_ENDPOINT = engine.endpoint;
    process.env.TEST_SECRETS_ENDPOINT = secrets.endpoint;
    await freshTable();
    return await task();
  } finally {
    db.destroy();
    secrets.stop();
    await engine.stop();
  }
}

/** Writes only the list rows of this many synthetic publications, with this time of change. */
export async function writeListRows(publications: number, changed = Date.now()): Promise<void> {
  await writeItems(rowsOf(publications, changed));
}

/** Writes items as they are. */
export async function writeItems(items: Iterable<Item>): Promise<void> {
  await inParallel(batches(items), 8, async (batch) => {
    let left: BatchWriteCommandInput['RequestItems'] = {
      [tableName()]: batch.map((Item) => ({ PutRequest: { Item } })),
    };
    while (left && Object.keys(left).length > 0) {
      left = (await db.send(new BatchWriteCommand({ RequestItems: left }))).UnprocessedItems;
    }
  });
}

function* rowsOf(publications: number, changed: number): Generator<Item> {
  for (let index = 0; index < publications; index++) {
    yield { ...publicationRow(syntheticPublication(index, publications)), changed };
  }
}

function* batches(items: Iterable<Item>): Generator<Item[]> {
  let batch: Item[] = [];
  for (const item of items) {
    batch.push(item);
    if (batch.length < itemsAtOnce) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
