import { describe, expect, it } from '@jest/globals';
import { tableRequests } from '../../../local/iam/table-requests.ts';

const text = (S: string) => ({ S });
const key = (pk: string) => ({ pk: text(pk), sk: text('RECORD') });
const TableName = 'Registry';
const arn = 'arn:aws:dynamodb:us-east-1:000000000000:table/Registry';
const partitionKeys = (_: string, index: string | undefined) => (index === 'byRef' ? 'refPk' : 'pk');

/** The actions, resources and leading keys of a call. */
function asked(operation: string, input: Record<string, unknown>) {
  return tableRequests(operation, input, partitionKeys).map(({ action, resource, valuesOf }) => [
    action.replace('dynamodb:', ''),
    resource.replace(arn, ''),
    valuesOf?.('dynamodb:LeadingKeys'),
  ]);
}

describe('a call of the table', () => {
  it.each([
    ['GetItem', { Key: key('A#1') }],
    ['DeleteItem', { Key: key('A#1') }],
    ['UpdateItem', { Key: key('A#1') }],
    ['PutItem', { Item: { ...key('A#1'), refPk: text('B#2') } }],
  ])('%s has the partition key of its item', (operation, input) => {
    expect(asked(operation, { TableName, ...input })).toEqual([[operation, '', ['A#1']]]);
  });

  it.each([
    ['pk = :pk AND begins_with(sk, :prefix)', undefined, ['A#1']],
    ['sk = :prefix AND pk = :pk', undefined, ['A#1']],
    ['pk=:pk and writtenAt > :prefix', 'changes', ['A#1']],
    ['#ref = :pk', 'byRef', ['A#1']],
    ['pk = :pk', 'byRef', []],
  ])('Query where %s of the index %s has its key', (KeyConditionExpression, IndexName, keys) => {
    const query = {
      TableName,
      KeyConditionExpression,
      ...(IndexName && { IndexName }),
      ExpressionAttributeNames: { '#ref': 'refPk' },
      ExpressionAttributeValues: { ':pk': text('A#1'), ':prefix': text('B#2') },
    };
    expect(asked('Query', query)).toEqual([['Query', IndexName ? `/index/${IndexName}` : '', keys]]);
  });

  it('Scan has no leading keys, whatever it filters', () => {
    const scan = { FilterExpression: 'pk = :pk', ExpressionAttributeValues: { ':pk': text('A#1') } };
    expect(asked('Scan', { TableName, ...scan })).toEqual([['Scan', '', []]]);
  });

  it('a batch is one action with all its keys', () => {
    const RequestItems = { [TableName]: { Keys: [key('A#1'), key('B#2')] } };
    expect(asked('BatchGetItem', { RequestItems })).toEqual([['BatchGetItem', '', ['A#1', 'B#2']]]);
    const writes = [{ PutRequest: { Item: key('A#1') } }, { DeleteRequest: { Key: key('B#2') } }];
    expect(asked('BatchWriteItem', { RequestItems: { [TableName]: writes } })).toEqual([
      ['BatchWriteItem', '', ['A#1', 'B#2']],
    ]);
  });

  it('a transaction is the actions of its items, each with its own key', () => {
    const TransactItems = [
      { Put: { TableName, Item: key('A#1') } },
      { Update: { TableName, Key: key('B#2') } },
      { Delete: { TableName: arn, Key: key('C#3') } },
      { ConditionCheck: { TableName, Key: key('D#4') } },
      { Get: { TableName, Key: key('E#5') } },
    ];
    expect(asked('TransactWriteItems', { TransactItems })).toEqual([
      ['PutItem', '', ['A#1']],
      ['UpdateItem', '', ['B#2']],
      ['DeleteItem', '', ['C#3']],
      ['ConditionCheckItem', '', ['D#4']],
      ['GetItem', '', ['E#5']],
    ]);
  });

  it('names the attributes of its item and of all expressions, and what it returns', () => {
    const [request] = tableRequests(
      'UpdateItem',
      {
        TableName,
        Key: key('A#1'),
        UpdateExpression: 'SET #s = if_not_exists(subject, :s), nested.deep = :n REMOVE gone',
        ConditionExpression: 'attribute_not_exists(#d) AND (id = :id OR size(names) > :n)',
        ExpressionAttributeNames: { '#s': 'subject', '#d': 'deleting' },
        ReturnValues: 'ALL_NEW',
      },
      partitionKeys,
    );
    expect([...(request?.valuesOf?.('dynamodb:Attributes') ?? [])].sort()).toEqual(
      ['pk', 'sk', 'subject', 'nested', 'gone', 'deleting', 'id', 'names'].sort(),
    );
    expect(request?.valuesOf?.('dynamodb:ReturnValues')).toEqual(['ALL_NEW']);
  });
});
