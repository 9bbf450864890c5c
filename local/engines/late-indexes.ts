import {
  type AttributeValue,
  CreateTableCommand,
  DeleteItemCommand,
  DescribeTableCommand,
  type DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
} from '@aws-sdk/client-dynamodb';
import { localClient } from './local-client.ts';

type TypedItem = Record<string, AttributeValue>;
type Json = Record<string, unknown>;

/** A DynamoDB call. The engine keeps a separate database for each access key. */
export interface TableCall {
  operation: string;
  input: Json;
  accessKeyId: string;
}

/** A table, and a copy of its indexed items that lags some calls behind. */
interface LateTable {
  client: DynamoDBClient;
  copyName: string;
  calls: number;
  keyNames: string[];
  /** The partition keys of the global indexes, by index name. */
  indexes: Map<string, string>;
  /** Writes that the copy does not have yet, oldest first; undefined for a deletion. */
  pending: { key: TypedItem; item: TypedItem | undefined; fromCall: number }[];
  /** The keys that the copy has or will have. */
  copied: Set<string>;
}

/**
 * Delays global indexes, as on AWS: they see a write only after a number of further calls to its table. Index queries
 * go to a copy of the table. Calls are counted, not timed, so the results are deterministic.
 */
export class LateIndexes {
  readonly #engineUrl: string;
  readonly #callsBehind: number;
  readonly #tables = new Map<string, Promise<LateTable>>();
  /** Serializes the writes to copies. */
  #copying = Promise.resolve();

  constructor(engineUrl: string, callsBehind: number) {
    this.#engineUrl = engineUrl;
    this.#callsBehind = callsBehind;
  }

  /** The engine's input for a call: a query of a global index goes to the copy. */
  async inputFor({ operation, input, accessKeyId }: TableCall): Promise<Json> {
    if (operation.includes('Table') || operation.includes('TimeToLive')) return input;
    const tables = await Promise.all(tablesOf(operation, input).map((name) => this.#table(name, accessKeyId)));
    for (const table of tables) table.calls++;
    const [table] = tables;
    if (operation !== 'Query' || !table?.indexes.has(String(input.IndexName))) return input;
    this.#copying = this.#copying.then(() => this.#catchUp(table));
    await this.#copying;
    return { ...input, TableName: table.copyName };
  }

  /** Records the writes of a call that the engine accepted. Before the response, so that nothing is missed. */
  async note({ operation, input, accessKeyId }: TableCall): Promise<void> {
    for (const [tableName, { Item, Key, isDelete }] of writesOf(operation, input)) {
      const table = await this.#table(tableName, accessKeyId);
      const given = Item ?? Key ?? {};
      const key = Object.fromEntries(table.keyNames.map((name) => [name, given[name] as AttributeValue]));
      const item = isDelete ? undefined : (Item ?? (await read(table.client, tableName, key)));
      const isIndexed = item && [...table.indexes.values()].some((name) => item[name] !== undefined);
      const id = JSON.stringify(key);
      if (!isIndexed && !table.copied.has(id)) continue;
      table.copied.add(id);
      table.pending.push({ key, item, fromCall: table.calls + this.#callsBehind });
    }
  }

  async close(): Promise<void> {
    for (const table of await Promise.allSettled(this.#tables.values())) {
      if (table.status === 'fulfilled') table.value.client.destroy();
    }
  }

  async #catchUp(table: LateTable): Promise<void> {
    const { client, copyName: TableName, pending, calls } = table;
    const later = pending.findIndex(({ fromCall }) => fromCall > calls);
    const due = pending.splice(0, later < 0 ? pending.length : later);
    const latest = new Map(due.map((written) => [JSON.stringify(written.key), written]));
    await Promise.all(
      [...latest.values()].map(async ({ key: Key, item: Item }) => {
        if (Item) await client.send(new PutItemCommand({ TableName, Item }));
        else await client.send(new DeleteItemCommand({ TableName, Key }));
      }),
    );
  }

  #table(name: string, accessKeyId: string): Promise<LateTable> {
    const known = this.#tables.get(name);
    if (known) return known;
    const copy = this.#copyOf(name, accessKeyId);
    this.#tables.set(name, copy);
    // A table that does not exist may be created later.
    copy.catch(() => this.#tables.delete(name));
    return copy;
  }

  async #copyOf(name: string, accessKeyId: string): Promise<LateTable> {
    const client = localClient(this.#engineUrl, accessKeyId);
    const { Table = {} } = await client.send(new DescribeTableCommand({ TableName: name }));
    const { AttributeDefinitions, KeySchema = [], GlobalSecondaryIndexes = [] } = Table;
    const copyName = `${name}.late`;
    const shapes = GlobalSecondaryIndexes.map(({ IndexName, KeySchema: keys, Projection }) => ({
      IndexName,
      KeySchema: keys,
      Projection,
    }));
    const used = new Set(
      [KeySchema, ...shapes.map((shape) => shape.KeySchema ?? [])].flat().map((one) => one.AttributeName),
    );
    await client.send(
      new CreateTableCommand({
        TableName: copyName,
        BillingMode: 'PAY_PER_REQUEST',
        AttributeDefinitions: AttributeDefinitions?.filter(({ AttributeName }) => used.has(AttributeName)),
        KeySchema,
        GlobalSecondaryIndexes: shapes,
      }),
    );
    return {
      client,
      copyName,
      calls: 0,
      keyNames: KeySchema.map(({ AttributeName = '' }) => AttributeName),
      indexes: new Map(
        shapes.map(({ IndexName = '', KeySchema: keys }) => [IndexName, keys?.[0]?.AttributeName ?? '']),
      ),
      pending: [],
      copied: new Set(),
    };
  }
}

async function read(client: DynamoDBClient, TableName: string, Key: TypedItem): Promise<TypedItem | undefined> {
  return (await client.send(new GetItemCommand({ TableName, Key, ConsistentRead: true }))).Item;
}

interface Written {
  Item?: TypedItem;
  Key?: TypedItem;
  isDelete?: boolean;
}

function tablesOf(operation: string, input: Json): string[] {
  if (operation.startsWith('Transact')) {
    const items = (input.TransactItems ?? []) as Record<string, { TableName: string }>[];
    return [...new Set(items.flatMap((item) => Object.values(item).map(({ TableName }) => TableName)))];
  }
  return operation.startsWith('Batch') ? Object.keys(input.RequestItems ?? {}) : [String(input.TableName)];
}

/** The writes of a call, with their tables. */
function writesOf(operation: string, input: Json): [table: string, Written][] {
  const single = (kind: string, { TableName, Item, Key }: Written & { TableName?: string }): [string, Written][] =>
    ['Put', 'Update', 'Delete'].includes(kind)
      ? [[String(TableName), { ...(Item && { Item }), ...(Key && { Key }), isDelete: kind === 'Delete' }]]
      : [];
  if (operation === 'TransactWriteItems') {
    const items = (input.TransactItems ?? []) as Record<string, Written>[];
    return items.flatMap((item) => Object.entries(item).flatMap(([kind, write]) => single(kind, write)));
  }
  if (operation === 'BatchWriteItem') {
    const tables = (input.RequestItems ?? {}) as Record<string, { PutRequest?: Written; DeleteRequest?: Written }[]>;
    return Object.entries(tables).flatMap(([TableName, writes]) =>
      writes.flatMap(({ PutRequest, DeleteRequest }) =>
        single(PutRequest ? 'Put' : 'Delete', { ...PutRequest, ...DeleteRequest, TableName }),
      ),
    );
  }
  return single(operation.replace(/Item$/, ''), input);
}
