import {
  ConditionalCheckFailedException,
  DynamoDBClient,
  TransactionCanceledException,
} from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  BatchWriteCommand,
  DeleteCommand,
  type DeleteCommandInput,
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
import { env } from '#src/runtime/env.ts';
import { ItemRefused } from '#src/runtime/errors.ts';
import { inParallel } from '#src/runtime/in-parallel.ts';
import { gathered } from '#src/runtime/in-turn.ts';
import { invocationSignal } from '#src/runtime/invocation.ts';
import { retryIfStale, retryOnError, stale } from '#src/runtime/retry.ts';

/** The SDK's limits per request: the number of attempts and the time-out of each. */
const attempts = 3;
const attemptTimeoutMs = 2_000;
const maxBackoffMs = 500;

/**
 * The maximum time from creating a write to its commit. List readers rely on it, because a row has the time when its
 * write was created. The last 500 ms are for a commit on the server after the last attempt timed out.
 */
export const writeBoundMs = attempts * (attemptTimeoutMs + maxBackoffMs) + 500;

const readOperation = /\.(GetItem|BatchGetItem|Query|Scan)$/;

const client = new DynamoDBClient({
  maxAttempts: attempts,
  requestHandler: { requestTimeout: attemptTimeoutMs, connectionTimeout: 1_000, throwOnRequestTimeout: true },
});
endWritesWithInvocation(client);

/** The only client of the table. It reads the endpoint from the environment on the first call. */
export const db = DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
// The logger middleware copies every response for an unused log, which takes a quarter of the time of a long query.
db.middlewareStack.remove('loggerMiddleware');

/**
 * Aborts writes in flight when the invocation ends, and rejects later attempts, so that none commits after the function
 * is frozen. Reads may continue: a list being loaded can serve the next request.
 */
function endWritesWithInvocation({ config: { requestHandler } }: DynamoDBClient): void {
  const handle = requestHandler.handle.bind(requestHandler);
  requestHandler.handle = (request, options) => {
    const isRead = readOperation.test(request.headers['x-amz-target'] ?? '');
    const abortSignal = isRead ? undefined : invocationSignal();
    return handle(request, abortSignal ? { ...options, abortSignal } : options);
  };
}

export const tableName = () => env('TABLE_NAME');

/**
 * Distinguishes the table from any other that has held this data. A restored copy has the items of the original, so no
 * item can: it is the table's id, or the name of the deployment's own table, which CloudFormation never reuses.
 */
export const tableIdentity = () => env('TABLE_ID') ?? tableName();

/**
 * Transient errors: a transaction conflict, or throttling after the SDK's own attempts. The SDK does not retry
 * conflicts.
 */
const busyErrors = new Set([
  'TransactionConflictException',
  'TransactionInProgressException',
  'ReplicatedWriteConflictException',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'ThrottlingException',
]);
/** Transient cancellation reasons of a transaction. `None` means that this write did not fail. */
const busyReasons = new Set(['None', 'TransactionConflict', 'ProvisionedThroughputExceeded', 'ThrottlingError']);

function isBusy(error: unknown): boolean {
  if (!(error instanceof TransactionCanceledException)) return error instanceof Error && busyErrors.has(error.name);
  const codes = (error.CancellationReasons ?? []).map(({ Code }) => Code ?? 'None');
  return codes.some((code) => code !== 'None') && codes.every((code) => busyReasons.has(code));
}

/**
 * Retries a call while the table is busy, then throws Contention. Every use of `db` goes through this. `call` must
 * create its request on each attempt, so that row timestamps are correct.
 */
export const retryWhileBusy = <T>(call: () => Promise<T>): Promise<T> =>
  retryOnError('The table', isBusy, call).catch((error: unknown) => {
    throw isRefusal(error)
      ? new ItemRefused('The table refuses it: it is larger than an item can be', { cause: error })
      : error;
  });

/** Whether an item was too large, alone or in a transaction. Other rejected requests are programming errors. */
function isRefusal(error: unknown): boolean {
  const says = (text: string | undefined) => /size/i.test(text ?? '');
  if (error instanceof TransactionCanceledException) {
    return (error.CancellationReasons ?? []).some(({ Code, Message }) => Code === 'ValidationError' && says(Message));
  }
  return error instanceof Error && error.name === 'ValidationException' && says(error.message);
}

