import type { ConsumedCapacity } from '@aws-sdk/client-dynamodb';
import { db } from '../../src/storage/table.ts';

/** Read and write request units, as DynamoDB has reported them. */
export interface Units {
  read: number;
  write: number;
}

const reads = new Set(['GetCommand', 'QueryCommand', 'BatchGetCommand', 'GetItemCommand', 'BatchGetItemCommand']);

/** Undefined while nobody counts. */
let counted: Units | undefined;
let isCounting = false;

/** What a task consumes of the table. One task at a time. */
export async function unitsOf(task: () => Promise<unknown>): Promise<Units> {
  if (!isCounting) startCounting();
  const units = { read: 0, write: 0 };
  counted = units;
  try {
    await task();
    return units;
  } finally {
    counted = undefined;
  }
}

/** Has every answer of DynamoDB say what it consumed, indexes included, and adds it up. */
function startCounting(): void {
  isCounting = true;
  db.middlewareStack.add(
    (next, { commandName = '' }) =>
      async (args) => {
        const answer = await next({ ...args, input: { ...args.input, ReturnConsumedCapacity: 'TOTAL' } });
        const { ConsumedCapacity } = answer.output as { ConsumedCapacity?: ConsumedCapacity | ConsumedCapacity[] };
        const consumed = ConsumedCapacity === undefined ? [] : [ConsumedCapacity].flat();
        if (consumed.length === 0) throw new Error(`DynamoDB did not report what ${commandName} consumed`);
        const units = consumed.reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);
        const isRead = reads.has(commandName);
        if (counted) counted[isRead ? 'read' : 'write'] += isRead ? Math.max(units, leastOf(args.input)) : units;
        return answer;
      },
    { step: 'initialize', priority: 'high', name: 'countCapacity' },
  );
}

/** DynamoDB Local reports nothing for a Query that finds nothing; DynamoDB bills no read as less than one of 4 KB. */
function leastOf(input: object): number {
  return 'ConsistentRead' in input && input.ConsistentRead ? 1 : 0.5;
}
