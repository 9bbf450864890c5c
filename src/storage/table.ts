import {
  ConditionalCheckFailedException,
  DynamoDBClient,
  TransactionCanceledException,
} from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  type QueryCommandInput,
  TransactWriteCommand,
  type TransactWriteCommandInput,
  UpdateCommand,
  type UpdateCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { env } from '../runtime/env.ts';
import { retryIfStale, stale } from '../runtime/retry.ts';

/** A call is tried so often, each time for so long; then it has failed, whatever became of it. */
const attempts = 3;
const attemptTimeoutMs = 2_000;
const longestBackoffMs = 500;

/**
 * No write of ours commits later than this after it was begun: readers of lists count on it, since a row carries the
 * time it was begun at. The rest over the sum is for what the last attempt may still do after it was given up.
 */
export const writeBoundMs = attempts * (attemptTimeoutMs + longestBackoffMs) + 500;

/** The one client. Where it connects is the environment's business: nothing is read before the first call. */
export const db = DynamoDBDocumentClient.from(
  new DynamoDBClient({
    maxAttempts: attempts,
    requestHandler: { requestTimeout: attemptTimeoutMs, connectionTimeout: 1_000, throwOnRequestTimeout: true },
  }),
  { marshallOptions: { removeUndefinedValues: true } },
);
// It would copy every answer for a log that nobody keeps: a quarter of what reading a long list takes.
db.middlewareStack.remove('loggerMiddleware');

export const tableName = () => env('TABLE_NAME');

export type Item = Record<string, unknown>;
export interface Key {
  pk: string;
  sk: string;
}

/** One item, read strongly consistent; undefined where there is none. */
export async function getItem(key: Key): Promise<Item | undefined> {
  const { Item } = await db.send(new GetCommand({ TableName: tableName(), Key: key, ConsistentRead: true }));
  return Item;
}

/** Those of these items that exist, in no order, read strongly consistent. At most 100. */
export async function getItems(wanted: Key[]): Promise<Item[]> {
  const items: Item[] = [];
  let left: Item[] = wanted.map((key) => ({ ...key }));
  while (left.length > 0) {
    const { Responses = {}, UnprocessedKeys = {} } = await db.send(
      new BatchGetCommand({ RequestItems: { [tableName()]: { Keys: left, ConsistentRead: true } } }),
    );
    items.push(...(Responses[tableName()] ?? []));
    left = UnprocessedKeys[tableName()]?.Keys ?? [];
  }
  return items;
}

/** The condition that a record is still as it was read; or, when there was none, that there is none. */
export function ifUnchanged(before: { version: number } | undefined) {
  if (!before) return { ConditionExpression: 'attribute_not_exists(pk)' };
  return { ConditionExpression: 'version = :read', ExpressionAttributeValues: { ':read': before.version } };
}

/** What became of a record that was to be brought to the current shape; `gone`: it was deleted, and stays so. */
export type Rewriting = 'rewritten' | 'current' | 'gone';

/** Whether an item is of an older shape than this. Items from before shapes had numbers are older than any. */
export const isOlder = ({ shape }: Item, current: number): boolean => typeof shape !== 'number' || shape < current;

/**
 * Writes a record of an older shape once more, as it reads today: nothing changes but its version. One read and, where it
 * is needed, one write; again if somebody else writes it meanwhile. Throws Contention when they do not stop.
 */
export function rewriteRecord<R extends { version: number }>(
  key: Key,
  shape: number,
  { parse, save }: { parse: (item: Item) => R | undefined; save: (record: R, before: R) => Promise<boolean> },
): Promise<Rewriting> {
  return retryIfStale(`The item ${key.pk}`, async () => {
    const item = await getItem(key);
    const before = item && parse(item);
    if (!before) return 'gone';
    if (!isOlder(item, shape)) return 'current';
    return (await save({ ...before, version: before.version + 1 }, before)) ? 'rewritten' : stale;
  });
}

/** Puts an item where there is none; false when there is one already. */
export async function putIfAbsent(item: Key & Item): Promise<boolean> {
  const request = { TableName: tableName(), Item: item, ConditionExpression: 'attribute_not_exists(pk)' };
  return isConditionMet(db.send(new PutCommand(request)));
}

/** Changes one item if a condition holds; false when it does not. Costs half of what it does in a transaction. */
export async function updateIf(request: Omit<UpdateCommandInput, 'TableName'>): Promise<boolean> {
  return isConditionMet(db.send(new UpdateCommand({ TableName: tableName(), ...request })));
}

