import { createHash, randomUUID } from 'node:crypto';
import { open, rename } from 'node:fs/promises';
import { type DynamoDBClient, GetItemCommand, ScanCommand } from '@aws-sdk/client-dynamodb';
import { pagesOfTable } from '#src/operations/recovery/whole-table.ts';
import { type Attributes, exported, type Head, isExported, isPart, lineOf, partKeys } from './format.ts';

/** Lines are written in chunks of this size. */
const chunkCharacters = 1 << 20;
const reportEvery = 10_000;

/**
 * Writes all items of a table to a file that only its owner can read, a few pages in memory at a time. The file gets
 * its name when it is complete. Returns the number of items.
 */
export async function exportTable(
  { client, TableName }: { client: DynamoDBClient; TableName: string },
  file: string,
  { withAccounts, report }: { withAccounts: boolean; report: (items: number) => void },
): Promise<number> {
  const draft = `${file}.part`;
  const output = await open(draft, 'w', 0o600);
  try {
    await output.chmod(0o600);
    const hash = createHash('sha256');
    let waiting = '';
    const write = async (text: string, isLast = false) => {
      waiting += text;
      if (waiting.length < chunkCharacters && !isLast) return;
      const chunk = Buffer.from(waiting);
      waiting = '';
      hash.update(chunk);
      await output.appendFile(chunk);
    };
    const head: Head = {
      format: 'publication-registry-export',
      version: 1,
      id: randomUUID(),
      exported_at: new Date().toISOString(),
      accounts: withAccounts,
    };
    await write(`${JSON.stringify(head)}\n`);
    let items = 0;
    const pages = pagesOfTable<Attributes>((part) =>
      client.send(new ScanCommand({ TableName, ConsistentRead: true, ...part })),
    );
    for await (const page of pages) {
      for (const item of page) {
        if (!isExported(item, withAccounts) || isPart(item)) continue;
        for (const each of partKeys(item).length > 0 ? await inParts({ client, TableName }, item) : [item]) {
          await write(lineOf(exported(each, withAccounts)));
          items += 1;
          if (items % reportEvery === 0) report(items);
        }
      }
    }
    await write('', true);
    await output.appendFile(`${JSON.stringify({ items, sha256: hash.digest('hex') })}\n`);
    await output.sync();
    await rename(draft, file);
    return items;
  } finally {
    await output.close();
  }
}

/** More often than a record could be rewritten while its parts are read. */
const maxReads = 100;

/**
 * The current item and the parts that it names. A rewrite replaces the parts, whose new ones may be in a section
 * already read. None if the item is gone.
 */
async function inParts(
  { client, TableName }: { client: DynamoDBClient; TableName: string },
  { pk = { S: '' }, sk = { S: '' } }: Attributes,
): Promise<Attributes[]> {
  const get = async (Key: Attributes) =>
    (await client.send(new GetItemCommand({ TableName, Key, ConsistentRead: true }))).Item;
  for (let read = 1; read <= maxReads; read++) {
    const item = await get({ pk, sk });
    if (!item) return [];
    const parts: Attributes[] = [];
    for (const key of partKeys(item)) {
      const part = await get(key);
      if (!part?.body) break;
      parts.push(part);
    }
    if (parts.length === partKeys(item).length) return [item, ...parts];
  }
  throw new Error(`${pk.S} ${sk.S} lacks a part, or keeps being rewritten`);
}
