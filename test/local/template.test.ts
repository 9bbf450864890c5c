// biome-ignore-all lint/suspicious/noTemplateCurlyInString: it is CloudFormation's own syntax
import { afterAll, describe, expect, it } from '@jest/globals';
import { flattenNestedStacks } from '../../local/cloudformation/nested-stacks.ts';
import type { Template } from '../../local/cloudformation/template.ts';
import { Fixture } from './fixture.ts';

const fixture = new Fixture();
afterAll(() => fixture.dispose());

const table = { Type: 'AWS::DynamoDB::Table', Properties: { TableName: 'publications' } };
const queue = { Type: 'AWS::SQS::Queue' };

describe('intrinsics', () => {
  const stacks = fixture.several({
    app: {
      Parameters: { Size: { Type: 'String', Default: 'large' } },
      Conditions: {
        IsLocal: { 'Fn::Equals': [{ Ref: 'AWS::AccountId' }, '000000000000'] },
        IsNot: { 'Fn::Not': [{ Condition: 'IsLocal' }] },
      },
      Resources: { Table: table, Queue: queue },
    },
    other: {
      Resources: {},
      Outputs: { Out: { Value: 'shared', Export: { Name: { 'Fn::Sub': '${AWS::StackName}:x' } } } },
    },
  });
  const output = (OutputName: string, more = {}) => ({
    'Fn::GetStackOutput': { StackName: 'other', OutputName, ...more },
  });
  it.each([
    [{ Ref: 'Table' }, 'publications'],
    [output('Out'), 'shared'],
    [output('Out', { Region: { Ref: 'AWS::Region' } }), 'shared'],
    [{ Ref: 'Queue' }, 'http://127.0.0.1:1/000000000000/app-Queue'],
    [{ Ref: 'Size' }, 'large'],
    [{ Ref: 'AWS::Region' }, 'us-east-1'],
    [{ 'Fn::GetAtt': ['Queue', 'Arn'] }, 'arn:aws:sqs:us-east-1:000000000000:app-Queue'],
    [{ 'Fn::GetAtt': 'Queue.QueueName' }, 'app-Queue'],
    [{ 'Fn::Join': ['/', ['a', { Ref: 'Table' }]] }, 'a/publications'],
    [{ 'Fn::Sub': '${Table} ${Queue.QueueName} ${!Kept}' }, 'publications app-Queue ${Kept}'],
    [{ 'Fn::Sub': ['${name}', { name: { Ref: 'Table' } }] }, 'publications'],
    [{ 'Fn::Select': [1, { 'Fn::Split': [':', 'a:b'] }] }, 'b'],
    [{ 'Fn::ImportValue': 'other:x' }, 'shared'],
    [{ 'Fn::If': ['IsNot', 'yes', 'no'] }, 'no'],
    [{ a: [1, { Ref: 'AWS::NoValue' }], b: { Ref: 'AWS::NoValue' } }, { a: [1] }],
  ])('%j resolves', (value, expected) => {
    expect(stacks.resolve(value, 'app', 'here')).toEqual(expected);
  });
  it.each([
    [{ 'Fn::Base64': 'x' }, 'here: the intrinsic Fn::Base64 is not supported'],
    [{ Ref: 'Nobody' }, 'here: refers to Nobody, which app does not declare'],
    [{ 'Fn::GetAtt': ['Table', 'Colour'] }, 'AWS::DynamoDB::Table Table of app: the attribute Colour is not supported'],
    [{ 'Fn::ImportValue': 'nothing' }, 'here: no stack exports nothing'],
    [output('Other'), 'here: the stack other has no output Other'],
    [output('Out', { Region: 'eu-west-1' }), 'here: Fn::GetStackOutput of another account or region is not supported'],
    [{ 'Fn::Select': [5, ['a']] }, 'here: Fn::Select selects nothing'],
    [{ 'Fn::If': ['Missing', 1, 2] }, 'condition Missing of app is not declared'],
    ['{{resolve:ssm:/x}}', 'here: the dynamic reference {{resolve:ssm:/x}} is not supported'],
  ])('%j is an error that names it', (value, message) => {
    expect(() => stacks.resolve(value, 'app', 'here')).toThrow(message);
  });
  it('a dynamic reference to a secret resolves to its value, also in parts', () => {
    const secrets = fixture.stacks({ Secret: { Type: 'AWS::SecretsManager::Secret', Properties: { Name: 's' } } });
    const reference = { 'Fn::Join': ['', ['{{resolve:secretsmanager:', { Ref: 'Secret' }, ':SecretString:::}}']] };
    expect(() => secrets.resolve(reference, 'app', 'here')).toThrow('here: there is no secret arn:aws:secretsmanager:');
    secrets.secretOf = (arn) => `value of ${arn.split(':').at(-1)}`;
    expect(secrets.resolve({ a: reference }, 'app', 'here')).toEqual({ a: 'value of s-local0' });
  });
});

describe('resource types', () => {
  it('names every resource of an unsupported type', () => {
    const stacks = fixture.stacks({ Table: table, Graph: { Type: 'AWS::Neptune::DBCluster' } });
    expect(() => stacks.rejectUnsupported()).toThrow('AWS::Neptune::DBCluster Graph of app: the type is not supported');
  });
  it('leaves out a resource whose condition does not hold', () => {
    const Conditions = { Never: { 'Fn::Equals': ['a', 'b'] } };
    const stacks = fixture.stacks({ Graph: { Type: 'AWS::Neptune::DBCluster', Condition: 'Never' } }, { Conditions });
    expect(stacks.declared()).toEqual([]);
  });
});

describe('nested stacks', () => {
  const nested: Template = {
    Parameters: { Owner: { Type: 'String' } },
    Resources: {
      Inner: {
        Type: 'AWS::SecretsManager::Secret',
        Properties: { Name: { 'Fn::Sub': 'of-${Owner}' }, SecretString: { Ref: 'Owner' } },
      },
      Queue: { Type: 'AWS::SQS::Queue' },
    },
    Outputs: { QueueArn: { Value: { 'Fn::GetAtt': ['Queue', 'Arn'] } } },
  };
  const parent = (id = 'Outer', output = 'Outputs.QueueArn'): Template => ({
    Resources: {
      [id]: { Type: 'AWS::SecretsManager::Secret', Properties: { SecretString: { 'Fn::GetAtt': ['Nested', output] } } },
      Nested: {
        Type: 'AWS::CloudFormation::Stack',
        Properties: {
          TemplateURL: 'https://assets.example/nested.json',
          Parameters: { Owner: { Ref: 'AWS::StackName' } },
        },
      },
    },
  });

  it('are read as one template: parameters are what the parent gives, outputs what the nested stack returns', () => {
    const stacks = fixture.several({ app: flattenNestedStacks(parent(), () => nested) });
    const keys = stacks
      .all('AWS::SecretsManager::Secret')
      .map(({ declared, properties }) => [declared.logicalId, properties.Name, properties.SecretString]);
    expect(keys).toEqual([
      ['Outer', undefined, 'arn:aws:sqs:us-east-1:000000000000:app-Queue'],
      ['Inner', 'of-app', 'app'],
    ]);
  });

  it('may not use a logical id twice, nor may the parent read what is not returned', () => {
    expect(() => flattenNestedStacks(parent('Inner'), () => nested)).toThrow('have the logical id Inner');
    expect(() => flattenNestedStacks(parent('Outer', 'Outputs.Other'), () => nested)).toThrow(
      'The nested stack Nested does not return Outputs.Other',
    );
  });
});
