import { describe, expect, it } from '@jest/globals';
import { type AccessRequest, Policy, type Statement } from '../../../local/iam/policy.ts';

const table = 'arn:aws:dynamodb:us-east-1:000000000000:table/Registry';

const allowing = (fields: Partial<Statement> = {}): Statement => ({
  Sid: 'Grant',
  Effect: 'Allow',
  Action: 'dynamodb:GetItem',
  Resource: table,
  ...fields,
});

const asking = (values: Record<string, string[]> = {}, fields: Partial<AccessRequest> = {}): AccessRequest => ({
  action: 'dynamodb:GetItem',
  resource: table,
  valuesOf: (key) => values[key],
  ...fields,
});

function decide(statements: Statement[], request: AccessRequest) {
  return new Policy(statements, 'Role').decide(request);
}

describe('a policy', () => {
  it('denies what no statement allows', () => {
    expect(decide([], asking())).toBe('implicitDeny');
    expect(decide([allowing({ Action: 'dynamodb:PutItem' })], asking())).toBe('implicitDeny');
    expect(decide([allowing({ Resource: `${table}/index/byRef` })], asking())).toBe('implicitDeny');
  });

  it('denies what one statement denies, whatever others allow', () => {
    expect(decide([allowing()], asking())).toBe('allow');
    expect(decide([allowing(), allowing({ Effect: 'Deny' })], asking())).toBe('explicitDeny');
  });

  it.each([
    ['dynamodb:Get*', table, 'allow'],
    ['dynamodb:*', '*', 'allow'],
    ['*', table, 'allow'],
    ['DynamoDB:getitem', table, 'allow'],
    ['dynamodb:GetItem?', table, 'implicitDeny'],
    ['dynamodb:GetIte?', `${table.slice(0, -1)}?`, 'allow'],
    ['dynamodb.GetItem', table, 'implicitDeny'],
    ['dynamodb:GetItem', table.toLowerCase(), 'implicitDeny'],
    ['dynamodb:GetItem', `${table}/*`, 'implicitDeny'],
  ])('%s on %s: %s', (Action, Resource, effect) => {
    expect(decide([allowing({ Action: [Action], Resource: [Resource] })], asking())).toBe(effect);
  });

  const leading = 'dynamodb:LeadingKeys';
  it.each([
    ['all keys have a prefix', 'ForAllValues:StringLike', ['PUB#1', 'PUB#2'], 'allow'],
    ['one key has another', 'ForAllValues:StringLike', ['PUB#1', 'USER#1'], 'implicitDeny'],
    ['there are no keys, as in a scan', 'ForAllValues:StringLike', [], 'allow'],
    ['a key is like it, but not equal', 'ForAllValues:StringEquals', ['PUB#1'], 'implicitDeny'],
    ['one key of two has it', 'ForAnyValue:StringLike', ['PUB#1', 'USER#1'], 'allow'],
    ['there are no keys to have it', 'ForAnyValue:StringLike', [], 'implicitDeny'],
    ['there is no value', 'StringLike', [], 'implicitDeny'],
    ['there is no value, and none is needed', 'StringLikeIfExists', [], 'allow'],
    ['the value that there is differs', 'StringLikeIfExists', ['USER#1'], 'implicitDeny'],
  ])('%s: %s of %p is %s', (_, operator, keys, effect) => {
    const statement = allowing({ Condition: { [operator]: { [leading]: 'PUB#*' } } });
    expect(decide([statement], asking({ [leading]: keys }))).toBe(effect);
  });

  it('with a guard against missing keys, it does not allow a scan', () => {
    const Condition = { 'ForAllValues:StringLike': { [leading]: ['PUB#*'] }, Null: { [leading]: 'false' } };
    const statement = allowing({ Action: 'dynamodb:*', Condition });
    expect(decide([statement], asking({}, { action: 'dynamodb:Scan' }))).toBe('implicitDeny');
    expect(decide([statement], asking({ [leading]: ['PUB#1'] }))).toBe('allow');
  });

  it('requires every condition', () => {
    const StringEquals = { 'aws:RequestTag/a': 'x', 'aws:RequestTag/b': ['y', 'z'] };
    const statement = allowing({ Condition: { StringEquals } });
    expect(decide([statement], asking({ 'aws:RequestTag/a': ['x'], 'aws:RequestTag/b': ['z'] }))).toBe('allow');
    expect(decide([statement], asking({ 'aws:RequestTag/a': ['x'] }))).toBe('implicitDeny');
  });

  it('of a resource is for everybody, and may deny requests without a value', () => {
    const everybody = { Principal: { AWS: '*' }, Action: 'execute-api:Invoke', Resource: 'execute-api:/*' };
    const policy = new Policy(
      [
        { ...everybody, Effect: 'Allow' },
        { ...everybody, Effect: 'Deny', Condition: { StringNotEquals: { 'aws:Referer': ['one', 'two'] } } },
      ],
      'API of stack',
    );
    const decide = (...referers: string[]) =>
      policy.decide({
        action: 'execute-api:Invoke',
        resource: 'execute-api:/live/GET/health',
        valuesOf: () => referers,
      });
    expect([decide('one'), decide('two')]).toEqual(['allow', 'allow']);
    expect([decide(), decide('three'), decide('One')]).toEqual(['explicitDeny', 'explicitDeny', 'explicitDeny']);
  });

  it.each([
    [{ NotAction: 'dynamodb:Scan' }, 'NotAction'],
    [{ Principal: { AWS: 'arn:aws:iam::000000000000:root' } }, 'the principal {"AWS":'],
    [{ Effect: 'Perhaps' }, 'the effect Perhaps'],
    [{ Condition: { DateLessThan: { [leading]: 'x' } } }, 'the condition DateLessThan of dynamodb:LeadingKeys'],
    [{ Condition: { StringEquals: { 'aws:SourceIp': 'x' } } }, 'the condition StringEquals of aws:SourceIp'],
    [{ Condition: { Null: { [leading]: 'maybe' } } }, 'must be true or false'],
    [{ Resource: 'arn:aws:s3:::x/$' + '{aws:username}' }, 'policy variables'],
    [{ Resource: { Ref: 'Table' } as unknown as string }, 'expected text'],
  ])('is an error that names %j', (fields, message) => {
    expect(() => new Policy([{ ...allowing(), ...fields }], 'Role of stack')).toThrow(message);
    expect(() => new Policy([{ ...allowing(), ...fields }], 'Role of stack')).toThrow('Role of stack, statement Grant');
  });
});
