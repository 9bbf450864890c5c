import { account } from '../cloudformation/template.ts';
import type { AccessRequest } from './policy.ts';

/** The name of the partition key of a table, or of its index. */
export type PartitionKeys = (table: string, index: string | undefined) => string;

type Json = Record<string, unknown>;
/** An item or key in DynamoDB's API form: `{ pk: { S: 'PUB#1' } }`. */
type TypedItem = Record<string, Record<string, unknown>>;

interface ItemRequest extends Json {
  TableName?: string;
  IndexName?: string;
  Key?: TypedItem;
  Item?: TypedItem;
  ReturnValues?: string;
  KeyConditionExpression?: string;
  ExpressionAttributeNames?: Record<string, string>;
  ExpressionAttributeValues?: TypedItem;
}

/**
 * The permissions that a DynamoDB call needs. A transaction is authorized by the actions of its items
 * (https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/transaction-apis-iam.html), a batch as one action
 * with all its keys. The leading keys of a query are those of its index, and a scan has none
 * (https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/specifying-conditions.html).
 */
export function tableRequests(operation: string, input: Json, partitionKeys: PartitionKeys): AccessRequest[] {
  switch (operation) {
    case 'TransactWriteItems':
    case 'TransactGetItems':
      return transactItemsOf(input).map(([kind, request]) =>
        itemRequest(transactActions[kind], request, partitionKeys),
      );
    case 'BatchGetItem':
      return tablesOf(input).map(([table, request]) => {
        const { Keys = [] } = request as { Keys?: TypedItem[] };
        return tableRequest(operation, { ...request, TableName: table }, Keys, partitionKeys);
      });
    case 'BatchWriteItem':
      return tablesOf(input).map(([table, writes]) => {
        const items = (writes as unknown as { PutRequest?: ItemRequest; DeleteRequest?: ItemRequest }[]).map(
          ({ PutRequest, DeleteRequest }) => PutRequest?.Item ?? DeleteRequest?.Key ?? {},
        );
        return tableRequest(operation, { TableName: table }, items, partitionKeys);
      });
    default:
      return [itemRequest(operation, input, partitionKeys)];
  }
}

const transactActions: Record<string, string> = {
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  Get: 'GetItem',
  ConditionCheck: 'ConditionCheckItem',
};

function transactItemsOf({ TransactItems }: Json): [kind: string, ItemRequest][] {
  return ((TransactItems ?? []) as Record<string, ItemRequest>[]).flatMap((item) => Object.entries(item));
}

const tablesOf = ({ RequestItems }: Json) => Object.entries((RequestItems ?? {}) as Record<string, Json>);

function itemRequest(action: string | undefined, request: ItemRequest, partitionKeys: PartitionKeys): AccessRequest {
  const { Key, Item, KeyConditionExpression } = request;
  const items = [Key, Item, KeyConditionExpression && queried(request)].filter((item) => typeof item === 'object');
  return tableRequest(String(action), request, items, partitionKeys);
}

function tableRequest(action: string, request: ItemRequest, items: TypedItem[], partitionKeys: PartitionKeys) {
  const { TableName = '', IndexName } = request;
  const table = TableName.split(':table/').at(-1) ?? '';
  const arn = `arn:${account.partition}:dynamodb:${account.region}:${account.id}:table/${table}`;
  const valuesOf = (key: string): readonly string[] | undefined => {
    if (key === 'dynamodb:LeadingKeys') {
      const name = partitionKeys(table, IndexName);
      return items.flatMap(({ [name]: value }) => Object.values(value ?? {}).map(String));
    }
    if (key === 'dynamodb:ReturnValues') return request.ReturnValues === undefined ? undefined : [request.ReturnValues];
    if (key === 'dynamodb:Attributes')
      return [...new Set([...items.flatMap(Object.keys), ...namesInExpressions(request)])];
    return undefined;
  };
  return { action: `dynamodb:${action}`, resource: IndexName ? `${arn}/index/${IndexName}` : arn, valuesOf };
}

/** The keys compared with `=` in a key condition: one must be the partition key. */
function queried({ KeyConditionExpression = '', ...request }: ItemRequest): TypedItem {
  const { ExpressionAttributeNames: names = {}, ExpressionAttributeValues: values = {} } = request;
  const comparisons = KeyConditionExpression.matchAll(/([#\w]+)\s*=\s*(:\w+)/g);
  return Object.fromEntries(
    [...comparisons].map(([, name = '', value = '']) => [names[name] ?? name, values[value] ?? {}]),
  );
}

const expressions = [
  'ConditionExpression',
  'FilterExpression',
  'KeyConditionExpression',
  'ProjectionExpression',
  'UpdateExpression',
];
const keywords = new Set(['SET', 'REMOVE', 'ADD', 'DELETE', 'AND', 'OR', 'NOT', 'IN', 'BETWEEN']);

/** The top-level attributes named in expressions, without nested names, values and functions. */
function namesInExpressions(request: ItemRequest): string[] {
  const names = request.ExpressionAttributeNames ?? {};
  return expressions.flatMap((expression) => {
    const found = String(request[expression] ?? '').match(/(?<![.:#\w])[#A-Za-z]\w*\b(?!\s*\()/g) ?? [];
    return found.filter((word) => !keywords.has(word.toUpperCase())).map((word) => names[word] ?? word);
  });
}
