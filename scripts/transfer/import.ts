import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  BatchWriteItemCommand,
  type DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  ScanCommand,
  type WriteRequest,
} from '@aws-sdk/client-dynamodb';
import { pagesOfTable } from '#src/operations/recovery/whole-table.ts';
import { inParallel } from '#src/runtime/in-parallel.ts';
import { keys } from '#src/table/keys.ts';
import { type Attributes, End, Head, itemOf, preventsImport } from './format.ts';

/** DynamoDB's limit for a batch. */
const itemsPerBatch = 25;
const batchesAtOnce = 8;
/** Progress is stored after this many items, which are in memory together. */
const itemsPerStep = itemsPerBatch * batchesAtOnce;
const maxBackoffMs = 5_000;
const maxAttempts = 30;
const reportEvery = 10_000;

/** A file that cannot be imported, or an unsuitable table. */
class ImportError extends Error {}

interface Target {
  client: DynamoDBClient;
  TableName: string;
}

/** The lines of a file, one at a time. Not readline, which also splits at U+2028. */
async function* linesOf(file: string): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of createReadStream(file, { encoding: 'utf8', highWaterMark: 1 << 20 })) {
    const lines = `${rest}${chunk}`.split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}

/** Reads a whole export without storing it. Throws an ImportError unless it is complete and unchanged. */
export async function verify(file: string): Promise<{ head: Head; items: number }> {
  const hash = createHash('sha256');
  let head: Head | undefined;
  let previous: string | undefined;
  let lines = 0;
  for await (const line of linesOf(file)) {
    if (lines === 0) head = headOf(line);
    if (previous !== undefined) hash.update(`${previous}\n`);
    previous = line;
    lines += 1;
  }
  const end = End.safeParse(parsed(previous));
  if (!head) throw new ImportError(`${file} is empty`);
  if (!end.success) throw new ImportError(`${file} is not complete: its last line is missing`);
  const { items, sha256 } = end.data;
  if (items !== lines - 2 || sha256 !== hash.digest('hex')) throw new ImportError(`${file} was changed or damaged`);
  return { head, items };
}

function headOf(line: string): Head {
  const head = Head.safeParse(parsed(line));
  if (!head.success) throw new ImportError('The file is not an export of a registry, or is of an unknown version');
  return head.data;
}

function parsed(line: string | undefined): unknown {
  try {
    return JSON.parse(line ?? '');
  } catch {
    return undefined;
  }
}

/**
 * Writes the items of an export into an empty table, a few hundred at a time. Continues an interrupted import of the
 * same file; does not repeat a complete one. Throws an ImportError if the table has other items.
 */
export async function importTable(
  target: Target,
  file: string,
  { id }: Head,
  report: (items: number) => void,
): Promise<void> {
  const begun = await progressOf(target);
  if (begun === undefined) await requireEmpty(target);
  else if (begun.id !== id) throw new ImportError('Another import into this table has begun. Use an empty table');
  let done = begun?.items ?? 0;
  await saveProgress(target, id, done);
  let line = -1;
  let step: Attributes[] = [];
  const flush = async () => {
    await putAll(target, step);
    const before = done;
    done += step.length;
    step = [];
    await saveProgress(target, id, done);
    if (Math.floor(before / reportEvery) < Math.floor(done / reportEvery)) report(done);
  };
  let next: string | undefined;
  for await (const text of linesOf(file)) {
    // The last line is not an item, but is only known to be the last when none follows.
    if (next !== undefined && line > done) step.push(itemOf(next));
    if (step.length === itemsPerStep) await flush();
    next = text;
    line += 1;
  }
  await flush();
}

async function progressOf({ client, TableName }: Target): Promise<{ id: string; items: number } | undefined> {
  const { pk, sk } = keys.importProgress();
  const { Item } = await client.send(
    new GetItemCommand({ TableName, Key: { pk: { S: pk }, sk: { S: sk } }, ConsistentRead: true }),
  );
  return Item && { id: Item.import_id?.S ?? '', items: Number(Item.items?.N) };
}

async function saveProgress({ client, TableName }: Target, id: string, items: number): Promise<void> {
  const { pk, sk } = keys.importProgress();
  const Item = { pk: { S: pk }, sk: { S: sk }, import_id: { S: id }, items: { N: String(items) } };
  await client.send(new PutItemCommand({ TableName, Item }));
}

async function requireEmpty({ client, TableName }: Target): Promise<void> {
  const keysOnly = { ConsistentRead: true, ProjectionExpression: 'pk, sk' };
  const pages = pagesOfTable<Attributes>((part) => client.send(new ScanCommand({ TableName, ...keysOnly, ...part })));
  for await (const page of pages) {
    const found = page.find(preventsImport);
    if (found) throw new ImportError(`The table ${TableName} is not empty: it has ${found.pk?.S}`);
  }
}

async function putAll({ client, TableName }: Target, items: readonly Attributes[]): Promise<void> {
  const starts = Array.from({ length: Math.ceil(items.length / itemsPerBatch) }, (_, n) => n * itemsPerBatch);
  await inParallel(starts, batchesAtOnce, async (start) => {
    let left: WriteRequest[] = items
      .slice(start, start + itemsPerBatch)
      .map((Item) => ({ PutRequest: { Item: Item as Record<string, never> } }));
    for (let attempt = 1; left.length > 0; attempt += 1) {
      if (attempt > maxAttempts) throw new Error(`The table ${TableName} is too busy. Run the import again to go on`);
      const { UnprocessedItems } = await client.send(
        new BatchWriteItemCommand({ RequestItems: { [TableName]: left } }),
      );
      left = UnprocessedItems?.[TableName] ?? [];
      const waitMs = Math.random() * Math.min(50 * 2 ** attempt, maxBackoffMs);
      if (left.length > 0) await sleep(waitMs);
    }
  });
}
