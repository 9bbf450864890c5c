import type { ConsumedCapacity, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { db, type Write } from '#src/table/table.ts';
import { beforeTransaction } from './transaction-units.ts';

/** Read and write units reported by DynamoDB. */
export interface Units {
  read: number;
  write: number;
}

const reads = new Set([
  ...['GetCommand', 'QueryCommand', 'BatchGetCommand'],
  ...['GetItemCommand', 'BatchGetItemCommand', 'ScanCommand'],
]);

/** Undefined outside `unitsOf`. */
let counted: Units | undefined;
const countingClients = new Set<Client>();

type Client = typeof db | DynamoDBClient;

/** Runs a task and returns the units it consumed through a client. One task at a time. */
export async function unitsOf(task: () => Promise<unknown>, client: Client = db): Promise<Units> {
  if (!countingClients.has(client)) startCounting(client);
  const units = { read: 0, write: 0 };
  counted = units;
  try {
    await task();
    return units;
  } finally {
    counted = undefined;
  }
}

/** Adds up the units of every request, indexes included, as DynamoDB reports them; those of transactions are computed. */
function startCounting(client: Client): void {
  countingClients.add(client);
  (client as typeof db).middlewareStack.add(
    (next, { commandName = '' }) =>
      async (args) => {
        const transaction = commandName.startsWith('TransactWrite') && (await beforeTransaction(writesOf(args.input)));
        const answer = await next({ ...args, input: { ...args.input, ReturnConsumedCapacity: 'TOTAL' } });
        const { ConsumedCapacity } = answer.output as { ConsumedCapacity?: ConsumedCapacity | ConsumedCapacity[] };
        const consumed = ConsumedCapacity === undefined ? [] : [ConsumedCapacity].flat();
        if (consumed.length === 0) throw new Error(`DynamoDB did not report what ${commandName} consumed`);
        const reported = consumed.reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);
        const units = transaction ? await transaction.unitsAfter() : reported;
        const isRead = reads.has(commandName);
        if (counted)
          counted[isRead ? 'read' : 'write'] += isRead ? Math.max(units, minimumReadUnits(args.input)) : units;
        return answer;
      },
    { step: 'initialize', priority: 'high', name: 'countCapacity' },
  );
}

/** The smallest read that DynamoDB bills (4 KB). DynamoDB Local reports 0 for a Query without results. */
function minimumReadUnits(input: object): number {
  const partitions = 'Parameters' in input && Array.isArray(input.Parameters) ? input.Parameters.length : 1;
  return partitions * ('ConsistentRead' in input && input.ConsistentRead ? 1 : 0.5);
}

const writesOf = (input: object) => (input as { TransactItems: Write[] }).TransactItems;
