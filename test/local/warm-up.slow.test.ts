import { expect, test } from '@jest/globals';
import { startDynamoDb } from '../../local/engines/dynamodb.ts';
import { askEngine, warmUpEngine } from '../../local/engines/tables.ts';

test('warming up leaves an engine without tables', async () => {
  const engine = await startDynamoDb(undefined);
  try {
    await warmUpEngine(engine.endpoint);
    expect(await askEngine(engine.endpoint, 'ListTables', {})).toEqual({ TableNames: [] });
  } finally {
    await engine.stop();
  }
});
