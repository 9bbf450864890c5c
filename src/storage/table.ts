import { DynamoDBClient, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, TransactWriteCommand, type TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { env } from '../env.ts';

/** The one client. Where it connects is the environment's business: nothing is read before the first call. */
export const db = DynamoDBDocumentClient.from(new DynamoDBClient({ maxAttempts: 5 }), {
  marshallOptions: { removeUndefinedValues: true },
});

export const tableName = () => env('TABLE_NAME');

type TransactItem = NonNullable<TransactWriteCommandInput['TransactItems']>[number];
type WithoutTable<T> = T extends { TableName: unknown } ? Omit<T, 'TableName'> : T;
/** One write of a transaction; the table is understood. */
export type Write = { [K in keyof TransactItem]: WithoutTable<NonNullable<TransactItem[K]>> };

/** The item that stood in the way of each failed condition, by the index of its write; undefined where there was none. */
export type FailedConditions = Map<number, Record<string, unknown> | undefined>;

const maxTries = 10;

/**
 * Commits all writes or none. Undefined when they are committed; else which conditions failed. Conflicts with other
 * transactions and throttling say nothing about the data, so those are tried again.
 */
export async function transact(writes: Write[]): Promise<FailedConditions | undefined> {
  const TransactItems = writes.map(complete);
  for (let tries = 1; ; tries++) {
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