export type Item = Record<string, unknown>;
export interface Key {
  pk: string;
  sk: string;
}

/** Whether an item with this key can exist: DynamoDB rejects ids beyond its limits, which clients may send. */
const isPossible = ({ pk, sk }: Key): boolean => Buffer.byteLength(pk) <= 2048 && Buffer.byteLength(sk) <= 1024;

const nameOf = ({ pk, sk }: Key): string => `${pk}\n${sk}`;

/** One item, read with strong consistency; undefined if there is none. */
export async function getItem(key: Key): Promise<Item | undefined> {
  if (!isPossible(key)) return undefined;
  return (await gathered([key], itemsByName, itemByName)).get(nameOf(key));
}

async function itemByName([Key]: readonly Key[]): Promise<Map<string, Item>> {
  const request = { TableName: tableName(), Key, ConsistentRead: true };
  const { Item } = await retryWhileBusy(() => db.send(new GetCommand(request)));
  return new Map(Item && Key ? [[nameOf(Key), Item]] : []);
}

/** DynamoDB's limit for a batch. */
const keysPerBatch = 100;
const batchesAtOnce = 8;

/**
 * The existing items of any number of keys, unordered and distinct, read with strong consistency; with only these
 * `attributes`, if they are named.
 */
export async function getItems(wanted: readonly Key[], attributes?: readonly string[]): Promise<Item[]> {
  const possible = wanted.filter(isPossible);
  if (attributes) return readItems(possible, attributes);
  const items = await gathered(possible, itemsByName);
  return [...new Set(possible.map(nameOf))].map((name) => items.get(name)).filter((item) => item !== undefined);
}

const itemsByName = async (wanted: readonly Key[]): Promise<Map<string, Item>> =>
  new Map((await readItems(wanted)).map((item) => [nameOf(item as Item & Key), item]));

async function readItems(wanted: readonly Key[], attributes?: readonly string[]): Promise<Item[]> {
  const distinct = [...new Map(wanted.map((key) => [nameOf(key), key])).values()];
  const starts = Array.from({ length: Math.ceil(distinct.length / keysPerBatch) }, (_, n) => n * keysPerBatch);
  const batches = await inParallel(starts, batchesAtOnce, (start) =>
    getBatch(distinct.slice(start, start + keysPerBatch), attributes),
  );
  return batches.flat();
}

/** Reads a batch and retries unprocessed keys (over 16 MB, or throttled). Throws Contention after too many retries. */
function getBatch(batch: readonly Key[], attributes: readonly string[] = []): Promise<Item[]> {
  const projection = attributes.length > 0 && {
    ProjectionExpression: attributes.map((_, index) => `#a${index}`).join(', '),
    ExpressionAttributeNames: Object.fromEntries(attributes.map((name, index) => [`#a${index}`, name])),
  };
  const items: Item[] = [];
  let left: Item[] = batch.map(({ pk, sk }) => ({ pk, sk }));
  return retryIfStale('The table', async () => {
    const RequestItems = { [tableName()]: { Keys: left, ConsistentRead: true, ...projection } };
    const { Responses, UnprocessedKeys } = await retryWhileBusy(() => db.send(new BatchGetCommand({ RequestItems })));
    items.push(...(Responses?.[tableName()] ?? []));
    left = UnprocessedKeys?.[tableName()]?.Keys ?? [];
    return left.length > 0 ? stale : items;
  });
}

/** The condition that a record is unchanged since it was read, or still does not exist. */
export function ifUnchanged(before: { version: number } | undefined) {
  if (!before) return { ConditionExpression: 'attribute_not_exists(pk)' };
  return { ConditionExpression: 'version = :read', ExpressionAttributeValues: { ':read': before.version } };
}

/** Puts an item unconditionally. */
export async function putItem(item: Key & Item): Promise<void> {
  await retryWhileBusy(() => db.send(new PutCommand({ TableName: tableName(), Item: item })));
}

