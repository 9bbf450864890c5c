import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { BatchWriteItemCommand, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { startDynamoDb } from '../../local/engines/dynamodb.ts';
import { localClient } from '../../local/engines/local-client.ts';
import { dataFiles } from '../../local/files/restored.ts';
import type { Attributes } from '../transfer/format.ts';

const databaseFile = (dataDir: string) => join(dataFiles(dataDir).tables, 'shared-local-instance.db');
const itemsPerBatch = 25;

/**
 * Packs the data folder of a stopped laptop cloud without what every start writes again, log lines and the dashboard's
 * pages, and without the items of the table, which are in a file of their own.
 */
export function packed(dataDir: string): Buffer {
  const work = mkdtempSync(join(tmpdir(), 'packed-'));
  const copy = join(work, 'data');
  try {
    cpSync(dataDir, copy, { recursive: true });
    rmSync(join(copy, 'functions.log'), { force: true });
    compact(join(copy, 'queues/fauxqs.db'), ["DELETE FROM s3_objects WHERE bucket LIKE '%-cloudfrontpages%'"]);
    // `dm` lists the tables; `tr` has the tokens of transactions, which count for ten minutes.
    compact(databaseFile(copy), ['DELETE FROM tr', ...tablesOf(copy).map((name) => `DELETE FROM "${name}"`)]);
    // By a file, because the output of a command is limited.
    const archive = join(work, 'data.tar');
    execFileSync('tar', ['cf', archive, '-C', copy, '.']);
    return brotliCompressSync(readFileSync(archive));
  } finally {
    rmSync(work, { recursive: true });
  }
}

/** Writes a packed data folder, with these items in its table. */
export async function unpack(file: string, items: readonly Attributes[], dataDir: string): Promise<void> {
  execFileSync('tar', ['xf', '-', '-C', dataDir], { input: brotliDecompressSync(readFileSync(file)) });
  const engine = await startDynamoDb(dataFiles(dataDir).tables);
  const client = localClient(engine.endpoint);
  try {
    const { TableNames: [table = ''] = [] } = await client.send(new ListTablesCommand({}));
    for (let start = 0; start < items.length; start += itemsPerBatch) {
      const batch = items.slice(start, start + itemsPerBatch).map((Item) => ({ PutRequest: { Item } }));
      const { UnprocessedItems = {} } = await client.send(
        new BatchWriteItemCommand({ RequestItems: { [table]: batch } }),
      );
      if (Object.keys(UnprocessedItems).length > 0) throw new Error('The engine did not take a whole batch');
    }
  } finally {
    client.destroy();
    await engine.stop();
  }
}

function tablesOf(dataDir: string): string[] {
  const database = new DatabaseSync(databaseFile(dataDir));
  const rows = database.prepare('SELECT TableName FROM dm').all();
  database.close();
  return rows.map(({ TableName }) => String(TableName));
}

function compact(file: string, statements: readonly string[]): void {
  const database = new DatabaseSync(file);
  for (const statement of [...statements, 'VACUUM']) database.exec(statement);
  database.close();
}
