import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { BatchGetCommand, DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { type Item, type Key, tableName, type Write } from '#src/table/table.ts';
import { tableShape } from '#src/table/table-shape.ts';

/** Every item that is written in a transaction is written twice, to prepare and to commit. */
const writesPerChange = 2;

/**
 * The items that a transaction is about to write. `unitsAfter` gives the write units of the committed transaction by the
 * rules of AWS, indexes included: DynamoDB Local adds up only the distinct units of its items, and twice.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/transaction-apis.html#transaction-capacity-handling
 */
export async function beforeTransaction(writes: readonly Write[]): Promise<{ unitsAfter: () => Promise<number> }> {
  const keys = writes.map(keyOf);
  const before = await readItems(keys);
  return {
    unitsAfter: async () => {
      const after = await readItems(keys);
      return keys.reduce((sum, key) => sum + unitsOfWrite(before.get(nameOf(key)), after.get(nameOf(key))), 0);
    },
  };
}

function keyOf({ Put, Update, Delete, ConditionCheck }: Write): Key {
  const { pk, sk } = Put?.Item ?? Update?.Key ?? Delete?.Key ?? ConditionCheck?.Key ?? {};
  return { pk, sk };
}

const nameOf = ({ pk, sk }: Key) => `${pk}\n${sk}`;

async function readItems(keys: readonly Key[]): Promise<Map<string, Item>> {
  const read = new BatchGetCommand({ RequestItems: { [tableName()]: { Keys: [...keys], ConsistentRead: true } } });
  // Not the client that is counted.
  const client = DynamoDBDocumentClient.from(new DynamoDBClient());
  const { Responses = {} } = await client.send(read);
  client.destroy();
  return new Map(Object.values(Responses).flatMap((items) => items.map((item) => [nameOf(item as never), item])));
}

/**
 * The units of one item of a transaction. A change of a key of an index is a deletion and a write there. The local index
 * is part of the transaction; the global one follows it.
 */
function unitsOfWrite(before: Item | undefined, after: Item | undefined): number {
  const { changes, byRef } = tableShape;
  const local = indexUnits(before, after, ({ [changes.sortKey]: changed }) => changed as number | undefined);
  const global = indexUnits(before, after, ({ [byRef.partitionKey]: pk, [byRef.sortKey]: sk }) =>
    pk === undefined ? undefined : `${pk}\n${sk}`,
  );
  return writesPerChange * (Math.max(kilobytes(before), kilobytes(after), 1) + local) + global;
}

function indexUnits(
  before: Item | undefined,
  after: Item | undefined,
  keyIn: (item: Item) => string | number | undefined,
): number {
  const [from, to] = [before && keyIn(before), after && keyIn(after)];
  if (from === to)
    return from === undefined || !isChanged(before, after) ? 0 : Math.max(kilobytes(before), kilobytes(after));
  return (from === undefined ? 0 : kilobytes(before)) + (to === undefined ? 0 : kilobytes(after));
}

const isChanged = (before: Item | undefined, after: Item | undefined) =>
  JSON.stringify(before) !== JSON.stringify(after);

const kilobytes = (item: Item | undefined) => (item ? Math.ceil(sizeOf(item) / 1024) : 0);

/** Bytes of a value, as https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/CapacityUnitCalculations.html */
function sizeOf(value: unknown, isTop = true): number {
  if (typeof value === 'string') return Buffer.byteLength(value);
  if (typeof value === 'number') return Math.ceil(String(value).replace(/^-?0?\.?0*|\.|e.*$|0+$/g, '').length / 2) + 1;
  if (value instanceof Uint8Array) return value.byteLength;
  if (typeof value !== 'object' || value === null) return 1;
  const isList = Array.isArray(value) || value instanceof Set;
  const entries: [string, unknown][] = isList ? [...value].map((each) => ['', each]) : Object.entries(value);
  const nested = entries.reduce((sum, [name, each]) => sum + Buffer.byteLength(name) + sizeOf(each, false), 0);
  return isTop ? nested : nested + 3 + entries.length;
}