/** Puts an item if there is none; otherwise false. */
export function putIfAbsent(item: Key & Item): Promise<boolean> {
  const request = { TableName: tableName(), Item: item, ConditionExpression: 'attribute_not_exists(pk)' };
  return isConditionMet(() => db.send(new PutCommand(request)));
}

/** Replaces an item if there is one; otherwise false. */
export function putIfPresent(item: Key & Item): Promise<boolean> {
  const request = { TableName: tableName(), Item: item, ConditionExpression: 'attribute_exists(pk)' };
  return isConditionMet(() => db.send(new PutCommand(request)));
}

type UpdateRequest = Omit<UpdateCommandInput, 'TableName'>;

/**
 * Updates one item if a condition holds; otherwise false. It costs half as much as a transaction. A request that writes
 * a list row is a function of the attempt's time.
 */
export function updateIf(request: UpdateRequest | ((at: AttemptTime) => UpdateRequest)): Promise<boolean> {
  return isConditionMet(() => {
    const update = typeof request === 'function' ? request(attemptTime()) : request;
    return db.send(new UpdateCommand({ TableName: tableName(), ...update }));
  });
}

type DeleteRequest = Omit<DeleteCommandInput, 'TableName'>;

/** Deletes one item if a condition holds; otherwise false, also if an attempt before had deleted it. */
export const deleteIf = (request: DeleteRequest): Promise<boolean> =>
  isConditionMet(() => db.send(new DeleteCommand({ TableName: tableName(), ...request })));

/**
 * Deletes an item; false if there is none. One of two concurrent calls deletes it: without the condition, DynamoDB Local
 * returns the item to both.
 */
export const deleteIfPresent = (key: Key): Promise<boolean> =>
  deleteIf({ Key: key, ConditionExpression: 'attribute_exists(pk)' });

