import { publicationRow } from '#src/records/publications/store/items.ts';
import { db, type Item } from '#src/table/table.ts';
import { syntheticPublication } from '../../local/data/synthetic.ts';
import { writeItems } from '../../local/data/write-items.ts';
import { startDynamoDb } from '../../local/engines/dynamodb.ts';
import { freshTable } from '../../test/support/engine.ts';
import { serveErasureKey } from '../../test/support/erasure-key.ts';

/** Runs a task with an empty in-memory table in DynamoDB Local, set in the environment. */
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

/** Writes only the list rows of this many synthetic publications, with this change time. */
export async function writeListRows(publications: number, changed = Date.now()): Promise<void> {
  await writeItems(rowsOf(publications, changed));
}

function* rowsOf(publications: number, changed: number): Generator<Item> {
  for (let index = 0; index < publications; index++) {
    yield { ...publicationRow(syntheticPublication(index, publications)), changed };
  }
}