async function isConditionMet(write: Promise<unknown>): Promise<boolean> {
  try {
    await write;
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
}

/** Every item a Query finds, page by page. A page of a megabyte may need longer than a write is given. */
export async function* query(
  input: Omit<QueryCommandInput, 'TableName'>,
  pageTimeoutMs = attemptTimeoutMs,
): AsyncGenerator<Item> {
  let from: QueryCommandInput['ExclusiveStartKey'];
  do {
    const page = await db.send(
      new QueryCommand({ TableName: tableName(), ...input, ...(from && { ExclusiveStartKey: from }) }),
      { requestTimeout: pageTimeoutMs },
    );
    yield* page.Items ?? [];
    from = page.LastEvaluatedKey;
  } while (from);
}

/** The same as a list. */
export async function queryAll(input: Omit<QueryCommandInput, 'TableName'>): Promise<Item[]> {
  const items: Item[] = [];
  for await (const item of query(input)) items.push(item);
  return items;
}

/** Some items of a partition, and the sort key to go on after; undefined at the end. */
export interface Page<T> {
  items: T[];
  next: string | undefined;
}

/** What one call of a Query finds in the partition `:pk` after a sort key, or from the beginning. */
export async function queryPage(
  input: Omit<QueryCommandInput, 'TableName'>,
  after: string | undefined,
): Promise<Page<Item>> {
  const from = after !== undefined && {
    ExclusiveStartKey: { pk: input.ExpressionAttributeValues?.[':pk'], sk: after },
  };
  const page = await db.send(new QueryCommand({ TableName: tableName(), ...input, ...from }));
  return { items: page.Items ?? [], next: page.LastEvaluatedKey?.sk as string | undefined };
}

/** The Query of all items of a partition whose sort key begins so, strongly consistent. */
export function beginningWith(pk: string, prefix: string): Omit<QueryCommandInput, 'TableName'> {
  return {
    ConsistentRead: true,
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
    ExpressionAttributeValues: { ':pk': pk, ':prefix': prefix },
  };
}

type TransactItem = NonNullable<TransactWriteCommandInput['TransactItems']>[number];
type WithoutTable<T> = T extends { TableName: unknown } ? Omit<T, 'TableName'> : T;
/** One write of a transaction; the table is understood. */
export type Write = { [K in keyof TransactItem]: WithoutTable<NonNullable<TransactItem[K]>> };

/** The item that stood in the way of each failed condition, by the index of its write; undefined where there was none. */
export type FailedConditions = Map<number, Item | undefined>;

const maxTries = 10;

/**
 * Commits all writes or none. Undefined when they are committed; else which conditions failed. Conflicts with other
 * transactions and throttling say nothing about the data, so those are tried again. Writes that carry the time of
 * writing are given as a function, which is asked again for every try.
 */
export async function transact(writes: Write[] | (() => Write[])): Promise<FailedConditions | undefined> {
  for (let tries = 1; ; tries++) {
    const TransactItems = (typeof writes === 'function' ? writes() : writes).map(complete);
    try {
      await db.send(new TransactWriteCommand({ TransactItems }));
      return undefined;
    } catch (error) {
      if (!(error instanceof TransactionCanceledException)) throw error;
      const reasons = error.CancellationReasons ?? [];
      const failed: FailedConditions = new Map();
      for (const [index, { Code, Item }] of reasons.entries()) {
        // The document client does not unmarshall the reasons of a cancelled transaction.
        if (Code === 'ConditionalCheckFailed') failed.set(index, Item && unmarshall(Item));
      }
      if (failed.size > 0) return failed;
      if (tries === maxTries || !reasons.every(({ Code }) => Code === 'None' || isPassing(Code))) throw error;
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * 2 ** Math.min(tries, 6)));
    }
  }
}

const isPassing = (code: string | undefined) =>
  code === 'TransactionConflict' || code === 'ThrottlingError' || code === 'ProvisionedThroughputExceeded';

function complete(write: Write): TransactItem {
  const [kind, request] = Object.entries(write)[0] as [keyof TransactItem, object];
  return {
    [kind]: { TableName: tableName(), ReturnValuesOnConditionCheckFailure: 'ALL_OLD', ...request },
  } as TransactItem; // the same request with its table: the mapped type above took it off
}

/** `SET #a = :a, …` for the members of a plain object, with the names and values it needs. Undefined members are removed. */
export function setting(values: Record<string, unknown>) {
  const entries = Object.entries(values);
  const set = entries.filter(([, value]) => value !== undefined);
  const removed = entries.filter(([, value]) => value === undefined);
  const expression = [
    set.length > 0 && `SET ${set.map(([name]) => `#${name} = :${name}`).join(', ')}`,
    removed.length > 0 && `REMOVE ${removed.map(([name]) => `#${name}`).join(', ')}`,
  ];
  return {
    UpdateExpression: expression.filter(Boolean).join(' '),
    ExpressionAttributeNames: Object.fromEntries(entries.map(([name]) => [`#${name}`, name])),
    ExpressionAttributeValues: Object.fromEntries(set.map(([name, value]) => [`:${name}`, value])),
  };
}