async function isConditionMet(write: () => Promise<unknown>): Promise<boolean> {
  try {
    await retryWhileBusy(write);
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
}

/** DynamoDB's limit for a batch. */
const deletesPerBatch = 25;

/** Deletes items unconditionally. Retries unprocessed ones; throws Contention after too many retries. */
export async function deleteItems(unwanted: readonly Key[]): Promise<void> {
  const starts = Array.from({ length: Math.ceil(unwanted.length / deletesPerBatch) }, (_, n) => n * deletesPerBatch);
  await inParallel(starts, batchesAtOnce, (start) => deleteBatch(unwanted.slice(start, start + deletesPerBatch)));
}

function deleteBatch(batch: readonly Key[]): Promise<void> {
  let left = batch.map(({ pk, sk }) => ({ DeleteRequest: { Key: { pk, sk } } }));
  return retryIfStale('The table', async () => {
    const RequestItems = { [tableName()]: left };
    const { UnprocessedItems } = await retryWhileBusy(() => db.send(new BatchWriteCommand({ RequestItems })));
    left = (UnprocessedItems?.[tableName()] ?? []) as typeof left;
    return left.length > 0 ? stale : undefined;
  });
}

/** Reads all items of a query, page by page. A page of 1 MB may need a longer time-out than a write. */
export async function* query(
  input: Omit<QueryCommandInput, 'TableName'>,
  pageTimeoutMs = attemptTimeoutMs,
): AsyncGenerator<Item> {
  let from: QueryCommandInput['ExclusiveStartKey'];
  do {
    const request = { TableName: tableName(), ...input, ...(from && { ExclusiveStartKey: from }) };
    const page = await retryWhileBusy(() => db.send(new QueryCommand(request), { requestTimeout: pageTimeoutMs }));
    yield* page.Items ?? [];
    from = page.LastEvaluatedKey;
  } while (from);
}

/** All items of a Query as an array. */
export async function queryAll(input: Omit<QueryCommandInput, 'TableName'>): Promise<Item[]> {
  const items: Item[] = [];
  for await (const item of query(input)) items.push(item);
  return items;
}

/** Some items of a partition, and the sort key to continue after; undefined at the end. */
export interface Page<T> {
  items: T[];
  next: string | undefined;
}

/** One page of a Query of the partition `:pk`, after a sort key or from the start. */
export async function queryPage(
  input: Omit<QueryCommandInput, 'TableName'>,
  after: string | undefined,
): Promise<Page<Item>> {
  const from = after !== undefined && {
    ExclusiveStartKey: { pk: input.ExpressionAttributeValues?.[':pk'], sk: after },
  };
  const request = { TableName: tableName(), ...input, ...from };
  const page = await retryWhileBusy(() => db.send(new QueryCommand(request)));
  return { items: page.Items ?? [], next: page.LastEvaluatedKey?.sk as string | undefined };
}

/** The query of all items of a partition with a sort-key prefix, with strong consistency. */
export function prefixQuery(pk: string, prefix: string): Omit<QueryCommandInput, 'TableName'> {
  return {
    ConsistentRead: true,
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
    ExpressionAttributeValues: { ':pk': pk, ':prefix': prefix },
  };
}

type TransactItem = NonNullable<TransactWriteCommandInput['TransactItems']>[number];
type WithoutTable<T> = T extends { TableName: unknown } ? Omit<T, 'TableName'> : T;
/** One write of a transaction, without the table name. */
export type Write = { [K in keyof TransactItem]: WithoutTable<NonNullable<TransactItem[K]>> };

declare const attempt: unique symbol;

/**
 * The time at which one attempt of a write began, in milliseconds since the epoch. Readers of lists miss rows with an
 * older time, so rows can only be written with a time that `transact` or `updateIf` created for the attempt.
 */
export type AttemptTime = number & { readonly [attempt]: true };

const attemptTime = () => Date.now() as AttemptTime; // Created nowhere else.

/** The writes of a transaction. Those of list rows are a function of the attempt's time. */
export type Writes = readonly Write[] | ((at: AttemptTime) => readonly Write[]);

/** The writes of one attempt. */
export const writesAt = (writes: Writes, at: AttemptTime): readonly Write[] =>
  typeof writes === 'function' ? writes(at) : writes;

/** The existing item of each failed condition, by the index of its write; undefined if there was none. */
export type FailedConditions = Map<number, Item | undefined>;

/**
 * Commits all writes or none: at most 100, each to a different item. Returns undefined if committed, otherwise the
 * failed conditions. Transaction conflicts and throttling are retried and end in Contention; a function is called for
 * each attempt.
 */
export function transact(writes: Writes): Promise<FailedConditions | undefined> {
  return retryWhileBusy(async () => {
    const TransactItems = writesAt(writes, attemptTime()).map(complete);
    try {
      await db.send(new TransactWriteCommand({ TransactItems }));
      return undefined;
    } catch (error) {
      const failed = failedConditions(error);
      if (failed.size === 0) throw error;
      return failed;
    }
  });
}

function failedConditions(error: unknown): FailedConditions {
  const reasons = error instanceof TransactionCanceledException ? (error.CancellationReasons ?? []) : [];
  const failed: FailedConditions = new Map();
  for (const [index, { Code, Item }] of reasons.entries()) {
    // The document client does not unmarshall the reasons of a cancelled transaction.
    if (Code === 'ConditionalCheckFailed') failed.set(index, Item && unmarshall(Item));
  }
  return failed;
}

function complete(write: Write): TransactItem {
  const [kind, request] = Object.entries(write)[0] as [keyof TransactItem, object];
  return {
    [kind]: { TableName: tableName(), ReturnValuesOnConditionCheckFailure: 'ALL_OLD', ...request },
  } as TransactItem; // The mapped type `Write` removes the table name.
}

/** An update expression that sets the fields of an object, with its names and values. Undefined fields are removed. */
export function updateExpression(values: Record<string, unknown>) {
  const entries = Object.entries(values);
  const set = entries.filter(([, value]) => value !== undefined);
  const removed = entries.filter(([, value]) => value === undefined);
  const clauses = [
    set.length > 0 && `SET ${set.map(([name]) => `#${name} = :${name}`).join(', ')}`,
    removed.length > 0 && `REMOVE ${removed.map(([name]) => `#${name}`).join(', ')}`,
  ];
  return {
    UpdateExpression: clauses.filter(Boolean).join(' '),
    ExpressionAttributeNames: Object.fromEntries(entries.map(([name]) => [`#${name}`, name])),
    ExpressionAttributeValues: Object.fromEntries(set.map(([name, value]) => [`:${name}`, value])),
  };
}
